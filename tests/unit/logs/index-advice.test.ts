import { expect, test } from 'vitest';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import { type AdvisedList, adviseIndex, planText, REASONS, type Reason } from '#domain/logs/index-advice.ts';
import * as tools from '#domain/model/index-sql/tools.ts';
import { readCollection } from '#wire/collections.ts';

const field = (name: string, type = 'text', options = {}) => ({ id: `${name}_id`, name, type, options });
const to = (collectionId: string, maxSelect: number | null = 1) => ({ collectionId, maxSelect });

const users = readCollection({ id: 'u', name: 'users', type: 'auth', schema: [field('name')] });
const posts = readCollection({
  id: 'p',
  name: 'posts',
  type: 'base',
  schema: [
    ...['title', 'code', 'slug'].map((name) => field(name)),
    field('amount', 'number'),
    field('due', 'date'),
    field('active', 'bool'),
    field('meta', 'json'),
    field('status', 'select', { maxSelect: 1 }),
    field('colours', 'select', { maxSelect: 3 }),
    field('author', 'relation', to('u')),
    field('readers', 'relation', to('u', null)),
  ],
  indexes: [
    'CREATE UNIQUE INDEX `idx_slug` ON `posts` (`slug`)',
    'CREATE INDEX idx_title ON posts (title COLLATE NOCASE)',
    'CREATE INDEX idx_part ON posts (code) WHERE active = 1',
    'CREATE INDEX idx_status_due ON posts (status, due DESC)',
    'broken',
  ],
});
const comments = readCollection({
  id: 'c',
  name: 'comments',
  type: 'base',
  schema: [field('text'), field('post', 'relation', to('p')), field('by', 'relation', to('u'))],
  listRule: 'by = @request.auth.id && text != "" && @request.auth.id != ""',
});
const totals = readCollection({ id: 't', name: 'totals', type: 'view', schema: [field('sum', 'number')] });
const events = readCollection({
  id: 'e',
  name: 'events',
  type: 'base',
  schema: [
    field('a', 'number'),
    field('b', 'number'),
    field('post', 'relation', to('p')),
    field('total', 'relation', to('t')),
  ],
  indexes: ['CREATE INDEX idx_ab ON events (a ASC, b DESC)', 'CREATE INDEX idx_post ON events (post)'],
});
const index = schemaIndex([users, posts, comments, totals, events]);

function adviceFor(filter: string, sort = '', more: Partial<AdvisedList> = {}) {
  const advice = adviseIndex({ collection: posts, filter, sort, hasRule: false, ...more }, index, tools);
  return advice.kind === 'none' ? advice.reasons : advice.indexes.map(planText);
}
const because = (...reasons: readonly Reason[]) => reasons.map((reason) => REASONS[reason]);

test('an index has plain columns', () => {
  const list = { collection: posts, filter: 'code = "a"', sort: '', hasRule: false };
  const columns = [{ name: 'code', collate: '', sort: '' }];
  expect(adviseIndex(list, index, tools)).toEqual({ kind: 'add', indexes: [{ collection: posts, columns }] });
});

test.each(['code = "', `code = "${'a'.repeat(2000)}"`])(
  'a filter that is not read has no index',
  (filter) => {
    expect(adviceFor(filter, '-due')).toEqual(because('unread'));
  },
);

test.each([
  ['code = "a"', '', 'posts (code)'],
  ["'a' = code", '', 'posts (code)'],
  ['code ?= "a" && amount = 5', '', 'posts (code, amount)'],
  ['amount > 5 && code = "a"', '', 'posts (code, amount)'],
  ['5 < amount && amount <= 9', '', 'posts (amount)'],
  ['code = "a"', '-due', 'posts (code, due)'],
  ['code = "a"', '-due,+amount', 'posts (code, due DESC, amount)'],
  ['code = "a"', '-due,-amount', 'posts (code, due, amount)'],
  ['amount > 5', '-due', 'posts (amount)'],
  // For the range alone there is one already.
  ['status = "a" && due > @now', '-created', 'posts (status, created)'],
  ['due > @now', '-due', 'posts (due)'],
  ['', '-created', 'posts (created)'],
  ['', '-amount,created', 'posts (amount DESC, created)'],
  ['active = true && code = "a"', '', 'posts (code, active)'],
  ['active = true', '-created', 'posts (active, created)'],
  ['code = "a" && title ~ "x"', '', 'posts (code)'],
  ['(code = "a" || code = "b") && amount = 1', '', 'posts (code, amount)'],
  ['code = "a" && (amount = 1 || due > @now)', '', 'posts (code)'],
  ['author = @request.auth.id', '', 'posts (author)'],
  ['author.name = "x" && code = "a"', '', 'posts (code)'],
  // Another collation, and only some of the rows.
  ['title = "a"', '', 'posts (title)'],
  ['status = "a"', '-created', 'posts (status, created)'],
  ['@request.auth.id != "" && code = "a"', '', 'posts (code)'],
  ['code = "a" // all', '', 'posts (code)'],
])('%s sorted by "%s" needs an index', (filter, sort, expected) => {
  expect(adviceFor(filter, sort)).toEqual([expected]);
});

