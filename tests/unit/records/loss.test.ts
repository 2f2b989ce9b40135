import { expect, test } from 'vitest';
import { collectionLoss } from '#domain/collections/editor/changes.ts';
import { recordsLoss } from '#domain/records/undo/words.ts';

test('names the record, or the number of them, and the collection', () => {
  expect(recordsLoss(['Tent'], 'products')).toBe('“Tent” of products will be deleted for good.');
  expect(recordsLoss(['a'.repeat(61)], 'posts')).toBe(
    `“${'a'.repeat(60)}...” of posts will be deleted for good.`,
  );
  expect(recordsLoss(['a', 'b'], 'posts', 'price > 5')).toBe(
    '2 records of posts that match “price > 5” will be deleted for good.',
  );
  expect(recordsLoss(['a', 'b', 'c'], 'products')).toBe('3 records of products will be deleted for good.');
});

test('names the number of records of a collection, if it is known', () => {
  expect(collectionLoss('base', 1204)).toBe('1,204 records will be deleted for good.');
  expect(collectionLoss('auth', 1)).toBe('1 record will be deleted for good.');
  expect(collectionLoss('base', undefined)).toBe('Its records can’t be brought back.');
  expect(collectionLoss('view', 0)).toBe('A view has no records of its own: those that it shows stay.');
});
