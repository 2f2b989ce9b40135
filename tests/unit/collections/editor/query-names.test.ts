import { expect, test } from 'vitest';
import { queryNames } from '#domain/collections/editor/query-names.ts';

test.each([
  ["select 'text' x, 12 y, 1.5e3 z from t", []],
  ['select a b, c as d from t', ['a', 'c']],
  ['select null x, case when a then b end y from t', ['a', 'b']],
  ['select (a) x, count(b) y from t', ['a', 'b']],
  ['select max(a, b) from t where c = d and e is not null', ['a', 'b', 'c', 'd', 'e']],
  ['select "a b", `c``d`, [e f], "g""h" from t', ['a b', 'c`d', 'e f', 'g"h']],
  ['select /* a */ b -- c\n, d from t', ['b', 'd']],
  ["select a || 'it''s b' from t", ['a']],
  ['select Äpfel, _x from t', ['Äpfel', '_x']],
  ['a', ['a']],
  ['', []],
])('finds the columns without a table in %j', (query, names) => {
  expect([...queryNames(query).bare]).toEqual(names);
});

test.each([
  ['select 1 from posts', { posts: 'posts' }],
  ['select 1 FROM Posts p', { posts: 'posts', p: 'posts' }],
  ['select 1 from posts as p, users u', { posts: 'posts', p: 'posts', users: 'users', u: 'users' }],
  ['select 1 from main.posts p', { posts: 'posts', p: 'posts' }],
  ['select 1 from a left join "b c" x on x.id = a.id', { a: 'a', 'b c': 'b c', x: 'b c' }],
  ['select 1 from (select 2 from b) where c', { b: 'b' }],
  ['select 1', {}],
])('finds the tables of %j by their names and aliases', (query, aliases) => {
  const names = queryNames(query);
  expect(Object.fromEntries(names.aliases)).toEqual(aliases);
  expect([...names.tables].sort()).toEqual([...new Set(Object.values(aliases))].sort());
});

test('tables and their aliases are not columns', () => {
  const { bare, qualified } = queryNames('select p.title from main.posts as p join users u on u.id = p.user');
  expect([...bare]).toEqual([]);
  expect(Object.fromEntries([...qualified].map(([table, names]) => [table, [...names]]))).toEqual({
    posts: ['title', 'user'],
    users: ['id'],
  });
});

test('ignores a column of a table that the query does not read', () => {
  expect(queryNames('select x.title from posts').qualified.size).toBe(0);
});
