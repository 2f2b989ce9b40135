import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sendAs, signInUser } from '#api/access/as-user.ts';
import type { Subject } from '#domain/access/request.ts';
import { CannotTry } from '#domain/access/request-path.ts';
import { randomId } from '#domain/app/random-secret.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { RuleName } from '#domain/collections/editor/rules.ts';
import { parseRecord } from '#domain/records/record.ts';
import { createEvaluation } from '#stores/access/evaluate.ts';
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
  '@request.method = "GET"',
  '@request.method != "PATCH"',
  '@request.query.page = ""',
  '@request.headers.x_none = ""',
  '@request.data.title:isset = true',
  '@request.data.title:isset = false',
  '@request.data.title = "a"',
  '@request.data.title = title',
  '@request.data.amount > 1',
  '@request.data.amount = amount',
  '@request.data.tags:length < 2',
  '@request.data.tags:each ?= "x"',
  '@request.data.tags:each = "x"',
  '@request.data.team.name = "red"',
  '@request.data.teams.level ?> 1',
  '@request.data.author = @request.auth.id',
  '@request.data.open != true',
  'author.email = @request.auth.email',
  'author.email != ""',
  'author.nick = @request.auth.nick',
  'teams.id ?= @request.auth.team',
  'teams.name = @request.auth.team.name',
  'teams.id ?= @request.auth.teams.id',
  'teams.id = @request.auth.teams.id',
  'tags:each ?= @request.auth.kind',
  'tags ~ @request.auth.kind',
  '@collection.MEMBERS.user ?= @request.auth.id && @collection.MEMBERS.team ?= team',
  'open = true',
  'title = "a"',
  'amount > 1',
  'created <= @now',
] as const;

interface Case {
  readonly rule: string;
  readonly user: number;
  readonly record: number;
  readonly data: Readonly<Record<string, unknown>>;
}

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

const TITLES = ['a', 'b', 'red', 'blue', '100%', 'a_b', ''];
const TAGS = ['x', 'y', 'edit'];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

let users: Collection;
let docs: Collection;
let collections: readonly Collection[] = [];
const subjects: { subject: Subject; token: string | undefined }[] = [];
const bodies: Record<string, unknown>[] = [];
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
  for (const body of bodies) await createRecord(api, docs.id, body);
}, 60_000);

const cases = fc.record({
  rule,
  user: fc.nat(4),
  record: fc.nat(23),
  data: fc.record(
    {
      title: fc.constantFrom(...TITLES.filter(Boolean)),
      amount: fc.constantFrom(0, 1, 2, 3),
      open: fc.boolean(),
      tags: fc.subarray(TAGS),
      team: fc.nat(2),
      teams: fc.subarray([0, 1, 2]),
      author: fc.nat(3),
    },
    { requiredKeys: [] },
  ),
});

test('what is filled in agrees with what the user’s own token gets', { timeout: 60_000 }, async () => {
  const { api } = backend();
  const named = (text: string) =>
    text.replaceAll('MEMBERS', collections[3]?.name ?? '').replaceAll('USERS', users.name);
  let compared = 0;
  const refusedToTry: string[] = [];
  const wrong: unknown[] = [];
  let allowed = 0;
  const note = (one: Case, operation: string, expected: unknown, found: unknown) => {
    compared++;
    if (found === true || (Array.isArray(found) && found.length)) allowed++;
    if (JSON.stringify(expected) !== JSON.stringify(found))
      wrong.push({ ...one, operation, expected, found });
  };
  for (const drawn of fc.sample(cases, { numRuns: CASES, seed: SEED })) {
    if (compared >= CASES) break;
    const one = { ...drawn, rule: named(drawn.rule) };
    const { subject, token } = at(subjects, one.user);
    const { team, teams, author, ...plain } = one.data;
    const data: Record<string, unknown> = {
      ...plain,
      ...(team === undefined ? {} : { team: at(teamIds, team) }),
      ...(teams === undefined ? {} : { teams: teams.map((each) => at(teamIds, each)) }),
      ...(author === undefined ? {} : { author: at(subjects, author + 1).subject?.record.id }),
    };
    const rules = {
      listRule: one.rule,
      viewRule: one.rule,
      createRule: one.rule,
      updateRule: one.rule,
      deleteRule: one.rule,
    };
    await api.patch(`/api/collections/${docs.id}`, rules);
    const evaluate = (operation: RuleName, sent: Record<string, unknown> = {}) =>
      createEvaluation(
        { subject, collection: docs, operation, data: sent, query: {}, headers: {} },
        collections,
        new AbortController().signal,
      );
    const { id: copy } = await createRecord(api, docs.id, at(bodies, one.record));
    try {
      const filter = await evaluate('listRule').fill(one.rule);
      const ids = (list: unknown) => (list as { items: { id: string }[] }).items.map(({ id }) => id).sort();
      const found = ids(
        await api.get(`/api/collections/${docs.id}/records?perPage=100&filter=${encodeURIComponent(filter)}`),
      );
      const list = await sendAs({ token, method: 'GET', collection: docs.id, query: { perPage: 100 } });
      if (!/query\.page/.test(one.rule)) note(one, 'list', ids(list.data), found);

      const view = await evaluate('viewRule').isMet(one.rule, copy);
      note(
        one,
        'view',
        (await sendAs({ token, method: 'GET', collection: docs.id, id: copy })).status === 200,
        view,
      );

      const body = { ...at(bodies, one.record), ...data };
      const { id: like } = await createRecord(api, docs.id, body);
      const id = randomId();
      const create = await evaluate('createRule', { ...body, id }).isMet(one.rule, like);
      const created = await sendAs({ token, method: 'POST', collection: docs.id, body: { ...body, id } });
      note(one, 'create', created.status === 200, create);
      await api.delete(`/api/collections/${docs.id}/records/${like}`);
      if (created.status === 200) await api.delete(`/api/collections/${docs.id}/records/${id}`);

      const remove = await evaluate('deleteRule').isMet(one.rule, copy);
      const update = await evaluate('updateRule', data).isMet(one.rule, copy);
      const updated = await sendAs({ token, method: 'PATCH', collection: docs.id, id: copy, body: data });
      note(one, 'update', updated.status === 200, update);
      if (updated.status === 200)
        await api.patch(`/api/collections/${docs.id}/records/${copy}`, at(bodies, one.record));
      const removed = await sendAs({ token, method: 'DELETE', collection: docs.id, id: copy });
      note(one, 'delete', removed.status === 200, remove);
      if (removed.status === 200) continue;
    } catch (error) {
      if (!(error instanceof CannotTry)) throw Object.assign(error as Error, { rule: one.rule });
      refusedToTry.push(`${one.rule}: ${error.message}`);
    }
    await api.delete(`/api/collections/${docs.id}/records/${copy}`);
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThanOrEqual(CASES);
  // Neither all refused nor all allowed, which would prove little.
  expect(allowed).toBeGreaterThan(CASES / 4);
  expect(allowed).toBeLessThan((CASES * 3) / 4);
  expect(refusedToTry.length).toBeLessThan(CASES / 20);
});
