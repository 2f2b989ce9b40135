import '../newer-line.ts';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { createRuleEffects } from '#stores/access/effects.ts';
import { $accessRows, $knownRisks, startAccess } from '#stores/access/page.ts';
import { createTry, type Try } from '#stores/access/panel.ts';
import type { TryValues } from '#stores/access/question.ts';
import { $collectionList, $collections, loadCollections } from '#stores/collections/list.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';
import { watchRequests } from '../network-fixture.ts';
import { backend, browser, toCollection, until } from '../records/record-fixture.ts';

const RULE = 'author = @request.auth.id && status = "open"';

let users: Collection;
let posts: Collection;
let user: RecordData;
let records: RecordData[];
let panel: Try;

beforeAll(async () => {
  const { api } = backend();
  users = toCollection(await createCollection(api, { name: 'people', type: 'auth' }));
  const fields = [
    field('title'),
    field('status'),
    field('author'),
    field('secret', 'text', { isHidden: true }),
  ];
  const rules = { listRule: RULE, viewRule: RULE, updateRule: RULE, createRule: '', deleteRule: null };
  posts = toCollection(await createCollection(api, { name: 'posts', fields, ...rules }));
  user = parseRecord(await createUser(backend(), users.id));
  records = [];
  for (const [title, status] of [
    ['One', 'open'],
    ['Two', 'closed'],
  ])
    records.push(parseRecord(await createRecord(api, posts.id, { title, status, author: user.id })));
  $collections.listen(() => undefined);
  await loadCollections();
});
afterEach(() => panel.stop());

async function tried({ user, ...values }: Partial<TryValues> & { readonly user?: RecordData }) {
  panel = createTry();
  panel.set({ collectionId: posts.id });
  if (user) panel.setWho(0, { authId: users.id });
  if (user) panel.setWho(0, { user });
  panel.set(values);
  await panel.run();
  return panel.$results.get()?.[0];
}

test('[NC-51] a user’s requests have a token that the backend gives for a minute and that is kept nowhere', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  const listed = await tried({ user, record: records[1] });
  expect(listed).toMatchObject({ found: { count: 1, first: [{ title: 'One' }] }, one: { isAllowed: false } });
  // Hidden from users, as the backend answers.
  expect(listed?.leftOut).toEqual(['secret']);
  const viewed = await tried({ user, operation: 'viewRule', record: records[0] });
  expect(viewed).toEqual({ rule: RULE, one: { isAllowed: true }, leftOut: ['secret'] });
  const given = fetched.mock.calls.filter(([url]) => String(url).includes('/impersonate/'));
  expect(given.map(([, init]) => init?.body)).toEqual(['{"duration":60}', '{"duration":60}']);
  const tokens = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization') ?? '');
  const token = tokens.at(-1) ?? '';
  expect(JSON.parse(atob(token.split('.')[1] ?? ''))).toMatchObject({ id: user.id, refreshable: false });
  const items = [browser.storage, browser.tabStorage].flatMap((storage) => [...storage.values()]);
  const addresses = fetched.mock.calls.map(([url]) => String(url));
  expect([...items, ...addresses, JSON.stringify(panel.$values.get())].join('\n')).not.toContain(token);
});

test('[NC-51] a guest sends no token, and superusers are no subject', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  expect(await tried({})).toEqual({ rule: RULE, found: { count: 0, first: [] } });
  const tokens = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization'));
  expect(new Set(tokens)).toEqual(new Set([null]));
  const names = panel.authCollections().map(({ name }) => name);
  expect(names).toContain('people');
  expect(names).not.toContain('_superusers');
});

