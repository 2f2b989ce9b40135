import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $installer, $path, go, replaceHash, setInstaller, startRouting } from '#stores/app/route.ts';
import { $session, signOut } from '#stores/app/session.ts';
import { $toasts, removeToast } from '#stores/app/toasts.ts';
import { confirmResetForm, installerForm, requestResetForm } from '#stores/auth/forms.ts';
import { loginForm } from '#stores/auth/login-form.ts';
import { browser } from '#tests/support/browser-stub.ts';

const NEWER = 'This backend is PocketBase 0.23 or newer. Atoll works with PocketBase 0.22.';
const NOT_FOUND = { code: 404, message: "The requested resource wasn't found.", data: {} };

const toasts = () => $toasts.get().map(({ message }) => message);

const calls: [url: string, body: string][] = [];

/** A backend that knows these paths, each with its status, and nothing else. */
function backendThatKnows(known: Record<string, { status: number; body: unknown }>) {
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    calls.push([String(input), String(init?.body ?? '{}')]);
    const answer = Object.hasOwn(known, new URL(input).pathname) ? known[new URL(input).pathname] : undefined;
    return Response.json(answer?.body ?? NOT_FOUND, { status: answer?.status ?? 404 });
  });
}

const SUPERUSERS = { '/api/collections/_superusers/auth-methods': { status: 200, body: {} } };

const LOGIN = '/api/admins/auth-with-password';
const CREATE = '/api/admins';
const failed = { code: 400, message: 'Failed to authenticate.', data: {} };

/** A session as the backend gives it; nobody verifies the signature here. */
function granted() {
  const claims = { id: 'me', type: 'admin', exp: Math.floor(Date.now() / 1000) + 3600 };
  return { token: `x.${btoa(JSON.stringify(claims))}.y`, admin: { id: 'me', email: 'me@example.com' } };
}

/** What was sent to a path. */
const sent = (path: string) =>
  calls.filter(([url]) => new URL(url).pathname === path).map(([, body]) => JSON.parse(body));

let stop = () => {};
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  calls.length = 0;
  signOut();
  location.search = '';
  replaceHash('#/login');
  stop = startRouting();
});

afterEach(() => {
  stop();
  for (const form of [loginForm, installerForm, requestResetForm, confirmResetForm]) form.reset();
  for (const { id } of $toasts.get()) removeToast(id);
  vi.unstubAllGlobals();
});

for (const [name, form] of Object.entries({ loginForm, installerForm, requestResetForm })) {
  test(`names a backend that is newer than 0.22 (${name})`, async () => {
    backendThatKnows(SUPERUSERS);
    expect(await form.save()).toBe(false);
    expect(toasts()).toEqual([NEWER]);
  });
}

test('says of another backend without administrators what it answers', async () => {
  backendThatKnows({});
  expect(await loginForm.save()).toBe(false);
  expect(toasts()).toEqual([NOT_FOUND.message]);
});

test('[LI-03] says that credentials are wrong, whatever else the backend knows', async () => {
  const body = { code: 400, message: 'Failed to authenticate.', data: {} };
  backendThatKnows({ ...SUPERUSERS, '/api/admins/auth-with-password': { status: 400, body } });
  expect(await loginForm.save()).toBe(false);
  expect(toasts()).toEqual(['Invalid login credentials.']);
});

test('[LI-02] signs in with what was typed and forgets the password', async () => {
  backendThatKnows({ [LOGIN]: { status: 200, body: granted() } });
  loginForm.set('email', 'me@example.com');
  loginForm.set('password', 'secret');
  expect(await loginForm.save()).toBe(true);
  expect(sent(LOGIN)).toEqual([{ identity: 'me@example.com', password: 'secret' }]);
  expect($session.get()?.admin.id).toBe('me');
  expect(loginForm.$values.get()).toEqual({ email: '', password: '' });
  expect(toasts()).toEqual([]);
});

test('[LI-03] what was typed stays when the credentials are wrong', async () => {
  backendThatKnows({ [LOGIN]: { status: 400, body: failed } });
  loginForm.set('email', 'me@example.com');
  await loginForm.save();
  expect(loginForm.$values.get()).toEqual({ email: 'me@example.com', password: '' });
});

