// Before any module that uses the window.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as admins from '#api/auth/admins.ts';
import { api } from '#api/client.ts';
import { listEntries } from '#api/settings/sync.ts';
import { backends, backendUrl, currentBackend, ownReferer, storageKeyOf } from '#browser/backends.ts';
import { handOver, readShared, storeShared } from '#browser/shared-storage.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { hiddenColumnsKey, PINNED_KEY, THEME_KEY } from '#domain/app/storage-keys.ts';
import { $question, confirm } from '#stores/app/confirm.ts';
import { confirmOnProduction } from '#stores/app/confirm-production.ts';
import { checkConnection } from '#stores/app/connection.ts';
import { report } from '#stores/app/report.ts';
import { guardLeaving } from '#stores/app/route.ts';
import { $session, signIn, startSession } from '#stores/app/session.ts';
import { otherBackends, switchBackend } from '#stores/app/switch-backend.ts';
import { $theme, setTheme } from '#stores/app/theme.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { createDraftStorage } from '#stores/factories/create-draft-storage.ts';
import { commandsOf } from '#stores/palette/commands.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createTitles } from '#tests/support/factories.ts';
import { browser, settled } from '../offline-fixture.ts';

vi.mock(import('#stores/app/connection.ts'), async (original) => ({
  ...(await original()),
  checkConnection: vi.fn(),
}));

const OWN = 'atoll:Live:';
let live: Backend;
let stage: Backend;
let stop: () => void;

