import { expect, test } from 'vitest';
import { jsonReader } from '#domain/records/import/json-rows.ts';

/** The cells of all objects of a text, which arrives in chunks. */
const split = (...chunks: string[]) => {
  const reader = jsonReader('', {});
  const found = chunks.flatMap((chunk) => reader.push(chunk).map(([, cells]) => cells));
  reader.end();
  return found;
};

test.each([
  [['[{"a":1},\n{"a":[{}]}] '], [['1'], ['[{}]']]],
  [
    ['{"a":"}', '{"}{', '}'],
    [['"}{"'], [null]],
  ],
  [['[', ']'], []],
])('%j are objects with %j', (chunks, cells) => {
  expect(split(...chunks)).toEqual(cells);
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
  expect(() => split('\n\n{"a":}')).toThrow(/^Line 3: .* is not valid JSON\. \S/);
});