describe('the installer', () => {
  const values = { email: 'me@example.com', password: 'secret', passwordConfirm: 'secret' };
  beforeEach(() => {
    setInstaller(true);
    installerForm.reset(values);
  });

  test('[IN-04] [IN-05] makes the first administrator, signs in and loads the page anew', async () => {
    const reload = vi.spyOn(location, 'reload');
    backendThatKnows({
      [CREATE]: { status: 200, body: {} },
      [LOGIN]: { status: 200, body: granted() },
    });
    expect(await installerForm.save()).toBe(true);
    expect(sent(CREATE)).toEqual([values]);
    expect(sent(LOGIN)).toEqual([{ identity: values.email, password: values.password }]);
    expect($session.get()?.admin.id).toBe('me');
    expect($installer.get()).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
  });

  test('[IN-05] leads to the collections, wherever the visitor was sent here from', async () => {
    setInstaller(false);
    replaceHash('#/settings/mail');
    setInstaller(true);
    backendThatKnows({
      [CREATE]: { status: 200, body: {} },
      [LOGIN]: { status: 200, body: granted() },
    });
    expect(await installerForm.save()).toBe(true);
    expect($path.get()).toBe('/collections');
  });

  test('gives way to the sign-in when the first administrator exists already', async () => {
    backendThatKnows({ [CREATE]: { status: 401, body: { ...failed, code: 401 } } });
    expect(await installerForm.save()).toBe(false);
    expect(toasts()).toEqual(['The first administrator exists already: sign in.']);
    expect($installer.get()).toBe(false);
    expect($path.get()).toBe('/login');
    expect(loginForm.$values.get()).toEqual({ email: values.email, password: '' });
    expect(installerForm.$values.get()).toEqual({ email: '', password: '', passwordConfirm: '' });
  });

  test('leads to the sign-in when the administrator was made and only the sign-in fails', async () => {
    backendThatKnows({ [CREATE]: { status: 200, body: {} }, [LOGIN]: { status: 400, body: failed } });
    expect(await installerForm.save()).toBe(false);
    expect(toasts()).toEqual([failed.message]);
    expect($installer.get()).toBe(false);
    expect(loginForm.$values.get()).toEqual({ email: values.email, password: '' });
  });

  test('stays where it is when the backend refuses what was typed', async () => {
    const data = { password: { code: 'x', message: 'Too short.' } };
    backendThatKnows({ [CREATE]: { status: 400, body: { ...failed, data } } });
    expect(await installerForm.save()).toBe(false);
    expect(installerForm.$errors.get()).toEqual({ password: 'Too short.' });
    expect(installerForm.$values.get()).toEqual(values);
    expect($installer.get()).toBe(true);
  });
});

test('[LI-06] asks for a reset mail', async () => {
  const path = '/api/admins/request-password-reset';
  backendThatKnows({ [path]: { status: 200, body: {} } });
  requestResetForm.set('email', 'me@example.com');
  expect(await requestResetForm.save()).toBe(true);
  expect(sent(path)).toEqual([{ email: 'me@example.com' }]);
});

test('[LI-09] sets a new password with the token of the address, then leads to the sign-in', async () => {
  const path = '/api/admins/confirm-password-reset';
  backendThatKnows({ [path]: { status: 200, body: {} } });
  go('confirmReset', undefined, { token: 'abc' });
  confirmResetForm.reset({ password: 'new secret', passwordConfirm: 'new secret' });
  expect(await confirmResetForm.save()).toBe(true);
  expect(sent(path)).toEqual([{ token: 'abc', password: 'new secret', passwordConfirm: 'new secret' }]);
  expect(toasts()).toEqual(['Successfully set a new admin password.']);
  expect($toasts.get()[0]?.type).toBe('success');
  expect($path.get()).toBe('/login');
  expect(confirmResetForm.$values.get()).toEqual({ password: '', passwordConfirm: '' });
});
