import { expect, test } from 'vitest';
import { CannotTell, type EstimatedRequest, filledRule } from '#domain/access/fill-rule.ts';
import { FilterError } from '#domain/model/filter/tree.ts';
import { parseRecord } from '#domain/records/record.ts';
import { readCollection } from '#wire/collections.ts';
import { dialect } from '#wire/dialect.ts';

const field = (name: string, type = 'text', options: object = {}) => ({ name, type, options });
const users = readCollection({
  id: 'users',
  name: 'users',
  type: 'auth',
  schema: [
    field('nick'),
    field('level', 'number'),
    field('staff', 'bool'),
    field('meta', 'json'),
    field('roles', 'select', { maxSelect: 2, values: ['a', 'b'] }),
    field('team', 'relation', { collectionId: 'posts', maxSelect: 1 }),
  ],
});
const posts = readCollection({
  id: 'posts',
  name: 'posts',
  schema: [
    field('title'),
    field('email', 'email'),
    field('amount', 'number'),
    field('open', 'bool'),
    field('tags', 'select', { maxSelect: 2, values: ['a', 'b'] }),
    field('meta', 'json'),
    field('owner', 'relation', { collectionId: 'users', maxSelect: 1 }),
  ],
});
const ann = {
  ...{ id: 'ann', collectionId: 'users', collectionName: 'users' },
  ...{ created: '2026-01-01', updated: '2026-02-02', email: 'a@example.com', verified: false },
  ...{ nick: 'A_n', level: 2, staff: true, meta: { role: 'x' }, roles: ['a', 'b'], team: 't1' },
};

interface Options extends Partial<EstimatedRequest> {
  readonly user?: object;
}

const filled = (rule: string, { user, ...rest }: Options = {}): string =>
  filledRule(rule, {
    subject: { collection: users, record: parseRecord({ ...ann, ...user }) },
    ...{ collection: posts, collections: [users, posts], operation: 'viewRule', dialect: dialect() },
    ...rest,
  });

test.each([
  ['', ''],
  [' \n', ''],
  ['@request.auth.id != ""', '"ann" != ""'],
  ['owner = @request.auth.id && title ~ @request.auth.nick', 'owner = "ann" && title ~ "%A_n%"'],
  ['title ~ @request.auth.id', 'title ~ "ann"'],
  ['@request.auth.nick ~ title', '"A_n" ~ title'],
  ['@request.auth.verified = true', 'false = true'],
  ['@request.auth.verified = title', 'false = title'],
  ['@request.auth.level > amount', '2 > amount'],
  ['@request.auth.level >= 5', '2 >= 5'],
  ['@request.auth.level = ""', '2 = ""'],
  ['@request.auth.level = @second', '2 = @second'],
  ['@request.auth.roles ~ "a"', '"[\\"a\\",\\"b\\"]" ~ "a"'],
  ['title ~ @request.auth.roles', 'title ~ "%[\\"a\\",\\"b\\"]%"'],
  ['true = @request.auth.staff', 'true = true'],
  ['open = @request.auth.staff', 'open = true'],
  ['@request.auth.collectionName = "users"', '"users" = "users"'],
  ['@request.auth.collectionId = "users"', '"users" = "users"'],
  ['@request.auth.team = owner.team', '"t1" = owner.team'],
  ['@request.auth.nick = owner.nick', '"A_n" = owner.nick'],
  ['title ~ @request.auth.created', 'title ~ "2026-01-01"'],
  ['@request.auth.updated < @now', '"2026-02-02" < @now'],
  ['tags:each ?= @request.auth.nick', 'tags:each ?= "A_n"'],
  ['tags:length > 1 && meta.a = "x"', 'tags:length > 1 && meta.a = "x"'],
  ['meta.a ~ @request.auth.nick', 'meta.a ~ "%A_n%"'],
  ['owner.email = @request.auth.email', 'owner.email = "a@example.com"'],
  ['amount ~ 5 || (title = null && open = true)', 'amount ~ 5 || (title = null && open = true)'],
  ['title = "@request.data.x" // @request.auth.id', 'title = "@request.data.x"'],
])('%s is filled in as %s', (rule, expected) => {
  expect(filled(rule)).toBe(expected);
});

