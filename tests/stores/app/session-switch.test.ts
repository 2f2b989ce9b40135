import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, call } from '#api/client.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { $path, $route, go, startRouting } from '#stores/app/route.ts';
import { $admin, $session, signIn, signOut, startSession } from '#stores/app/session.ts';
import { createDraftStorage } from '#stores/factories/create-draft-storage.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { eventually } from '#tests/support/eventually.ts';

const KEY = 'pocketbase_auth';
const HOUR = 3_600_000;

function sessionOf(id: string, lifetime = HOUR) {
  const claims = { id, type: 'admin', exp: Math.floor((Date.now() + lifetime) / 1000) };
  return { token: `x.${btoa(JSON.stringify(claims))}.y`, admin: { id, email: `${id}@example.com` } };
}

/** Signs somebody in, in another tab. */
function signInElsewhere(id: string) {
  const { token, admin } = sessionOf(id);
  browser.storeElsewhere(KEY, JSON.stringify({ token, model: admin }));
}

let stops: (() => void)[] = [];
beforeEach(() => {
  stops = [startSession(), startRouting()];
  signInElsewhere('ann');
  go('settingsMail');
});
afterEach(() => {
  for (const stop of stops) stop();
  signOut();
  vi.unstubAllGlobals();
  browser.storage.clear();
});

test('screens close before those of an administrator who has signed in elsewhere open', async () => {
  const seen: string[] = [];
  stops.push($route.subscribe((route) => seen.push(`${route?.name} ${$admin.get()?.id}`)));
  signInElsewhere('bob');
  expect($session.get()).toBeUndefined();
  await eventually(() => expect($admin.get()?.id).toBe('bob'));
  expect(seen).toEqual(['settingsMail ann', 'login undefined', 'settingsMail bob']);
  expect(browser.storage.get(KEY)).toContain('bob');
});

test('a renewed session of the same administrator closes nothing', () => {
  const seen: unknown[] = [];
  stops.push($path.listen((path) => seen.push(path)));
  const { token, admin } = sessionOf('ann', 2 * HOUR);
  browser.storeElsewhere(KEY, JSON.stringify({ token, model: { ...admin, avatar: 4 } }));
  expect($admin.get()?.avatar).toBe(4);
  expect(seen).toEqual([]);
});

test.each([
  ['another sign-in', () => signInElsewhere('bob')],
  ['a sign-out', () => browser.storeElsewhere(KEY)],
])('%s in another tab aborts pending calls, which would continue as somebody else', async (_what, change) => {
  vi.stubGlobal(
    'fetch',
    (_url: string, init: RequestInit) =>
      new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')));
      }),
  );
  const pending = call((client, signal) => client.send('/api/admins/x', { signal }));
  change();
  await expect(pending).rejects.toMatchObject({ isAbort: true });
});

test('what was typed stays a draft of the one who typed it', async () => {
  let typed: string | undefined = 'secret plan';
  const drafts = createDraftStorage<string>({
    typed: () => typed,
    parse: (text) => text,
    format: (text) => JSON.stringify({ text }),
    merge: (_offered, later) => later,
    restore: () => {},
  });
  drafts.open('session_switch');
  stops.push($route.listen((route) => route?.name === 'login' && drafts.stop()));
  drafts.touch();
  signInElsewhere('bob');
  await eventually(() => expect($admin.get()?.id).toBe('bob'));
  expect(browser.storage.get('session_switch')).toContain('"@owner":"ann"');
  typed = undefined;
  drafts.open('session_switch');
  expect(drafts.$draft.get()).toBeUndefined();
  drafts.stop();
});

test('a session that has expired by the clock of this device is refused with a reason', async () => {
  signOut();
  vi.stubGlobal('fetch', async () => Response.json(sessionOf('ann', -HOUR)));
  const thrown = await signIn('ann@example.com', 'password').catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ApiError);
  expect(String(thrown)).toContain('The clock of this device seems to be wrong');
  expect($session.get()).toBeUndefined();
  expect(api().session.token).toBe('');
  expect(browser.storage.get(KEY)).toBeUndefined();
});
