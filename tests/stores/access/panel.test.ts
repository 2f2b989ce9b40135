import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { createTry, type Try, type TryValues } from '#stores/access/panel.ts';
import { $question } from '#stores/app/confirm.ts';
import { go } from '#stores/app/route.ts';
import { $collectionList, $collections, loadCollections } from '#stores/collections/list.ts';
import { createCollection, createRecord, createUser, field, uniqueName } from '#tests/support/factories.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, toCollection, until } from '../records/record-fixture.ts';

let users: Collection;
let posts: Collection;
let titles: Collection;
let user: RecordData;
let other: RecordData;
let post: RecordData;
let panel: Try;

const PASSWORD = 'userpassword1';

beforeAll(async () => {
  const { api } = backend();
  const create = async (input: Parameters<typeof createCollection>[1]) =>
    toCollection(await createCollection(api, input));
  users = await create({ name: uniqueName('users'), type: 'auth', options: { allowEmailAuth: true } });
  posts = await create({
    name: uniqueName('posts'),
    schema: [field('title')],
    listRule: '@request.data.title = "x" && @request.query.n = "1" && @request.headers.x_token = "y"',
    viewRule: '@request.data.title:isset = false',
    createRule: '@request.auth.id != ""',
    updateRule: '@request.auth.id != ""',
    deleteRule: '@request.auth.data.title = 1 && @request.data.title:isset = false',
  });
  const options = { query: `SELECT id, title FROM ${posts.name}` };
  titles = await create({ name: uniqueName('titles'), type: 'view', options });
  user = parseRecord(await createUser(api, users.id));
  other = parseRecord(await createUser(api, users.id));
  post = parseRecord(await createRecord(api, posts.id, { title: 'One' }));
  $collections.listen(() => undefined);
  await loadCollections();
});
afterEach(() => panel.stop());

const EMPTY = { data: '{}', query: '{}', headers: '{}' };

function open(values: Partial<TryValues> = {}): Try {
  panel = createTry();
  panel.set({ collectionId: posts.id });
  if (values.user) panel.set({ authId: values.user.collectionId });
  panel.set(values);
  return panel;
}

test('begins with the list of the first collection as a guest', async () => {
  $collections.set({ state: 'busy' });
  panel = createTry();
  expect(panel.$values.get().collectionId).toBe('');
  panel.stop();
  await loadCollections();
  panel = createTry();
  expect(panel.$values.get()).toEqual({
    ...{ authId: '', user: undefined, collectionId: $collectionList.get()[0]?.id },
    ...{ operation: 'listRule', typed: '', record: undefined, parts: EMPTY },
  });
  const { $result, $isBusy, $isSigningIn, $errors, $hasToken } = panel;
  expect([$result, $isBusy, $isSigningIn, $errors, $hasToken].map((store) => store.get())).toEqual([
    ...[undefined, false, false, {}, false],
  ]);
  const auth = $collectionList.get().filter(({ type }) => type === 'auth');
  expect(auth).toContainEqual(users);
  expect(panel.authCollections()).toEqual(auth);
});

test('shows and tries the rule that another tab or administrator has stored meanwhile', async () => {
  open({ operation: 'updateRule' });
  const { $rule, $collection, $result } = panel;
  const stops = [$rule, $collection, $result].map((store) => store.listen(() => undefined));
  expect($rule.get()).toBe('@request.auth.id != ""');
  await panel.run();
  expect($result.get()).toMatchObject({ rule: '@request.auth.id != ""' });
  await backend().api.patch(`/api/collections/${posts.id}`, { updateRule: null });
  await loadCollections();
  expect([$rule.get(), $collection.get()?.updateRule, $result.get()]).toEqual([null, null, undefined]);
  await panel.run();
  expect($result.get()).toMatchObject({ rule: null });
  await backend().api.patch(`/api/collections/${posts.id}`, { updateRule: posts.updateRule });
  await loadCollections();
  for (const stop of stops) stop();
});

test('offers what a collection has rules for', () => {
  open();
  const labels = (collectionId: string) => {
    panel.set({ collectionId });
    return panel.$operations.get().map(({ name, label }) => `${name}: ${label}`);
  };
  const ofView = ['listRule: List', 'viewRule: View'];
  const ofBase = [...ofView, 'createRule: Create', 'updateRule: Update', 'deleteRule: Delete'];
  expect([titles.id, posts.id, users.id, 'none'].map(labels)).toEqual([
    ...[ofView, ofBase, [...ofBase, 'manageRule: Manage'], []],
  ]);
});

