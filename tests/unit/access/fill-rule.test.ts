import { expect, test } from 'vitest';
import { filledRule, requestPaths } from '#domain/access/fill-rule.ts';
import type { EstimatedRequest } from '#domain/access/request.ts';
import { CannotTry, requestValues } from '#domain/access/request-path.ts';
import { parseCollection } from '#domain/collections/collection.ts';
import { parseRecord } from '#domain/records/record.ts';

const field = (name: string, type = 'text', options: object = {}) => ({ name, type, options });
const teams = parseCollection({
  id: 'teams',
  name: 'teams',
  schema: [field('name'), field('level', 'number')],
});
const users = parseCollection({
  id: 'users',
  name: 'users',
  type: 'auth',
  schema: [
    field('nick'),
    field('level', 'number'),
    field('staff', 'bool'),
    field('meta', 'json'),
    field('roles', 'select', { maxSelect: 2, values: ['a', 'b'] }),
    field('team', 'relation', { collectionId: 'teams', maxSelect: 1 }),
    field('teams', 'relation', { collectionId: 'teams', maxSelect: null }),
  ],
});
const posts = parseCollection({
  id: 'posts',
  name: 'posts',
  schema: [
    field('title'),
    field('amount', 'number'),
    field('open', 'bool'),
    field('scan', 'file', { maxSelect: 1 }),
    field('meta', 'json'),
    field('owner', 'relation', { collectionId: 'users', maxSelect: 1 }),
  ],
});
const collections = [users, teams, posts];
const ann = {
  ...{
    id: 'ann',
    collectionId: 'users',
    collectionName: 'users',
    created: '2026-01-01',
    updated: '2026-02-02',
    nick: 'A_n',
    level: 2,
    staff: true,
    verified: false,
  },
  ...{
    email: 'a@example.com',
    meta: { role: 'x', size: 5, list: [1], none: null, blank: '' },
    roles: ['a', 'b'],
    team: 't1',
    teams: ['t1', 't2'],
  },
};
const stored = new Map([
  ['t1', { id: 't1', name: 'Red', level: 1 }],
  ['t2', { id: 't2', name: 'Blue', level: 2 }],
  ['t3', { id: 't3' }],
  ['bo', { id: 'bo', nick: 'Bo', username: 'bo', verified: true, emailVisibility: false, team: 't2' }],
]);

interface Options extends Partial<EstimatedRequest> {
  readonly user?: object;
  readonly hidesEmails?: boolean;
  /** How many posts the user has. */
  readonly posts?: number;
}

async function filled(
  rule: string,
  { user, hidesEmails = false, posts: count = 41, ...rest }: Options = {},
): Promise<string> {
  const record = parseRecord({ ...ann, ...user });
  const request: EstimatedRequest = {
    ...{ subject: { collection: users, record }, collection: posts, operation: 'viewRule' },
    ...rest,
  };
  const source = {
    load: async (_: string, id: string) => (stored.has(id) ? parseRecord(stored.get(id)) : undefined),
    referring: async (_: unknown, __: string, limit: number) =>
      Array.from({ length: Math.min(limit, count) }, (_, at) => parseRecord({ id: `p${at}` })),
  };
  const values = new Map(
    await Promise.all(
      [...requestPaths(rule)].map(
        async (path) => [path, await requestValues(path, request, collections, source)] as const,
      ),
    ),
  );
  return filledRule(rule, values, { collection: posts, collections, hidesEmails });
}

