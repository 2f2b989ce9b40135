import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { $copies, deleteCopies } from '#stores/access/copy.ts';
import { $isTryOpen, startAccess } from '#stores/access/page.ts';
import { createTry, type Try, type TryValues } from '#stores/access/panel.ts';
import { $adminId } from '#stores/app/session.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import {
  createCollection,
  createRecord,
  createUser,
  field,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { answerRequests, holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, browser, toasts, toCollection } from '../records/record-fixture.ts';

let users: Collection;
let posts: Collection;
let user: RecordData;
let records: RecordData[] = [];
let panel: Try | undefined;

const RULE = 'author = @request.auth.id && status = "open"';

beforeAll(async () => {
  const { api } = backend();
  users = toCollection(
    await createCollection(api, {
      name: uniqueName('people'),
      type: 'auth',
      options: { allowEmailAuth: true, minPasswordLength: 8 },
    }),
  );
  posts = toCollection(
    await createCollection(api, {
      name: uniqueName('posts'),
      schema: [
        field('title'),
        field('status'),
        field('author', 'relation', {
          options: { collectionId: users.id, maxSelect: 1, cascadeDelete: false },
        }),
        field('scan', 'file', { options: { maxSelect: 1, maxSize: 9999 } }),
      ],
      listRule: RULE,
      viewRule: RULE,
      createRule: `${RULE} && @request.data.title:isset = true`,
      updateRule: `${RULE} && title != ""`,
      deleteRule: null,
    }),
  );
  user = parseRecord(await createUser(api, users.id));
  records = [];
  for (const [title, status] of [
    ['One', 'open'],
    ['Two', 'closed'],
    ['', 'open'],
  ]) {
    records.push(parseRecord(await createRecord(api, posts.id, { title, status, author: user.id })));
  }
  $collections.listen(() => undefined);
  await loadCollections();
  expect($adminId.get()).toBeDefined();
});
afterEach(() => {
  panel?.stop();
  panel = undefined;
});

/** A user of a new auth collection, in which the panel is to look for them. */
async function memberOf(options: object): Promise<RecordData> {
  const members = toCollection(
    await createCollection(backend().api, {
      name: uniqueName('members'),
      type: 'auth',
      options: { minPasswordLength: 8, ...options },
    }),
  );
  await loadCollections();
  return parseRecord(await createUser(backend().api, members.id));
}

/** The result of a try, of posts unless the values say something else. */
async function tried(values: Partial<TryValues>, password?: string) {
  panel = createTry();
  panel.set({ collectionId: posts.id });
  if (values.user) panel.set({ authId: values.user.collectionId });
  panel.set(values);
  if (password !== undefined) await panel.signIn(password);
  await panel.run();
  return panel.$result.get();
}
const count = () => backend().sql(`SELECT count(*) AS count FROM ${posts.name}`)[0]?.['count'];

test('a guest’s list is a real request without a token', async () => {
  const { sent } = watchRequests();
  const result = await tried({});
  expect(result).toMatchObject({ found: { count: 0, how: 'sent' } });
  expect(sent.some((one) => one.startsWith(`GET /api/collections/${posts.id}/records`))).toBe(true);
});

test('a user’s values are filled in, and what a record fails is named', async () => {
  const result = await tried({ user, record: records[1] });
  expect(result).toMatchObject({
    found: { count: 2, how: 'filled' },
    one: { isAllowed: false, how: 'filled', unmet: ['status = "open"'] },
  });
});

test('with the password, requests have the user’s own token, which is never stored', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => fetched.mockRestore());
  const result = await tried({ user, record: records[1] }, 'userpassword1');
  expect(panel?.$hasToken.get()).toBe(true);
  expect(result).toMatchObject({ found: { count: 2, how: 'sent' }, one: { isAllowed: false, how: 'sent' } });
  const viewed = await tried({ user, operation: 'viewRule', record: records[0] }, 'userpassword1');
  expect(viewed).toMatchObject({ one: { isAllowed: true, how: 'sent' } });
  await loadCollections();
  const sent = fetched.mock.calls.map(([url, init]) => ({
    url: String(url),
    token: new Headers(init?.headers).get('Authorization') ?? '',
  }));
  const views = sent.filter(({ url }) => url.endsWith(`/records/${records[0]?.id}`));
  // The administrator's, then the user's.
  const [adminToken, token = ''] = new Set(views.map((view) => view.token));
  expect(token).toMatch(/^ey/);
  expect(sent.at(-1)?.token).toBe(adminToken);
  const items = [browser.storage, browser.tabStorage].flatMap((storage) => [...storage.values()]);
  const stored = [...items, ...sent.map(({ url }) => url)].join('\n');
  expect(stored).toContain(adminToken);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain('userpassword1');
});

