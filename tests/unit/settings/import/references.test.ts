import { expect, test } from 'vitest';
import { staleReferences } from '#domain/settings/import/losses.ts';
import { field } from '#tests/support/factories.ts';
import { type Entry, outcomeFor, rawOf } from '#tests/support/settings/entries.ts';

const text = (id: string, name: string) => ({ ...field(name), id });
const users = rawOf('c_users', 'users', [text('role0001', 'role'), text('kind0001', 'kind')], {
  type: 'auth',
});
const posts = rawOf('posts', 'posts', [text('title001', 'title')], {
  listRule: '@request.auth.role = "x" && @collection.users.kind = "y"',
});
const view = rawOf('view1', 'roles', [], { type: 'view', options: { query: 'SELECT id, role FROM users' } });
const KEEP = { merge: true, deleteMissing: false };
const renamed = { ...users, schema: [text('role0001', 'rank'), text('kind0001', 'kind')] };

const stale = (existing: readonly Entry[], imported: typeof existing, mode = KEEP) =>
  staleReferences(outcomeFor(existing, imported, mode)).map(
    ({ collectionName, label, mentions }) =>
      `${collectionName}: ${label}: ${mentions.map(({ name, to }) => `${name} → ${to}`).join(', ')}`,
  );

test('rules and queries that an import leaves with an old name are found', () => {
  expect(stale([users, posts, view], [renamed])).toEqual([
    'posts: List/Search rule: role → rank',
    'roles: View query: role → rank',
  ]);
  const people = { ...renamed, name: 'people' };
  expect(stale([users, posts], [people])).toEqual(['posts: List/Search rule: role → rank, users → people']);
  const fewer = { ...users, schema: [text('kind0001', 'kind')] };
  expect(stale([users, posts], [fewer])).toEqual([]);
  expect(stale([users, posts], [fewer], { merge: true, deleteMissing: true })).toEqual([
    'posts: List/Search rule: role → undefined',
  ]);
  const itself = { ...users, listRule: '@request.auth.role != "" && role != ""' };
  expect(stale([itself], [{ ...renamed, listRule: itself['listRule'] }])).toEqual([
    'users: List/Search rule: role → rank',
  ]);
});

test('texts that the import brings with the new names are not', () => {
  const follows = { ...posts, listRule: '@request.auth.rank = "x" && @collection.users.kind = "y"' };
  expect(stale([users, posts], [renamed, follows])).toEqual([]);
  expect(stale([users, follows], [renamed])).toEqual([]);
  const replaced = { ...users, schema: [text('other001', 'role'), text('kind0001', 'kind')] };
  expect(stale([users, posts], [replaced], { merge: true, deleteMissing: true })).toEqual([]);
  expect(stale([users, posts], [renamed], { merge: false, deleteMissing: true })).toEqual([]);
});

test('with names that are swapped, a text that stays means another field, and a changed one may mean it', () => {
  const swapped = { ...users, schema: [text('role0001', 'kind'), text('kind0001', 'role')] };
  const rule = '@request.auth.role = "x"';
  const before = { ...posts, listRule: rule };
  expect(stale([users, before], [swapped])).toEqual(['posts: List/Search rule: role → kind']);
  expect(stale([users, before], [swapped, { ...before, listRule: '@request.auth.kind = "x"' }])).toEqual([]);
});
