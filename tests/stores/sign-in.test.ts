import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installerForm, loginForm, requestResetForm } from '../../src/stores/sign-in.ts';
import { $toasts, removeToast } from '../../src/stores/toasts.ts';
import { browser } from '../support/browser-stub.ts';

const NEWER = 'This backend is PocketBase 0.23 or newer. Atoll works with PocketBase 0.22.';
const NOT_FOUND = { code: 404, message: "The requested resource wasn't found.", data: {} };

const toasts = () => $toasts.get().map(({ message }) => message);

/** A backend that knows these paths, each with its status, and nothing else. */
function backendThatKnows(known: Record<string, { status: number; body: unknown }>) {
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const answer = Object.hasOwn(known, new URL(input).pathname) ? known[new URL(input).pathname] : undefined;
    return Response.json(answer?.body ?? NOT_FOUND, { status: answer?.status ?? 404 });
  });
}

const SUPERUSERS = { '/api/collections/_superusers/auth-methods': { status: 200, body: {} } };

beforeEach(() => {
  browser.backend = 'http://backend.test/';
});

afterEach(() => {
  for (const { id } of $toasts.get()) removeToast(id);
  vi.unstubAllGlobals();
});

for (const [name, form] of Object.entries({ loginForm, installerForm, requestResetForm })) {
  test(`names a backend that is newer than 0.22 (${name})`, async () => {
    backendThatKnows(SUPERUSERS);
    expect(await form.submit()).toBe(false);
    expect(toasts()).toEqual([NEWER]);
  });
}

test('says of another backend without administrators what it answers', async () => {
  backendThatKnows({});
  expect(await loginForm.submit()).toBe(false);
  expect(toasts()).toEqual([NOT_FOUND.message]);
});

test('[LI-03] says that credentials are wrong, whatever else the backend knows', async () => {
  const body = { code: 400, message: 'Failed to authenticate.', data: {} };
  backendThatKnows({ ...SUPERUSERS, '/api/admins/auth-with-password': { status: 400, body } });
  expect(await loginForm.submit()).toBe(false);
  expect(toasts()).toEqual(['Invalid login credentials.']);
});
