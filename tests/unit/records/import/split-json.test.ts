import { expect, test } from 'vitest';
import { createJsonSplitter, membersOf } from '#domain/records/import/split-json.ts';

const split = (...chunks: string[]) => {
  const splitter = createJsonSplitter();
  const found = chunks.flatMap((chunk) => splitter.push(chunk).map(({ text }) => text));
  splitter.end();
  return found;
};

test.each([
  [['[{"a":1},\n{"a":[{}]}] '], ['{"a":1}', '{"a":[{}]}']],
  [
    ['{"a":"}', '{"}{', '}'],
    ['{"a":"}{"}', '{}'],
  ],
  [['[', ']'], []],
])('%j are the objects %j', (chunks, objects) => {
  expect(split(...chunks)).toEqual(objects);
});

test.each([
  ['x', 'x'],
  ['[[', '['],
  ['{}[', '['],
  ['{},{}', ','],
  ['[,{}]', ','],
  ['[{}]{}', '{'],
  ['[{}]]', ']'],
  [']', ']'],
])('in %s, the last %s is not expected', (text, found) => {
  expect(() => split(text)).toThrow(`Line 1: expected a record, { … }, but found ${found}`);
});

test('an object that is no JSON is refused with the reason', () => {
  expect(() => membersOf({ text: '{"a":}', line: 3 })).toThrow(/^Line 3: .* is not valid JSON\. \S/);
});
