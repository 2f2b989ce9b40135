import { expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import type { Field } from '#domain/backend/field.ts';
import { toField } from '#domain/collections/editor/body.ts';
import { createField } from '#domain/collections/editor/values.ts';
import { type ShownType, shownTypes } from '#domain/field-types/field-type.ts';
import { fieldSummary, needsOption } from '#domain/field-types/summary.ts';
import { readCollection } from '#wire/collections.ts';
import { readField } from '#wire/pb22/collections.ts';
import { writeCollection } from '#wire/save-collection.ts';

const nameOf = (id: string) => (id === 'c1' ? 'categories' : undefined);
const cases: readonly (readonly [ShownType, Record<string, unknown>, string])[] = [
  ['text', {}, ''],
  ['text', { min: 3, max: 80 }, '3 to 80 characters'],
  ['text', { min: 3, pattern: '^a' }, 'at least 3 characters · pattern'],
  ['text', { min: 0, max: 80 }, 'at most 80 characters'],
  ['text', { min: 15, max: 15 }, 'exactly 15 characters'],
  ['text', { min: 1 }, 'at least 1 character'],
  ['editor', {}, ''],
  ['editor', { convertUrls: true }, 'strips domains'],
  ['number', {}, ''],
  ['number', { min: 0, max: 10, noDecimal: true }, '0 to 10 · no decimals'],
  ['number', { max: -1.5 }, 'at most -1.5'],
  ['bool', {}, ''],
  ['email', { onlyDomains: ['a.com', 'b.com', 'c.com'] }, 'only a.com, b.com +1'],
  ['url', { exceptDomains: ['a.com'] }, 'not a.com'],
  ['date', { min: '2026-01-01 00:00:00.000Z' }, 'from 2026-01-01'],
  [
    'date',
    { min: '2026-01-01 00:00:00.000Z', max: '2026-02-01 12:00:00.000Z' },
    '2026-01-01 to 2026-02-01 12:00:00.000Z',
  ],
  ['date', { max: '2026-02-01' }, 'until 2026-02-01'],
  ['date', { min: null }, ''],
  ['select', {}, 'no choices'],
  ['select', { values: ['draft', 'published'] }, 'draft, published · single'],
  ['select', { values: ['draft', 'published', 'a', 'b', 'c'] }, 'draft, published +3 · single'],
  ['select', { values: ['x', 'y', 'z'], maxSelect: 2 }, 'x, y +1 · up to 2'],
  ['json', {}, 'max 1.91 MB'],
  ['json', { maxSize: 0 }, ''],
  ['file', {}, 'max 5 MB · single'],
  [
    'file',
    { mimeTypes: ['image/png', 'image/jpeg'], maxSelect: 9, protected: true },
    'max 5 MB · images · up to 9 · protected',
  ],
  ['file', { mimeTypes: ['application/pdf', 'image/png', 'text/csv'], maxSize: 0 }, 'pdf, png +1 · single'],
  ['file', { mimeTypes: ['application/pdf'], maxSize: 0 }, 'pdf · single'],
  ['file', { mimeTypes: ['video/mp4', 'video/webm'], maxSize: 0 }, 'videos · single'],
  ['relation', {}, 'no collection · single'],
  ['relation', { collectionId: null }, 'no collection · single'],
  ['relation', { collectionId: 'c1', cascadeDelete: true }, '→ categories · single · cascade'],
  ['relation', { collectionId: 'c1', maxSelect: null }, '→ categories · multiple'],
  ['relation', { collectionId: 'gone', maxSelect: 5 }, '→ gone · up to 5'],
];

/** As a save sends it. */
const writtenOf = (field: Field) =>
  members(list(writeCollection({ ...readCollection({}), fields: [field] })['schema'], members)[0]);

test.each(cases)('%s with %j: %s', (type, options, words) => {
  const blank = writtenOf(toField(createField('new-1', 'x', type)));
  const field = readField({ ...blank, options: { ...members(blank['options']), ...options } });
  expect(fieldSummary(field, nameOf)).toBe(words);
});

test('options of another type than the backend sends are no words', () => {
  const odd = {
    min: 'x',
    max: {},
    values: null,
    mimeTypes: 3,
    maxSize: '9',
    onlyDomains: null,
    maxSelect: 'a',
  };
  expect(fieldSummary(readField({ type: 'text', options: odd }), nameOf)).toBe('');
  expect(fieldSummary(readField({ type: 'select', options: odd }), nameOf)).toBe('no choices');
  expect(fieldSummary(readField({ type: 'file', options: odd }), nameOf)).toBe('single');
});

test('only choices and relations need an option before they can be saved', () => {
  expect(shownTypes.filter(needsOption)).toEqual(['select', 'relation']);
});
