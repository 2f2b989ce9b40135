import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { affectedBy, type KeptRecord, uploadedName } from '#domain/records/undo/kept.ts';
import { restoreSteps } from '#domain/records/undo/merge.ts';
import { readCollection } from '#wire/collections.ts';

const relation = (name: string, collectionId: string, options: object = {}, required = false) => ({
  id: name,
  name,
  type: 'relation',
  required,
  options: { collectionId, ...options },
});
const cascade = { cascadeDelete: true };
const collectionOf = (id: string, schema: object[] = []): Collection =>
  readCollection({ id, name: id, type: 'base', schema });
const recordOf = (collection: Collection, id: string, values: object = {}): KeptRecord => ({
  collection,
  label: id,
  source: parseRecordSource(JSON.stringify({ id, collectionId: collection.id, ...values })),
  files: new Map(),
});
const idsOf = (records: readonly KeptRecord[]) => records.map(({ source }) => source.record.id);

const posts = collectionOf('posts');
const single = collectionOf('single', [relation('post', 'posts', { maxSelect: 1, ...cascade })]);
const several = collectionOf('several', [relation('posts', 'posts', cascade)]);
const plain = collectionOf('plain', [relation('one', 'posts', { maxSelect: 1 }), relation('all', 'posts')]);
const nested = collectionOf('nested', [relation('parent', 'single', { maxSelect: 1, ...cascade })]);

test('a cascade deletes what has lost its last reference, and what refers to that', () => {
  const { deleted, cleared } = affectedBy(
    [recordOf(posts, 'a'), recordOf(posts, 'b')],
    [
      recordOf(nested, 'n', { parent: 's' }),
      recordOf(single, 's', { post: 'a' }),
      recordOf(several, 'm', { posts: ['a', 'b'] }),
      recordOf(several, 'stays', { posts: ['a', 'c'] }),
      recordOf(plain, 'p', { one: 'b', all: ['c', 'a', 'd'] }),
      recordOf(plain, 'same', { one: 'c', all: [] }),
    ],
  );
  expect(idsOf(deleted)).toEqual(['a', 'b', 's', 'm', 'n']);
  expect(cleared).toEqual([
    {
      id: 'stays',
      label: 'stays',
      collection: several,
      before: new Map([['posts', '["a","c"]']]),
      after: new Map([['posts', '["c"]']]),
    },
    {
      id: 'p',
      label: 'p',
      collection: plain,
      before: new Map([
        ['one', '"b"'],
        ['all', '["c","a","d"]'],
      ]),
      after: new Map([
        ['one', '""'],
        ['all', '["c","d"]'],
      ]),
    },
  ]);
});

test('the same id in another collection is another record', () => {
  expect(affectedBy([recordOf(plain, 'a')], [recordOf(single, 's', { post: 'a' })]).deleted).toHaveLength(1);
});

test('records are created after those to which they refer', () => {
  const steps = restoreSteps([
    recordOf(nested, 'n', { parent: 's' }),
    recordOf(single, 's', { post: 'a' }),
    recordOf(posts, 'a'),
    recordOf(single, 'other', { post: 'not deleted' }),
  ]);
  expect(steps.map(({ records }) => idsOf(records))).toEqual([['a', 'other'], ['s'], ['n']]);
  expect(steps.every(({ missing }) => missing.size === 0)).toBe(true);
});

test('a circle begins where a relation may be empty', () => {
  const hens = collectionOf('hens', [relation('egg', 'eggs', { maxSelect: 1 }, true)]);
  const eggs = collectionOf('eggs', [relation('hen', 'hens', { maxSelect: 1 })]);
  const steps = restoreSteps([recordOf(hens, 'h', { egg: 'e' }), recordOf(eggs, 'e', { hen: 'h' })]);
  expect(steps.map(({ records }) => idsOf(records))).toEqual([['e'], ['h']]);
  expect([...(steps[0]?.missing ?? [])]).toEqual(['hens h', 'eggs e']);
});

test('a circle of required relations ends', () => {
  const rings = collectionOf('rings', [relation('next', 'rings', { maxSelect: 1 }, true)]);
  expect(
    restoreSteps([recordOf(rings, 'a', { next: 'b' }), recordOf(rings, 'b', { next: 'a' })]),
  ).toHaveLength(1);
});

test.each([
  ['foo_YjmmQVnIet.txt', 'foo.txt'],
  ['foo_abcdefghij_YjmmQVnIet.txt', 'foo_abcdefghij.txt'],
  ['gr_e_1_PQhAkISwo0.tar.gz', 'gr_e_1.tar.gz'],
  ['noext_UxHN9Skzsp', 'noext'],
  ['plain.txt', 'plain.txt'],
])('%s was uploaded as %s', (stored, uploaded) => expect(uploadedName(stored)).toBe(uploaded));
