import '../newer-line.ts';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { list, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { createTry, type Tried, type Try, type TryOperation } from '#stores/access/panel.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import { casesOf } from '#tests/support/cases.ts';
import { createCollection, createRecord, field, pngFile, textFile } from '#tests/support/factories.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { backend, toCollection } from '../records/record-fixture.ts';

const SEED = 20261201;

const CONDITIONS = [
  '@request.auth.id != ""',
  '@request.auth.id = author',
  'author.nick = @request.auth.nick',
  'author.level <= @request.auth.level',
  '@request.auth.team.name = title',
  '@request.auth.level > amount',
  '@request.auth.verified = true',
  '@request.auth.nick ~ title',
  'tags:each != @request.auth.kind',
  'tags:length > 1',
  'title != "c"',
  'amount > 1',
  'open = true',
  'created <= @now',
  '@request.headers.x_app = "yes"',
  '@request.query.key = "k"',
  '@collection.people.id ?= @request.auth.id',
] as const;
/** What only a request that changes something can meet. */
const OF_WRITES = [
  '@request.body.amount:isset = false',
  '@request.body.title != "b"',
  '@request.body.author = @request.auth.id',
  '@request.method != "DELETE"',
] as const;
const OF_ACCOUNTS = [
  'verified = true',
  'level > 1',
  'nick != ""',
  'nick ~ "a"',
  'level < 2',
  'verified != true',
];

const rulesOf = (conditions: readonly string[]) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(null, '') },
    {
      weight: 8,
      arbitrary: fc
        .array(fc.tuple(fc.constantFrom('&&', '||', '||'), fc.constantFrom(...conditions)), {
          minLength: 1,
          maxLength: 3,
        })
        .map((parts) => parts.reduce((all, [join, one]) => (all ? `(${all}) ${join} ${one}` : one), '')),
    },
  );
const BODIES = [
  {},
  { title: 'b' },
  { title: '' },
  { title: 'd', amount: 3 },
  { title: 'a', author: 'ANN', open: true, tags: ['x', 'y'] },
  { title: 'a', author: 'BOB', amount: 'no number', tags: ['unknown'] },
] as const;

const kinds = [
  ...([
    'listRule',
    'viewRule',
    'createRule',
    'updateRule',
    'deleteRule',
    'files',
    'expand',
    'authRule',
  ] as const),
  ...(['createRule', 'updateRule', 'secondFactor'] as const),
];
type Kind = (typeof kinds)[number];
const cases = (kind: Kind) =>
  fc.record({
    kind: fc.constant(kind),
    rule: rulesOf(
      kind === 'authRule' || kind === 'secondFactor'
        ? OF_ACCOUNTS
        : kind.endsWith('eRule') && kind !== 'viewRule'
          ? [...CONDITIONS, ...OF_WRITES, ...OF_WRITES]
          : CONDITIONS,
    ),
    at: fc.nat(11),
    body: fc.constantFrom(...BODIES),
  });
type Case = ReturnType<typeof cases> extends fc.Arbitrary<infer One> ? One : never;

interface Person {
  readonly user: RecordData;
  token: string;
}

let people: Collection;
let others: Collection;
let docs: Collection;
let notes: Collection;
let rows: Record<string, unknown>[] = [];
const ids: string[] = [];
const users: Person[] = [];
const accounts: RecordData[] = [];
let panel: Try;

const HEADERS = { 'x-app': 'yes' };
const QUERY = { key: 'k' };