test.each([
  ['@request.auth.id != ""', '"ann" != ""'],
  ['owner = @request.auth.id && title ~ @request.auth.nick', 'owner = "ann" && title ~ "%A_n%"'],
  ['title ~ @request.auth.id', 'title ~ "ann"'],
  ['@request.auth.verified = true', 'false = true'],
  ['@request.auth.level > amount', '2 > amount'],
  ['title ~ @request.auth.level', 'title ~ "%2%"'],
  ['@request.auth.team.name = title', '"Red" = title'],
  ['@request.auth.teams.name != title', '"Red" != title && "Blue" != title'],
  ['@request.auth.teams.name ?= title', '"Red" ?= title || "Blue" ?= title'],
  ['@request.auth.roles:each = "a"', '"a" = "a" && "b" = "a"'],
  ['@request.auth.roles:length > 1', '2 > 1'],
  ['@request.auth.roles ~ "a"', '"[\\"a\\",\\"b\\"]" ~ "a"'],
  ['@request.auth.meta.role = "x"', '"x" = "x"'],
  ['@request.auth.meta.none = "x"', 'null = "x"'],
  ['@request.auth.meta.list.0 = 1', '1 = 1'],
  ['@request.auth.meta.role = title', '"x" = title'],
  ['amount = @request.auth.meta.size', 'amount = 5'],
  ['@request.auth.meta.role = null', '"x" = null'],
  ['@request.auth.staff = true', 'true = true'],
  ['true = @request.auth.staff', 'true = true'],
  ['title ~ @request.auth.staff', 'title ~ "%1%"'],
  ['@request.auth.level ~ "2"', '"2" ~ "2"'],
  ['@request.auth.collectionName = "users"', '"users" = "users"'],
  ['@request.auth.team.id = title', '"t1" = title'],
  ['@request.auth.team.level = amount', '1 = amount'],
  ['@request.auth.team.missing = "x"', 'null = "x"'],
  ['@request.auth.unknown = ""', 'null = ""'],
  ['title ~ @request.auth.created', 'title ~ "2026-01-01"'],
  ['title ~ @request.auth.updated', 'title ~ "2026-02-02"'],
  ['@request.auth.collectionId = "users"', '"users" = "users"'],
  ['title ~ @request.auth.team.id', 'title ~ "%t1%"'],
  ['@request.auth.meta.blank = 5', '"" = 5'],
  ['@request.auth.nick = @request.method', '"A_n" = "GET"'],
  ['@request.auth.nick = @request.data.title', '"A_n" = null'],
  ['@request.auth.level = ""', '2 = ""'],
  ['open = @request.auth.staff', 'open = true'],
  ['@request.auth.roles:length ~ 2', '"2" ~ 2'],
  ['title ~ @request.auth.roles', 'title ~ "%[\\"a\\",\\"b\\"]%"'],
  ['title ~ @request.auth.roles:each', 'title ~ "%a%" && title ~ "%b%"'],
  // Each condition may be met by another record.
  [
    '@request.auth.teams.name != "a" && @request.auth.teams.name != "b"',
    '("Red" != "a" && "Blue" != "a") && ("Red" != "b" && "Blue" != "b")',
  ],
  [
    '@request.auth.teams.id ?= "a" && @request.auth.roles:each ?= "b"',
    '("t1" ?= "a" || "t2" ?= "a") && ("a" ?= "b" || "b" ?= "b")',
  ],
  // One value each, so one record has both.
  ['@request.auth.team.name ?= "a" && @request.auth.team.level ?= 1', '"Red" ?= "a" && 1 ?= 1'],
  ['@request.context = "default"', '"default" = "default"'],
  ['@request.method = "GET" || title = "a"', '"GET" = "GET" || title = "a"'],
  ['@request.data.title:isset = false', 'false = false'],
  ['@collection.teams.name ?= title', '@collection.teams.name ?= title'],
  ['title = "@request.auth.id" // @request.auth.id', 'title = "@request.auth.id"'],
])('%s is filled in as %s', async (rule, expected) => {
  expect(await filled(rule)).toBe(expected);
});

test('a guest has nothing', async () => {
  expect(
    await filled('@request.auth.id = "" && owner = @request.auth.team.name', { subject: undefined }),
  ).toBe('null = "" && owner = null');
});

test('of several records, one without a value fails what all must meet', async () => {
  const user = { teams: [], roles: [] };
  expect(await filled('@request.auth.roles:each != "a"', { user })).toBe('1 = 2');
  expect(await filled('@request.auth.teams.name != title', { user })).toBe('1 = 2');
  expect(await filled('@request.auth.teams.name = title', { user })).toBe('null = title');
  expect(await filled('@request.auth.posts_via_owner.id != title', { posts: 0 })).toBe('1 = 2');
});

