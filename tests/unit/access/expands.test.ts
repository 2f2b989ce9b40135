import { expect, test } from 'vitest';
import { exampleBody } from '#domain/access/example-body.ts';
import { compareExpands, expandPaths } from '#domain/access/expands.ts';
import { readCollection } from '#wire/pb23/collections.ts';

const team = (id: string) => ({ id, collectionId: 't' });
const author = (id: string, teams: readonly string[]) => ({ id, expand: { teams: teams.map(team) } });

test('[BY-04] what is kept back is what an administrator gets along the same path, each record once', () => {
  const all = [
    { id: '1', expand: { author: author('a', ['x', 'y']), notes_via_post: [{ id: 'n' }, { id: 'm' }] } },
    { id: '2', expand: { author: author('b', ['x']) } },
  ];
  const own = [{ id: '1', expand: { author: author('a', ['x']) } }, { id: '2' }];
  expect(compareExpands(['author', 'author.teams', 'notes_via_post', 'missing'], own, all)).toEqual([
    { path: 'author', count: 1, refused: 1 },
    { path: 'author.teams', count: 1, refused: 1 },
    { path: 'notes_via_post', count: 0, refused: 2 },
    { path: 'missing', count: 0, refused: 0 },
  ]);
});

test('[BY-04] a collection can be expanded by its relations and by those that lead to it', () => {
  const relation = (name: string, collectionId: string) => ({ name, type: 'relation', collectionId });
  const posts = readCollection({ id: 'p', name: 'posts', type: 'base', fields: [relation('author', 'u')] });
  const users = readCollection({ id: 'u', name: 'users', type: 'auth', fields: [relation('gone', 'x')] });
  const pathsOf = (of: typeof posts) =>
    expandPaths(of, [posts, users]).map(({ path, collection }) => `${path} ${collection.name}`);
  expect([pathsOf(posts), pathsOf(users)]).toEqual([['author users'], ['posts_via_author posts']]);
});

test('[BY-02] the example of a new record has what is needed, and no files', () => {
  const fields = [
    { name: 'title', type: 'text', required: true, min: 6 },
    { name: 'note', type: 'text' },
    { name: 'scan', type: 'file', required: true },
    { name: 'kind', type: 'select', required: true, values: ['x', 'y'], maxSelect: 1 },
  ];
  const input = { id: 'p', name: 'posts', fields };
  expect(JSON.parse(exampleBody(readCollection({ ...input, type: 'base' })))).toEqual({
    title: 'testte',
    kind: 'x',
  });
  expect(Object.keys(JSON.parse(exampleBody(readCollection({ ...input, type: 'auth' }))))).toEqual([
    ...['email', 'password', 'passwordConfirm', 'title', 'kind'],
  ]);
});