test('a guest has nothing, whatever the path', () => {
  const rule = '@request.auth.id = "" && owner = @request.auth.team.name || title ~ @request.auth.roles:each';
  const expected = '(null = "" && owner = null) || title ~ null';
  expect(filled(rule, { subject: undefined })).toBe(expected);
});

test('a user without a value has none to compare', () => {
  const user = { nick: null, email: null, team: '' };
  expect(filled('@request.auth.nick != "x"', { user })).toBe('null != "x"');
  expect(filled('title ~ @request.auth.nick', { user })).toBe('title ~ null');
  expect(filled('@request.auth.email != "x"', { user })).toBe('null != "x"');
  expect(filled('@request.auth.team = owner', { user })).toBe('"" = owner');
  expect(() => filled('@request.auth.nick = 5', { user })).toThrow('converts types');
});

test.each([
  ['@request.auth.team.name = title', '@request.auth.team.name'],
  ['@request.auth.posts_via_owner.id ?= id', '@request.auth.posts_via_owner.id'],
  ['@request.auth.roles:each = "a"', '@request.auth.roles:each'],
  ['@request.auth.roles:length > 1', '@request.auth.roles:length'],
  ['@request.auth.nick:isset = true', '@request.auth.nick:isset'],
  ['@request.auth.meta = "x"', '@request.auth.meta'],
  ['@request.auth.meta.role = "x"', '@request.auth.meta.role'],
  ['@request.auth.unknown = ""', '@request.auth.unknown'],
  ['@request.auth.constructor = ""', '@request.auth.constructor'],
  ['title = @request.auth', '@request.auth'],
  ['@request.method = "GET"', '@request.method'],
  ['title = "a" || (amount = 1 && @request.data.title:isset = false)', '@request.data.title:isset'],
  ['title = @request.query.t', '@request.query.t'],
  ['@request.headers.x_key != ""', '@request.headers.x_key'],
  ['@collection.users.id ?= owner', '@collection.users.id'],
  ['@collection.users:other.nick ?= @request.auth.nick', '@collection.users:other.nick'],
])('%s can’t be told: it depends on %s', (rule, path) => {
  expect(() => filled(rule)).toThrow(new CannotTell(`It depends on ${path}.`));
});

test.each([
  'title = @request.auth.level',
  '@request.auth.level = "2"',
  'title ~ @request.auth.level',
  '@request.auth.staff ~ "1"',
  'title ~ @request.auth.verified',
  '@request.auth.staff = "true"',
  'meta = @request.auth.nick',
  'meta.a = @request.auth.nick',
  'nothing = @request.auth.nick',
])('%s can’t be told: a literal is not converted as a column is', (rule) => {
  expect(() => filled(rule)).toThrow(new CannotTell(`The backend converts types in ${rule}.`));
});

test('a list rule that reads emails of records can’t be told: a list hides them', () => {
  const listed = (rule: string, collection = posts) => filled(rule, { collection, operation: 'listRule' });
  const hidden = 'A list finds records by their email only if they show it.';
  for (const rule of ['owner.email = "a"', '"a" ?!~ users_via_team.email', '"a" = owner.email:lower'])
    expect(() => listed(rule)).toThrow(new CannotTell(hidden));
  for (const rule of ['email = "a"', 'email:lower = @request.auth.email'])
    expect(() => listed(rule, users)).toThrow(new CannotTell(hidden));
  const told = 'email = "a.email" && owner.emailVisibility = true';
  expect(listed(told)).toBe(told);
});

test.each([
  [{ nick: 'a\\' }, '@request.auth.nick = title', 'A filter can’t hold a text that ends in \\.'],
  [{ level: 1e21 }, '@request.auth.level > 1', 'A filter can’t hold the number 1e+21.'],
])('a value that no filter can hold as it is can’t be told: %j', (user, rule, message) => {
  expect(() => filled(rule, { user })).toThrow(new CannotTell(message));
});

test('what can’t be read is no rule', () => {
  expect(() => filled('title =')).toThrow(FilterError);
});