beforeAll(async () => {
  [stage, live] = await Promise.all([startPocketBase(), startPocketBase()]);
  browser.backends = JSON.stringify([
    { name: 'Stage', url: stage.url },
    { name: 'Live', url: live.url, color: 'red', production: true },
  ]);
  location.search = '?backend=Live';
  stop = startSession();
});
afterAll(async () => {
  stop();
  await Promise.all([live.stop(), stage.stop()]);
});
afterEach(() => {
  $question.get()?.answer(false);
  $toasts.set([]);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const first = () => backends()[0] as NamedBackend;
const signInHere = () => signIn(live.adminEmail, live.adminPassword);
const signInThere = () => admins.signIn(stage.adminEmail, stage.adminPassword, { backend: first() });

test('the address of the page names the backend of the tab', () => {
  expect(currentBackend()).toMatchObject({ name: 'Live', production: true });
  expect(backendUrl()).toBe(`${live.url}/`);
  expect(otherBackends().map(({ name }) => name)).toEqual(['Stage']);
  expect(ownReferer()).toBe('http://atoll.test/');
});

describe('sessions', () => {
  test('are apart, and a call to another backend uses that one’s', async () => {
    const posts = await createTitles(stage.api, 0);
    await signInHere();
    expect(browser.storage.get('pocketbase_auth')).toBeUndefined();
    await signInThere();
    const token = (key: string) => JSON.parse(browser.storage.get(key) ?? '{}').token as string;
    expect(token(`${OWN}pocketbase_auth`)).toBe($session.get()?.token);
    expect(token('pocketbase_auth')).toBeTruthy();
    const namesOf = async (backend?: NamedBackend) =>
      (await listEntries(200, { backend })).map(({ name }) => name);
    expect(await namesOf(first())).toContain(posts.name);
    expect(await namesOf()).not.toContain(posts.name);
    expect(await namesOf(currentBackend())).not.toContain(posts.name);
  });

  test('an event about the session of another backend ends none, and one about its own does', async () => {
    await signInHere();
    browser.storeElsewhere('pocketbase_auth');
    expect($session.get()).toBeDefined();
    browser.storeElsewhere(`${OWN}pocketbase_auth`);
    expect($session.get()).toBeUndefined();
  });

  test('a refusal of another backend keeps the session of the page, and its toast has the name', async () => {
    await signInHere();
    api(first()).session.clear();
    const error = await listEntries(200, { backend: first() }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 401, elsewhere: 'Stage' });
    report(error);
    report(Object.assign(error as ApiError, { status: 403 }));
    expect($session.get()).toBeDefined();
    expect($toasts.get()[0]?.message).toMatch(/^Stage: /);
    // The same refusal by the backend of the page ends it.
    api().session.save('invalid', null);
    const own = await listEntries(200).catch((thrown: unknown) => thrown);
    expect(own).not.toHaveProperty('elsewhere');
    report(own);
    expect($session.get()).toBeUndefined();
  });

  test('a backend that is away does not make the page offline', async () => {
    const away = new ApiError({ status: 0, message: 'away' });
    report(Object.assign(away, { elsewhere: 'Stage' }));
    expect(checkConnection).not.toHaveBeenCalled();
  });

  test('the end of one is not that of the other', async () => {
    await signInHere();
    await signInThere();
    admins.forgetSession({ backend: first() });
    expect(browser.storage.get('pocketbase_auth')).toBeUndefined();
    expect($session.get()).toBeDefined();
  });
});

describe('what is stored', () => {
  test('drafts are apart, in local storage and in that of the tab', () => {
    browser.storage.set('draft', 'of Stage');
    expect(readShared('draft')).toBeUndefined();
    storeShared('draft', 'of Live');
    expect(readShared('draft')).toBe('of Live');
    expect(browser.tabStorage.get(`${OWN}draft`)).toBe('of Live');
    handOver('draft');
    expect(browser.tabStorage.has(`${OWN}draft`)).toBe(false);
    expect(browser.storage.get(`${OWN}draft`)).toBe('of Live');
    expect(browser.storage.get('draft')).toBe('of Stage');
  });

  test('a draft that another tab has deleted is stored again while its form has edits', () => {
    vi.useFakeTimers();
    const drafts = createDraftStorage<string>({
      typed: () => 'typed here',
      parse: (text) => text,
      format: (text) => JSON.stringify({ text }),
      merge: (_offered, text) => text,
      restore: () => {},
    });
    drafts.open('form');
    drafts.touch();
    drafts.flush();
    browser.storeElsewhere('form');
    vi.runAllTimers();
    expect(browser.storage.has('form')).toBe(false);
    browser.storeElsewhere(`${OWN}form`);
    expect(browser.storage.has(`${OWN}form`)).toBe(false);
    vi.runAllTimers();
    expect(browser.storage.get(`${OWN}form`)).toContain('typed here');
    drafts.stop();
  });

  test('views are apart, and so are the changes of other tabs', () => {
    const asIs = (text: string) => text;
    const { $value } = createPreference({ key: PINNED_KEY, initial: '', decode: asIs, encode: asIs });
    const seen: string[] = [];
    const stopListening = $value.listen((value) => seen.push(value));
    browser.storeElsewhere(PINNED_KEY, 'of Stage');
    expect(seen).toEqual([]);
    browser.storeElsewhere(OWN + PINNED_KEY, 'of Live');
    expect(seen).toEqual(['of Live']);
    stopListening();
    expect(storageKeyOf(first(), hiddenColumnsKey('abc'))).toBe('abc@hiddenColumns');
    expect(storageKeyOf(currentBackend(), hiddenColumnsKey('abc'))).toBe(`${OWN}abc@hiddenColumns`);
  });

  test('the theme is that of the device', () => {
    const stopTheme = $theme.listen(() => {});
    setTheme('dark');
    expect(browser.storage.get(THEME_KEY)).toBe('dark');
    stopTheme();
  });
});

describe('production', () => {
  const typed = () => $question.get()?.typed;
  test.each([
    ['a loss', { loss: 'All of it.' }, 'Live'],
    ['edits of this device', { loss: '' }, undefined],
    ['nothing', {}, undefined],
  ])('a question that destroys %s asks to type %s', (_what, options, expected) => {
    void confirm('Really?', options);
    expect(typed()).toBe(expected);
  });

  test('the backend of a question may be another one', async () => {
    void confirm('Really?', { loss: 'All of it.', backend: first() });
    expect(typed()).toBeUndefined();
    void confirm('Really?', { backend: currentBackend() });
    expect(typed()).toBe('Live');
    const confirmed = confirmOnProduction('Really?', 'All of it.');
    expect(typed()).toBe('Live');
    $question.get()?.answer(true);
    expect(await confirmed).toBe(true);
  });
});

describe('another backend', () => {
  test('is a command, asks the guards first, and loads the page without its query', async () => {
    const assign = vi.fn();
    Object.assign(location, { assign });
    const left: (() => void)[] = [];
    const stopGuard = guardLeaving((hash, leave) => {
      expect(hash).toBe('');
      left.push(leave);
      return false;
    });
    const switches = commandsOf([]).filter(({ group }) => group === 'Backends');
    expect(switches).toMatchObject([
      { id: 'backend:Stage', title: 'Switch to Stage', icon: expect.stringMatching(/^icon-\[/) },
    ]);
    switches[0]?.run();
    expect(assign).not.toHaveBeenCalled();
    stopGuard();
    left[0]?.();
    await settled();
    expect(assign).toHaveBeenCalledExactlyOnceWith('http://atoll.test/?backend=Stage');
    switchBackend(currentBackend() as NamedBackend);
    expect(assign).toHaveBeenLastCalledWith('http://atoll.test/?backend=Live');
  });

  test.each(['Nope', '', 'live'])('%j is no backend: nothing is read, stored or sent', (name) => {
    const search = location.search;
    location.search = `?backend=${name}`;
    browser.storage.set(PINNED_KEY, 'of Stage');
    expect(() => currentBackend()).toThrow();
    expect(() => backendUrl()).toThrow();
    expect(() => api()).toThrow();
    expect(readShared(PINNED_KEY)).toBeUndefined();
    expect(storeShared(PINNED_KEY, 'x')).toBe(false);
    expect(browser.storage.get(PINNED_KEY)).toBe('of Stage');
    location.search = search;
  });
});

test('another order of the list leaves each backend its keys', async () => {
  const keys = (of: typeof storageKeyOf) =>
    backends().map((backend) => [backend.name, of(backend, PINNED_KEY), of(backend, THEME_KEY)]);
  const before = keys(storageKeyOf);
  expect(before).toEqual([
    ['Stage', PINNED_KEY, THEME_KEY],
    ['Live', OWN + PINNED_KEY, THEME_KEY],
  ]);
  vi.resetModules();
  browser.backends = JSON.stringify(JSON.parse(browser.backends).reverse());
  location.search = '';
  const page = await import('#browser/backends.ts');
  expect(page.currentBackend()?.name).toBe('Live');
  expect(keys(page.storageKeyOf)).toEqual(before);
});

test('[TR-40] [RT-11] apps and stored texts get an address without the stamp', async () => {
  vi.resetModules();
  const page = [
    { name: 'My own', url: 'http://atoll.test/a/backends/My%20own@0123456789ab/' },
    { name: 'Stage', url: 'http://atoll.test/a/backends/Stage@ba9876543210/' },
  ];
  browser.backends = JSON.stringify(page);
  const { publicAddress } = await import('#browser/backends.ts');
  const others = ['http://pb.test/me@home/', 'http://atoll.test/api/files/c/r/backends@0123456789ab/'];
  expect([...page.map(({ url }) => `${url}api/x`), ...others].map(publicAddress)).toEqual([
    'http://atoll.test/a/api/x',
    'http://atoll.test/a/backends/Stage/api/x',
    ...others,
  ]);
});

test('without a list, a name in the address changes nothing', async () => {
  vi.resetModules();
  browser.backends = '';
  const page = await import('#browser/backends.ts');
  expect(page.currentBackend()).toBeUndefined();
  expect(page.backends()).toEqual([]);
  expect(page.backendUrl()).toBe('http://atoll.test/');
  expect(page.storageKeyOf(undefined, PINNED_KEY)).toBe(PINNED_KEY);
});
