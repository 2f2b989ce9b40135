import { expect, test } from 'vitest';
import { parseCollection } from '#domain/collections/collection.ts';
import { formatKept, type KeptState, parseKept } from '#domain/promote/kept.ts';
import { rawOf } from '#tests/support/settings/raw-collection.ts';

const kept: KeptState = {
  url: 'https://live.example.com/',
  at: '2026-11-24T00:00:00.000Z',
  collections: { before: [rawOf('p1', 'posts')], after: [rawOf('p1', 'news')] },
  settings: { before: { meta: { appName: 'A' } }, after: { meta: { appName: 'B' } } },
  records: [
    { collectionId: 'p1', id: 'r1', label: 'one', before: undefined, after: { title: '"1"' } },
    { collectionId: 'p1', id: 'r2', label: 'two', before: { data: '1.10' }, after: { data: 'null' } },
  ],
  recordCollections: [parseCollection(rawOf('p1', 'news'))],
};

test('a file is read as it was written', () => {
  expect(parseKept(formatKept(kept))).toEqual(kept);
});

test.each(['', '[]', '{}', 'null', '{"kind":"atoll-promote-undo"}', '[{"id":"p1","name":"posts"}]'])(
  'another file is refused: %s',
  (content) => {
    expect(parseKept(content)).toBeUndefined();
  },
);

test('values that are no JSON, and records without an id, are left out', () => {
  const content = JSON.stringify({
    kind: 'atoll-promote-undo',
    url: 'x',
    records: [{ collectionId: 'p1', id: 'r1', after: { a: '{', b: 1, c: '[]' } }, { id: 'r2' }],
  });
  expect(parseKept(content)?.records).toEqual([
    { collectionId: 'p1', id: 'r1', label: '', before: undefined, after: { c: '[]' } },
  ]);
});
