import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Collection } from '#domain/collections/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { $copies } from '#stores/access/copy.ts';
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
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, toasts, toCollection } from '../records/record-fixture.ts';

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

/** The result of a try, of posts unless the values say something else. */
async function tried(values: Partial<TryValues>, password?: string) {
  panel = createTry();
  panel.set({ collectionId: posts.id });
  if (values.user) panel.set({ authId: users.id });
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
  const result = await tried({ user, record: records[1] }, 'userpassword1');
  expect(panel?.$hasToken.get()).toBe(true);
  expect(result).toMatchObject({ found: { count: 2, how: 'sent' }, one: { isAllowed: false, how: 'sent' } });
  const viewed = await tried({ user, operation: 'viewRule', record: records[0] }, 'userpassword1');
  expect(viewed).toMatchObject({ one: { isAllowed: true, how: 'sent' } });
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

test('a copy whose deletion fails is named until it is deleted', async () => {
  const recover = rejectRequests(({ method }) => method === 'DELETE', 'Broken.', 500);
  await tried({ user, operation: 'updateRule', record: records[0] }, 'userpassword1');
  expect($copies.get()).toMatchObject([{ collection: { id: posts.id } }]);
  recover();
  await panel?.deleteCopies();
  expect($copies.get()).toEqual([]);
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
