import { expect, test } from 'vitest';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import { restorableLoss, undoneText } from '#domain/records/undo/words.ts';

const posts = parseCollection({ id: 'posts', name: 'posts', type: 'base', schema: [] });
const related = (name: string, type: string, cascadeDelete: boolean, collectionId = 'posts'): Collection =>
  parseCollection({
    id: name,
    name,
    type,
    schema: [
      { id: 'r', name: 'r', type: 'relation', options: { collectionId, cascadeDelete } },
      { id: 'f', name: 'f', type: 'file', options: {} },
    ],
  });
const TIMES = 'Undo in this tab brings back all but the times of creation and update';

test('a delete without cascades loses times only', () => {
  expect(restorableLoss(['Tent'], posts, { collections: [posts, related('plain', 'base', false)] })).toBe(
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

test('a circle of cascades ends', () => {
  const self = related('posts', 'base', true);
  expect(restorableLoss(['a'], self, { collections: [self] })).toContain('will be deleted. Undo');
});

test('says how many came back', () => {
  expect(undoneText({ kind: 'delete' }, 1, 1)).toBe('Brought back 1 record.');
  expect(undoneText({ kind: 'delete' }, 3, 4)).toBe('Brought back 3 of 4 records.');
  expect(undoneText({ kind: 'change' }, 4990, 5000)).toBe(
    'Put the old values of 4,990 of 5,000 records back.',
  );
});
