import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// Fetched on demand, which takes more turns than the tests wait for.
import '#api/auth/visit.ts';
import { startInstaller } from '#stores/app/installer.ts';
import { $backend } from '#stores/app/line.ts';
import { $installer, go, startRouting } from '#stores/app/route.ts';
import { $session } from '#stores/app/session.ts';
import { setLine } from '#wire/choose.ts';
import { browser, settled, signInOffline } from '../offline-fixture.ts';

/** The backend's response when a request checks whether it has an administrator. */
let respond: () => Promise<Response>;
const checkAdmins = vi.fn(() => respond());
const withoutAdmins = async () => Response.json({}, { status: 400 });
const withAdmins = async () => Response.json({}, { status: 401 });
const down = async () => Response.json({}, { status: 502 });

const stops: (() => void)[] = [];
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  location.search = '';
  location.hash = '';
  $session.set(undefined);
  checkAdmins.mockClear();
  // The backend's own page is not served here, so that the POST request decides.
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit) => {
    if (String(input).endsWith('/api/health')) return Response.json({ code: 200, data: { canBackup: true } });
    if (init.method !== 'POST') throw new TypeError('Failed to fetch');
    expect(String(input)).toBe('http://backend.test/api/admins');
    return checkAdmins();
  });
});
afterEach(() => {
  for (const stop of stops.splice(0).toReversed()) stop();
  vi.unstubAllGlobals();
});

/** Opens the page and waits until the backend's response has arrived. */
async function open() {
  stops.push(startRouting(), startInstaller());
  await settled();
}

test('[IN-07] a backend without an administrator shows the installer', async () => {
  respond = withoutAdmins;
  await open();
  expect($installer.get()).toBe(true);
  expect(checkAdmins).toHaveBeenCalledOnce();
});

test('[NW-15] a newer backend has no installer: an address with its flag ends no session', async () => {
  signInOffline();
  location.search = '?installer';
  setLine('pb23');
  $backend.set({ line: 'pb23', version: undefined });
  await open();
  expect($installer.get()).toBe(false);
  expect($session.get()).toBeDefined();
  setLine(undefined);
  $backend.set(undefined);
});

test('[IN-07] a backend with an administrator does not, and is checked once', async () => {
  respond = withAdmins;
  await open();
  go('requestReset');
  browser.dispatch('focus');
  await settled();
  expect($installer.get()).toBe(false);
  expect(checkAdmins).toHaveBeenCalledOnce();
});

test.each(['another screen', 'the window'])(
  'a backend that was down is checked again when the visitor returns to %s',
  async (way) => {
    respond = down;
    await open();
    expect($installer.get()).toBe(false);
    respond = withoutAdmins;
    if (way === 'the window') browser.dispatch('focus');
    else go('requestReset');
    await settled();
    expect($installer.get()).toBe(true);
    expect(checkAdmins).toHaveBeenCalledTimes(2);
  },
);

test('sends no second request while the first is pending', async () => {
  let resolvePending: (response: Response) => void = () => {};
  respond = () =>
    new Promise((resolve) => {
      resolvePending = resolve;
    });
  await open();
  browser.dispatch('focus');
  await settled();
  expect(checkAdmins).toHaveBeenCalledOnce();
  resolvePending(Response.json({}, { status: 401 }));
});

test('checks nothing for a signed-in visitor or on a public screen', async () => {
  respond = withoutAdmins;
  location.hash = '#/auth/confirm-verification/token';
  await open();
  signInOffline();
  go('logs');
  browser.dispatch('focus');
  await settled();
  expect(checkAdmins).not.toHaveBeenCalled();
});

test('does not open the installer for a visitor who has signed in meanwhile', async () => {
  respond = async () => {
    signInOffline();
    return withoutAdmins();
  };
  await open();
  expect($installer.get()).toBe(false);
  expect($session.get()).toBeDefined();
});

test('[IN-01] opening the installer ends the session', async () => {
  respond = withAdmins;
  signInOffline();
  location.search = '?installer';
  await open();
  expect($session.get()).toBeUndefined();
  expect(checkAdmins).not.toHaveBeenCalled();
});

test('sends no request after it is stopped', async () => {
  respond = down;
  await open();
  stops.pop()?.();
  go('requestReset');
  browser.dispatch('focus');
  await settled();
  expect(checkAdmins).toHaveBeenCalledOnce();
  location.search = '?installer';
  signInOffline();
  browser.dispatch('hashchange');
  expect($session.get()).toBeDefined();
});
