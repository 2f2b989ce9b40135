import { expect, test } from 'vitest';
import { parseTextList } from '#domain/app/text-list.ts';

test.each([
  ['["a","b","a",""," c "]', ['a', 'b', 'a', '', ' c ']],
  ['["a",1,null,true,{"b":"c"},["d"],"e"]', ['a', 'e']],
  ['["__proto__","constructor"]', ['__proto__', 'constructor']],
  [' ["a"]\n', ['a']],
])('the stored list %s is read without its other entries', (stored, entries) => {
  expect(parseTextList(stored)).toEqual(entries);
});

test.each([
  '',
  '[',
  '["a"',
  "['a']",
  'null',
  'a',
  '"a"',
  '1',
  '{}',
  '{"0":"a","length":1}',
  '["a"]x',
  '['.repeat(100_000),
])('the stored text %.30j is no list', (stored) => {
  expect(parseTextList(stored)).toEqual([]);
});