test('[NC-51] [BY-06] without batches a change is told from its rule, and never sent', async () => {
  const { requests, sent } = watchRequests();
  const update = (record: RecordData | undefined) => tried({ user, operation: 'updateRule', record });
  expect(await update(records[0])).toEqual({ rule: RULE, isEstimate: true, one: { isAllowed: true } });
  expect(await update(records[1])).toEqual({ rule: RULE, isEstimate: true, one: { isAllowed: false } });
  expect(await tried({ operation: 'updateRule', record: records[0] })).toMatchObject({
    one: { isAllowed: false },
  });
  expect(await tried({ user, operation: 'createRule' })).toEqual({ rule: '', isEstimate: true });
  expect(await tried({ user, operation: 'deleteRule', record: records[0] })).toEqual({ rule: null });
  expect(requests.length).toBeGreaterThan(0);
  expect(sent.filter((one) => !one.startsWith('GET'))).toEqual([]);
  await update(undefined);
  expect([panel.$errors.get(), panel.$batches.get()]).toEqual([{ record: 'Choose a record.' }, 'off']);
  expect(panel.$parts.get()).toEqual([]);
});

/** Lets batches be sent until the end of a test. */
async function allowBatches(settings: object = { 'batch.isEnabled': true }): Promise<void> {
  const { api } = backend();
  await storeSettings(api, settings);
  onTestFinished(() => storeSettings(api, { 'batch.isEnabled': false, 'batch.maxRequests': 50 }));
}

test('[BY-06] a batch that has room for one change only takes none back', async () => {
  await allowBatches({ 'batch.isEnabled': true, 'batch.maxRequests': 1 });
  const said = await tried({ user, operation: 'updateRule', record: records[0] });
  expect([said?.isEstimate, panel.$batches.get()]).toEqual([true, 'off']);
});

test('[BY-02] a change is really sent, says what refused it, and leaves nothing', async () => {
  await allowBatches();
  const { api } = backend();
  const stored = async () => [
    await api.get(`/api/collections/${posts.id}/records?sort=id`),
    await api.get(`/api/collections/${tasks.id}/records?sort=id`),
  ];
  const tasks = toCollection(
    await createCollection(api, {
      name: 'tasks',
      fields: [
        field('title', 'text', { isRequired: true, min: 6 }),
        field('post', 'relation', { collectionId: posts.id, isRequired: true }),
      ],
      ...{ createRule: '@request.auth.id != ""', updateRule: '@request.body.title != "x"', deleteRule: '' },
    }),
  );
  await api.patch(`/api/collections/${posts.id}`, { deleteRule: '' });
  await loadCollections();
  const task = parseRecord(await createRecord(api, tasks.id, { title: 'A task', post: records[0]?.id }));
  const before = await stored();
  const write = async (values: Parameters<typeof tried>[0], body?: object) => {
    panel = createTry();
    panel.set({ collectionId: tasks.id });
    panel.set({ operation: values.operation ?? 'listRule', record: values.record });
    if (values.user) panel.setWho(0, { authId: users.id });
    if (values.user) panel.setWho(0, { user: values.user });
    const { parts } = panel.$values.get();
    if (body) panel.set({ parts: { ...parts, body: JSON.stringify(body) } });
    await panel.run();
    return panel.$results.get()?.[0];
  };
  const create = { user, operation: 'createRule' } as const;
  const post = records[0]?.id;
  expect(await write(create, { title: 'A second', post })).toMatchObject({ one: { isAllowed: true } });
  expect(await write({ operation: 'createRule' }, { title: 'A second', post })).toEqual({
    rule: '@request.auth.id != ""',
    one: { isAllowed: false, by: 'rule', note: 'Failed to create record.' },
  });
  expect((await write(create, { title: 'short', post }))?.one).toMatchObject({
    by: 'values',
    note: expect.stringMatching(/^Failed to create record. title: /),
  });
  const update = { operation: 'updateRule', record: task } as const;
  expect((await write(update))?.one).toEqual({ isAllowed: true });
  expect((await write(update, { title: 'x' }))?.one).toMatchObject({ by: 'rule' });
  expect((await write(update, { post: '' }))?.one).toMatchObject({ by: 'values' });
  // A task needs this post.
  panel.set({ collectionId: posts.id });
  panel.set({ operation: 'deleteRule', record: records[0] });
  await panel.run();
  expect(panel.$results.get()?.[0]?.one).toMatchObject({
    by: 'values',
    note: expect.stringMatching(/reference/),
  });
  panel.set({ record: records[1] });
  await panel.run();
  expect(panel.$results.get()?.[0]?.one).toEqual({ isAllowed: true });
  expect(await stored()).toEqual(before);
});

