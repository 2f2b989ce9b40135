import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sendAs, signInUser } from '#api/access/as-user.ts';
import type { Subject } from '#domain/access/request.ts';
import { list, members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { parseRecord } from '#domain/records/record.ts';
import { createEvaluation, problemOf } from '#stores/access/evaluate.ts';
import { createCollection, createRecord, createUser, field, uniqueName } from '#tests/support/factories.ts';
import { backend, toCollection } from '../records/record-fixture.ts';

const CASES = 200;
const SEED = 20261124;

/** Conditions of rules: every kind of path of the request beside fields, relations, lists and literals. */
const CONDITIONS = [
  '@request.auth.id != ""',
  '@request.auth.id = author',
  'author = @request.auth.id',
  '@request.auth.verified = true',
  '@request.auth.staff = true',
  '@request.auth.staff = open',
  '@request.auth.collectionName = "USERS"',
  '@request.auth.nick = title',
  'title ~ @request.auth.nick',
  'title !~ @request.auth.nick',
  '@request.auth.nick ~ title',
  '@request.auth.nick != ""',
  '@request.auth.username = title',
  '@request.auth.level >= amount',
  'amount < @request.auth.level',
  '@request.auth.level = 0',
  '@request.auth.team = team',
  '@request.auth.team.name = title',
  '@request.auth.team.level > 1',
  '@request.auth.team.level = amount',
  '@request.auth.teams.id ?= team',
  'team ?= @request.auth.teams.id',
  '@request.auth.teams.id = team',
  '@request.auth.teams.name != title',
  '@request.auth.teams.level ?> amount',
  '@request.auth.teams:length > 1',
  '@request.auth.teams ~ team',
  '@request.auth.roles ~ "edit"',
  '@request.auth.roles:each = "edit"',
  '@request.auth.roles:each ?= kind',
  '@request.auth.roles:length = 0',
  '@request.auth.MEMBERS_via_user.team ?= team',
  '@request.auth.MEMBERS_via_user.team.name ?= title',
  '@request.auth.MEMBERS_via_user.id = ""',
  '@request.auth.meta.role = "admin"',
  '@request.auth.meta.role != "admin"',
  '@request.auth.meta.rank > 1',
  '@request.auth.missing = ""',
  '@request.auth.created < @now',
  '@request.auth.id ?= author',
  '@request.auth.nick = title || @request.auth.nick ~ title',
  '@request.method = "GET"',
  '@request.method != "PATCH"',
  '@request.data.title:isset = true',
  '@request.data.title:isset = false',
  '@request.data.title = "a"',
  'author.email = @request.auth.email',
  'author.email != ""',
  'author.nick = @request.auth.nick',
  'author.teams.name ?= @request.auth.teams.name',
  'team.MEMBERS_via_team.user ?= @request.auth.id',
  'team.MEMBERS_via_team.user = @request.auth.id',
  'teams.id ?= @request.auth.team',
  'teams.name = @request.auth.team.name',
  'teams.id ?= @request.auth.teams.id',
  'teams.id = @request.auth.teams.id',
  'tags:each ?= @request.auth.kind',
  'tags ~ @request.auth.kind',
  '@collection.MEMBERS.user ?= @request.auth.id && @collection.MEMBERS.team ?= team',
  '@collection.MEMBERS:mine.user ?= @request.auth.id',
  'open = true',
  'title = "a"',
  'amount > 1',
  'created <= @now',
] as const;

const { rule } = fc.letrec<{ rule: string }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    { weight: 3, arbitrary: fc.constantFrom(...CONDITIONS) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('rule'), fc.constantFrom('&&', '||'), tie('rule'))
        .map(([one, join, other]) => `(${one}) ${join} (${other})`),
    },
  ),
}));

/** A text that would be a filter of its own, if it got out of its quotes. */
const HOSTILE = '" || 1=1 || \\"a\' = "\n(//\t)';
const TITLES = ['a', 'b', 'red', 'blue', '100%', 'a_b', HOSTILE, ''];
const TAGS = ['x', 'y', 'edit'];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

let users: Collection;
let docs: Collection;
let collections: readonly Collection[] = [];
const subjects: { subject: Subject; token: string | undefined }[] = [];
const bodies: Record<string, unknown>[] = [];
const docIds = new Set<string>();
let teamIds: readonly string[] = [];

