import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { START_AT_HOME_KEY } from '#domain/app/storage-keys.ts';
import { $filter, setFilter, setSort } from '#stores/app/list-address.ts';
import {
  $hash,
  $installer,
  $path,
  $query,
  $route,
  $startsAtHome,
  clearReturnAddress,
  go,
  guardLeaving,
  replaceHash,
  setInstaller,
  setQuery,
  startRouting,
} from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { browser, SESSION, signInOffline } from '../offline-fixture.ts';

const stops: (() => void)[] = [];
beforeEach(() => {
  location.search = '';
  location.hash = '';
  signInOffline();
  stops.push(startRouting());
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
  clearReturnAddress();
});

/** Changes the address like a link or the address bar. */
function visit(hash: string, event: 'hashchange' | 'popstate' = 'hashchange'): void {
  location.hash = hash;
  browser.dispatch(event);
}

test.each(['hashchange', 'popstate'] as const)('follows the address by %s', (event) => {
  visit('#/collections?filter=a&sort=-b', event);
  expect($route.get()?.definition.title).toBe('Collections');
  expect($path.get()).toBe('/collections');
  expect($query.get()).toEqual({ filter: 'a', sort: '-b' });
  stops.pop()?.();
  visit('#/logs', event);
  expect($path.get()).toBe('/collections');
});

test.each([
  ['an administrator', true, '', '#/collections'],
  ['an administrator', true, '#/', '#/collections'],
  ['an administrator', true, '#/login', '#/collections'],
  ['an administrator', true, '#/settings/mail', '#/settings/mail'],
  ['a guest', false, '', '#/login'],
  ['a guest', false, '#/logs', '#/login'],
  ['a guest', false, '#/request-password-reset', '#/request-password-reset'],
])('[RT-02] [RT-04] %s (signed in: %s) who opens "%s" is shown "%s"', (_who, isSignedIn, hash, shown) => {
  if (!isSignedIn) $session.set(undefined);
  visit(hash);
  expect(location.hash).toBe(shown);
  expect($hash.get()).toBe(shown);
  expect($path.get()).toBe(shown.slice(1));
});

test('[RT-09] an unknown address is shown as not found, and its query can’t be changed', () => {
  visit('#/nowhere?a=1');
  expect($route.get()?.name).toBe('notFound');
  setQuery({ a: '2' });
  expect(location.hash).toBe('#/nowhere?a=1');
});

test('after a session has ended, the next sign-in returns to its screen, once', () => {
  visit('#/logs?filter=x');
  $session.set(undefined);
  expect($path.get()).toBe('/login');
  signInOffline();
  expect(location.hash).toBe('#/logs?filter=x');
  visit('#/login');
  expect(location.hash).toBe('#/collections');
});

test('a screen that was requested before the sign-in opens after it', () => {
  $session.set(undefined);
  visit('#/settings/mail');
  expect($path.get()).toBe('/login');
  signInOffline();
  expect($path.get()).toBe('/settings/mail');
});

test('opens the collections after a deliberate sign-out', () => {
  visit('#/logs');
  $session.set(undefined);
  clearReturnAddress();
  signInOffline();
  expect($path.get()).toBe('/collections');
});

test('opens Home instead of the collections once that is chosen, but not in place of what was requested', () => {
  $startsAtHome.set(true);
  expect(browser.storage.get(START_AT_HOME_KEY)).toBe('1');
  visit('#/');
  expect($path.get()).toBe('/home');
  $session.set(undefined);
  visit('#/logs');
  signInOffline();
  expect($path.get()).toBe('/logs');
  $startsAtHome.set(false);
  expect($path.get()).toBe('/logs');
  expect(browser.storage.has(START_AT_HOME_KEY)).toBe(false);
  // Chosen in another tab.
  const stop = $startsAtHome.listen(() => {});
  browser.storeElsewhere(START_AT_HOME_KEY, 'anything');
  expect($startsAtHome.get()).toBe(false);
  browser.storeElsewhere(START_AT_HOME_KEY, '1');
  visit('#/');
  expect($path.get()).toBe('/home');
  browser.storeElsewhere(START_AT_HOME_KEY);
  stop();
  visit('#/');
  expect($path.get()).toBe('/collections');
});

test('does not return to a screen for guests', () => {
  $session.set(undefined);
  visit('#/request-password-reset');
  signInOffline();
  expect($path.get()).toBe('/collections');
});

test('[RT-02] a stored session that is no longer valid is removed before the sign-in opens', () => {
  browser.storage.set('pocketbase_auth', '{"token":"x.y.z","model":{"id":"admin"}}');
  $session.set(undefined);
  visit('#/logs');
  expect(browser.storage.has('pocketbase_auth')).toBe(false);
});

