import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startInstaller } from '#stores/app/installer.ts';
import { $installer, go, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { browser, settled, signInOffline } from '../offline-fixture.ts';

/** What the backend answers when it is asked whether it has an administrator. */
let answer: () => Promise<Response>;
const asked = vi.fn(() => answer());
const withoutAdmins = async () => Response.json({}, { status: 400 });
const withAdmins = async () => Response.json({}, { status: 401 });
const down = async () => Response.json({}, { status: 502 });

const stops: (() => void)[] = [];
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  location.search = '';
  location.hash = '';
  $session.set(undefined);
  asked.mockClear();
  // The backend's own page is not served here: the second way tells.
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit) => {
    if (init.method !== 'POST') throw new TypeError('Failed to fetch');
    expect(String(input)).toBe('http://backend.test/api/admins');
    return asked();
  });
});
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  vi.unstubAllGlobals();
});

/** Opens the page and waits until the backend's answer has arrived. */
async function open() {
  stops.push(startRouting(), startInstaller());
  await settled();
}

test('[IN-07] a backend without an administrator shows the installer', async () => {
  answer = withoutAdmins;
  await open();
  expect($installer.get()).toBe(true);
  expect(asked).toHaveBeenCalledOnce();
});

test('[IN-07] a backend with one does not, and is asked once', async () => {
  answer = withAdmins;
  await open();
  go('requestReset');
  browser.dispatch('focus');
  await settled();
  expect($installer.get()).toBe(false);
  expect(asked).toHaveBeenCalledOnce();
});

test.each(['another screen', 'the window'])(
  'a backend that was down is asked again with the way to %s',
  async (way) => {
    answer = down;
    await open();
    expect($installer.get()).toBe(false);
    answer = withoutAdmins;
    if (way === 'the window') browser.dispatch('focus');
    else go('requestReset');
    await settled();
    expect($installer.get()).toBe(true);
    expect(asked).toHaveBeenCalledTimes(2);
  },
);

test('nobody is asked while the answer is on its way', async () => {
  let give: (response: Response) => void = () => {};
  answer = () =>
    new Promise((resolve) => {
      give = resolve;
    });
  await open();
  browser.dispatch('focus');
  await settled();
  expect(asked).toHaveBeenCalledOnce();
  give(Response.json({}, { status: 401 }));
});

test('who is signed in, or on a screen for everybody, needs no answer', async () => {
  answer = withoutAdmins;
  location.hash = '#/auth/confirm-verification/token';
  await open();
  signInOffline();
  go('logs');
  browser.dispatch('focus');
  await settled();
  expect(asked).not.toHaveBeenCalled();
});

test('who has signed in meanwhile is not led to the installer', async () => {
  answer = async () => {
    signInOffline();
    return withoutAdmins();
  };
  await open();
  expect($installer.get()).toBe(false);
  expect($session.get()).toBeDefined();
});

test('[IN-01] an installer that was asked for ends the session', async () => {
  answer = withAdmins;
  signInOffline();
  location.search = '?installer';
  await open();
  expect($session.get()).toBeUndefined();
  expect(asked).not.toHaveBeenCalled();
});

test('asks nothing once it is stopped', async () => {
  answer = down;
  await open();
  stops.pop()?.();
  go('requestReset');
  browser.dispatch('focus');
  await settled();
  expect(asked).toHaveBeenCalledOnce();
  location.search = '?installer';
  signInOffline();
  browser.dispatch('hashchange');
  expect($session.get()).toBeDefined();
});
