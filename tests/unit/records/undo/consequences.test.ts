import { expect, test } from 'vitest';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { FieldOf } from '#domain/backend/field.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import { referenceFilter } from '#domain/records/reference-filter.ts';
import { consequencesOf, consequenceText, referenceCounts } from '#domain/records/undo/consequences.ts';
import type { KeptRecord } from '#domain/records/undo/kept.ts';
import { readCollection } from '#wire/collections.ts';

const relation = (name: string, options: object = {}, required = false) => ({
  ...{ id: name, name, type: 'relation', required },
  options: { collectionId: 'posts', maxSelect: 1, ...options },
});
const collectionOf = (id: string, schema: object[] = [], type = 'base'): Collection =>
  readCollection({ id, name: id, type, schema });
const recordOf = (collection: Collection, id: string, values: object = {}): KeptRecord => ({
  collection,
  label: id,
  source: parseRecordSource(JSON.stringify({ id, ...values })),
  files: new Map(),
});
const cascade = { cascadeDelete: true };
const all = { maxSelect: null };

const posts = collectionOf('posts');
const tasks = collectionOf('tasks', [relation('post', cascade, true)]);
const notes = collectionOf('notes', [relation('posts', { ...all, ...cascade })]);
const tags = collectionOf('tags', [relation('first'), relation('posts', all)]);
const strict = collectionOf('strict', [relation('post', {}, true), relation('posts', all, true)]);
const view = collectionOf('view', [relation('post')], 'view');
const collections = [posts, tasks, notes, tags, strict, view];

test('a delete refuses, takes along or clears what refers to it, by relation', () => {
  const found = consequencesOf(
    [recordOf(posts, 'a'), recordOf(posts, 'b')],
    [
      recordOf(tags, 't1', { first: 'a', posts: ['a', 'c'] }),
      recordOf(tags, 't2', { first: 'b', posts: ['c'] }),
      recordOf(tasks, 'k1', { post: 'a' }),
      recordOf(tasks, 'k2', { post: 'b' }),
      recordOf(notes, 'n1', { posts: ['a', 'b'] }),
      recordOf(notes, 'n2', { posts: ['a', 'c'] }),
      recordOf(strict, 's1', { post: 'a', posts: ['a', 'c'] }),
      recordOf(strict, 's2', { post: 'c', posts: ['a', 'b'] }),
    ],
  );
  expect(found).toEqual([
    { kind: 'refused', collection: 'strict', field: 'post', count: 1 },
    { kind: 'refused', collection: 'strict', field: 'posts', count: 1 },
    { kind: 'deleted', collection: 'tasks', field: '', count: 2 },
    { kind: 'deleted', collection: 'notes', field: '', count: 1 },
    { kind: 'cleared', collection: 'tags', field: 'first', count: 2 },
    { kind: 'cleared', collection: 'tags', field: 'posts', count: 1 },
    { kind: 'cleared', collection: 'notes', field: 'posts', count: 1 },
    { kind: 'cleared', collection: 'strict', field: 'posts', count: 1 },
  ]);
  expect(consequencesOf([recordOf(posts, 'a')], [])).toEqual([]);
});

test('a list that loses references to what is deleted along may stay, so that its number is the largest', () => {
  const chain = collectionOf('chain', [
    relation('post', cascade),
    relation('other'),
    { ...relation('of', { ...all, ...cascade }), options: { collectionId: 'chain', ...all, ...cascade } },
  ]);
  const found = consequencesOf(
    [recordOf(posts, 'a')],
    [
      recordOf(chain, 'c1', { post: 'a', of: [] }),
      recordOf(chain, 'c2', { post: 'a', of: [] }),
      recordOf(chain, 'c3', { post: '', of: ['c1', 'c2'] }),
      recordOf(tasks, 'k1', { post: 'a' }),
    ],
  );
  expect(found).toEqual([
    { kind: 'deleted', collection: 'chain', field: '', count: 3, isMost: true },
    { kind: 'deleted', collection: 'tasks', field: '', count: 1 },
  ]);
});

test('consequences in words', () => {
  const one = { collection: 'tags', field: 'post', count: 1 };
  expect(consequenceText({ ...one, kind: 'refused' }, 1)).toBe(
    'tags refuses this: 1 record needs it in “post”.',
  );
  expect(consequenceText({ ...one, kind: 'refused', count: 1200 }, 2)).toBe(
    'tags refuses some of this: 1,200 records need them in “post”.',
  );
  expect(consequenceText({ ...one, kind: 'deleted' }, 1)).toBe('1 record of tags will be deleted with it.');
  expect(consequenceText({ ...one, kind: 'deleted', isMost: true }, 1)).toBe(
    'Up to 1 record of tags will be deleted with it.',
  );
  expect(consequenceText({ ...one, kind: 'cleared' }, 2)).toBe('1 record of tags will lose them in “post”.');
});

test('where there is too much to read, each relation is counted by what a delete does', () => {
  const counts = referenceCounts(posts, collections).map(({ kind, collection, field, condition }) => [
    kind,
    `${collection.name}.${field.name} ${condition}`.trim(),
  ]);
  expect(counts).toEqual([
    ['deleted', 'tasks.post'],
    ['deleted', 'notes.posts posts:length=1'],
    ['cleared', 'notes.posts posts:length>1'],
    ['cleared', 'tags.first'],
    ['cleared', 'tags.posts'],
    ['refused', 'strict.post'],
    ['refused', 'strict.posts posts:length=1'],
    ['cleared', 'strict.posts posts:length>1'],
  ]);
});

test('the filter of references is exact for one value and for several', () => {
  const [single, several] = ownFields(tags).map((field) =>
    referenceFilter({ collection: tags, field: field as FieldOf<'relation'> }, 'a_%"b'),
  );
  expect(single).toBe('first="a_%\\"b"');
  expect(several).toBe('posts~"a\\_\\%\\"b"&&posts:each?="a_%\\"b"');
});

test('only the relation that is required refuses', () => {
  const mixed = collectionOf('mixed', [relation('free'), relation('needed', {}, true)]);
  const found = consequencesOf([recordOf(posts, 'a')], [recordOf(mixed, 'm', { free: 'a', needed: 'b' })]);
  expect(found).toEqual([{ kind: 'cleared', collection: 'mixed', field: 'free', count: 1 }]);
});
