import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $hideControls, $pageTitle, $settings, startApp } from '#stores/app/app.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { $toasts, removeToast } from '#stores/app/toasts.ts';
import { browser, SESSION, settled, showAddress, signInOffline } from '../offline-fixture.ts';

const MESSAGE = 'Not any more.';
/** What the backend answers to the settings; undefined while it is down. */
let answer: (() => Response) | undefined;
const asked = vi.fn(async () => {
  if (!answer) throw new TypeError('Failed to fetch');
  return answer();
});
const settings = (meta: unknown) => () => Response.json({ meta });
const refusal = (status: number) => () =>
  Response.json({ code: status, message: MESSAGE, data: {} }, { status });

const stops: (() => void)[] = [];
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  $session.set(undefined);
  $settings.set(undefined);
  $pageTitle.set(undefined);
  asked.mockClear();
  answer = settings({ appName: 'Acme', hideControls: true });
  vi.stubGlobal('fetch', asked);
  vi.spyOn(console, 'warn').mockReturnValue();
  showAddress('#/login');
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  for (const { id } of $toasts.get()) removeToast(id);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open() {
  stops.push(startRouting(), startApp());
  await settled();
}

test('[SH-12] loads the settings with every sign-in, not with a renewed session', async () => {
  await open();
  expect(asked).not.toHaveBeenCalled();
  signInOffline();
  await settled();
  expect($settings.get()).toEqual({ appName: 'Acme', hideControls: true });
  $session.set({ ...SESSION, token: 'renewed' });
  expect(asked).toHaveBeenCalledOnce();
  $session.set(undefined);
  signInOffline();
  expect(asked).toHaveBeenCalledTimes(2);
});

test('[SH-13] controls are hidden only when the settings say so', async () => {
  expect($hideControls.get()).toBe(false);
  signInOffline();
  await open();
  expect($hideControls.get()).toBe(true);
});

test('[SH-06] the title names page, application and product, without empty parts', async () => {
  answer = undefined;
  await open();
  expect(document.title).toBe('Atoll');
  answer = settings({ appName: 'Acme' });
  signInOffline();
  await settled();
  expect(document.title).toBe('Collections - Acme - Atoll');
  $pageTitle.set('posts');
  expect(document.title).toBe('posts - Acme - Atoll');
  go('logs');
  expect(document.title).toBe('Logs - Acme - Atoll');
});

test('a title of the page’s own stays while only the query changes', async () => {
  signInOffline();
  await open();
  go('collections');
  $pageTitle.set('posts');
  go('collections', { filter: 'a' });
  expect($pageTitle.get()).toBe('posts');
});

test('[SH-12] settings that can’t be loaded are a warning, and are asked for on the next screen', async () => {
  answer = undefined;
  signInOffline();
  await open();
  expect(console.warn).toHaveBeenCalledExactlyOnceWith('Failed to load app settings.');
  expect($toasts.get()).toEqual([]);
  expect($settings.get()).toBeUndefined();
  answer = settings({ appName: 'Acme' });
  go('logs');
  await settled();
  expect($settings.get()?.appName).toBe('Acme');
  go('settingsMail');
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a screen that is opened while the settings load does not ask for them twice', async () => {
  signInOffline();
  stops.push(startRouting(), startApp());
  go('logs');
  go('settingsMail');
  await settled();
  expect(asked).toHaveBeenCalledOnce();
  expect($settings.get()?.appName).toBe('Acme');
});

test('settings that were asked for twice at once are no failure', async () => {
  signInOffline();
  stops.push(startRouting(), startApp());
  $session.set(undefined);
  signInOffline();
  await settled();
  expect(console.warn).not.toHaveBeenCalled();
  expect($settings.get()?.appName).toBe('Acme');
});

test('[ER-08] a session that has ended is left, a refusal of another kind is not told', async () => {
  answer = refusal(403);
  signInOffline();
  await open();
  expect($session.get()).toBeDefined();
  expect($toasts.get()).toEqual([]);
  answer = refusal(401);
  go('logs');
  await settled();
  expect($session.get()).toBeUndefined();
  expect($toasts.get().map(({ message }) => message)).toEqual([MESSAGE]);
});

test('follows nothing any more once it is stopped', async () => {
  await open();
  for (const stop of stops.splice(1)) stop();
  document.title = 'untouched';
  $pageTitle.set('posts');
  signInOffline();
  go('logs');
  expect(document.title).toBe('untouched');
  expect($pageTitle.get()).toBe('posts');
  expect(asked).not.toHaveBeenCalled();
});
