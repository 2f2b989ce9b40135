import { expect, test } from 'vitest';
import { expandOf, missingIdsText } from '#domain/records/relations.ts';
import { readCollection } from '#wire/collections.ts';

test('expands the presentable relations', () => {
  const schema = [
    { name: 'author', type: 'relation', presentable: true },
    { name: 'title', type: 'text', presentable: true },
    { name: 'hidden', type: 'relation', presentable: false },
    { name: 'others', type: 'relation', presentable: true },
  ];
  expect(expandOf(readCollection({ id: 'c', name: 'posts', schema }), [])).toBe('author,others');
});

test('[RF-17] lists the ids that were removed', () => {
  expect(missingIdsText(['a', 'b'])).toBe(
    'The following relation ids were removed from the list because they are missing or invalid: a, b.',
  );
});
