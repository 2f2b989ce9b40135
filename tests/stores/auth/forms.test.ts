import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $backend } from '#stores/app/line.ts';
import { $installer, $path, $route, go, replaceHash, setInstaller, startRouting } from '#stores/app/route.ts';
import { $session, signOut } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $unsureToken, confirmResetForm, installerForm, requestResetForm } from '#stores/auth/forms.ts';
import { loginForm } from '#stores/auth/login-form.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { setLine } from '#wire/choose.ts';
import { removeToasts } from '../toasts.ts';

const NOT_FOUND = { code: 404, message: "The requested resource wasn't found.", data: {} };

const toasts = () => $toasts.get().map(({ message }) => message);

const calls: [url: string, body: string][] = [];

/** Stubs a backend that responds to these paths, and to all others with 404. */
function stubBackend(responses: Record<string, { status: number; body: unknown }>) {
  vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
    calls.push([String(input), String(init?.body ?? '{}')]);
    const response = Object.hasOwn(responses, new URL(input).pathname)
      ? responses[new URL(input).pathname]
      : undefined;
    return Response.json(response?.body ?? NOT_FOUND, { status: response?.status ?? 404 });
  });
}

/** The response of PocketBase 0.23 to a visitor. */
const NEWER_HEALTH = { '/api/health': { status: 200, body: { code: 200, data: {} } } };

const LOGIN = '/api/admins/auth-with-password';
const CREATE = '/api/admins';
const failed = { code: 400, message: 'Failed to authenticate.', data: {} };

/** A session as the backend returns it. The signature is not verified here. */
function createSession() {
  const claims = { id: 'me', type: 'admin', exp: Math.floor(Date.now() / 1000) + 3600 };
  return { token: `x.${btoa(JSON.stringify(claims))}.y`, admin: { id: 'me', email: 'me@example.com' } };
}

/** The bodies of the requests to a path. */
const sent = (path: string) =>
  calls.filter(([url]) => new URL(url).pathname === path).map(([, body]) => JSON.parse(body));

let stop = () => {};
beforeEach(() => {
  browser.backend = 'http://backend.test/';
  calls.length = 0;
  $backend.set({ line: 'pb22', version: undefined });
  setLine('pb22');
  signOut();
  location.search = '';
  replaceHash('#/login');
  stop = startRouting();
});

afterEach(() => {
  stop();
  for (const form of [loginForm, installerForm, requestResetForm, confirmResetForm]) form.reset();
  removeToasts();
  vi.unstubAllGlobals();
});

describe('a backend of 0.23 or newer', () => {
  const NEWER = '/api/collections/_superusers';
  const record = { id: 'me', email: 'me@example.com' };
  const claims = { id: 'me', type: 'auth', collectionId: 'pbc_3142635823', exp: Date.now() / 1000 + 3600 };
  const token = `x.${btoa(JSON.stringify(claims))}.y`;

  test.each([
    ['is not known yet', undefined],
    ['was of 0.22', { line: 'pb22', version: undefined }],
  ] as const)('signs in and sends a reset mail in its own words when it %s', async (_what, known) => {
    $backend.set(known);
    stubBackend({
      ...NEWER_HEALTH,
      [`${NEWER}/auth-with-password`]: { status: 200, body: { token, record } },
      [`${NEWER}/request-password-reset`]: { status: 200, body: {} },
    });
    expect(await requestResetForm.save()).toBe(true);
    expect(sent(`${NEWER}/request-password-reset`)).toEqual([{ email: '' }]);
    $backend.set(known);
    setLine(known?.line);
    expect(await loginForm.save()).toBe(true);
    expect($session.get()?.admin.id).toBe('me');
    expect($backend.get()?.line).toBe('pb23');
    expect(toasts()).toEqual([]);
  });
});

test('shows the response of any other backend without administrators', async () => {
  $backend.set(undefined);
  stubBackend({});
  expect(await loginForm.save()).toBe(false);
  expect(toasts()).toEqual([NOT_FOUND.message]);
});

test('[LI-03] reports wrong credentials, whichever other paths the backend has', async () => {
  const body = { code: 400, message: 'Failed to authenticate.', data: {} };
  stubBackend({ ...NEWER_HEALTH, '/api/admins/auth-with-password': { status: 400, body } });
  expect(await loginForm.save()).toBe(false);
  expect(loginForm.$errors.get()).toEqual({ form: 'Invalid login credentials.' });
  expect(toasts()).toEqual([]);
});

