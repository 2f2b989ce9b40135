import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { parseRecordSource } from '#domain/records/record-source.ts';
import type { KeptRecord, RecordChange } from '#domain/records/undo/kept.ts';
import {
  actionText,
  type NotedAction,
  restorableLoss,
  TOO_MANY_TO_UNDO,
  undoneText,
} from '#domain/records/undo/words.ts';
import { readCollection } from '#wire/collections.ts';

const change = (label: string, ...names: string[]): RecordChange => {
  const texts = new Map(names.map((name) => [name, '1']));
  return { id: label, collection: posts, label, before: texts, after: texts };
};
const kept = (label: string): KeptRecord => ({
  ...{ collection: posts, label, files: new Map() },
  source: parseRecordSource(`{"id":"${label}"}`),
});
const posts = readCollection({ id: 'posts', name: 'posts', type: 'base', schema: [] });
const related = (name: string, type: string, cascadeDelete: boolean, collectionId = 'posts'): Collection =>
  readCollection({
    id: name,
    name,
    type,
    schema: [
      { id: 'r', name: 'r', type: 'relation', options: { collectionId, cascadeDelete } },
      { id: 'f', name: 'f', type: 'file', options: {} },
    ],
  });
const TIMES = 'Undo in this tab brings back all but the times of creation and update';

test('a delete without cascades loses times only, and a view loses nothing', () => {
  const titled = readCollection({ ...posts, schema: [{ id: 't', name: 'title', type: 'text' }] });
  const collections = [titled, related('plain', 'base', false), related('list', 'view', true)];
  expect(restorableLoss(['Tent'], titled, { collections })).toBe(
    `“Tent” of posts will be deleted. ${TIMES}.`,
  );
});

test('names the collections that are deleted with it, passwords and files', () => {
  const all = [posts, related('tasks', 'base', true), related('users', 'auth', true, 'tasks')];
  expect(restorableLoss(['a', 'b'], posts, { collections: all })).toBe(
    '2 records of posts will be deleted, with what belongs to them in tasks and users. Undo in this tab brings back ' +
      'all but the times of creation and update, passwords and linked accounts. Users have to reset their passwords. ' +
      'Files get new names, and are kept up to 20 MB a record and 100 MB in all.',
  );
});

test('of one record, what belongs to it is named', () => {
  const collections = [posts, related('tasks', 'base', true)];
  expect(restorableLoss(['Tent'], posts, { collections, search: 'a = 1' })).toContain(
    '“Tent” of posts that match “a = 1” will be deleted, with what belongs to it in tasks. Undo',
  );
});

test('a circle of cascades ends', () => {
  const self = related('posts', 'base', true);
  expect(restorableLoss(['a'], self, { collections: [self] })).toContain('will be deleted. Undo');
});

test('says from how many records on a delete is for good', () => {
  expect(TOO_MANY_TO_UNDO).toContain('More than 1,000 records can’t be brought back');
});

test('says how many came back', () => {
  expect(undoneText({ kind: 'delete' }, 1, 1)).toBe('Brought back 1 record.');
  expect(undoneText({ kind: 'delete' }, 3, 4)).toBe('Brought back 3 of 4 records.');
  expect(undoneText({ kind: 'change' }, 4990, 5000)).toBe(
    'Put the old values of 4,990 of 5,000 records back.',
  );
});

test.each<[NotedAction['kind'], number, readonly RecordChange[], readonly KeptRecord[], string]>([
  ['save', 1, [change('Tent', 'price')], [], 'Changed “Tent” of posts: price'],
  ['change', 2, [change('a', 'b', 'c'), change('d', 'c')], [], 'Changed 2 records of posts: b, c'],
  ['delete', 1, [change('other', 'x')], [kept('Tent')], 'Deleted “Tent” of posts'],
  ['delete', 1, [], [kept('x'.repeat(61))], `Deleted “${'x'.repeat(60)}...” of posts`],
  ['delete', 2, [], ['a', 'b', 'c'].map(kept), 'Deleted 2 records of posts, with 1 other record'],
  ['delete', 1, [], ['a', 'b', 'c'].map(kept), 'Deleted “a” of posts, with 2 other records'],
])('says what a %s of %i records did', (kind, count, changes, deleted, text) => {
  expect(actionText({ kind, collection: posts, count, changes, deleted })).toBe(text);
});
