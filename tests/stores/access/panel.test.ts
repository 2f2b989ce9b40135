import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import type { Limit } from '#domain/backend/field.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { $isTryOpen, startAccess } from '#stores/access/page.ts';
import { createTry, type Try } from '#stores/access/panel.ts';
import type { TryValues } from '#stores/access/question.ts';
import { $adminId } from '#stores/app/session.ts';
import { $collectionList, $collections, loadCollections } from '#stores/collections/list.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import {
  type AuthInput,
  createCollection,
  createRecord,
  field,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, toCollection } from '../records/record-fixture.ts';

let users: Collection;
let posts: Collection;
let asking: Collection;
let user: RecordData;
let other: RecordData;
let records: RecordData[];
let panel: Try;

const RULE = 'author = @request.auth.id && status = "open"';

beforeAll(async () => {
  const { api } = backend();
  const create = async (input: Parameters<typeof createCollection>[1]) =>
    toCollection(await createCollection(api, input));
  users = await create({ name: uniqueName('users'), type: 'auth' });
  const fields = [field('title'), field('status'), field('author')];
  posts = await create({ name: uniqueName('posts'), fields, listRule: RULE, viewRule: RULE });
  asking = await create({
    name: uniqueName('asking'),
    fields: [field('title')],
    listRule: '@request.query.n = "1" && @request.headers.x_token = "y" && @request.query.perPage = ""',
    viewRule: '@request.headers.x_token = "y"',
  });
  user = parseRecord(await createUser(backend(), users.id));
  other = parseRecord(await createUser(backend(), users.id));
  records = [];
  for (const [title, status] of [
    ['One', 'open'],
    ['Two', 'closed'],
    ['Three', 'open'],
  ])
    records.push(parseRecord(await createRecord(api, posts.id, { title, status, author: user.id })));
  await createRecord(api, asking.id, { title: 'One' });
  $collections.listen(() => undefined);
  await loadCollections();
});
afterEach(() => panel.stop());

const EMPTY = { query: '{}', headers: '{}', body: '{}' };

type Asked = Partial<TryValues> & { readonly user?: RecordData | undefined };

function open({ user, ...values }: Asked = {}): Try {
  panel = createTry();
  panel.set({ collectionId: values.collectionId ?? posts.id });
  if (user) panel.setWho(0, { authId: user.collectionId });
  panel.set(values);
  if (user) panel.setWho(0, { user });
  return panel;
}

const result = () => panel.$results.get()?.[0];
const hasToken = () => panel.$tokens.get().size > 0;

/** The result of a try, of posts unless the values say something else. */
async function tried(values: Asked, password?: string) {
  open(values);
  if (password !== undefined) await panel.signIn(0, password);
  await panel.run();
  return result();
}

/** A user of a new auth collection with these options. */
async function memberOf(auth: AuthInput): Promise<RecordData> {
  const input = { name: uniqueName('members'), type: 'auth', auth } as const;
  const members = toCollection(await createCollection(backend().api, input));
  await loadCollections();
  return parseRecord(await createUser(backend(), members.id));
}

test('begins with the list of the first collection as a guest', async () => {
  $collections.set({ state: 'busy' });
  panel = createTry();
  expect(panel.$values.get().collectionId).toBe('');
  panel.stop();
  await loadCollections();
  panel = createTry();
  expect(panel.$values.get()).toEqual({
    ...{ who: [{ authId: '', user: undefined }], collectionId: $collectionList.get()[0]?.id },
    ...{ operation: 'listRule', record: undefined, parts: EMPTY, expand: [] },
  });
  expect(panel.authCollections()).toEqual($collectionList.get().filter(({ type }) => type === 'auth'));
});

test('a guest’s list and view are real requests without a token', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  expect(await tried({})).toEqual({ rule: RULE, found: { count: 0, first: [] } });
  expect(await tried({ record: records[0] })).toMatchObject({ one: { isAllowed: false } });
  expect(await tried({ operation: 'viewRule', record: records[0] })).toEqual({
    ...{ rule: RULE, one: { isAllowed: false, note: "The requested resource wasn't found." } },
  });
  const tokens = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization'));
  expect(new Set(tokens)).toEqual(new Set([null]));
});