test('[LI-03] a backend that is down is told, and what was typed stays', async () => {
  const message = 'The backend could not be reached.';
  stubBackend({ [LOGIN]: { status: 502, body: { code: 502, message, data: {} } } });
  const typed = { email: 'me@example.com', password: 'secret' };
  loginForm.edit(() => typed);
  expect(await loginForm.save()).toBe(false);
  expect(toasts()).toEqual([message]);
  expect(loginForm.$errors.get()).toEqual({});
  expect(loginForm.$values.get()).toEqual(typed);
});

test('[LI-02] signs in with the typed values and clears the password', async () => {
  stubBackend({ [LOGIN]: { status: 200, body: createSession() } });
  loginForm.set('email', 'me@example.com');
  loginForm.set('password', 'secret');
  expect(await loginForm.save()).toBe(true);
  expect(sent(LOGIN)).toEqual([{ identity: 'me@example.com', password: 'secret' }]);
  expect($session.get()?.admin.id).toBe('me');
  expect(loginForm.$values.get()).toEqual({ email: '', password: '' });
  expect(toasts()).toEqual([]);
});

test('[LI-03] keeps the typed email when the credentials are wrong', async () => {
  stubBackend({ [LOGIN]: { status: 400, body: failed } });
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

  test('[IN-04] [IN-05] creates the first administrator, signs in and reloads the page', async () => {
    const reload = vi.spyOn(location, 'reload');
    stubBackend({
      [CREATE]: { status: 200, body: {} },
      [LOGIN]: { status: 200, body: createSession() },
    });
    expect(await installerForm.save()).toBe(true);
    expect(sent(CREATE)).toEqual([values]);
    expect(sent(LOGIN)).toEqual([{ identity: values.email, password: values.password }]);
    expect($session.get()?.admin.id).toBe('me');
    expect($installer.get()).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
  });

  test('[IN-05] opens the collections, whichever screen was requested before', async () => {
    setInstaller(false);
    replaceHash('#/settings/mail');
    setInstaller(true);
    stubBackend({
      [CREATE]: { status: 200, body: {} },
      [LOGIN]: { status: 200, body: createSession() },
    });
    expect(await installerForm.save()).toBe(true);
    expect($path.get()).toBe('/collections');
  });

  test('opens the sign-in when the first administrator already exists', async () => {
    stubBackend({ [CREATE]: { status: 401, body: { ...failed, code: 401 } } });
    expect(await installerForm.save()).toBe(false);
    expect(toasts()).toEqual(['The first administrator exists already: sign in.']);
    expect($installer.get()).toBe(false);
    expect($path.get()).toBe('/login');
    expect(loginForm.$values.get()).toEqual({ email: values.email, password: '' });
    expect(installerForm.$values.get()).toEqual({ email: '', password: '', passwordConfirm: '' });
  });

  test('opens the sign-in when the administrator was created and only signing in fails', async () => {
    stubBackend({ [CREATE]: { status: 200, body: {} }, [LOGIN]: { status: 400, body: failed } });
    expect(await installerForm.save()).toBe(false);
    expect(toasts()).toEqual([failed.message]);
    expect($installer.get()).toBe(false);
    expect(loginForm.$values.get()).toEqual({ email: values.email, password: '' });
  });

  test('[NW-07] of a backend that needs a link for it says so instead', async () => {
    stubBackend(NEWER_HEALTH);
    expect(await installerForm.save()).toBe(false);
    expect($installer.get()).toBe(false);
    expect($path.get()).toBe('/pbinstall/start');
    expect(toasts()).toEqual([]);
  });

  test('stays open when the backend rejects the typed values', async () => {
    const data = { password: { code: 'x', message: 'Too short.' } };
    stubBackend({ [CREATE]: { status: 400, body: { ...failed, data } } });
    expect(await installerForm.save()).toBe(false);
    expect(installerForm.$errors.get()).toEqual({ password: 'Too short.' });
    expect(installerForm.$values.get()).toEqual(values);
    expect($installer.get()).toBe(true);
  });
});