test('a wrong password is said beside it, and the administrator stays signed in', async () => {
  const admin = $adminId.get();
  await tried({ user }, 'wrong');
  expect(panel?.$errors.get().password).toMatch(/authenticate/i);
  expect($adminId.get()).toBe(admin);
  expect(toasts()).toEqual([]);
});

test('an update is tried on a copy, which is deleted again', async () => {
  const before = count();
  const parts = { data: '{"title":"Changed"}', query: '{}', headers: '{}' };
  const result = await tried({ user, operation: 'updateRule', record: records[0], parts }, 'userpassword1');
  expect(result).toMatchObject({ one: { isAllowed: true, how: 'copy' } });
  const refused = await tried({ user, operation: 'updateRule', record: records[2], parts }, 'userpassword1');
  expect(refused).toMatchObject({ one: { isAllowed: false, how: 'copy', unmet: ['title != ""'] } });
  expect(count()).toBe(before);
  expect($copies.get()).toEqual([]);
});

test.each(['', 'userpassword1'])(
  'a create is tried on a record that is deleted again (password %j)',
  async (password) => {
    const before = count();
    const data = (author: string) => ({
      data: JSON.stringify({ title: 'New', status: 'open', author }),
      query: '',
      headers: '',
    });
    const sent = password || undefined;
    const allowed = await tried({ user, operation: 'createRule', parts: data(user.id) }, sent);
    expect(allowed).toMatchObject({ one: { isAllowed: true, how: sent ? 'copy' : 'filled' } });
    const refused = await tried({ user, operation: 'createRule', parts: data('') }, sent);
    expect(refused).toMatchObject({ one: { isAllowed: false, unmet: [`author = @request.auth.id`] } });
    expect(count()).toBe(before);
    expect($copies.get()).toEqual([]);
  },
);

test('a copy that can’t be made is said, and the rule is filled in', async () => {
  const withFile = parseRecord(
    await createRecord(backend().api, posts.id, {
      title: 'F',
      status: 'open',
      author: user.id,
      scan: textFile(),
    }),
  );
  const result = await tried({ user, operation: 'updateRule', record: withFile }, 'userpassword1');
  expect(result).toMatchObject({
    one: { isAllowed: true, how: 'filled', note: 'Not tried on a copy. The files of scan can’t be copied.' },
  });
});

test('a copy whose deletion fails is remembered until it is deleted', async () => {
  const recover = rejectRequests(({ method }) => method === 'DELETE', 'Broken.', 500);
  await tried({ user, operation: 'updateRule', record: records[0] }, 'userpassword1');
  expect($copies.get()).toMatchObject([{ collectionId: posts.id }]);
  // A tab that is closed now leaves a copy, which the next one names.
  expect(JSON.parse(String(localStorage.getItem('atollCopies')))).toEqual($copies.get());
  await deleteCopies();
  expect([$copies.get().length, toasts()]).toEqual([1, ['Broken.']]);
  recover();
  await deleteCopies();
  expect($copies.get()).toEqual([]);
});

test('a copy that can’t be deleted keeps no other one', async () => {
  const recover = rejectRequests(({ method }) => method === 'DELETE', 'Broken.', 500);
  await tried({ user, operation: 'updateRule', record: records[0] }, 'userpassword1');
  await tried({ user, operation: 'updateRule', record: records[0] }, 'userpassword1');
  recover();
  const [first] = $copies.get();
  expect($copies.get()).toHaveLength(2);
  const recoverFirst = rejectRequests(
    ({ method, path }) => method === 'DELETE' && path.endsWith(`/${first?.id}`),
    'Part of a required relation.',
    400,
  );
  await deleteCopies();
  expect([$copies.get(), toasts()]).toEqual([[first], ['Part of a required relation.']]);
  recoverFirst();
  await deleteCopies();
  expect($copies.get()).toEqual([]);
});

test('the browser asks before the page is closed while a copy exists', async () => {
  const isDelete = ({ method }: { readonly method: string }) => method === 'DELETE';
  const { arrived, release } = holdRequests(isDelete);
  const trying = tried({ user, operation: 'updateRule', record: records[0] }, 'userpassword1');
  await arrived;
  expect(browser.asksOnUnload()).toBe(true);
  release();
  await trying;
  expect(browser.asksOnUnload()).toBe(false);
});