test('a user’s requests have that user’s own token, which is never stored', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  const listed = await tried({ user, record: records[1] }, PASSWORD);
  expect(listed).toMatchObject({ found: { count: 2 }, one: { isAllowed: false } });
  expect(listed?.found?.first.map(({ id }) => id).sort()).toEqual([records[0]?.id, records[2]?.id].sort());
  panel.set({ operation: 'viewRule', record: records[0] });
  await panel.run();
  expect(result()).toEqual({ rule: RULE, one: { isAllowed: true } });
  const sent = fetched.mock.calls.map(([url, init]) => [
    String(url),
    new Headers(init?.headers).get('Authorization') ?? '',
  ]);
  const token = sent.at(-1)?.[1] ?? '';
  expect(token).toMatch(/^ey/);
  const items = [browser.storage, browser.tabStorage].flatMap((storage) => [...storage.values()]);
  const stored = [...items, ...sent.map(([url]) => url)].join('\n');
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(PASSWORD);
});

test('what is missing is said beside its field, before anything is sent', async () => {
  open();
  panel.setWho(0, { authId: users.id });
  const { sent } = watchRequests();
  await panel.run();
  await panel.signIn(0, PASSWORD);
  expect(panel.$errors.get()).toEqual({ user0: 'Choose a record.' });
  panel.setWho(0, { user });
  await panel.run();
  expect(panel.$errors.get()).toEqual({ password0: 'Sign in as this user first.' });
  panel.setWho(0, { authId: '' });
  panel.set({ operation: 'viewRule' });
  await panel.run();
  expect([panel.$errors.get(), result(), sent]).toEqual([...[{ record: 'Choose a record.' }, undefined, []]]);
});

test('a wrong password, or a user who may not sign in, is said beside it; the administrator stays', async () => {
  const admin = $adminId.get();
  await tried({ user }, 'wrong');
  expect(panel.$errors.get().password0).toMatch(/authenticate|Sign in/i);
  await tried({ user: await memberOf({ isVerifiedOnly: true }) }, PASSWORD);
  expect([hasToken(), $adminId.get(), toasts()]).toEqual([false, admin, []]);
});

test('a user whose collection has no sign-in by email signs in by username', async () => {
  await tried({ user: await memberOf({ identityFields: ['username'] }) }, PASSWORD);
  expect([panel.$errors.get(), hasToken()]).toEqual([{}, true]);
});

test('an expired token, with which requests are a guest’s, is not used', async () => {
  await tried({ user }, PASSWORD);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  panel.set({ operation: 'viewRule' });
  await panel.run();
  expect([result(), hasToken()]).toEqual([undefined, false]);
  expect(panel.$errors.get().password0).toMatch(/expired/);
});

test('the rule is that which another tab or administrator has stored meanwhile; admins only sends nothing', async () => {
  open({ operation: 'viewRule', record: records[0] });
  const { $rule, $collection, $results } = panel;
  const stops = [$rule, $collection, $results].map((store) => store.listen(() => undefined));
  await panel.run();
  expect($results.get()?.[0]).toMatchObject({ rule: RULE });
  await backend().api.patch(`/api/collections/${posts.id}`, { viewRule: null });
  await loadCollections();
  expect([$rule.get(), $results.get()?.[0]]).toEqual([null, undefined]);
  const { sent } = watchRequests();
  panel.set({ record: undefined });
  await panel.run();
  expect([$results.get()?.[0], sent]).toEqual([{ rule: null }, []]);
  await backend().api.patch(`/api/collections/${posts.id}`, { viewRule: posts.viewRule });
  await loadCollections();
  for (const stop of stops) stop();
});

test('another collection has another record, and another auth collection other users', async () => {
  open({ operation: 'viewRule', record: records[0], user });
  await panel.signIn(0, PASSWORD);
  panel.setWho(0, { user: { ...user } });
  panel.set({ collectionId: posts.id });
  expect([hasToken(), panel.$values.get().record]).toEqual([true, records[0]]);
  panel.set({ collectionId: asking.id });
  expect(panel.$values.get()).toMatchObject({ operation: 'viewRule', record: undefined });
  panel.setWho(0, { authId: '' });
  expect([panel.$values.get().who[0]?.user, hasToken()]).toEqual([undefined, false]);
});