test.each<[string, TryValues['operation'], () => string, TryValues['operation']]>([
  ['goes on with what it has', 'viewRule', () => titles.id, 'viewRule'],
  ['goes back to the list of what it has not', 'updateRule', () => titles.id, 'listRule'],
  ['goes on with a typed rule', 'typed', () => titles.id, 'typed'],
  ['goes back to the list of what nobody knows', 'updateRule', () => 'none', 'listRule'],
])('another collection %s, without the record', (_what, operation, idOf, expected) => {
  open({ operation, record: post, user });
  const before = panel.$values.get();
  panel.set({ collectionId: posts.id, record: post });
  expect(panel.$values.get()).toEqual(before);
  panel.set({ collectionId: idOf() });
  expect(panel.$values.get()).toEqual({
    ...{ ...before, collectionId: idOf(), operation: expected, record: undefined },
  });
});

test('the token is that of the chosen user; another auth collection has other users', async () => {
  open({ user });
  await panel.signIn(PASSWORD);
  panel.set({ user: { ...user } });
  expect(panel.$hasToken.get()).toBe(true);
  panel.set({ authId: '' });
  expect([panel.$values.get().user, panel.$hasToken.get()]).toEqual([undefined, false]);
});

test.each<[TryValues['operation'], string, readonly string[]]>([
  ['listRule', '', ['query', 'headers']],
  ['viewRule', '', []],
  ['createRule', '', ['data']],
  ['updateRule', '', ['data']],
  ['deleteRule', '', ['data']],
  ['typed', '@request.data.a = @request.query.b || @request.headers.c = 1', ['data', 'query', 'headers']],
  ['typed', '@request.auth.data.a = 1 && data.query = 1', []],
  ['typed', '@request.data.a = ', []],
  ['typed', '', []],
])('asks for the parts of a request that a rule mentions (%s %s)', (operation, typed, parts) => {
  open({ operation, typed });
  expect(panel.$parts.get()).toEqual(parts);
  expect(panel.$rule.get()).toBe(operation === 'typed' ? typed : Reflect.get(posts, operation));
});

const TYPED = '@request.data.a = "1" && @request.query.b = "2" && @request.headers.c = "3"';
const PROBLEM = 'Enter a JSON object, such as {"title": "New"}.';

test.each<[string, Partial<TryValues['parts']>, object]>([
  [
    'lists',
    { data: '[]', query: '[1]', headers: '["a"]' },
    { data: PROBLEM, query: PROBLEM, headers: PROBLEM },
  ],
  ['no JSON', { query: '{' }, { query: PROBLEM }],
  ['texts', { data: '"a"', headers: ' ' }, { data: PROBLEM }],
  [
    'a header with a line break',
    { headers: '{"c":"3\\n4"}' },
    { headers: 'No request can have these headers.' },
  ],
])(
  'parts that are %s are refused beside their fields, before anything is sent',
  async (_what, parts, errors) => {
    open({ operation: 'typed', typed: TYPED, parts: { ...EMPTY, ...parts } });
    const { sent } = watchRequests();
    await panel.run();
    expect([panel.$errors.get(), panel.$result.get(), sent]).toEqual([errors, undefined, []]);
    panel.set({ parts: { data: ' ', query: '{"b":2}', headers: '{"C":3}' } });
    expect(panel.$errors.get()).toEqual({});
    await panel.run();
    expect(panel.$result.get()).toMatchObject({ rule: TYPED, found: { count: 0, how: 'filled' } });
    panel.set({ parts: { data: '{"a":"1"}', query: '{"b":2}', headers: '{"C":3}' } });
    await panel.run();
    expect(panel.$result.get()?.found?.count).toBe(1);
  },
);

test('parts that the rule does not mention are not read', async () => {
  open({ operation: 'typed', typed: 'title = "One"', parts: { data: '[', query: '[', headers: '[' } });
  await panel.run();
  expect([panel.$errors.get(), panel.$result.get()?.found?.count]).toEqual([{}, 1]);
});