beforeAll(async () => {
  const { api } = backend();
  const teams = toCollection(
    await createCollection(api, {
      name: uniqueName('teams'),
      schema: [field('name'), field('level', 'number')],
    }),
  );
  const toTeams = (maxSelect: number | null) => ({ collectionId: teams.id, maxSelect, cascadeDelete: false });
  const select = (maxSelect: number) => ({ maxSelect, values: TAGS });
  users = toCollection(
    await createCollection(api, {
      name: uniqueName('users'),
      type: 'auth',
      schema: [
        field('nick'),
        field('level', 'number'),
        field('staff', 'bool'),
        field('kind', 'select', { options: select(1) }),
        field('roles', 'select', { options: select(3) }),
        field('team', 'relation', { options: toTeams(1) }),
        field('teams', 'relation', { options: toTeams(null) }),
        field('meta', 'json', { options: { maxSize: 2000 } }),
      ],
      options: { allowUsernameAuth: true, allowEmailAuth: true, minPasswordLength: 8 },
    }),
  );
  docs = toCollection(
    await createCollection(api, {
      name: uniqueName('docs'),
      schema: [
        field('title'),
        field('amount', 'number'),
        field('open', 'bool'),
        field('kind', 'select', { options: select(1) }),
        field('tags', 'select', { options: select(3) }),
        field('author', 'relation', {
          options: { collectionId: users.id, maxSelect: 1, cascadeDelete: false },
        }),
        field('team', 'relation', { options: toTeams(1) }),
        field('teams', 'relation', { options: toTeams(null) }),
      ],
    }),
  );
  const members = toCollection(
    await createCollection(api, {
      name: uniqueName('members'),
      schema: [
        field('user', 'relation', {
          options: { collectionId: users.id, maxSelect: 1, cascadeDelete: false },
        }),
        field('team', 'relation', { options: toTeams(1) }),
      ],
    }),
  );
  collections = [users, docs, teams, members];
  teamIds = (
    await Promise.all(
      ['red', 'blue', 'a'].map((name, level) => createRecord(api, teams.id, { name, level: level + 1 })),
    )
  ).map(({ id }) => id);
  subjects.push({ subject: undefined, token: undefined });
  const people = [
    { nick: 'a', level: 2, staff: true, verified: true, roles: ['edit'], kind: 'x', team: 0, teams: [0, 1] },
    { nick: 'a_b', level: 0, staff: false, emailVisibility: true, roles: [], kind: '', teams: [] },
    { nick: '', level: 1.5, staff: false, roles: ['x', 'edit'], kind: 'y', team: 2, teams: [2] },
    { nick: '100%', level: -1, staff: true, roles: ['x', 'y'], kind: 'edit', team: 1, teams: [0, 1, 2] },
    { nick: HOSTILE, level: 1, staff: true, roles: ['y'], kind: 'x', team: 0, teams: [1] },
  ];
  for (const [index, person] of people.entries()) {
    const meta = at([{ role: 'admin', rank: 2 }, {}, { role: 'user', rank: 1 }, null], index);
    const team = person.team === undefined ? '' : at(teamIds, person.team);
    const row = await createUser(api, users.id, {
      ...person,
      ...{
        meta,
        team,
        teams: person.teams.map((each) => at(teamIds, each)),
        username: `${at(TITLES, index + 2).replace(/\W/g, '')}name`,
      },
    });
    const record = parseRecord(await api.get(`/api/collections/${users.id}/records/${row.id}`));
    const token = await signInUser(users.id, String(record['email']), 'userpassword1');
    subjects.push({ subject: { collection: users, record }, token });
    for (const each of person.teams.slice(1)) {
      await createRecord(api, members.id, { user: row.id, team: at(teamIds, each) });
    }
  }
  for (let index = 0; index < 24; index++) {
    bodies.push({
      title: at(TITLES, index),
      amount: (index % 5) - 1,
      open: index % 3 === 0,
      kind: at([...TAGS, ''], index),
      tags: TAGS.slice(index % 3, (index % 3) + (index % 4)),
      author: at([...subjects.slice(1).map(({ subject }) => subject?.record.id), ''], index),
      team: at([...teamIds, ''], index),
      teams: teamIds.slice(index % 4, (index % 4) + (index % 3)),
    });
  }
  for (const body of bodies) docIds.add((await createRecord(api, docs.id, body)).id);
});

const cases = fc.record({
  rule,
  // A view is a request for each record.
  operation: fc.constantFrom('listRule', 'listRule', 'listRule', 'viewRule'),
  user: fc.nat(5),
});

const pathOf = (rest = '') => `/api/collections/${docs.id}/records${rest}`;
const idsOf = (page: unknown): string[] =>
  list(members(page)['items'], (item) => String(members(item)['id'])).sort();

/** The records that the user's request lists. */
const reallyListed = async (token: string | undefined): Promise<string[]> =>
  idsOf((await sendAs({ token, collection: docs.id, query: { perPage: 100 } })).data);

/** The records that the user's request views, one by one. */
async function reallyViewed(token: string | undefined): Promise<string[]> {
  const to = { token, collection: docs.id };
  const found = await Promise.all(
    [...docIds].map(async (id) => ((await sendAs({ ...to, id })).status === 200 ? [id] : [])),
  );
  return found.flat().sort();
}