test('asks for the query and headers that a rule mentions, and sends them in place of its own', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  open({ collectionId: asking.id });
  expect(panel.$parts.get()).toEqual(['query', 'headers']);
  for (const name of ['X-Token', 'x_token']) {
    panel.set({
      parts: { ...EMPTY, query: '{"n":1,"sort":"title"}', headers: JSON.stringify({ [name]: 'y' }) },
    });
    await panel.run();
    expect(result()?.found?.count).toBe(1);
  }
  const [[url, init] = []] = fetched.mock.calls;
  expect(Object.fromEntries(new URL(String(url)).searchParams)).toEqual({ n: '1', sort: 'title' });
  expect(new Headers(init?.headers).get('x-token')).toBe('y');
  panel.set({ operation: 'viewRule' });
  expect(panel.$parts.get()).toEqual(['headers']);
  panel.set({ collectionId: posts.id });
  expect(panel.$parts.get()).toEqual([]);
});

const PROBLEM = 'Enter a JSON object, such as {"title": "New"}.';

test.each<[string, Partial<TryValues['parts']>, object]>([
  ['lists', { query: '[1]', headers: '["a"]' }, { query: PROBLEM, headers: PROBLEM }],
  ['no JSON', { query: '{' }, { query: PROBLEM }],
  [
    'a header with a line break',
    { headers: '{"c":"3\\n4"}' },
    { headers: 'No request can have these headers.' },
  ],
  ['a header with a blank', { headers: '{"x y":"1"}' }, { headers: 'No request can have these headers.' }],
])('parts that are %s are refused beside their fields', async (_what, parts, errors) => {
  open({ collectionId: asking.id, parts: { ...EMPTY, ...parts } });
  const { sent } = watchRequests();
  await panel.run();
  expect([panel.$errors.get(), result(), sent]).toEqual([errors, undefined, []]);
});

test('a list that the backend refuses is said, not taken for an empty one', async () => {
  const input = { name: uniqueName('lists'), fields: [field('title')] };
  const ofFilter = { ...input, listRule: '@request.query.filter = ""' };
  const lists = toCollection(
    await createCollection(backend().api, { ...input, listRule: '@request.query.sort != ""' }),
  );
  const filtered = toCollection(
    await createCollection(backend().api, { ...ofFilter, name: uniqueName('filtered') }),
  );
  const record = parseRecord(await createRecord(backend().api, filtered.id, { title: 'One' }));
  await loadCollections();
  const parts = { ...EMPTY, query: '{"sort":"nothing"}' };
  expect(await tried({ collectionId: lists.id, parts })).toMatchObject({
    problem: expect.stringMatching(/./),
  });
  expect(await tried({ collectionId: filtered.id, record })).toMatchObject({
    found: { count: 1 },
    problem: 'The rule reads the filter by which the record would be looked for.',
  });
});

test('one try runs at a time; what is asked for meanwhile removes its result; a failure is said', async () => {
  open();
  const list = ({ path }: { path: string }) => path.endsWith('/records');
  const held = holdRequests(list);
  const { sent } = watchRequests();
  const running = panel.run();
  await held.arrived;
  const before = sent.length;
  await panel.run();
  expect([panel.$isBusy.get(), sent.length]).toEqual([true, before]);
  held.release();
  await running;
  expect(result()).toBeDefined();
  panel.set({ record: records[0] });
  expect(result()).toBeUndefined();
  const recover = rejectRequests(list, 'Broken.', 500);
  await panel.run();
  expect([panel.$isBusy.get(), result(), toasts()]).toEqual([false, undefined, ['Broken.']]);
  recover();
  await panel.run();
  expect(result()?.found?.count).toBe(0);
});

test('one sign-in runs at a time, and its token is not for a user who was chosen meanwhile', async () => {
  open({ user });
  const held = holdRequests(({ path }) => path.endsWith('/auth-with-password'), 'responses');
  const { requests } = watchRequests();
  const signingIn = panel.signIn(0, PASSWORD);
  await held.arrived;
  expect(panel.$isSigningIn.get()).toBe(true);
  await panel.signIn(0, PASSWORD);
  panel.setWho(0, { user: other });
  held.release();
  await signingIn;
  expect([panel.$isSigningIn.get(), hasToken(), requests.length]).toEqual([false, false, 1]);
  const recover = rejectRequests(({ path }) => path.endsWith('/auth-with-password'), 'Not today.');
  await panel.signIn(0, PASSWORD);
  recover();
  expect([panel.$errors.get(), hasToken()]).toEqual([{ password0: 'Not today.' }, false]);
});

