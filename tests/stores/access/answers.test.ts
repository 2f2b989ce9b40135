import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { $copies } from '#stores/access/copy.ts';
import { createTry, type Try, type TryValues } from '#stores/access/panel.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createCollection, createRecord, createUser, field, uniqueName } from '#tests/support/factories.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, toasts, toCollection } from '../records/record-fixture.ts';

let users: Collection;
let user: RecordData;
let panel: Try | undefined;

beforeAll(async () => {
  const { api } = backend();
  const input = { name: uniqueName('users'), type: 'auth', options: { allowEmailAuth: true } } as const;
  users = toCollection(await createCollection(api, input));
  user = parseRecord(await createUser(api, users.id));
  $collections.listen(() => undefined);
});
afterEach(() => panel?.stop());

type Values = Partial<TryValues> & { readonly data?: object };

/** A collection with these rules and one record, and what a try of it says. */
async function thingsWith(input: Partial<Parameters<typeof createCollection>[1]>) {
  const schema = [field('title', 'text', { options: { max: 5 } }), field('kind', 'text', { required: true })];
  const things = toCollection(
    await createCollection(backend().api, { name: uniqueName('things'), schema, ...input }),
  );
  const record = parseRecord(await createRecord(backend().api, things.id, { title: 'One', kind: 'a' }));
  await loadCollections();
  async function tried({ data = {}, ...values }: Values) {
    panel = createTry();
    panel.set({ collectionId: things.id });
    if (values.user) panel.set({ authId: users.id });
    panel.set({ parts: { data: JSON.stringify(data), query: '{}', headers: '{}' }, ...values });
    await panel.run();
    return panel.$result.get();
  }
  const stored = () => backend().sql(`SELECT id, title, kind FROM ${things.name}`);
  return { things, record, tried, stored };
}

test('admins only lets nobody through, without a request', async () => {
  const { record, tried } = await thingsWith({});
  const nobody = { rule: null, found: { count: 0, first: [], how: 'filled' } };
  const one = { isAllowed: false, how: 'filled', unmet: [] };
  const { requests } = watchRequests();
  expect(await tried({ operation: 'listRule' })).toEqual(nobody);
  expect(await tried({ operation: 'createRule' })).toEqual({ ...nobody, one });
  expect(requests).toEqual([]);
  expect(await tried({ operation: 'viewRule', record })).toEqual({ ...nobody, one });
});

test('a guest asks for one record; without the password, a user’s values are filled in', async () => {
  const viewRule = '@request.auth.id != ""';
  const { record, tried } = await thingsWith({ listRule: viewRule, viewRule });
  const refused = { isAllowed: false, how: 'sent', unmet: [viewRule] };
  const none = { count: 0, first: [] };
  expect([
    await tried({ record, operation: 'viewRule' }),
    await tried({ record, operation: 'listRule' }),
  ]).toEqual([
    {
      ...{ rule: viewRule, found: { ...none, how: 'filled' } },
      one: { ...refused, note: "The requested resource wasn't found." },
    },
    { rule: viewRule, found: { ...none, how: 'sent' }, one: refused },
  ]);
  for (const operation of ['listRule', 'viewRule'] as const)
    expect(await tried({ record, operation, user })).toMatchObject({
      ...{ found: { count: 1, how: 'filled' }, one: { isAllowed: true, how: 'filled', unmet: [] } },
    });
});

test('a write that the backend refuses for its values passes the rule, and says why', async () => {
  const { record, tried, stored } = await thingsWith({ updateRule: '', deleteRule: '' });
  const before = stored();
  const answers = [];
  for (const [operation, data] of [
    ['updateRule', { title: 'Too long' }],
    ['updateRule', { title: 'New' }],
    ['deleteRule', {}],
  ] as const)
    answers.push((await tried({ record, operation, data }))?.one);
  expect(answers).toEqual([
    {
      ...{ isAllowed: true, how: 'copy', unmet: [] },
      note: 'Something went wrong while processing your request. title: Must be less than 5 character(s).',
    },
    { isAllowed: true, how: 'copy', unmet: [] },
    { isAllowed: true, how: 'copy', unmet: [] },
  ]);
  expect([stored(), $copies.get()]).toEqual([before, []]);
});