test.each<[string, string, Reason[]]>([
  ['title ~ "x"', '-created', ['contains']],
  ['title ~ "x%"', '', ['contains']],
  ['code != "a"', '', ['not']],
  ['code = ""', '', ['empty']],
  ['code = null', '', ['empty']],
  ['code = "a" || amount = 5', '', ['or']],
  ['code = "a" || code = ""', '', ['empty']],
  ['code = "a" || title ~ "b"', '', ['contains']],
  ['amount = 5 || amount > 9', '', ['or']],
  ['author.name = "a" || author.name = "b"', '', ['or']],
  ['code = title', '', ['fields']],
  ['code = @request.auth.name', '', ['request']],
  ['@collection.comments.text = code', '', ['collection']],
  ['readers = "a"', '', ['several']],
  ['colours ?= "a"', '', ['several']],
  ['meta = 1', '', ['json']],
  ['meta.a.b = 1', '', ['json']],
  ['title:length > 3', '', ['modifier']],
  ['author.created > @now', '', ['path']],
  ['', 'author.name', ['path']],
  ['active = true', '', ['bool']],
  ['nothing = 1', '', ['unknown']],
  ['', 'nothing', ['unknown']],
  ['title.more = 1', '', ['unknown']],
  ['', '@random', ['random']],
  ['', '', ['all']],
  ['', '-@rowid', ['all']],
  ['id = "a" && code = "b"', '', ['id']],
])('no index helps %s sorted by "%s"', (filter, sort, reasons) => {
  expect(adviceFor(filter, sort)).toEqual(because(...reasons));
});

test.each([
  ['slug = "a"', '', 'idx_slug'],
  // It finds one record, whatever the order.
  ['slug = "a"', '-created', 'idx_slug'],
  ['status = "a"', '', 'idx_status_due'],
  ['status = "a" && due > @now', '', 'idx_status_due'],
  ['status = "a"', '-due', 'idx_status_due'],
  ['status = "a"', 'due', 'idx_status_due'],
  ['', 'id', 'of id'],
])('%s sorted by "%s" has its index', (filter, sort, name) => {
  expect(adviceFor(filter, sort)).toEqual([
    `The index ${name} begins with these columns already. It may be newer than these requests.`,
  ]);
});

test('a filter over relations needs an index on each side of them', () => {
  expect(adviceFor('author.name = "x"')).toEqual(['posts (author)', 'users (name)']);
  expect(adviceFor('author.username = "x"')).toEqual(['posts (author)']);
  expect(adviceFor('author.id = "x" && meta = 1')).toEqual(['posts (author)']);
  const inComments = { collection: comments };
  expect(adviceFor('post.author.name = "x"', '', inComments)).toEqual([
    ...['comments (post)', 'posts (author)', 'users (name)'],
  ]);
  // Records are found by the ids in the relation field.
  expect(adviceFor('comments_via_post.text ?= "x"')).toEqual(['comments (text)']);
  expect(adviceFor('readers.name = "x"')).toEqual(because('several'));
  expect(adviceFor('post.slug = "x"', '', inComments)).toEqual(['comments (post)']);
});

test('auth collections have an index for the username, and none that finds an email', () => {
  const inUsers = { collection: users };
  expect(adviceFor('email = "a@b.c"', '', inUsers)).toEqual(['users (email)']);
  expect(adviceFor('username = "a"', '', inUsers)[0]).toContain('of username');
  // It finds one record, whatever the order.
  expect(adviceFor('username = "a"', '-created', inUsers)[0]).toContain('of username');
  expect(adviceFor('verified = true', '', inUsers)).toEqual(because('bool'));
  expect(adviceFor('emailVisibility = true', '', inUsers)).toEqual(because('bool'));
});

test('a view has no indexes', () => {
  expect(adviceFor('sum = 1', '', { collection: totals })).toEqual(because('view'));
  expect(adviceFor('', '', { collection: totals })).toEqual(because('view'));
  expect(adviceFor('total.sum = 1', '', { collection: events })).toEqual(because('view'));
});

test('a relation may have all indexes that it needs', () => {
  expect(adviceFor('post.slug = "x"', '', { collection: events })).toEqual(because('related'));
});

test.each([
  ['a,-b', 'idx_ab'],
  ['-a,b', 'idx_ab'],
  ['a,b', 'events (a, b)'],
  ['-a,-b', 'events (a, b)'],
])('an index is read in both directions: %s by %s', (sort, name) => {
  expect(String(adviceFor('', sort, { collection: events }))).toContain(name);
});

test('the list rule counts unless an admin has asked', () => {
  const list = { collection: comments, filter: 'text ~ "x"', sort: '-created', hasRule: true };
  expect(adviceFor(list.filter, list.sort, list)).toEqual(['comments (by, created)']);
  expect(adviceFor(list.filter, list.sort, { ...list, hasRule: false })).toEqual(because('contains'));
});