test(`what is estimated agrees with what the user’s own token gets in ${CASES} cases`, async () => {
  const { api } = backend();
  const named = (text: string) =>
    text.replaceAll('MEMBERS', collections[3]?.name ?? '').replaceAll('USERS', users.name);
  const untold: string[] = [];
  const wrong: unknown[] = [];
  let allowed = 0;
  for (const { operation, ...drawn } of fc.sample(cases, { numRuns: CASES, seed: SEED })) {
    const rule = named(drawn.rule);
    const { subject, token } = at(subjects, drawn.user);
    await api.patch(`/api/collections/${docs.id}`, { [operation]: rule });
    const real = await (operation === 'listRule' ? reallyListed(token) : reallyViewed(token));
    allowed += real.length;
    try {
      const evaluation = createEvaluation(
        { subject, collection: docs, operation },
        ...([collections, new AbortController().signal] as const),
      );
      const query = `?perPage=100&filter=${encodeURIComponent(await evaluation.fill(rule))}`;
      const found = idsOf(await api.get(pathOf(query)));
      if (String(found) !== String(real))
        wrong.push({ rule, operation, who: subject?.record.id, found, real });
    } catch (error) {
      untold.push(`${rule}: ${problemOf(error)}`);
    }
  }
  expect(wrong).toEqual([]);
  // Neither all refused nor all allowed, which would prove little.
  expect(allowed).toBeGreaterThan((CASES * docIds.size) / 8);
  expect(allowed).toBeLessThan((CASES * docIds.size * 3) / 4);
  expect(untold.length).toBeLessThan(CASES / 20);
});

test('back relations whose names begin with a digit are followed, too', async () => {
  const { api } = backend();
  const relation = (maxSelect: number | null) => ({
    options: { collectionId: users.id, maxSelect, cascadeDelete: false },
  });
  const seats = toCollection(
    await createCollection(api, {
      name: uniqueName('seats'),
      schema: [field('1user', 'relation', relation(1)), field('2users', 'relation', relation(null))],
    }),
  );
  const { subject, token } = at(subjects, 1);
  const seat = await createRecord(api, seats.id, {
    '1user': subject?.record.id,
    '2users': [at(subjects, 2).subject?.record.id, subject?.record.id],
  });
  for (const name of ['1user', '2users']) {
    const rule = `@request.auth.${seats.name}_via_${name}.id ?= "${seat.id}"`;
    await api.patch(`/api/collections/${docs.id}`, { listRule: rule });
    const request = { subject, collection: docs, operation: 'listRule' as const };
    const evaluation = createEvaluation(request, [...collections, seats], new AbortController().signal);
    expect(await evaluation.count(rule)).toBe(docIds.size);
    expect(await reallyListed(token)).toHaveLength(docIds.size);
  }
});

/** The records that a list rule lets through: as the page says it, as far as it can be told, and really. */
async function listedBy(rule: string, { subject, token }: (typeof subjects)[number], known = collections) {
  await backend().api.patch(`/api/collections/${docs.id}`, { listRule: rule });
  const request = { subject, collection: docs, operation: 'listRule' as const };
  const evaluation = createEvaluation(request, known, new AbortController().signal);
  const said = await evaluation.count(rule).catch(problemOf);
  const { status, data } = await sendAs({
    token,
    collection: docs.id,
    query: { perPage: 100 },
  });
  return { said, real: status === 200 ? idsOf(data).length : 'refused' };
}

test('a record to which an index lets only one other refer has no list of them', async () => {
  const { api } = backend();
  const options = { collectionId: users.id, maxSelect: 1, cascadeDelete: false };
  const name = uniqueName('profiles');
  const { id } = await createCollection(api, {
    name,
    schema: [field('user', 'relation', { options }), field('role')],
  });
  await api.patch(`/api/collections/${id}`, {
    indexes: [`CREATE UNIQUE INDEX ${name}_user ON ${name} (user)`],
  });
  const profiles = toCollection(await api.get(`/api/collections/${id}`));
  await createRecord(api, id, { user: at(subjects, 1).subject?.record.id, role: 'banned' });
  const rule = `@request.auth.${name}_via_user.role != "banned"`;
  const known = [...collections, profiles];
  expect(await listedBy(rule, at(subjects, 1), known)).toEqual({ said: 0, real: 0 });
  const all = docIds.size;
  expect(await listedBy(rule, at(subjects, 2), known)).toEqual({ said: all, real: all });
});

test.each(['@request.auth.nick.x = ""', '@request.auth.MEMBERS_via_team.id = ""'])(
  'a path that leads nowhere from the user is refused by the backend: %s',
  async (condition) => {
    const rule = condition.replace('MEMBERS', collections[3]?.name ?? '');
    const all = docIds.size;
    expect(await listedBy(rule, at(subjects, 0))).toEqual({ said: all, real: all });
    expect(await listedBy(rule, at(subjects, 1))).toEqual({
      said: expect.stringMatching(/^\w+ leads nowhere from users_\d+: the backend refuses the request\.$/),
      real: 'refused',
    });
  },
);

test.each([
  ['@request.auth.teams:each.name ?= "red"', 0],
  ['@request.data.tags:each != ""', 'It depends on @request.data.tags:each.'],
  ['"" != @request.data.title:isset', '@request.data.title:isset can’t be on the right of !=.'],
  ['"1" ~ @request.data.title:isset', 0],
  ['@request.headers.user_agent = ""', 'It depends on @request.headers.user_agent.'],
])('what only the backend knows is not guessed: %s', async (rule, expected) => {
  const { said, real } = await listedBy(rule, at(subjects, 1));
  expect(said).toBe(expected);
  if (typeof said === 'number') expect(real).toBe(said);
});
