import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $backend } from '#stores/app/line.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import {
  $hidesControls,
  $pageTitle,
  $settings,
  openSettings,
  startSettings,
  startTitle,
} from '#stores/app/settings.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { setLine } from '#wire/choose.ts';
import { browser, SESSION, settled, showAddress, signInOffline } from '../offline-fixture.ts';
import { removeToasts } from '../toasts.ts';

const MESSAGE = 'Not any more.';
/** Creates the backend's response to a request for the settings; undefined while the backend is down. */
let respond: (() => Response) | undefined;
const fetchSettings = vi.fn(async () => {
  if (!respond) throw new TypeError('Failed to fetch');
  return respond();
});
const settings = (meta: unknown) => () => Response.json({ meta });
const failure = (status: number) => () =>
  Response.json({ code: status, message: MESSAGE, data: {} }, { status });

const stops: (() => void)[] = [];
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  $session.set(undefined);
  $settings.set(undefined);
  $pageTitle.set(undefined);
  fetchSettings.mockClear();
  respond = settings({ appName: 'Acme', hideControls: true });
  vi.stubGlobal('fetch', fetchSettings);
  vi.spyOn(console, 'warn').mockReturnValue();
  showAddress('#/login');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  removeToasts();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open() {
  stops.push(startRouting(), startSettings(), startTitle());
  await settled();
}

test('[SH-12] loads the settings after every sign-in, but not after a renewed token', async () => {
  await open();
  expect(fetchSettings).not.toHaveBeenCalled();
  signInOffline();
  await settled();
  expect($settings.get()).toEqual({ name: 'Acme', hidesControls: true, isLogOff: false });
  $session.set({ ...SESSION, token: 'renewed' });
  expect(fetchSettings).toHaveBeenCalledOnce();
  $session.set(undefined);
  signInOffline();
  expect(fetchSettings).toHaveBeenCalledTimes(2);
});

test('[SH-13] hides controls only when the settings require it', async () => {
  expect($hidesControls.get()).toBe(false);
  signInOffline();
  await open();
  expect($hidesControls.get()).toBe(true);
});

test('[SH-06] the title contains the page, the application and the product, without empty parts', async () => {
  respond = undefined;
  await open();
  expect(document.title).toBe('Atoll');
  respond = settings({ appName: 'Acme' });
  signInOffline();
  await settled();
  expect(document.title).toBe('Collections - Acme - Atoll');
  $pageTitle.set('posts');
  expect(document.title).toBe('posts - Acme - Atoll');
  go('logs');
  expect(document.title).toBe('Logs - Acme - Atoll');
});

test('the title of the screen of administrators is in the word of the backend, once that is known', async () => {
  signInOffline();
  await open();
  go('settingsAdmins');
  expect(document.title).toMatch(/^Admins - /);
  setLine('pb23');
  $backend.set({ line: 'pb23', version: undefined });
  expect(document.title).toMatch(/^Superusers - /);
  setLine(undefined);
  $backend.set(undefined);
});

test('pages for the users of an app have its name alone as title', async () => {
  signInOffline();
  await open();
  go('usersConfirmReset', undefined, { token: 'abc' });
  $pageTitle.set('posts');
  expect(document.title).toBe('Atoll');
  const selected = vi
    .spyOn(document, 'querySelector')
    .mockImplementation((selector) =>
      selector === 'meta[name="atoll-app-name"]' ? ({ content: ' Shop ' } as never) : null,
    );
  $pageTitle.set('pages');
  expect(document.title).toBe('Shop');
  selected.mockRestore();
});

test("keeps a page's own title while only the query changes", async () => {
  signInOffline();
  await open();
  go('collections');
  $pageTitle.set('posts');
  go('collections', { filter: 'a' });
  expect($pageTitle.get()).toBe('posts');
});

