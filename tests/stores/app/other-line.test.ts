import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#api/client.ts';
import { visit } from '#stores/app/line.ts';
import { startRouting } from '#stores/app/route.ts';
import { $session, signOut, startSession } from '#stores/app/session.ts';
import { loadWire } from '#stores/app/wire.ts';
import { stopAll } from '#stores/base/running.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { eventually } from '#tests/support/eventually.ts';
import { lineNow, setLine } from '#wire/choose.ts';

const KEY = 'pocketbase_auth';
const exp = Math.floor(Date.now() / 1000) + 3600;
const ADMIN = { id: 'ann', type: 'admin', exp };
const SUPERUSER = { id: 'ann', type: 'auth', collectionId: 'pbc_3142635823', exp };

/** Signs the same person in, in another tab. */
const signInElsewhere = (claims: object) =>
  browser.storeElsewhere(
    KEY,
    JSON.stringify({ token: `x.${btoa(JSON.stringify(claims))}.y`, model: { id: 'ann' } }),
  );

const fetched = globalThis.atollWires;
const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
let stop = () => {};
beforeEach(() => {
  globalThis.atollWires = undefined;
  setLine('pb22');
  reload.mockClear();
  stop = stopAll(startSession(), startRouting());
});
afterEach(() => {
  stop();
  signOut();
  vi.unstubAllGlobals();
  browser.storage.clear();
  globalThis.atollWires = fetched;
  setLine(undefined);
});

test('[NW-32] a page without screens begins with the line of another tab’s session', () => {
  browser.storage.set('atollBackend', 'pb23 0.40.6');
  signInElsewhere(SUPERUSER);
  expect([lineNow(), $session.get()?.admin.id]).toEqual(['pb23', 'ann']);
  expect(browser.storage.get('atollBackend')).toBe('pb23 0.40.6');
  expect(reload).not.toHaveBeenCalled();
});

test('[NW-32] a visit that finds another line than that of the screens reloads the page', async () => {
  vi.stubGlobal('fetch', async (input: string) =>
    input.endsWith('/_/')
      ? new Response('', { headers: { 'X-Atoll-Version': '0.40.6' } })
      : Response.json({ code: 200, data: {} }),
  );
  await visit();
  expect([lineNow(), reload.mock.calls]).toEqual(['pb23', []]);
  setLine('pb22');
  // Its wire may still be on the way.
  const loading = loadWire();
  await visit();
  expect(reload).toHaveBeenCalledOnce();
  expect([lineNow(), browser.storage.get('atollBackend')]).toEqual(['pb22', 'pb23 0.40.6']);
  await loading;
});

// The last one: its page takes no session any more.
test('[NW-32] screens of 0.22 close before another tab’s session of a newer line, which stays stored', async () => {
  signInElsewhere(ADMIN);
  await loadWire();
  const pending = call(
    (_client, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  signInElsewhere(SUPERUSER);
  expect($session.get()).toBeUndefined();
  await expect(pending).rejects.toMatchObject({ isAbort: true });
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
  expect([lineNow(), $session.get()]).toEqual(['pb22', undefined]);
  expect(browser.storage.get(KEY)).toContain('"token":"x.');
  expect(browser.storage.get('atollBackend')).toBe('pb23');
});
