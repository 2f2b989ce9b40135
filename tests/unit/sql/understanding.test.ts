import { expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { SqlAnswer } from '#domain/sql/answer.ts';
import { jsonText, recordOf, resultColumns, sortedRows } from '#domain/sql/columns.ts';
import { countQuestions, healthOf } from '#domain/sql/health.ts';
import { judge } from '#domain/sql/judge.ts';
import { listSql } from '#domain/sql/list-sql.ts';
import { indexIdeas, planSteps } from '#domain/sql/plan.ts';
import { parseQueries, withRun } from '#domain/sql/saved.ts';
import { touchesOf } from '#domain/sql/touches.ts';
import { savedCollection, savedField } from '../collections/editor/collections.ts';

const posts = savedCollection('posts', [
  savedField('title'),
  savedField('views', 'number'),
  savedField('live', 'bool'),
  savedField('tags', 'select', { maxSelect: 3 }),
  savedField('meta', 'json'),
]);
const users = savedCollection('users', [savedField('nickname')], { type: 'auth' });
const all: readonly Collection[] = [posts, users];

const answer = (columns: readonly string[], ...rows: (string | null)[][]): SqlAnswer => ({
  ...{ columns, rows, ms: 1, changed: 0 },
});
const sourcesOf = (sql: string, columns: readonly string[], ...rows: (string | null)[][]) =>
  resultColumns(answer(columns, ...rows), judge(sql).node, all).map(({ name, type, source }) =>
    source ? `${name}:${type} ${source.collection.name}.${source.column.name}` : `${name}:${type}`,
  );

test.each([
  [
    'SELECT id, title, views FROM posts',
    ['id', 'title', 'views'],
    'id:id posts.id|title:text posts.title|views:number posts.views',
  ],
  [
    'SELECT * FROM posts',
    ['id', 'title', 'live'],
    'id:id posts.id|title:text posts.title|live:bool posts.live',
  ],
  ['SELECT p.title AS t, 1 AS n FROM posts p', ['t', 'n'], 't:text posts.title|n:text'],
  [
    'SELECT * FROM posts, users',
    ['id', 'title', 'id', 'nickname'],
    'id:id posts.id|title:text posts.title|id (2):id users.id|nickname:text users.nickname',
  ],
  [
    'SELECT u.*, p.views FROM posts p JOIN users u',
    ['id', 'nickname', 'views'],
    'id:id users.id|nickname:text users.nickname|views:number posts.views',
  ],
  // Which table it is of can't be told.
  ['SELECT id FROM posts, users', ['id'], 'id:text'],
  ['SELECT title FROM posts, (SELECT 1)', ['title'], 'title:text'],
  ['WITH posts AS (SELECT 1 AS title) SELECT title FROM posts', ['title'], 'title:text'],
  ['SELECT title FROM posts UNION SELECT 1', ['title'], 'title:text'],
  ['SELECT upper(title) FROM posts', ['upper(title)'], 'upper(title):text'],
  ['SELECT "TITLE" FROM POSTS', ['TITLE'], 'TITLE:text posts.title'],
])('[BY-23] finds where the columns of %s come from', (sql, columns, expected) => {
  expect(sourcesOf(sql, columns, []).join('|')).toBe(expected);
});

test('[BY-23] types what comes from nowhere by its values, and keeps columns of the same name apart', () => {
  expect(sourcesOf('SELECT 1, 1', ['a', 'a', 'b'], ['1', '02', null], ['2.5', '3', null])).toEqual([
    ...['a:number', 'a (2):text', 'b:text'],
  ]);
});

test('[BY-23] a row is about the record whose id it has', () => {
  const columns = resultColumns(answer(['title', 'id']), judge('SELECT title, id FROM posts').node, all);
  expect(recordOf(['x', 'abc'], columns)).toEqual({ collection: posts, id: 'abc' });
  expect(recordOf(['x', null], columns)).toBeUndefined();
});

test('[BY-23] sorts numbers as numbers, and NULL first', () => {
  const rows = [['10'], ['9'], [null], ['9007199254740993'], ['9007199254740992']];
  expect(sortedRows(rows, 0, true, false).flat()).toEqual([
    null,
    '9',
    '10',
    '9007199254740992',
    '9007199254740993',
  ]);
  expect(sortedRows(rows, 0, false, true).flat()[0]).toBe('9007199254740993');
});

test('[BY-24] writes JSON with the digits of its numbers, and values as their columns have them', () => {
  const columns = resultColumns(
    answer(['views', 'live', 'tags', 'meta']),
    judge('SELECT views, live, tags, meta FROM posts').node,
    all,
  );
  expect(JSON.parse(jsonText(columns, [['1', '1', '["a"]', '{"b":1.10}']]))).toEqual([
    { views: 1, live: true, tags: ['a'], meta: { b: 1.1 } },
  ]);
  expect(jsonText(columns, [['9007199254740993', '0', null, 'no json']])).toContain(
    '{"views":9007199254740993,"live":false,"tags":null,"meta":"no json"}',
  );
});

test.each([
  ['DELETE FROM posts WHERE title = 1', 'posts', 'SELECT count(*) FROM `posts` WHERE title = 1'],
  [
    'DELETE FROM main.posts AS p WHERE p.title = 1',
    'posts',
    'SELECT count(*) FROM `main`.`posts` AS `p` WHERE p.title = 1',
  ],
  ['UPDATE posts SET title = 1', 'posts', 'SELECT count(*) FROM `posts`'],
  [
    'WITH a AS (SELECT 1) DELETE FROM posts WHERE id IN a',
    'posts',
    'WITH a AS (SELECT 1) SELECT count(*) FROM `posts` WHERE id IN a',
  ],
  ['INSERT INTO posts SELECT * FROM users', 'posts', 'SELECT count(*) FROM (SELECT * FROM users)'],
  ['DROP TABLE posts', 'posts', 'SELECT count(*) FROM `posts`'],
  ['UPDATE posts SET title = 1 FROM users', 'posts', undefined],
  ['CREATE INDEX i ON posts(title)', 'i, posts', undefined],
  ['DELETE FROM posts WHERE own_function(title)', 'posts', undefined],
])('[BY-22] says what %s touches, and how to count it', (sql, targets, countSql) => {
  const touches = touchesOf(judge(sql));
  expect(touches.targets.join(', ')).toBe(targets);
  expect(touches.countSql).toBe(countSql);
});

test('[BY-22] the rows of VALUES are counted without asking', () => {
  expect(touchesOf(judge("INSERT INTO posts(id) VALUES ('a'), ('b')")).rows).toBe(2);
});

const plan = (...details: string[]): SqlAnswer =>
  answer(
    ['id', 'parent', 'notused', 'detail'],
    ...details.map((detail, at) => [String(at + 1), '0', '0', detail]),
  );

test.each([
  ['SCAN posts', 'Reads every row of posts', true],
  ['SCAN posts USING INDEX i', 'Reads every row of posts, in the order of the index i', false],
  ['SEARCH posts USING INDEX i (a=? AND b>?)', 'Finds rows of posts by the index i (a=? AND b>?)', false],
  [
    'SEARCH u USING COVERING INDEX i (a=?)',
    'Finds entries of u in the index i (a=?), without reading its rows',
    false,
  ],
  [
    'SEARCH posts USING AUTOMATIC COVERING INDEX (a=?)',
    'Builds an index of posts for this statement alone, on a=?',
    true,
  ],
  [
    'SEARCH posts USING INTEGER PRIMARY KEY (rowid=?)',
    'Finds rows of posts by their number (rowid=?)',
    false,
  ],
  ['USE TEMP B-TREE FOR ORDER BY', 'Sorts the rows in memory', true],
  ['USE TEMP B-TREE FOR LAST TERM OF ORDER BY', 'Sorts the rows in memory', true],
  ['SCAN q LEFT-JOIN', 'Reads every row of q, if there are any', true],
  ['SOMETHING NEW', 'SOMETHING NEW', false],
])('[BY-26] says %s in words', (detail, text, isSlow) => {
  expect(planSteps(plan(detail))).toEqual([{ text, depth: 0, isSlow }]);
});

test('[BY-26] steps inside of others are deeper', () => {
  const nested = answer(
    [],
    ['1', '0', '0', 'SCAN posts'],
    ['5', '1', '0', 'SCALAR SUBQUERY 1'],
    ['7', '5', '0', 'SCAN users'],
  );
  expect(planSteps(nested).map(({ depth }) => depth)).toEqual([0, 1, 2]);
});

const ideasFor = (sql: string, ...details: string[]) => {
  const { node } = judge(sql);
  return node && indexIdeas(node, plan(...details), all).map(({ sql: text }) => text.replace(/\s+/g, ' '));
};

test('[BY-26] names the index that would help where every row is read', () => {
  expect(
    ideasFor("SELECT id FROM posts WHERE title = 'a' AND views > 1 ORDER BY live", 'SCAN posts'),
  ).toEqual(['CREATE INDEX `idx_posts_title_views` ON `posts` ( `title`, `views` )']);
  expect(ideasFor('SELECT id FROM posts p ORDER BY p.views', 'SCAN p')).toEqual([
    'CREATE INDEX `idx_posts_views` ON `posts` (`views`)',
  ]);
  expect(ideasFor('SELECT 1 FROM users u JOIN posts p ON p.title = u.id', 'SCAN u', 'SCAN p')).toEqual([
    // An id has an index.
    'CREATE INDEX `idx_posts_title` ON `posts` (`title`)',
  ]);
  expect(ideasFor("SELECT id FROM posts WHERE title = 'a'", 'SEARCH posts USING INDEX i (title=?)')).toEqual(
    [],
  );
  expect(ideasFor("SELECT id FROM posts WHERE title LIKE '%a'", 'SCAN posts')).toEqual([]);
});

test.each([
  [
    "title = 'a' && views > 3",
    '-views',
    "SELECT `posts`.* FROM `posts` WHERE (`posts`.`title` = 'a' AND `posts`.`views` > 3) ORDER BY `posts`.`views` DESC LIMIT 30",
  ],
  [
    "title != 'it\\'s' || live = true",
    '',
    "SELECT `posts`.* FROM `posts` WHERE (`posts`.`title` IS NOT 'it''s' OR `posts`.`live` = 1) LIMIT 30",
  ],
  [
    "title = ''",
    '',
    "SELECT `posts`.* FROM `posts` WHERE (`posts`.`title` = '' OR `posts`.`title` IS NULL) LIMIT 30",
  ],
  [
    'title ~ "x"',
    'title',
    "SELECT `posts`.* FROM `posts` WHERE `posts`.`title` LIKE '%x%' ESCAPE '\\' ORDER BY `posts`.`title` ASC LIMIT 30",
  ],
])('[BY-27] says the list of %s in SQL', (filter, sort, sql) => {
  expect(listSql({ collection: posts, filter, sort })).toEqual({ sql });
});

test.each([
  ['author.name = 1', ''],
  ['tags = "a"', ''],
  ['meta.a = 1', ''],
  ['title ?= "a"', ''],
  ['title = @now', ''],
  ['(((', ''],
  ['', '@random'],
])('[BY-27] does not guess the list of %s %s', (filter, sort) => {
  expect(listSql({ collection: posts, filter, sort })).toHaveProperty('unsaid');
});

test('[BY-28] names indexes that only do what another one does, too', () => {
  const index = (name: string, ...columns: string[]) =>
    columns.map((column) => [name, column, '0', 'BINARY']);
  const { indexes, tables, bytes, freeBytes } = healthOf({
    pages: [['10', '4096', '2']],
    sizes: [
      ['posts', '8192'],
      ['a', '4096'],
    ],
    objects: [
      ['table', 'posts', 'posts'],
      ['table', 'other', 'other'],
    ],
    indexes: [
      ['posts', 'a', '0', '0', 'c'],
      ['posts', 'ab', '0', '0', 'c'],
      ['posts', 'partial', '0', '1', 'c'],
      ['posts', 'only', '1', '0', 'c'],
      ['other', 'same', '0', '0', 'c'],
      ['other', 'same2', '0', '0', 'c'],
    ],
    columns: [
      ...[...index('a', 'x'), ...index('ab', 'x', 'y'), ...index('partial', 'x'), ...index('only', 'x')],
      ...[...index('same', 'x'), ...index('same2', 'x')],
    ],
    counts: [['posts', '3']],
  });
  expect(indexes.flatMap(({ name, coveredBy }) => (coveredBy ? [`${name} by ${coveredBy}`] : []))).toEqual([
    ...['a by ab', 'same2 by same'],
  ]);
  expect(tables).toEqual([
    { name: 'posts', bytes: 8192, indexBytes: 4096, rows: 3 },
    { name: 'other', bytes: undefined, indexBytes: 0, rows: undefined },
  ]);
  expect([bytes, freeBytes]).toEqual([40_960, 8192]);
});

test('[BY-28] asks for the rows of many tables in few questions, with any name', () => {
  const questions = countQuestions([...Array.from({ length: 150 }, (_, at) => `t${at}`), `a'"b`], 5000);
  expect(questions.length).toBeLessThan(5);
  expect(questions.every((question) => question.length <= 5000 && judge(question).writes === undefined)).toBe(
    true,
  );
  expect(questions.at(-1)).toContain(`SELECT 'a''"b', count(*) FROM "a'""b"`);
});

test('[BY-25] keeps 50 different texts that were run, newest first, and no long one', () => {
  const history = Array.from({ length: 60 }, (_, at) => `SELECT ${at}`).reduce<readonly string[]>(
    withRun,
    [],
  );
  expect(history).toHaveLength(50);
  expect(withRun(history, 'SELECT 30')[0]).toBe('SELECT 30');
  expect(new Set(withRun(history, 'SELECT 30')).size).toBe(50);
  expect(withRun([], 'x'.repeat(20_001))).toEqual([]);
});

test('[BY-25] reads saved queries from any text', () => {
  const query = {
    id: 'a',
    name: 'One',
    collectionId: 'sql',
    collectionName: 'sql',
    isDefault: false,
    sql: 'SELECT 1',
  };
  expect(parseQueries(JSON.stringify([query, { id: 'b' }, 3]))).toEqual([query]);
  expect(parseQueries('nonsense')).toEqual([]);
});