test('[IN-01] [IN-08] the installer replaces every screen', () => {
  $session.set(undefined);
  setInstaller(true);
  expect(location.search).toBe('?installer');
  expect($installer.get()).toBe(true);
  expect($route.get()?.name).toBe('root');
  visit('#/login');
  expect($route.get()?.name).toBe('root');
  setInstaller(false);
  expect(location.search).toBe('');
  expect($installer.get()).toBe(false);
  expect($path.get()).toBe('/login');
});

test('the installer’s flag leaves the rest of the address unchanged', () => {
  $session.set(undefined);
  location.search = '?lang=de&installer=';
  visit('#/');
  expect($installer.get()).toBe(true);
  setInstaller(true);
  expect(location.search).toBe('?lang=de&installer');
  setInstaller(false);
  expect(location.search).toBe('?lang=de');
});

test('a page that is opened with the flag shows the installer immediately', () => {
  stops.pop()?.();
  $session.set(undefined);
  location.search = '?installer';
  stops.push(startRouting());
  expect($installer.get()).toBe(true);
  expect($route.get()?.name).toBe('root');
});

test('go opens a route with its query and its parameters', () => {
  go('collections', { collectionId: 'a', filter: '' });
  expect(location.hash).toBe('#/collections?collectionId=a');
  expect($query.get()).toEqual({ collectionId: 'a' });
  go('usersConfirmReset', undefined, { token: 'abc' });
  expect($route.get()?.params).toEqual({ token: 'abc' });
});

test('setQuery changes single values and removes empty ones', () => {
  visit('#/collections?collectionId=a&filter=x');
  setQuery({ filter: 'y', sort: '-name' });
  expect($query.get()).toEqual({ collectionId: 'a', filter: 'y', sort: '-name' });
  setQuery({ filter: '', sort: undefined });
  expect(location.hash).toBe('#/collections?collectionId=a');
});

test('search and sort of a list are in the address, without needless spaces', () => {
  visit('#/collections?collectionId=a');
  setFilter('  title = 1 ');
  setSort('-title');
  expect($query.get()).toEqual({ collectionId: 'a', filter: 'title = 1', sort: '-title' });
  expect($filter.get()).toBe('title = 1');
  setFilter('  ');
  setSort('');
  expect($query.get()).toEqual({ collectionId: 'a' });
  expect($filter.get()).toBe('');
});

test('setQuery replaces the entry in the history only with `replace`', () => {
  visit('#/collections?filter=x');
  const replaced = vi.spyOn(history, 'replaceState');
  setQuery({ filter: 'y' });
  expect(replaced).not.toHaveBeenCalled();
  setQuery({ filter: 'z' }, { replace: true });
  expect(replaced).toHaveBeenCalledOnce();
  expect($query.get()).toEqual({ filter: 'z' });
});

test('an unchanged query does not touch the history', () => {
  visit('#/collections?filter=x');
  const replaced = vi.spyOn(history, 'replaceState');
  setQuery({ filter: 'x' }, { replace: true });
  expect(replaced).not.toHaveBeenCalled();
});

test('replaceHash opens the new address', () => {
  replaceHash('#/logs');
  expect($path.get()).toBe('/logs');
});

test('a guard that refuses to leave keeps the address and the history', () => {
  visit('#/collections?filter=x');
  const guarded: string[] = [];
  const added = vi.spyOn(history, 'pushState');
  const unguard = guardLeaving((hash) => {
    guarded.push(hash);
    return false;
  });
  visit('#/logs');
  expect(guarded).toEqual(['#/logs']);
  expect($path.get()).toBe('/collections');
  expect(location.hash).toBe('#/collections?filter=x');
  expect(added).toHaveBeenCalledOnce();
  // The same address does not leave the screen.
  visit('#/collections?filter=x');
  expect(guarded).toHaveLength(1);
  unguard();
  visit('#/logs');
  expect($path.get()).toBe('/logs');
});

test('a guard that allows leaving changes nothing', () => {
  stops.push(guardLeaving(() => true));
  visit('#/logs');
  expect($path.get()).toBe('/logs');
});

test('a guard at the root keeps the root', () => {
  stops.pop()?.();
  $session.set(undefined);
  location.search = '?installer';
  location.hash = '';
  stops.push(startRouting());
  stops.push(guardLeaving(() => false));
  visit('#/login');
  expect(location.hash).toBe('#/');
});

test('an address stays as it is while the session is only renewed', () => {
  visit('#/logs');
  $session.set({ ...SESSION, token: 'renewed' });
  expect($path.get()).toBe('/logs');
});
