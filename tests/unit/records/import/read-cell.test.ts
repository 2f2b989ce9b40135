import { expect, test } from 'vitest';
import { importFields, type MappedColumn } from '#domain/records/import/plan.ts';
import { readCsvCell, readJsonCell } from '#domain/records/import/values.ts';
import { readCollection } from '#wire/collections.ts';

const choices = ['a', 'b', 'c', 'a;b', '[x]'];
const collection = readCollection({
  id: 'c',
  name: 'things',
  schema: [
    { name: 'amount', type: 'number', options: {} },
    { name: 'needed', type: 'number', required: true, options: {} },
    { name: 'active', type: 'bool', options: {} },
    { name: 'agreed', type: 'bool', required: true, options: {} },
    { name: 'status', type: 'select', options: { maxSelect: 1, values: choices } },
    { name: 'tags', type: 'select', options: { maxSelect: 2, values: choices } },
    { name: 'chosen', type: 'select', required: true, options: { maxSelect: 2, values: choices } },
    { name: 'author', type: 'relation', options: { collectionId: 'c', maxSelect: 1 } },
    { name: 'others', type: 'relation', options: { collectionId: 'c', maxSelect: null } },
    { name: 'meta', type: 'json', options: {} },
    { name: 'title', type: 'text', options: {} },
  ],
});

function mapped(name: string, key = 'id'): MappedColumn {
  const field = importFields(collection, false).find((one) => one.name === name);
  if (!field) throw new Error(`No field ${name}.`);
  return { column: 0, field, key };
}

const ONE = 'aaaaaaaaaaaaaaa';
const TWO = 'bbbbbbbbbbbbbbb';

test.each<[name: string, text: string, expected: unknown]>([
  ['amount', '', '0'],
  ['amount', ' 1.5 ', '1.5'],
  ['needed', '', 'Cannot be blank.'],
  ['needed', '0', '0 counts as empty, because the field is Nonzero.'],
  ['amount', '1,234', '1,234 can be read as 1234 or 1.234: type it without a comma or with a point.'],
  ['amount', '9007199254740993', 'The backend would store 9007199254740992: it keeps about 16 digits.'],
  ['amount', '9007199254740992', '9007199254740992'],
  // The spelling of the backend, whose stored value is 123456789012345683968.
  ['amount', '123456789012345680000', '123456789012345680000'],
  ['amount', '-123456789012345680000', '-123456789012345680000'],
  [
    'amount',
    '123456789012345680001',
    'The backend would store 123456789012345683968: it keeps about 16 digits.',
  ],
  ['active', ' YES ', true],
  ['active', '', false],
  ...['true', 'yes', '1'].map((text) => ['active', text, true] as [string, string, unknown]),
  ...['false', 'no', '0'].map((text) => ['active', text, false] as [string, string, unknown]),
  ['active', 'maybe', 'Use true or false, 1 or 0, yes or no.'],
  ['active', 'toString', 'Use true or false, 1 or 0, yes or no.'],
  ['agreed', 'no', 'Cannot be blank.'],
  ['agreed', '1', true],
  // A choice may contain what separates choices.
  ['tags', 'a;b', ['a;b']],
  ['tags', 'b; c;; b', ['b', 'c']],
  ['tags', 'b,c', ['b', 'c']],
  ['tags', '["b","c"]', ['b', 'c']],
  ['tags', '[x]', ['[x]']],
  ['tags', '[1]', '“[1]” is not one of the choices.'],
  ['tags', 'a;b;c', 'At most 2 values.'],
  ['tags', '', []],
  ['chosen', ' ; ', 'Cannot be blank.'],
  ['status', 'a', 'a'],
  ['status', '["b"]', 'b'],
  ['status', '["a","b"]', 'At most 1 values.'],
  ['status', 'd', '“d” is not one of the choices.'],
  ['others', `${ONE},${TWO};${ONE}`, [ONE, TWO]],
  ['others', 'short', '“short” is not an id.'],
  ['author', `["${ONE}"]`, [ONE]],
  ['status', '', ''],
  ['meta', '{"a":1}', '{"a":1}'],
  ['meta', '["a"]', '["a"]'],
  ['meta', '"\\u003cb\\u003e"', '"<b>"'],
  ['title', '\\u003cb\\u003e', '\\u003cb\\u003e'],
  ['id', ONE, ONE],
  ['id', 'short', 'An id has 15 letters or digits.'],
  ['id', '', ''],
])('the cell of %s with the text %j is read as %j', (name, text, expected) => {
  const read = readCsvCell(text, mapped(name));
  expect('problem' in read ? read.problem : read.value).toEqual(expected);
});

test('of several related records that are looked up, a comma is a part of their text', () => {
  expect(readCsvCell('Ann, Bo; Cy', mapped('others', 'title'))).toEqual({ value: ['Ann, Bo', 'Cy'] });
  expect(readCsvCell('Ann; Bo', mapped('author', 'title'))).toEqual({ value: ['Ann; Bo'] });
});

test.each<[name: string, source: string, expected: unknown]>([
  ['amount', '1e400', 'Enter a valid number.'],
  [
    'amount',
    '12345678901234567890',
    'The backend would store 12345678901234567168: it keeps about 16 digits.',
  ],
  ['amount', '"2"', '2'],
  ['amount', 'null', '0'],
  ['active', 'true', true],
  ['tags', '["a","b"]', ['a', 'b']],
  ['tags', '["a",1]', 'Expected texts.'],
  ['tags', '{"a":1}', 'Expected a single value.'],
  ['amount', '[1]', 'Expected a single value.'],
  ['meta', 'null', 'null'],
  ['meta', '"a"', '"a"'],
])('the member of %s with the JSON %s is read as %j', (name, source, expected) => {
  const read = readJsonCell(source, mapped(name));
  expect('problem' in read ? read.problem : read.value).toEqual(expected);
});