test('[BY-02] the values of a change are an example until they are typed, which are kept', async () => {
  await allowBatches();
  panel = createTry();
  panel.set({ collectionId: users.id, operation: 'createRule' });
  await vi.waitFor(() => expect(panel.$batches.get()).toBe('on'));
  expect(panel.$parts.get()).toEqual(['body']);
  const body = () => panel.$values.get().parts.body;
  expect(JSON.parse(body())).toMatchObject({ email: 'test@example.com', passwordConfirm: '1234567890' });
  panel.set({ operation: 'updateRule' });
  expect(body()).toBe('{}');
  panel.set({ parts: { ...panel.$values.get().parts, body: '{"a":' } });
  panel.set({ operation: 'createRule' });
  expect(body()).toBe('{"a":');
  await panel.run();
  expect(panel.$errors.get()).toEqual({ body: 'Enter a JSON object, such as {"title": "New"}.' });
});

test('[BY-02] what a hook keeps, and rules that a batch would not ask in the same way, are said', async () => {
  await allowBatches();
  const real = globalThis.fetch;
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation((input, init) =>
      String(input).endsWith('/api/batch')
        ? Promise.resolve(Response.json([{ status: 200, body: {} }]))
        : real(input, init),
    );
  const write = () => tried({ user, operation: 'updateRule', record: records[0] });
  expect((await write())?.problem).toMatch(/did not take the change back/);
  fetched.mockRestore();
  const { api } = backend();
  onTestFinished(async () => {
    await api.patch(`/api/collections/${posts.id}`, { updateRule: RULE });
    await loadCollections();
  });
  await api.patch(`/api/collections/${posts.id}`, { updateRule: '@request.context != "batch"' });
  await loadCollections();
  expect((await write())?.problem).toMatch(/reads @request.context/);
  // Switched off after the panel has asked.
  await api.patch(`/api/collections/${posts.id}`, { updateRule: RULE });
  await loadCollections();
  expect((await write())?.one).toEqual({ isAllowed: true });
  await storeSettings(api, { 'batch.isEnabled': false });
  await panel.run();
  expect(panel.$results.get()?.[0]?.problem).toMatch(/not allowed/);
  await vi.waitFor(() => expect(panel.$batches.get()).toBe('off'));
});

test('[BY-03] a guest, a user and another one answer the same question, side by side', async () => {
  const other = parseRecord(await createUser(backend(), users.id));
  panel = createTry();
  panel.set({ collectionId: posts.id });
  panel.set({ record: records[0] });
  panel.addWho(users.id);
  panel.setWho(1, { user });
  panel.addWho(users.id);
  await panel.run();
  expect([panel.$errors.get(), panel.$results.get()]).toEqual([{ user2: 'Choose a record.' }, undefined]);
  panel.setWho(2, { user: other });
  await panel.run();
  const counts = () => panel.$results.get()?.map(({ found, one }) => [found?.count, one?.isAllowed]);
  expect(counts()).toEqual([
    [0, false],
    [1, true],
    [0, false],
  ]);
  panel.removeWho(0);
  expect(panel.$results.get()).toBeUndefined();
  await panel.run();
  expect(counts()).toEqual([
    [1, true],
    [0, false],
  ]);
});

