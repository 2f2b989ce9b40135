import { afterEach, beforeEach, expect, test } from 'vitest';
import { $isOffline } from '#stores/app/connection.ts';
import { $filter, setFilter, setSort } from '#stores/app/list-address.ts';
import { $hash } from '#stores/app/route.ts';
import { $admins, $sort, $total, loadMoreAdmins, refreshAdmins } from '#stores/settings/admins/list.ts';
import { ADMIN_EMAIL } from '#tests/support/template.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, toasts, until } from '../records/record-fixture.ts';
import { createStored, loaded, openAdmins, removeOthers, startAdminsPage } from './admins-fixture.ts';

startAdminsPage();

const isList = ({ path, method }: { path: string; method: string }) =>
  path === '/api/admins' && method === 'GET';
const isPage = (page: string) => (request: { path: string; method: string; params: object }) =>
  isList(request) &&
  Object.entries(request.params).some(([name, value]) => name === 'page' && value === page);

/** Adds administrators directly to the database; the last one is the newest. */
function seedAdmins(count: number) {
  const [first] = backend().sql('SELECT id FROM _admins WHERE email = ?', [ADMIN_EMAIL]);
  const start = Date.now() + 60_000;
  const rows = Array.from({ length: count }, (_, index) => {
    const time = new Date(start + index).toISOString().replace('T', ' ');
    const id = `seeded${String(index).padStart(9, '0')}`;
    return { id, email: `seed${index}@example.com`, tokenKey: id, created: time, updated: time };
  });
  backend().copyRow('_admins', String(first?.['id']), rows);
}

beforeEach(async () => {
  await openAdmins();
  await refreshAdmins();
});
afterEach(removeOthers);

test('[AD-02][API-01][API-03] loads page after page until one is short', async () => {
  seedAdmins(250);
  const { requests, stop } = watchRequests();
  await refreshAdmins();
  const admins = await loaded();
  stop();
  expect(requests.filter(isList).map(({ params }) => params)).toEqual(
    ['1', '2', '3'].map((page) => ({ page, perPage: '100', skipTotal: '1', sort: '-created', filter: '' })),
  );
  expect(admins).toHaveLength(251);
  expect(admins[0]?.email).toBe('seed249@example.com');
  expect(admins.at(-1)?.email).toBe(ADMIN_EMAIL);
  expect($total.get()).toBe(251);
  // The template's administrator is the only one that the API may keep.
  for (let page = 0; page < 3; page++) await removeOthers();
});

test('[AD-03] the total is unknown until all are loaded, and a failed page waits for the user', async () => {
  seedAdmins(120);
  const restore = rejectRequests(isPage('2'), 'Busy.', 500);
  await refreshAdmins();
  await until($admins, (load) => load.state === 'ready' && load.hasLoadMoreError === true);
  expect(toasts()).toEqual(['Busy.']);
  expect($total.get()).toBeUndefined();
  restore();
  await loadMoreAdmins();
  expect(await loaded()).toHaveLength(121);
  expect($total.get()).toBe(121);
  for (let page = 0; page < 2; page++) await removeOthers();
});

test('[AD-02] plain text is searched in all columns, an expression is sent as it is', async () => {
  const { requests, stop } = watchRequests();
  setFilter(' ann@ ');
  await loaded();
  expect($total.get()).toBe(0);
  setFilter('email = "x@example.com"');
  // Until it is loaded, the rows on screen are those of the search before.
  expect($total.get()).toBeUndefined();
  expect(await loaded()).toEqual([]);
  stop();
  expect(requests.filter(isList).map(({ params }) => params['filter'])).toEqual([
    'id~"ann@"||email~"ann@"||created~"ann@"||updated~"ann@"',
    'email = "x@example.com"',
  ]);
  expect($filter.get()).toBe('email = "x@example.com"');
  expect($total.get()).toBe(0);
});

test('[TR-05][TR-06] texts with operators and letters of other alphabets are searched', async () => {
  const [first] = backend().sql('SELECT id FROM _admins WHERE email = ?', [ADMIN_EMAIL]);
  const emails = ['a=b@example.com', 'анна@example.com'];
  const rows = emails.map((email, index) => ({ id: `searched00000${index}`, email, tokenKey: email }));
  backend().copyRow('_admins', String(first?.['id']), rows);
  for (const [text, email] of [
    ['a=b', emails[0]],
    ['"a=b"', emails[0]],
    ['АННА', emails[1]],
  ] as const) {
    setFilter(text);
    expect((await loaded()).map((admin) => admin.email)).toEqual([email]);
  }
  setFilter('');
  await loaded();
});

test('[RL-12] a filter that the backend refuses finds nothing and is no failure; other failures are', async () => {
  setFilter('email = nope');
  expect(await loaded()).toEqual([]);
  expect(toasts()).toEqual([]);
  setFilter('');
  expect(await loaded()).toHaveLength(1);
  const restore = rejectRequests(isList, 'Broken.', 500);
  setFilter('email ~ "a"');
  await until($admins, (load) => load.state === 'failed');
  expect(toasts()).toEqual(['Broken.']);
  restore();
  await refreshAdmins();
  expect(await loaded()).toHaveLength(1);
});

test('[AD-04][AD-05] the sort is in the address, and an invalid one is not sent', async () => {
  const other = await createStored();
  setSort('+email');
  expect((await loaded()).map(({ email }) => email)).toEqual([other.email, ADMIN_EMAIL]);
  setSort('-email');
  expect((await loaded()).map(({ email }) => email)).toEqual([ADMIN_EMAIL, other.email]);
  expect($hash.get()).toBe('#/settings/admins?sort=-email');
  const { requests, stop } = watchRequests();
  await openAdmins({ sort: '-avatar' });
  stop();
  expect($sort.get()).toBe('-created');
  expect(requests.filter(isList).map(({ params }) => params['sort'])).toEqual(['-created']);
  expect(toasts()).toEqual([]);
});

test('the list is loaded again when the backend is back', async () => {
  const stop = $isOffline.listen(() => {});
  $isOffline.set(true);
  const { requests } = watchRequests();
  $isOffline.set(false);
  await expect.poll(() => requests.filter(isList)).toHaveLength(1);
  stop();
  await loaded();
});