test('a write is tried on the record itself where a copy says nothing, or can’t be made', async () => {
  const name = uniqueName('things');
  const { record, tried, stored } = await thingsWith({
    ...{ name, updateRule: 'id != ""', deleteRule: 'title = "Two"' },
    indexes: [`CREATE UNIQUE INDEX idx_${name} ON ${name} (title)`],
  });
  const before = stored();
  const { sent } = watchRequests();
  expect((await tried({ record, operation: 'updateRule' }))?.one).toEqual({
    ...{ isAllowed: true, how: 'filled', unmet: [] },
    note: 'Not tried on a copy. The rule tells a copy from its record.',
  });
  expect((await tried({ record, operation: 'deleteRule' }))?.one).toEqual({
    ...{ isAllowed: false, how: 'filled', unmet: ['title = "Two"'] },
    note: 'No copy could be made. title: Value must be unique.',
  });
  expect(sent.filter((request) => /^(PATCH|POST)/.test(request))).toHaveLength(1);
  expect([stored(), $copies.get()]).toEqual([before, []]);
});

test('a copy that fails for another reason is reported', async () => {
  const { record, tried } = await thingsWith({ updateRule: '', createRule: '' });
  rejectRequests(({ method }) => method === 'POST', 'Broken.', 500);
  expect([
    await tried({ record, operation: 'updateRule' }),
    await tried({ operation: 'createRule', user }),
  ]).toEqual([undefined, undefined]);
  expect(toasts()).toEqual(['Broken.']);
});

test('a create whose values are refused leaves the rule undecided', async () => {
  const { tried, stored } = await thingsWith({ createRule: '@request.auth.id = "" && kind = "a"' });
  const before = stored();
  const answers = [];
  for (const values of [
    { data: { title: 'Too long', kind: 'a' } },
    { data: { kind: 'b' } },
    { data: { title: 'Too long', kind: 'b' } },
    { data: { title: 'Too long', kind: 'a' }, user },
    { data: { kind: 'a' }, user },
  ])
    answers.push((await tried({ ...values, operation: 'createRule' }))?.one);
  const undecided = { isAllowed: undefined, unmet: [] };
  const tooLong = 'Failed to create record. title: Must be less than 5 character(s).';
  const refused = { isAllowed: false, how: 'copy', note: 'Failed to create record.' };
  expect(answers).toEqual([
    { ...undecided, how: 'copy', note: tooLong },
    { ...refused, unmet: ['kind = "a"'] },
    { ...undecided, how: 'copy', note: tooLong },
    { ...undecided, how: 'filled', note: 'title: Must be less than 5 character(s).' },
    {
      ...{ isAllowed: false, how: 'filled', unmet: ['@request.auth.id = ""'] },
      note: 'An administrator has made a copy to try it on.',
    },
  ]);
  // What is unmet is found out on a copy of an administrator.
  let count = 0;
  rejectRequests(({ method }) => method === 'POST' && ++count === 2, 'Not today.');
  const unknown = await tried({ data: { kind: 'b' }, operation: 'createRule' });
  expect(unknown?.one).toEqual({ ...refused, unmet: [] });
  expect([stored(), $copies.get()]).toEqual([before, []]);
});

test('a create whose rule tells its id can’t be tried', async () => {
  const { tried } = await thingsWith({ createRule: '@request.data.id != ""' });
  const { requests } = watchRequests();
  expect(await tried({ operation: 'createRule' })).toEqual({
    rule: '@request.data.id != ""',
    problem: 'A new record needs a known id to be deleted again.',
  });
  expect(requests).toEqual([]);
});

test('a manage rule is filled in, also with the password', async () => {
  const manageRule = '@request.auth.id = id';
  await backend().api.request('PATCH', `/api/collections/${users.id}`, {
    options: { ...users.options, manageRule },
  });
  await loadCollections();
  panel = createTry();
  panel.set({ authId: users.id });
  panel.set({ collectionId: users.id });
  panel.set({ operation: 'manageRule', record: user, user });
  await panel.signIn('userpassword1');
  await panel.run();
  expect(panel.$result.get()).toMatchObject({
    ...{ rule: manageRule, found: { count: 1, how: 'filled' }, one: { isAllowed: true, how: 'filled' } },
  });
});
