import { beforeAll, expect, test } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { createRuleEffects } from '#stores/access/effects.ts';
import { $accessRows, $emails, $riskCounts, $risks, startAccess, toggleRisk } from '#stores/access/page.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { rejectRequests } from '../network-fixture.ts';
import { backend, toasts, toCollection, until } from '../records/record-fixture.ts';

let users: Collection;
let posts: Collection;
let user: RecordData;

beforeAll(async () => {
  const { api } = backend();
  users = toCollection(await createCollection(api, { name: 'members', type: 'auth', listRule: '' }));
  posts = toCollection(
    await createCollection(api, { name: 'posts', fields: [field('owner')], deleteRule: '' }),
  );
  user = parseRecord(await createUser(backend(), users.id, { emailVisibility: true }));
  await createUser(backend(), users.id);
  // Who has no email shows none.
  await createUser(backend(), users.id, { email: '', emailVisibility: true });
  for (const owner of [user.id, user.id, 'other']) await createRecord(api, posts.id, { owner });
  $collections.listen(() => undefined);
  await loadCollections();
});

test('counts what a guest and a user pass before and after', async () => {
  const effects = createRuleEffects(posts, [
    { name: 'listRule', before: null, after: '' },
    { name: 'viewRule', before: '', after: 'owner = @request.auth.id' },
    { name: 'updateRule', before: null, after: 'nothing = 1' },
    { name: 'deleteRule', before: 'owner =', after: '@request.auth.id = "" || @request.method = "GET"' },
  ]);
  await effects.load();
  const guest = { subject: undefined };
  const [problem, unread] = [expect.stringMatching(/./), expect.stringMatching(/^The rule can’t be read. /)];
  const untold = 'It depends on @request.method.';
  expect(effects.$load.get()).toMatchObject({
    state: 'ready',
    value: [
      { ...guest, before: 0, after: 3 },
      { ...guest, before: 3, after: 0 },
      { ...guest, before: 0, after: problem },
      { ...guest, before: unread, after: untold },
    ],
  });
  effects.chooseAuth(users.id);
  effects.chooseUser(user);
  const load = await until(effects.$load, ({ state }) => state === 'ready');
  expect(load.state === 'ready' && load.value.map(({ before, after }) => [before, after])).toEqual([
    [0, 3],
    [0, 3],
    [3, 0],
    [3, 2],
    [0, problem],
    [0, problem],
    [unread, untold],
    [unread, untold],
  ]);
  effects.stop();
});

test('a rule that no request has room for with the user’s values is not counted', async () => {
  const after = Array.from({ length: 64 }, () => 'owner = @request.auth.collectionName').join(' || ');
  const effects = createRuleEffects(posts, [{ name: 'listRule', before: null, after }]);
  effects.chooseAuth(users.id);
  effects.chooseUser({ ...user });
  const load = await until(effects.$load, ({ state }) => state === 'ready');
  const told = load.state === 'ready' && load.value.map((effect) => effect.after);
  expect(told).toEqual([0, 'With the user’s values it is too long for a request.']);
  effects.stop();
});

test('the page counts the emails that are visible, and narrows the collections by risk', async () => {
  const stop = startAccess();
  const stopRows = $accessRows.listen(() => undefined);
  await until($emails, ({ state }) => state === 'ready');
  const names = () => $accessRows.get().map(({ collection }) => collection.name);
  expect($riskCounts.get()).toMatchObject({ emails: 1, change: 1, noAuth: 0 });
  toggleRisk('emails');
  expect(names()).toEqual(['members']);
  expect($accessRows.get()[0]?.emails).toBe(1);
  toggleRisk('change');
  expect(names()).toEqual(['members', 'posts']);
  toggleRisk('emails');
  toggleRisk('change');
  expect($risks.get()).toEqual([]);
  expect(names()).toContain('users');
  stopRows();
  stop();
});

test('a collection that refuses takes the counts of no other one away', async () => {
  rejectRequests(({ path }) => path.includes('/_pb_users_auth_/records'), 'The disk is full.');
  const stop = startAccess();
  const stopRows = $accessRows.listen(() => undefined);
  expect(await until($emails, ({ state }) => state !== 'busy')).toMatchObject({
    state: 'failed',
    error: { message: 'The disk is full.' },
  });
  const shown = () => $accessRows.get().find(({ collection }) => collection.id === users.id)?.emails;
  expect(shown()).toBe(1);
  expect(toasts()).toEqual([]);
  stopRows();
  stop();
  expect(shown()).toBeUndefined();
});
