import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ADMIN_LOGS_KEY } from '#domain/app/storage-keys.ts';
import { browser } from '#tests/support/browser-stub.ts';

/** Loads the page: its stores start without the memory of earlier tests. */
async function loadPage(hash: string) {
  vi.resetModules();
  location.hash = hash;
  const { $session } = await import('#stores/app/session.ts');
  const route = await import('#stores/app/route.ts');
  const query = await import('#stores/logs/query.ts');
  $session.set({
    token: 'token',
    admin: { id: 'admin', email: 'admin@example.com', avatar: 0, created: '', updated: '' },
  });
  stops.push(route.startRouting(), query.followRemembered());
  return { ...route, ...query };
}

const stops: (() => void)[] = [];
beforeEach(() => browser.storage.clear());
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  vi.restoreAllMocks();
  browser.quota = Number.POSITIVE_INFINITY;
});

test.each([
  ['nothing', undefined, '#/logs', false, '#/logs'],
  ['no admins', '0', '#/logs', false, '#/logs'],
  ['admins', '1', '#/logs?filter=a', true, '#/logs?filter=a&adminRequests=1'],
  ['text of another program', 'true', '#/logs', false, '#/logs'],
  ['nothing', undefined, '#/logs?adminRequests=1', true, '#/logs?adminRequests=1'],
  ['no admins', '0', '#/logs?adminRequests=1', true, '#/logs?adminRequests=1'],
  ['admins', '1', '#/logs?adminRequests=0', false, '#/logs?adminRequests=0'],
])(
  '[LG-10] [LG-11] with %s remembered (%s), the address %s means %s',
  async (_, stored, hash, includes, shown) => {
    if (stored !== undefined) browser.storage.set(ADMIN_LOGS_KEY, stored);
    const replaced = vi.spyOn(history, 'replaceState');
    const { $includesAdmins, $logsQuery } = await loadPage(hash);
    expect($includesAdmins.get()).toBe(includes);
    expect($logsQuery.get()).toMatchObject({ includesAdmins: includes });
    expect(location.hash).toBe(shown);
    // With a new history entry, Back would lead to the address that adds it again.
    expect(replaced.mock.calls.map(([, , next]) => next)).toEqual(shown === hash ? [] : [shown]);
    // An address does not change what is remembered.
    expect(browser.storage.get(ADMIN_LOGS_KEY)).toBe(stored);
  },
);

test('the remembered choice is not added to the addresses of other screens', async () => {
  browser.storage.set(ADMIN_LOGS_KEY, '1');
  const { go } = await loadPage('#/logs');
  go('collections');
  expect(location.hash).toBe('#/collections');
});

test('[LG-10] [LG-11] a choice is in the address and remembered, as 1 or 0', async () => {
  const { $includesAdmins, includeAdmins, $query } = await loadPage('#/logs?filter=a');
  const added = vi.spyOn(history, 'pushState');
  includeAdmins(true);
  expect($includesAdmins.get()).toBe(true);
  expect($query.get()).toEqual({ filter: 'a', adminRequests: '1' });
  expect(browser.storage.get(ADMIN_LOGS_KEY)).toBe('1');
  includeAdmins(false);
  expect($includesAdmins.get()).toBe(false);
  expect($query.get()).toEqual({ filter: 'a' });
  expect(browser.storage.get(ADMIN_LOGS_KEY)).toBe('0');
  expect(added).not.toHaveBeenCalled();
});

test('a choice adds no entry to the history, where going back could not undo it', async () => {
  const { includeAdmins } = await loadPage('#/logs');
  const replaced = vi.spyOn(history, 'replaceState');
  includeAdmins(true);
  includeAdmins(false);
  expect(replaced.mock.calls.map(([, , hash]) => hash)).toEqual(['#/logs?adminRequests=1', '#/logs']);
});

test('a choice in another tab does not change the list of this one', async () => {
  const { $includesAdmins, includeAdmins, setQuery } = await loadPage('#/logs');
  const stop = $includesAdmins.listen(() => {});
  browser.storeElsewhere(ADMIN_LOGS_KEY, '1');
  expect($includesAdmins.get()).toBe(false);
  // Another filter is requested with the choice of this tab too.
  setQuery({ filter: 'a' });
  expect($includesAdmins.get()).toBe(false);
  expect(location.hash).toBe('#/logs?filter=a');
  includeAdmins(true);
  includeAdmins(false);
  browser.storeElsewhere(ADMIN_LOGS_KEY, '1');
  setQuery({ filter: 'b' });
  expect(location.hash).toBe('#/logs?filter=b');
  expect($includesAdmins.get()).toBe(false);
  stop();
});

test('the screen opens with the latest choice of any tab, unless this tab has made one', async () => {
  const { $includesAdmins, go, includeAdmins } = await loadPage('#/logs');
  browser.storeElsewhere(ADMIN_LOGS_KEY, '1');
  go('collections');
  go('logs');
  expect($includesAdmins.get()).toBe(true);
  expect(location.hash).toBe('#/logs?adminRequests=1');
  includeAdmins(false);
  browser.storeElsewhere(ADMIN_LOGS_KEY, '1');
  go('collections');
  go('logs');
  expect($includesAdmins.get()).toBe(false);
});

test('without usable storage a choice is valid during the visit', async () => {
  const { $includesAdmins, go, includeAdmins } = await loadPage('#/logs');
  browser.quota = 0;
  includeAdmins(true);
  go('collections');
  go('logs');
  expect($includesAdmins.get()).toBe(true);
  expect(location.hash).toBe('#/logs?adminRequests=1');
});