test('[SH-12] settings that can’t be loaded cause a warning and are requested again on the next screen', async () => {
  respond = undefined;
  signInOffline();
  await open();
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('Failed to load app settings.');
  expect($toasts.get()).toEqual([]);
  expect($settings.get()).toBeUndefined();
  respond = settings({ appName: 'Acme' });
  go('logs');
  await settled();
  expect($settings.get()?.name).toBe('Acme');
  go('settingsMail');
  expect(fetchSettings).toHaveBeenCalledTimes(2);
});

test('opening a screen while the settings load does not request them twice', async () => {
  signInOffline();
  stops.push(startRouting(), startSettings(), startTitle());
  go('logs');
  go('settingsMail');
  await settled();
  expect(fetchSettings).toHaveBeenCalledOnce();
  expect($settings.get()?.name).toBe('Acme');
});

test('two simultaneous requests for the settings are not a failure', async () => {
  signInOffline();
  stops.push(startRouting(), startSettings(), startTitle());
  $session.set(undefined);
  signInOffline();
  await settled();
  expect(console.warn).not.toHaveBeenCalled();
  expect($settings.get()?.name).toBe('Acme');
});

test('[ER-08] signs out when the session has ended, and shows no other failure', async () => {
  respond = failure(403);
  signInOffline();
  await open();
  expect($session.get()).toBeDefined();
  expect($toasts.get()).toEqual([]);
  respond = failure(401);
  go('logs');
  await settled();
  expect($session.get()).toBeUndefined();
  expect($toasts.get().map(({ message }) => message)).toEqual([MESSAGE]);
});

test('reacts to nothing after it is stopped', async () => {
  await open();
  for (const stop of stops.splice(1)) stop();
  document.title = 'untouched';
  $pageTitle.set('posts');
  signInOffline();
  go('logs');
  expect(document.title).toBe('untouched');
  expect($pageTitle.get()).toBe('posts');
  expect(fetchSettings).not.toHaveBeenCalled();
});

test('a response that arrives after a stop is not shown', async () => {
  signInOffline();
  stops.push(startRouting(), startSettings());
  expect(fetchSettings).toHaveBeenCalledOnce();
  for (const stop of stops.splice(1)) stop();
  await settled();
  expect($settings.get()).toBeUndefined();
  expect(console.warn).not.toHaveBeenCalled();
});

const openOnce = () => openSettings({ signal: new AbortController().signal });

test('the first screen uses the request of the shell, later ones send their own', async () => {
  signInOffline();
  stops.push(startRouting(), startSettings(), startTitle());
  // Under way, and also after the response.
  expect(await openOnce()).toEqual({ meta: { appName: 'Acme', hideControls: true } });
  expect(fetchSettings).toHaveBeenCalledOnce();
  await openOnce();
  expect(fetchSettings).toHaveBeenCalledTimes(2);
});

test('a response of an earlier screen, of an earlier session or an old one is not used', async () => {
  signInOffline();
  await open();
  go('logs');
  await openOnce();
  expect(fetchSettings).toHaveBeenCalledTimes(2);

  $session.set(undefined);
  signInOffline();
  await settled();
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  await openOnce();
  expect(fetchSettings).toHaveBeenCalledTimes(4);
  now.mockRestore();
});

test('a failed request of the shell is sent again', async () => {
  respond = failure(500);
  signInOffline();
  stops.push(startRouting(), startSettings(), startTitle());
  await expect(openOnce()).rejects.toMatchObject({ status: 500 });
  expect(fetchSettings).toHaveBeenCalledTimes(2);
});

test('a screen that is left stops waiting for the request of the shell and sends none', async () => {
  signInOffline();
  stops.push(startRouting(), startSettings(), startTitle());
  const controller = new AbortController();
  const left = openSettings({ signal: controller.signal });
  controller.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  await settled();
  expect(fetchSettings).toHaveBeenCalledOnce();
  expect($settings.get()?.name).toBe('Acme');
});
