import { expect, test } from 'vitest';
import { fieldTerms, range, typeName, updateTerms } from '#domain/field-types/docs.ts';
import { type ShownType, shownTypes } from '#domain/field-types/field-type.ts';
import { readField } from '#wire/pb22/collections.ts';

test.each([
  ['text', { min: 2, max: 5 }, 'Plain text, from 2 to 5 characters.'],
  ['text', { min: 0, pattern: '^a$' }, 'Plain text, matching `^a$`.'],
  ['text', { pattern: '' }, 'Plain text.'],
  ['text', { pattern: null }, 'Plain text.'],
  ['editor', {}, 'Rich text, as HTML.'],
  ['bool', {}, '`true` or `false`.'],
  ['number', { min: 0, max: null }, 'Number, at least 0.'],
  ['number', { max: 9, noDecimal: true }, 'Whole number, at most 9.'],
  [
    'email',
    { onlyDomains: ['a.com', 'b.com'], exceptDomains: [] },
    'E-mail address, only of `a.com`, `b.com`.',
  ],
  ['url', { onlyDomains: null, exceptDomains: ['a.com'] }, 'URL with its scheme, not of `a.com`.'],
  ['url', { onlyDomains: [], exceptDomains: [] }, 'URL with its scheme.'],
  ['date', { min: null, max: '' }, 'Date and time in UTC, as `2022-01-01 10:00:00.123Z`.'],
  [
    'date',
    { min: '2022-01-01', max: '2023-01-01' },
    'Date and time in UTC, as `2022-01-01 10:00:00.123Z`, from 2022-01-01 to 2023-01-01.',
  ],
  ['select', { maxSelect: 1, values: ['a', 'b'] }, 'One of `a`, `b`.'],
  ['select', { maxSelect: 2, values: ['a', 'b'] }, 'Up to 2 of `a`, `b`.'],
  ['file', { maxSelect: 1, maxSize: 0 }, 'A file.'],
  ['file', { maxSelect: 1, maxSize: 1_048_576 }, 'A file, at most 1 MB.'],
  [
    'file',
    { maxSelect: 3, maxSize: 1_572_864, mimeTypes: ['image/png'] },
    'Up to 3 files, at most 1.5 MB each, of type `image/png`.',
  ],
  ['relation', { maxSelect: 1 }, 'Id of a related record.'],
  ['relation', { minSelect: 2, maxSelect: null }, 'Ids of related records, at least 2.'],
  ['relation', { minSelect: null, maxSelect: 3 }, 'Ids of related records, at most 3.'],
  ['json', { maxSize: 0 }, 'Any JSON value.'],
  ['json', { maxSize: 9 }, 'Any JSON value, at most 9 bytes.'],
] as const)('a %s with the options %j is described as: %s', (type, options, terms) => {
  expect(fieldTerms(readField({ type, options }))).toBe(terms);
});

test('a range has up to two ends', () => {
  expect([range(1, 2), range(1, undefined), range(undefined, 2), range(undefined, undefined)]).toEqual([
    ...['from 1 to 2', 'at least 1', 'at most 2', ''],
  ]);
});

const namesOf = (maxSelect: number) =>
  Object.fromEntries(shownTypes.map((type) => [type, typeName(readField({ type, options: { maxSelect } }))]));

test('parameters are texts but for numbers, booleans, JSON and files, or lists of them', () => {
  const others: Partial<Record<ShownType, string>> = {
    ...{ number: 'Number', bool: 'Boolean', json: 'JSON', file: 'File' },
  };
  const single = Object.fromEntries(shownTypes.map((type) => [type, others[type] ?? 'String']));
  expect(namesOf(1)).toEqual(single);
  const lists = { select: 'Array<String>', file: 'Array<File>', relation: 'Array<String>' };
  expect(namesOf(2)).toEqual({ ...single, ...lists });
});

test.each([
  ['text', 1, ''],
  ['number', 1, '`x+` and `x-` add to and subtract from the stored number.'],
  ['select', 1, ''],
  ['select', 2, '`x+` and `x-` add values to and remove values from the stored list.'],
] as const)('an update of a %s with at most %i values: %s', (type, maxSelect, terms) => {
  expect(updateTerms(readField({ name: 'x', type, options: { maxSelect } }))).toBe(terms);
});
