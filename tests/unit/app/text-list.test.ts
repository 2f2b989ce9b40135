import { expect, test } from 'vitest';
import { parseTextList } from '#domain/app/lenient.ts';
import { formatList, parseList, pastedList } from '#domain/app/text-list.ts';
import { formatChoices, parseChoices } from '#domain/field-types/choice-list.ts';

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

test.each([
  [
    'Red\nGreen\nBlue\nDark grey\nOff-white, matt\n',
    ['Red', 'Green', 'Blue', 'Dark grey', 'Off-white, matt'],
  ],
  ['Red\r\n\r\n "Off-white, matt" \r\n', ['Red', 'Off-white, matt']],
  // A list with commas that was broken into lines.
  ['Red,\nGreen,\nBlue', ['Red', 'Green', 'Blue']],
  ['a"b\n"c', ['a"b', '"c']],
])('[TR-16] the pasted lines %j are as many choices, with their commas', (pasted, choices) => {
  expect(parseChoices(pastedList(pasted, formatChoices, parseChoices) ?? '')).toEqual(choices);
});

test('[TR-16] pasted domains are separated by lines and commas; what is on one line stays as it is', () => {
  expect(parseList(pastedList('a.com\nb.com, c.com\nd.com', formatList, parseList) ?? '')).toEqual([
    ...['a.com', 'b.com', 'c.com', 'd.com'],
  ]);
  for (const line of ['Red, Green', 'Off-white, matt\n', 'a\tb', ''])
    expect(pastedList(line, formatChoices, parseChoices)).toBeUndefined();
});
