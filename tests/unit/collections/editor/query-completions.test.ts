import { expect, test } from 'vitest';
import { sqlCompletions } from '#domain/collections/editor/query-completions.ts';
import { savedCollection, savedField } from './collections.ts';

const posts = savedCollection('posts', [savedField('title'), savedField('views', 'number')]);
const users = savedCollection('users', [savedField('nickname')], { type: 'auth' });
const all = [posts, users];

test('offers every table, and the columns of those that the query reads', () => {
  const words = sqlCompletions('', 'select  from posts', all);
  expect(words).toEqual(expect.arrayContaining(['posts', 'users', 'title', 'views', 'created', 'SELECT']));
  expect(words).not.toContain('nickname');
});

test.each([
  ['posts.', 'select posts. from posts'],
  ['p.', 'select p. from posts as p'],
  ['p.', 'SELECT p. FROM `posts` p JOIN users u ON u.id = p.id'],
])('offers the columns behind %s in %s', (prefix, query) => {
  const words = sqlCompletions(prefix, query, all);
  expect(words).toEqual(['id', 'created', 'updated', 'title', 'views'].map((name) => `${prefix}${name}`));
});

test('after the names come the words of SQL', () => {
  const words = sqlCompletions('', '', all);
  expect(words.join(' ')).toBe(
    'posts users SELECT FROM WHERE JOIN LEFT INNER ON AS GROUP BY ORDER HAVING LIMIT OFFSET UNION ALL DISTINCT ' +
      'AND OR NOT NULL IS IN LIKE BETWEEN CASE WHEN THEN ELSE END CAST COUNT SUM AVG MIN MAX COALESCE ' +
      'ROW_NUMBER() OVER() ASC DESC',
  );
});

test('of a view it offers the id and what its query selects', () => {
  const totals = savedCollection('totals', [savedField('sum', 'number')], { type: 'view' });
  expect(sqlCompletions('totals.', 'select  from totals', [totals])).toEqual(['totals.id', 'totals.sum']);
  expect(sqlCompletions('.', 'select  from totals', [totals])).toEqual([]);
  const dated = { ...totals, options: { query: 'select id, sum, created from posts' } };
  expect(sqlCompletions('totals.', 'select  from totals', [dated])).toContain('totals.created');
});

test('knows the columns of auth collections, and nothing of unknown tables', () => {
  expect(sqlCompletions('u.', 'select u. from users u', all)).toContain('u.emailVisibility');
  expect(sqlCompletions('x.', 'select x. from users u', all)).toEqual([]);
});