test('[BY-04] files load as the user may see them, by a token of that user, or by their link alone', async () => {
  const { api } = backend();
  const fields = [
    ...[field('title'), field('photo', 'file'), field('owner', 'relation', { collectionId: users.id })],
    field('scan', 'file', { isProtected: true }),
  ];
  const viewRule = 'owner = @request.auth.id';
  const papers = toCollection(await createCollection(api, { name: uniqueName('papers'), fields, viewRule }));
  const files = { photo: textFile('a.txt'), scan: textFile('b.txt') };
  const paper = parseRecord(await createRecord(api, papers.id, { owner: user.id, ...files }));
  const empty = parseRecord(await createRecord(api, papers.id, { title: 'Empty' }));
  await loadCollections();
  open({ collectionId: papers.id, operation: 'files', record: paper, user });
  panel.addWho();
  panel.addWho(users.id);
  panel.setWho(2, { user: other });
  await panel.signIn(0, PASSWORD);
  await panel.run();
  expect(panel.$errors.get()).toEqual({ password2: 'Sign in as this user first.' });
  await panel.signIn(2, PASSWORD);
  await panel.run();
  const loaded = panel.$results.get()?.map((one) => one.files?.map(({ isLoaded }) => isLoaded));
  expect(loaded).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ]);
  expect(panel.$results.get()?.[0]?.files?.map(({ isProtected }) => isProtected)).toEqual([false, true]);
  panel.set({ record: empty });
  await panel.run();
  expect(result()?.problem).toBe('This record has no files.');
});

test('[BY-04] relations that come with a record are counted, and those that a view rule keeps back', async () => {
  const { api } = backend();
  const to = (collectionId: string, max: Limit = 1) => ({ collectionId, max });
  const secret = toCollection(
    await createCollection(api, {
      name: uniqueName('secret'),
      fields: [field('open', 'bool')],
      viewRule: 'open = true',
    }),
  );
  const [seen, hidden] = [
    await createRecord(api, secret.id, { open: true }),
    await createRecord(api, secret.id, { open: false }),
  ];
  const books = toCollection(
    await createCollection(api, {
      name: uniqueName('books'),
      fields: [field('parts', 'relation', to(secret.id, 5)), field('main', 'relation', to(secret.id))],
      ...{ listRule: '', viewRule: '' },
    }),
  );
  const book = parseRecord(
    await createRecord(api, books.id, { parts: [seen.id, hidden.id], main: hidden.id }),
  );
  await loadCollections();
  const expand = ['parts', 'main'];
  const expected = [
    { path: 'parts', count: 1, refused: 1 },
    { path: 'main', count: 0, refused: 1 },
  ];
  const asked = { collectionId: books.id, record: book, expand };
  expect((await tried({ ...asked, operation: 'viewRule' }))?.expands).toEqual(expected);
  expect(panel.expandPaths().map(({ path }) => path)).toEqual(expand);
  expect((await tried(asked))?.expands).toEqual(expected);
  open({ collectionId: secret.id });
  expect(panel.expandPaths().map(({ path }) => path)).toEqual([
    `${books.name}_via_parts`,
    `${books.name}_via_main`,
  ]);
});

test('[BY-06] where a backend has no batches, a change is told from its rule, without a password', async () => {
  const { sent } = watchRequests();
  const said = await tried({ collectionId: asking.id, operation: 'createRule', user });
  expect([said, panel.$errors.get(), panel.$batches.get()]).toEqual([{ rule: null }, {}, 'none']);
  const rule = 'author = @request.auth.id';
  await backend().api.patch(`/api/collections/${posts.id}`, { updateRule: rule });
  await loadCollections();
  const update = (record: RecordData | undefined, who?: RecordData) =>
    tried({ operation: 'updateRule', record, user: who });
  expect(await update(records[0], user)).toEqual({ rule, isEstimate: true, one: { isAllowed: true } });
  expect(await update(records[0], other)).toMatchObject({ one: { isAllowed: false } });
  expect(sent.filter((one) => /^(POST|PATCH|DELETE) .*records/.test(one))).toEqual([]);
});

test('leaving the screen closes the panel', () => {
  open();
  const stop = startAccess();
  $isTryOpen.set(true);
  stop();
  expect($isTryOpen.get()).toBe(false);
});