test('a single record without a value has no value to compare', async () => {
  const user = { nick: null, email: null, team: 't3' };
  expect(await filled('@request.auth.nick != "x"', { user })).toBe('null != "x"');
  expect(await filled('@request.auth.email != "x"', { user })).toBe('null != "x"');
  expect(await filled('@request.auth.team.name != "x"', { user })).toBe('null != "x"');
  await expect(filled('@request.auth.nick = 5', { user })).rejects.toThrow('different types');
});

test.each([
  ['listRule', 'GET'],
  ['viewRule', 'GET'],
  ['createRule', 'POST'],
  ['updateRule', 'PATCH'],
  ['deleteRule', 'DELETE'],
  ['manageRule', 'PATCH'],
] as const)('%s decides about requests by %s', async (operation, method) => {
  expect(await filled('@request.method = title', { operation })).toBe(`"${method}" = title`);
});

test('records that refer to the user are those of all values, up to 40', async () => {
  const rule = '@request.auth.posts_via_owner.id ?= title';
  expect(await filled(rule, { posts: 2 })).toBe('"p0" ?= title || "p1" ?= title');
  expect(await filled(rule, { posts: 0 })).toBe('null ?= title');
  expect((await filled(rule, { posts: 40 })).split(' || ')).toHaveLength(40);
});

test('a list rule finds records by emails that they show, only', async () => {
  const rule = 'owner.email = @request.auth.email';
  expect(await filled(rule)).toBe('owner.email = "a@example.com"');
  expect(await filled(rule, { hidesEmails: true })).toBe(
    'owner.email = "a@example.com" && owner.emailVisibility ?= true',
  );
});

test.each([
  ['title = @request.auth.level', 'different types'],
  ['@request.auth.level = "2"', 'different types'],
  ['@request.auth.meta.none = title', 'has no value'],
  ['@request.auth.meta.none = ""', 'has no value'],
  ['@request.auth.meta.list = "1"', 'not a single value'],
  ['@request.auth.nick:isset = true', ':isset'],
  ['@request.auth.posts_via_owner.title ?= title', 'more than 40 records'],
  ['@request.auth.teams.name ?= "a" && @request.auth.teams.level ?= 1', 'same record'],
  ['title = @request.auth', 'not a single value'],
  ['title = @request.unknown.x', 'unknown'],
  ['@request.auth.meta = "x"', 'not a single value'],
  ['@request.auth.staff = "true"', 'different types'],
  ['meta.a = @request.auth.nick', 'different types'],
  ['meta = @request.auth.nick', 'different types'],
  ['@request.auth.roles:each ?= "a" && @request.auth.roles:each ?= "b"', 'any of @request.auth.roles must'],
  ['@request.auth.meta.none = @collection.teams.name', 'has no value'],
  ['@request.auth.nick.deep = "x"', 'nick leads nowhere from users: the backend refuses the request'],
  ['@request.auth.team:length = 1', ':length is not for the value of team'],
  ['@request.data.title:length = 1', 'It depends on @request.data.title:length.'],
  ['title = @request.query.t', 'It depends on @request.query.t.'],
  ['@request.headers.x_key:isset = true', 'It depends on @request.headers.x_key:isset.'],
  ['"" != @request.data.title:isset', 'can’t be on the right of !='],
])('%s can’t be tried: %s', async (rule, message) => {
  const tried = filled(rule, {
    user: { team: rule.includes('team:') ? '123456789012345' : 't1' },
  });
  await expect(tried).rejects.toThrow(CannotTry);
  await expect(tried).rejects.toThrow(message);
});

test('a text that no filter can hold is not tried', async () => {
  await expect(filled('@request.auth.nick = title', { user: { nick: 'a\\' } })).rejects.toThrow('ends in \\');
});

test('a number that a filter would round is not tried', async () => {
  await expect(filled('@request.auth.level > 1', { user: { level: 1e21 } })).rejects.toThrow(
    'A filter can’t hold the number 1e+21.',
  );
});

test.each(['createRule', 'updateRule', 'deleteRule', 'manageRule'] as const)(
  'what the request of a %s sends is not known',
  async (operation) => {
    for (const path of ['@request.data.title', '@request.data.title:isset', '@request.data.owner.nick'])
      await expect(filled(`${path} = title`, { operation })).rejects.toThrow(`It depends on ${path}.`);
  },
);