test('[NC-51] who could not sign in at all is told, beside what the rules would let through', async () => {
  const { api } = backend();
  const setRule = async (authRule: string | null) => {
    await api.patch(`/api/collections/${users.id}`, { authRule });
    await loadCollections();
  };
  onTestFinished(() => setRule(''));
  await setRule('verified = true');
  expect(await tried({ user })).toMatchObject({
    signIn: 'This account can’t sign in: it does not match the rule verified = true',
    found: { count: 1 },
  });
  await setRule('verified = false');
  expect((await tried({ user }))?.signIn).toBeUndefined();
  await setRule(null);
  expect((await tried({ user }))?.signIn).toBe(
    'Nobody can sign in to people: its authentication rule is locked.',
  );
});

test('[BY-07] a changed rule about accounts is counted by accounts, and a stored list rule by a request', async () => {
  const { api } = backend();
  const staff = toCollection(
    await createCollection(api, { name: 'staff', type: 'auth', fields: [field('level', 'number')] }),
  );
  for (const [level, verified] of [
    [1, true],
    [2, false],
    [3, true],
  ] as const)
    await createUser(backend(), staff.id, { level, verified });
  await loadCollections();
  const effects = createRuleEffects(staff, [
    { name: 'authRule', before: '', after: 'verified = true' },
    { name: 'secondFactor', before: null, after: 'level > 1 && @request.auth.id = ""' },
  ]);
  effects.chooseAuth(users.id);
  effects.chooseUser(user);
  const told = async (of: typeof effects) => {
    const load = await until(of.$load, ({ state }) => state === 'ready');
    return load.state === 'ready' && load.value.map((one) => [one.change.name, one.before, one.after]);
  };
  expect(await told(effects)).toEqual([
    ['authRule', 3, 2],
    ['secondFactor', 0, 2],
  ]);
  effects.stop();
  await api.patch(`/api/collections/${posts.id}`, {
    listRule: `author = @request.auth.id && @collection.${users.name}.id ?= author`,
  });
  await loadCollections();
  const changed = $collectionList.get().find(({ id }) => id === posts.id) ?? posts;
  const listed = createRuleEffects(changed, [{ name: 'listRule', before: changed.listRule, after: '' }]);
  listed.chooseAuth(users.id);
  listed.chooseUser(user);
  // No filter of an administrator could tell.
  expect(await told(listed)).toEqual([
    ['listRule', 0, 2],
    ['listRule', 2, 2],
  ]);
  listed.stop();
  await api.patch(`/api/collections/${posts.id}`, { listRule: RULE });
  await loadCollections();
});

test('[BY-08] who needs a second factor stands with the rules, and can be filtered by', async () => {
  const { api } = backend();
  const staff = $collectionList.get().find(({ name }) => name === 'staff');
  const mfa = { mfa: { enabled: true, duration: 600, rule: 'level > 1' } };
  await api.patch('/api/collections/staff', { ...mfa, otp: { enabled: true, duration: 60, length: 8 } });
  await loadCollections();
  const stops = [startAccess(), $accessRows.listen(() => undefined)];
  const row = () => $accessRows.get().find(({ collection }) => collection.id === staff?.id);
  expect(row()?.rules).toMatchObject({ authRule: '', secondFactor: 'level > 1' });
  expect(row()?.risks).toEqual(new Set(['oneFactor']));
  expect($knownRisks.get()).toContain('oneFactor');
  mfa.mfa.rule = '';
  await api.patch('/api/collections/staff', mfa);
  await loadCollections();
  expect([row()?.rules.secondFactor, row()?.risks.size]).toEqual(['', 0]);
  for (const stop of stops) stop();
});

test('[NC-50] the backend’s own collections stand last, and have no risk but that of their sign-in', () => {
  const stops = [startAccess(), $accessRows.listen(() => undefined)];
  const rows = $accessRows.get();
  const isOwn = rows.map(({ collection }) => collection.isSystem);
  expect(isOwn).toEqual(isOwn.toSorted());
  expect(rows.find(({ collection }) => collection.name === '_superusers')?.risks).toEqual(
    new Set(['oneFactor']),
  );
  expect(rows.find(({ collection }) => collection.name === 'posts')).toMatchObject({ hidden: ['secret'] });
  for (const stop of stops) stop();
});
