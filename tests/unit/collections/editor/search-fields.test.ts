import { expect, test } from 'vitest';
import { searchFields } from '#domain/collections/editor/search-fields.ts';

const field = (name: string, more = {}) => ({
  id: `id-${name}`,
  key: name,
  name,
  originalName: name,
  ...more,
});
const fields = [
  field('title'),
  field('subtitle'),
  field('amount'),
  field('field', { id: '', originalName: '' }),
];
const found = (search: string, kept: string[] = [], all = fields) =>
  searchFields(all, search, kept).map(({ key }) => key);

test('[NC-55] the fields of an editor are searched by name, as they are and as they were', () => {
  expect(found(' ')).toEqual(['title', 'subtitle', 'amount', 'field']);
  expect(found('TITLE')).toEqual(['title', 'subtitle', 'field']);
  expect(found('id-amount')).toEqual(['amount', 'field']);
  // One that is being renamed, or has an error or its options open, keeps its line.
  expect(found('amount', [], [field('amount', { name: 'total' })])).toEqual(['amount']);
  expect(found('none', ['title'])).toEqual(['title', 'field']);
});
