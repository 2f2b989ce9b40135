import { expect, test } from 'vitest';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import type { ListRequest } from '#domain/logs/list-requests.ts';
import { groupLists, slowLists } from '#domain/logs/slow-lists.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { readCollection } from '#wire/collections.ts';

const schema = [{ id: 'f', name: 'code', type: 'text', options: {} }];
const indexes = [
  'CREATE UNIQUE INDEX `idx_a` ON `posts` (`created`) WHERE code != ""',
  'CREATE INDEX b ON posts (code)',
  'broken',
];
const posts = readCollection({ id: 'p', name: 'posts', type: 'base', listRule: '', schema, indexes });
const notes = readCollection({ id: 'n', name: 'notes', type: 'base', listRule: 'code = "a"', schema });
const index = schemaIndex([posts, notes]);

const request = (ms: number, filter = '', more: Partial<ListRequest> = {}): ListRequest => ({
  collection: 'posts',
  params: filter ? { filter } : {},
  ms,
  isByAdmin: false,
  ...more,
});
const groupsOf = (...requests: readonly ListRequest[]) => groupLists(requests, index);

test('lists that differ in their values are one kind, whether the collection is named by name or id', () => {
  const groups = groupsOf(
    request(10, 'code="a"'),
    request(90, 'code="b"', { collection: 'p' }),
    request(30, ' code = "c" ', { collection: 'POSTS' }),
    request(5),
    request(5, '', { collection: 'gone' }),
  );
  expect(groups.at(-1)?.list).toEqual({
    collection: posts,
    filter: '',
    sort: '',
    hasRule: false,
  });
  expect(
    groups.map(({ shape, count, median, worst, list }) => [shape, count, median, worst, list.filter]),
  ).toEqual([
    ['code = ?', 3, 30, 90, ' code = "c" '],
    ['', 1, 5, 5, ''],
  ]);
});

test('requests by admins are another kind where there is a list rule', () => {
  const both = (collection: string) => [
    request(5, '', { collection }),
    request(5, '', { collection, isByAdmin: true }),
  ];
  expect(
    groupsOf(...both('posts'), ...both('notes')).map(({ list }) => [list.collection.name, list.hasRule]),
  ).toEqual([
    ['posts', false],
    ['notes', true],
    ['notes', false],
  ]);
});

test('slow is what takes long in at least 3 requests, most of the time first', () => {
  const groups = groupsOf(
    ...[60, 60, 60].map((ms) => request(ms, 'code="a"')),
    ...[10, 50, 90].map((ms) => request(ms, 'created="a"')),
    ...[49, 49, 900].map((ms) => request(ms, 'code!="a"')),
    ...[400, 400].map((ms) => request(ms, 'code~"a"')),
    ...[50, 80, 80, 90].map((ms) => request(ms, 'created>"a"')),
  );
  const slow = slowLists(groups, 50, index, tools);
  expect(slow.map(({ shape, advice }) => [shape, advice.kind])).toEqual([
    ['created > ?', 'add'],
    ['code = ?', 'none'],
    ['created = ?', 'add'],
  ]);
  expect(slow[0]?.indexes).toEqual(['unique idx_a (created) where code != ""', 'b (code)', 'broken']);
});