test('[LI-06] requests a reset mail', async () => {
  const path = '/api/admins/request-password-reset';
  stubBackend({ [path]: { status: 200, body: {} } });
  requestResetForm.set('email', 'me@example.com');
  expect(await requestResetForm.save()).toBe(true);
  expect(sent(path)).toEqual([{ email: 'me@example.com' }]);
});

test('[LI-09] sets a new password with the token of the address, then opens the sign-in', async () => {
  const path = '/api/admins/confirm-password-reset';
  stubBackend({ [path]: { status: 200, body: {} } });
  go('confirmReset', undefined, { token: 'abc' });
  confirmResetForm.reset({ password: 'new secret', passwordConfirm: 'new secret' });
  expect(await confirmResetForm.save()).toBe(true);
  expect(sent(path)).toEqual([{ token: 'abc', password: 'new secret', passwordConfirm: 'new secret' }]);
  expect(toasts()).toEqual(['Successfully set a new admin password.']);
  expect($toasts.get()[0]?.type).toBe('success');
  expect($path.get()).toBe('/login');
  expect(confirmResetForm.$values.get()).toEqual({ password: '', passwordConfirm: '' });
});

test('what is typed for another reset link stays when the response for the first one arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  go('confirmReset', undefined, { token: 'first' });
  confirmResetForm.reset({ password: 'secret', passwordConfirm: 'secret' });
  const saved = confirmResetForm.save();
  go('confirmReset', undefined, { token: 'second' });
  confirmResetForm.set('password', 'another secret');
  resolve(new Response(null, { status: 204 }));
  await saved;
  expect(toasts()).toEqual(['Successfully set a new admin password.']);
  expect($route.get()?.params['token']).toBe('second');
  expect(confirmResetForm.$values.get().password).toBe('another secret');
});

test('who has left the page of a reset link stays on the other page when the response arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  go('confirmReset', undefined, { token: 'first' });
  confirmResetForm.reset({ password: 'secret', passwordConfirm: 'secret' });
  const saved = confirmResetForm.save();
  go('requestReset');
  resolve(new Response(null, { status: 204 }));
  await saved;
  expect(toasts()).toEqual(['Successfully set a new admin password.']);
  expect($path.get()).toBe('/request-password-reset');
});

test('a refusal of the first reset link is told, but not beside the fields of another one', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  go('confirmReset', undefined, { token: 'first' });
  confirmResetForm.reset({ password: 'short', passwordConfirm: 'short' });
  const saved = confirmResetForm.save();
  go('confirmReset', undefined, { token: 'second' });
  const data = { password: { code: 'x', message: 'Too short.' } };
  resolve(Response.json({ code: 400, message: 'Refused.', data }, { status: 400 }));
  await saved;
  expect(confirmResetForm.$errors.get()).toEqual({});
  expect(toasts()).toEqual(['Refused. password: Too short.']);
});

test('a reset link that is refused after a lost response may have set the password', async () => {
  const data = { token: { code: 'x', message: 'Invalid or expired token.' } };
  const refusal = { code: 400, message: 'Refused.', data };
  const path = '/api/admins/confirm-password-reset';
  go('confirmReset', undefined, { token: 'refused' });
  stubBackend({ [path]: { status: 400, body: refusal } });
  await confirmResetForm.save();
  expect($unsureToken.get()).toBe('');
  go('confirmReset', undefined, { token: 'lost' });
  stubBackend({ [path]: { status: 502, body: {} } });
  await confirmResetForm.save();
  stubBackend({ [path]: { status: 400, body: refusal } });
  await confirmResetForm.save();
  expect($unsureToken.get()).toBe('lost');
  expect(confirmResetForm.$errors.get()).toEqual({ token: 'Invalid or expired token.' });
});

test.each([
  ['another link is opened', () => go('confirmReset', undefined, { token: 'second' })],
  ['the page is left', () => go('login')],
])('what is typed for a reset link is gone when %s', (_what, leave) => {
  go('confirmReset', undefined, { token: 'first' });
  confirmResetForm.set('password', 'secret');
  confirmResetForm.setErrors({ passwordConfirm: 'Cannot be blank.' });
  leave();
  go('confirmReset', undefined, { token: 'second' });
  expect(confirmResetForm.$values.get()).toEqual({ password: '', passwordConfirm: '' });
  expect(confirmResetForm.$errors.get()).toEqual({});
});