/** A client of its own: no code of the page. */
async function raw(path: string, token: string, method = 'GET', body?: object) {
  const response = await fetch(backend().url + path, {
    method,
    headers: {
      ...(token && { Authorization: token }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...HEADERS,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? members(JSON.parse(text)) : {} };
}

const signInAs = (collection: string, user: RecordData) =>
  raw(`/api/collections/${collection}/auth-with-password`, '', 'POST', {
    identity: user['email'],
    password: PASSWORD,
  });

const recordsOf = (collection: string, rest = '', query = '') =>
  `/api/collections/${collection}/records${rest}?key=k${query}`;

/** All rows of all tables, and the names of all files. */
function everything(): string {
  const { sql, dir } = backend();
  const tables = sql(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`);
  const content = tables.map(({ name }) => [name, sql(`SELECT * FROM "${name}" ORDER BY 1, 2`)]);
  const files = readdirSync(`${dir}/storage`, { recursive: true }).map(String).sort();
  return JSON.stringify([content, files]);
}

beforeAll(async () => {
  const { api } = backend();
  const create = async (input: Parameters<typeof createCollection>[1]) =>
    toCollection(await createCollection(api, input));
  const teams = await create({ name: 'teams', fields: [field('name')] });
  const ofAccount = [field('nick'), field('level', 'number'), field('kind')];
  const team = field('team', 'relation', { collectionId: teams.id });
  people = await create({ name: 'people', type: 'auth', fields: [...ofAccount, team], viewRule: '' });
  others = await create({ name: 'members', type: 'auth', fields: ofAccount });
  docs = await create({
    name: 'docs',
    fields: [
      field('title', 'text', { isRequired: true }),
      field('amount', 'number'),
      field('open', 'bool'),
      field('tags', 'select', { max: 3, choices: ['x', 'y', 'z'] }),
      field('author', 'relation', { collectionId: people.id }),
      field('scan', 'file', { isProtected: true }),
      field('photo', 'file'),
    ],
  });
  notes = await create({
    name: 'notes',
    fields: [
      ...[field('title'), field('amount', 'number'), field('open', 'bool')],
      field('tags', 'select', { max: 3, choices: ['x', 'y', 'z'] }),
      field('author', 'relation', { collectionId: people.id }),
      field('doc', 'relation', { collectionId: docs.id }),
    ],
  });
  const red = await createRecord(api, teams.id, { name: 'a' });
  for (const [nick, level, verified] of [
    ['a', 2, true],
    ['b', 0, false],
  ] as const) {
    const data = { nick, level, kind: 'x', verified, team: red.id };
    const user = parseRecord(await createUser(backend(), people.id, data));
    users.push({ user, token: String((await signInAs(people.name, user)).body['token']) });
    const { team: _, ...plain } = data;
    accounts.push(
      parseRecord(await createUser(backend(), others.id, { ...plain, nick: nick === 'a' ? 'an' : '' })),
    );
  }
  const author = (index: number) => users[index % 3]?.user.id ?? '';
  rows = Array.from({ length: 12 }, (_, index) => ({
    ...{ title: 'abc'[index % 3], amount: index % 4, open: index % 2 === 0, author: author(index) },
    tags: ['x', 'y', 'z'].slice(index % 3),
  }));
  for (const row of rows) {
    const files = { scan: pngFile(), photo: textFile() };
    const { id } = await createRecord(api, docs.id, { ...row, ...files });
    ids.push(id);
    for (const amount of [0, 3])
      await createRecord(api, notes.id, { ...row, amount, open: amount > 0, doc: id });
  }
  await storeSettings(api, { 'batch.isEnabled': true });
  $collections.listen(() => undefined);
  await loadCollections();
  panel = createTry();
  panel.setWho(0, { authId: '' });
  for (const { user } of users) panel.addWho(user.collectionId);
  for (const [at, { user }] of users.entries()) panel.setWho(at + 1, { user });
});
afterAll(() => panel.stop());

const withPeople = (body: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(body)
      .replace('ANN', users[0]?.user.id ?? '')
      .replace('BOB', users[1]?.user.id ?? ''),
  );

/** A new record like that of the rows, for a change that stays. */
const copyOf = async (at: number): Promise<string> =>
  String((await backend().api.post(`/api/collections/docs/records`, rows[at])).id);

/** What a client with that token gets, in the words that the page's answer is compared in. */
async function really({ kind, at, body }: Case, token: string): Promise<unknown> {
  const id = ids[at] ?? '';
  if (kind === 'listRule') {
    const { status, body: page } = await raw(recordsOf('docs', '', '&perPage=100'), token);
    const found = list(page['items'], (item) => String(members(item)['id']));
    return status === 200 ? { count: found.length, has: found.includes(id) } : 'refused';
  }
  if (kind === 'viewRule') return (await raw(recordsOf('docs', `/${id}`), token)).status === 200;
  if (kind === 'files') {
    const given = token ? (await raw('/api/files/token', token, 'POST')).body['token'] : '';
    const { body: row } = await raw(recordsOf('docs', `/${id}`), await backend().adminToken());
    const load = async (name: string) =>
      (await raw(`/api/files/docs/${id}/${row[name]}?key=k&token=${given}`, '')).status === 200;
    return [await load('scan'), await load('photo')];
  }
  if (kind === 'expand') {
    const { body: row } = await raw(recordsOf('docs', `/${id}`, '&expand=author,notes_via_doc'), token);
    const { author, notes_via_doc: own } = members(row['expand']);
    return [author ? 1 : 0, Array.isArray(own) ? own.length : 0];
  }
  const target = kind === 'createRule' ? '' : `/${await copyOf(at)}`;
  const method = kind === 'createRule' ? 'POST' : kind === 'updateRule' ? 'PATCH' : 'DELETE';
  const sent = kind === 'deleteRule' ? undefined : withPeople(body);
  const answer = await raw(recordsOf('docs', target), token, method, sent);
  const made = kind === 'createRule' ? String(answer.body['id'] ?? '') : target.slice(1);
  if (made && !(kind === 'deleteRule' && answer.status === 204))
    await backend().api.delete(`/api/collections/docs/records/${made}`);
  if (answer.status < 300) return 'stored';
  return Object.keys(members(answer.body['data'])).length ? 'values' : 'rule';
}

/** What the page says, in the same words. */
function said({ kind }: Case, tried: Tried | undefined): unknown {
  const { rule, found, one, files, expands, problem } = tried ?? {};
  if (kind === 'files') return files?.map(({ isLoaded }) => isLoaded);
  if (kind === 'expand') return expands?.map(({ count }) => count);
  const isLocked = rule === null;
  if (kind === 'listRule') {
    return isLocked || problem ? 'refused' : { count: found?.count, has: one?.isAllowed };
  }
  if (kind === 'viewRule') return isLocked ? false : one?.isAllowed;
  if (isLocked) return 'rule';
  return one?.isAllowed ? 'stored' : one?.by;
}

/** Tries a rule on the page and by a client of its own. Returns what differs. */
async function compare(one: Case): Promise<unknown[]> {
  const { api } = backend();
  const { kind, rule, at, body } = one;
  const [operation, collection]: [TryOperation, Collection] =
    kind === 'expand' ? ['viewRule', notes] : [kind as TryOperation, docs];
  const name = kind === 'files' || kind === 'expand' ? 'viewRule' : kind;
  await api.patch(`/api/collections/${docs.id}`, { viewRule: '' });
  await api.patch(`/api/collections/${collection.id}`, { [name]: rule });
  await loadCollections();
  const record = parseRecord({ id: ids[at], collectionId: docs.id });
  panel.set({ collectionId: docs.id });
  panel.set({
    ...{ operation, record, expand: kind === 'expand' ? ['author', 'notes_via_doc'] : [] },
    parts: {
      query: JSON.stringify(QUERY),
      headers: JSON.stringify(HEADERS),
      body: JSON.stringify(withPeople(body)),
    },
  });
  const before = everything();
  await panel.run();
  const tried = panel.$results.get();
  const differences: unknown[] = everything() === before ? [] : [{ stored: one }];
  for (const [who, token] of ['', ...users.map((each) => each.token)].entries()) {
    const [page, client] = [said(one, tried?.[who]), await really(one, token)];
    if (JSON.stringify(page) !== JSON.stringify(client)) differences.push({ ...one, who, page, client });
  }
  return differences;
}

/** Compares what the page says about the sign-in of accounts with a sign-in. */
async function compareSignIn({ kind, rule }: Case): Promise<unknown[]> {
  const { api } = backend();
  const mfa = { enabled: kind === 'secondFactor' && rule !== null, rule: rule ?? '' };
  await api.patch(`/api/collections/${others.id}`, {
    authRule: kind === 'authRule' ? rule : '',
    ...{ mfa, otp: { enabled: true, duration: 60, length: 8 } },
  });
  await loadCollections();
  const differences: unknown[] = [];
  const own = createTry();
  own.set({ collectionId: docs.id });
  own.addWho(others.id);
  own.addWho(others.id);
  for (const [at, user] of accounts.entries()) own.setWho(at + 1, { user });
  await api.patch(`/api/collections/${docs.id}`, { listRule: '' });
  await loadCollections();
  const before = everything();
  await own.run();
  if (everything() !== before) differences.push({ stored: rule });
  for (const [at, user] of accounts.entries()) {
    const signIn = own.$results.get()?.[at + 1]?.signIn ?? '';
    const page = /second factor/.test(signIn) ? 401 : signIn ? 403 : 200;
    const client = (await signInAs(others.name, user)).status;
    if (page !== client) differences.push({ kind, rule, at, page, client, signIn });
  }
  expect(own.$results.get()?.[0]?.signIn).toBeUndefined();
  own.stop();
  return differences;
}

test('[BY-01] [BY-05] what is said of generated rules equals what clients get, and nothing is stored by a try', {
  timeout: 300_000,
}, async () => {
  const count = Math.max(44, casesOf(200));
  const differences: unknown[] = [];
  const outcomes = new Map<string, number>();
  for (let at = 0; at < count; at++) {
    const kind = kinds[at % kinds.length] ?? 'listRule';
    const [one] = fc.sample(cases(kind), { numRuns: 1, seed: SEED + at });
    if (!one) continue;
    const isOfAccounts = kind === 'authRule' || kind === 'secondFactor';
    differences.push(...(await (isOfAccounts ? compareSignIn(one) : compare(one))));
    for (const tried of isOfAccounts ? [] : (panel.$results.get() ?? [])) {
      const key = `${kind} ${JSON.stringify(said(one, tried))}`;
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    }
  }
  expect(differences).toEqual([]);
  // Neither all refused nor all let through, which would prove little.
  for (const outcome of ['stored', 'values', 'rule'])
    for (const kind of ['createRule', 'updateRule'])
      expect(outcomes.get(`${kind} "${outcome}"`), `${kind} ${outcome}`).toBeGreaterThan(0);
  for (const key of ['viewRule true', 'viewRule false', 'deleteRule "stored"', 'deleteRule "rule"'])
    expect(outcomes.get(key), key).toBeGreaterThan(0);
});
