import { expect, test } from 'vitest';
import { parseCollection } from '#domain/collections/collection.ts';
import { expandOf, missingIdsText } from '#domain/records/panel/relations.ts';

test('expands the presentable relations', () => {
  const schema = [
    { name: 'author', type: 'relation', presentable: true },
    { name: 'title', type: 'text', presentable: true },
    { name: 'hidden', type: 'relation', presentable: false },
    { name: 'others', type: 'relation', presentable: true },
  ];
  expect(expandOf(parseCollection({ id: 'c', name: 'posts', schema }), [])).toBe('author,others');
});

test('[RF-17] lists the ids that were removed', () => {
  expect(missingIdsText(['a', 'b'])).toBe(
    'The following relation ids were removed from the list because they are missing or invalid: a, b.',
  );
});
