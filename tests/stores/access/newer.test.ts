import '../newer-line.ts';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Collection } from '#domain/backend/collection.ts';
import { parseRecord, type RecordData } from '#domain/records/record.ts';
import { $accessRows, startAccess } from '#stores/access/page.ts';
import { createTry, type Try, type TryValues } from '#stores/access/panel.ts';
import { $collections, loadCollections } from '#stores/collections/list.ts';
import { createUser } from '#tests/support/accounts.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { watchRequests } from '../network-fixture.ts';
import { backend, browser, toCollection } from '../records/record-fixture.ts';

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

test('[NC-51] a change is told from its rule, and never sent', async () => {
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
  expect(panel.$errors.get()).toEqual({ record: 'Choose a record.' });
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

test('[NC-50] the backend’s own collections stand last, and have no risk', () => {
  const stops = [startAccess(), $accessRows.listen(() => undefined)];
  const rows = $accessRows.get();
  const isOwn = rows.map(({ collection }) => collection.isSystem);
  expect(isOwn).toEqual(isOwn.toSorted());
  expect(rows.find(({ collection }) => collection.name === '_superusers')?.risks).toEqual(new Set());
  expect(rows.find(({ collection }) => collection.name === 'posts')).toMatchObject({ hidden: ['secret'] });
  for (const stop of stops) stop();
});