test('a guest’s list has the typed query and headers', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  open({ parts: { data: '{}', query: '{"n":1,"sort":"title"}', headers: '{"X-Token":"y"}' } });
  await panel.run();
  const requests = fetched.mock.calls.map(([url, init]) => ({
    path: new URL(String(url)).pathname,
    params: Object.fromEntries(new URL(String(url)).searchParams),
    token: new Headers(init?.headers).get('x-token'),
  }));
  expect(requests).toEqual([
    {
      path: `/api/collections/${posts.id}/records`,
      params: { n: '1', sort: 'title', perPage: '10' },
      token: 'y',
    },
  ]);
});

test('who chooses an auth collection has to choose a user before anything is sent', async () => {
  open();
  panel.set({ authId: users.id });
  const { sent } = watchRequests();
  await panel.run();
  await panel.signIn(PASSWORD);
  expect([panel.$errors.get(), sent]).toEqual([{ user: 'Choose a record.' }, []]);
  panel.set({ authId: '', collectionId: 'none' });
  await panel.run();
  expect([panel.$errors.get(), panel.$result.get(), sent]).toEqual([{}, undefined, []]);
});

test('one try runs at a time; what is asked for meanwhile removes its result', async () => {
  open({ operation: 'typed', typed: 'title = "One"' });
  const list = ({ path }: { path: string }) => path.endsWith('/records');
  const held = holdRequests(list);
  const { sent } = watchRequests();
  const running = panel.run();
  await held.arrived;
  const before = sent.length;
  await panel.run();
  expect([panel.$isBusy.get(), sent.length]).toEqual([true, before]);
  // Without a copy, nothing is lost.
  expect(browser.asksOnUnload()).toBe(false);
  panel.set({ typed: 'title = "Two"' });
  await running;
  held.release();
  expect([panel.$isBusy.get(), panel.$result.get(), toasts()]).toEqual([false, undefined, []]);
  await panel.run();
  expect(panel.$result.get()).toEqual({
    rule: 'title = "Two"',
    found: { count: 0, first: [], how: 'filled' },
  });
  panel.set({ typed: 'title = "One"' });
  expect(panel.$result.get()).toBeUndefined();
});

test('a failure is said, and the next try runs', async () => {
  open({ operation: 'typed', typed: 'title = "One"' });
  const recover = rejectRequests(({ path }) => path.endsWith('/records'), 'Broken.', 500);
  await panel.run();
  expect([panel.$isBusy.get(), panel.$result.get(), toasts()]).toEqual([false, undefined, ['Broken.']]);
  recover();
  await panel.run();
  expect(panel.$result.get()?.found?.count).toBe(1);
});

test('one sign-in runs at a time, and its token is not for a user who was chosen meanwhile', async () => {
  open({ user, operation: 'typed', typed: 'title = "One"' });
  await panel.run();
  expect(panel.$result.get()).toBeDefined();
  const held = holdRequests(({ path }) => path.endsWith('/auth-with-password'), 'responses');
  const { requests } = watchRequests();
  const signingIn = panel.signIn(PASSWORD);
  await held.arrived;
  expect(panel.$isSigningIn.get()).toBe(true);
  await panel.signIn(PASSWORD);
  panel.set({ user: other });
  held.release();
  await signingIn;
  expect([panel.$isSigningIn.get(), panel.$hasToken.get(), requests.length]).toEqual([false, false, 1]);

  await panel.run();
  const recover = rejectRequests(({ path }) => path.endsWith('/auth-with-password'), 'Not today.');
  await panel.signIn(PASSWORD);
  recover();
  expect([panel.$errors.get(), panel.$hasToken.get()]).toEqual([{ password: 'Not today.' }, false]);
  expect(panel.$result.get()).toBeDefined();
  await panel.signIn(PASSWORD);
  expect([panel.$errors.get(), panel.$hasToken.get(), panel.$result.get()]).toEqual([{}, true, undefined]);
  panel.set({ user });
  expect(panel.$hasToken.get()).toBe(false);
});

test('who leaves the screen while a copy exists is asked', async () => {
  location.hash = '#/access';
  browser.dispatch('hashchange');
  open({ user, operation: 'updateRule', record: post });
  await panel.signIn(PASSWORD);
  const held = holdRequests(({ method }) => method === 'DELETE');
  const running = panel.run();
  await held.arrived;
  go('collections');
  const question = await until($question, (one) => one !== undefined);
  expect(question?.text).toBe('A copy of a record is not deleted yet. Leave it?');
  question?.answer(false);
  panel.stop();
  expect(browser.asksOnUnload()).toBe(false);
  held.release();
  await running;
  expect([panel.$result.get(), panel.$hasToken.get()]).toEqual([undefined, false]);
});
