import { expect, test } from 'vitest';
import { sqlCompletions } from '#domain/collections/sql-completions.ts';
import { savedCollection, savedField } from './collections.ts';

const posts = savedCollection('posts', [savedField('title'), savedField('views', 'number')]);
const users = savedCollection('users', [savedField('nickname')], { type: 'auth' });
const all = [posts, users];

test('offers all tables, and the columns of the tables that the query reads', () => {
  const offered = sqlCompletions('', 'select  from posts', all);
  expect(offered).toEqual(expect.arrayContaining(['posts', 'users', 'title', 'views', 'created', 'SELECT']));
  expect(offered).not.toContain('nickname');
});

test.each([
  ['posts.', 'select posts. from posts'],
  ['p.', 'select p. from posts as p'],
  ['p.', 'SELECT p. FROM `posts` p JOIN users u ON u.id = p.id'],
])('offers the columns after %s in %s', (prefix, query) => {
  const offered = sqlCompletions(prefix, query, all);
  expect(offered).toEqual(['id', 'created', 'updated', 'title', 'views'].map((name) => `${prefix}${name}`));
});

test('offers the SQL keywords after the names', () => {
  const offered = sqlCompletions('', '', all);
  expect(offered.join(' ')).toBe(
    'posts users SELECT FROM WHERE JOIN LEFT INNER ON AS GROUP BY ORDER HAVING LIMIT OFFSET UNION ALL DISTINCT ' +
      'AND OR NOT NULL IS IN LIKE BETWEEN CASE WHEN THEN ELSE END CAST COUNT SUM AVG MIN MAX COALESCE ' +
      'ROW_NUMBER() OVER() ASC DESC',
  );
});

test('offers the id of a view and the columns that its query selects', () => {
  const totalsOf = (query: string) =>
    savedCollection('totals', [savedField('sum', 'number')], { type: 'view', options: { query } });
  const totals = totalsOf('');
  expect(sqlCompletions('totals.', 'select  from totals', [totals])).toEqual(['totals.id', 'totals.sum']);
  expect(sqlCompletions('.', 'select  from totals', [totals])).toEqual([]);
  const dated = totalsOf('select id, sum, created from posts');
  expect(sqlCompletions('totals.', 'select  from totals', [dated])).toContain('totals.created');
});

test('offers the columns of auth collections, and nothing for unknown tables', () => {
  expect(sqlCompletions('u.', 'select u. from users u', all)).toContain('u.emailVisibility');
  expect(sqlCompletions('x.', 'select x. from users u', all)).toEqual([]);
});