test('a create whose response is lost may still arrive: it stays named although it is not there', async () => {
  const isCreate = ({ method, path }: { readonly method: string; readonly path: string }) =>
    method === 'POST' && path.endsWith('/records');
  const recover = answerRequests(isCreate, () => Response.error());
  await tried({ operation: 'createRule', user });
  expect($copies.get()).toMatchObject([{ collectionId: posts.id }]);
  recover();
  await deleteCopies();
  expect($copies.get()).toEqual([]);
});

test('a user whose collection has no sign-in by email signs in by username', async () => {
  await tried({ user: await memberOf({ allowUsernameAuth: true, allowEmailAuth: false }) }, 'userpassword1');
  expect(panel?.$errors.get()).toEqual({});
  expect(panel?.$hasToken.get()).toBe(true);
});

test('a user who may not sign in is told so, and the administrator stays where they are', async () => {
  location.hash = '#/access';
  const { sent } = watchRequests();
  await tried({ user: await memberOf({ allowEmailAuth: true, onlyVerified: true }) }, 'userpassword1');
  expect(panel?.$errors.get().password).toMatch(/verify/);
  expect(location.hash).toBe('#/access');
  expect(sent.filter((one) => one.includes('auth-refresh'))).toEqual([]);
});

test('an expired token, with which requests are a guest’s, is not used', async () => {
  await tried({ user }, 'userpassword1');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  panel?.set({ operation: 'viewRule' });
  await panel?.run();
  expect(panel?.$result.get()).toBeUndefined();
  expect(panel?.$hasToken.get()).toBe(false);
  expect(panel?.$errors.get().password).toMatch(/expired/);
});

test('a list that the backend refuses is said, not taken for an empty one', async () => {
  const listRule = '@request.query.sort != ""';
  const lists = toCollection(
    await createCollection(backend().api, { name: uniqueName('lists'), listRule, schema: [field('title')] }),
  );
  await loadCollections();
  const parts = { data: '{}', query: '{"sort":"nothing"}', headers: '{}' };
  expect(await tried({ collectionId: lists.id, parts })).toMatchObject({
    problem: expect.stringMatching(/./),
  });
  const sorted = { ...parts, query: '{"sort":"title"}' };
  expect(await tried({ collectionId: lists.id, parts: sorted })).toMatchObject({ found: { how: 'sent' } });
});

test('only what a request can have is asked for', async () => {
  panel = createTry();
  panel.set({ collectionId: posts.id, operation: 'typed', typed: '@request.headers.x_a = "1"' });
  expect(panel.$parts.get()).toEqual(['headers']);
  panel.set({ parts: { data: '', query: '', headers: '{"x y":"1"}' } });
  await panel.run();
  expect(panel.$errors.get()).toEqual({ headers: 'No request can have these headers.' });
  for (const name of ['x_a', 'X-A']) {
    panel.set({ parts: { data: '', query: '', headers: JSON.stringify({ [name]: 1 }) } });
    await panel.run();
    expect(panel.$result.get()?.found?.count).toBeGreaterThan(0);
  }
});

test('leaving the screen closes the panel', () => {
  const stop = startAccess();
  $isTryOpen.set(true);
  stop();
  expect($isTryOpen.get()).toBe(false);
});

test('admins only lets nobody through; a typed rule is filled in; what can’t be is said', async () => {
  expect(await tried({ user, operation: 'deleteRule', record: records[0] })).toMatchObject({
    rule: null,
    found: { count: 0 },
    one: { isAllowed: false },
  });
  expect(await tried({ user, operation: 'typed', typed: '@request.auth.verified = false' })).toMatchObject({
    found: { how: 'filled' },
  });
  expect(await tried({ user, operation: 'typed', typed: 'title = @request.auth' })).toHaveProperty('problem');
  expect(await tried({ user, operation: 'typed', typed: 'title = ' })).toMatchObject({
    problem: expect.stringContaining('can’t be read'),
  });
  expect(await tried({ user, operation: 'typed', typed: 'nothing = 1' })).toHaveProperty('problem');
});

test('data that is no JSON object is refused beside its field', async () => {
  const parts = { data: '[1', query: '{}', headers: '{}' };
  expect(await tried({ user, operation: 'updateRule', parts })).toBeUndefined();
  expect(panel?.$errors.get().data).toMatch(/JSON object/);
});
