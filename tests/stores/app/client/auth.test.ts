import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { sdk } from '#api/sdk.ts';
import { deleteAdmin, updateAdmin } from '#api/settings/admin.ts';
import { $admin, $session, signIn, startSession } from '#stores/app/session.ts';
import { createAdmin, endAdminSessions, PASSWORD } from '#tests/support/accounts.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { backend, browser, watchCalls } from './client-fixture.ts';

const KEY = 'pocketbase_auth';
const stored = () => JSON.parse(browser.storage.get(KEY) ?? 'null');

/** The client that PocketBase offers, with the session of the page. */
const pb = () => sdk(api());

beforeEach(() => api().session.clear());

describe('the signed-in administrator', () => {
  test('[AU-03] updating the signed-in administrator refreshes the stored model, updating another does not', async () => {
    const stop = startSession();
    const me = await createAdmin(backend());
    const other = await createAdmin(backend());
    await signIn(me.email, PASSWORD);
    await updateAdmin(other.id, { email: other.email, avatar: 3 });
    expect($admin.get()?.avatar).toBe(1);
    await updateAdmin(me.id, { email: me.email, avatar: 7 });
    expect($admin.get()).toMatchObject({ id: me.id, avatar: 7 });
    expect(stored().model).toMatchObject({ id: me.id, avatar: 7 });
    stop();
  });

  test('[AU-03] deleting the signed-in administrator clears the store, deleting another does not', async () => {
    const stop = startSession();
    const me = await createAdmin(backend());
    const other = await createAdmin(backend());
    await signIn(me.email, PASSWORD);
    await deleteAdmin(other.id);
    expect($session.get()).toBeDefined();
    await deleteAdmin(me.id);
    expect($session.get()).toBeUndefined();
    expect(browser.storage.has(KEY)).toBe(false);
    stop();
  });
});

describe('the cookie format', () => {
  /** The name, the parsed value and the size of a cookie. */
  function parse(cookie: string) {
    const [pair = ''] = cookie.split(';');
    const [name, value = ''] = pair.split('=');
    return { name, value: JSON.parse(decodeURIComponent(value)), bytes: new Blob([cookie]).size };
  }

  test('[AU-04] serialises token and model as pb_auth, and reads them back', async () => {
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const { token, model } = pb().authStore;
    const cookie = pb().authStore.exportToCookie();
    expect(parse(cookie)).toMatchObject({ name: 'pb_auth', value: { token, model } });
    pb().authStore.clear();
    pb().authStore.loadFromCookie(cookie);
    expect(pb().authStore).toMatchObject({ token, model: { email: ADMIN_EMAIL } });
  });

  test('[AU-04] trims the model beyond 4096 bytes, not before', async () => {
    await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
    const { token } = pb().authStore;
    const kept = {
      id: 'u1',
      email: 'user@example.com',
      collectionId: 'users',
      username: 'user',
      verified: true,
    };
    const base = parse(withNote('')).bytes;
    function withNote(note: string) {
      pb().authStore.save(token, { ...kept, collectionName: 'users', note });
      return pb().authStore.exportToCookie();
    }
    const full = parse(withNote('x'.repeat(4096 - base)));
    expect(full.bytes).toBe(4096);
    expect(full.value.model.note).toHaveLength(4096 - base);
    const trimmed = parse(withNote('x'.repeat(4097 - base)));
    expect(trimmed.value).toEqual({ token, model: kept });
    expect(trimmed.bytes).toBeLessThanOrEqual(4096);
  });
});

describe('auto-refresh', () => {
  const autoRefreshThreshold = 30 * 60;

  async function signInBriefly() {
    await backend().api.patch('/api/settings', { adminAuthToken: { duration: 20 * 60 } });
    const me = await createAdmin(backend());
    await pb().admins.authWithPassword(me.email, PASSWORD, { autoRefreshThreshold });
    return me;
  }

  test('[AU-05] a call shortly before the token expires renews it first', async () => {
    await signInBriefly();
    const calls = watchCalls();
    await pb().health.check();
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/admins/auth-refresh',
      'GET /api/health',
    ]);
    expect(calls[1]?.headers.get('Authorization')).toBe(pb().authStore.token);
  });

  test('[AU-05] when the renewal fails, signs in again with the password', async () => {
    const me = await signInBriefly();
    const before = pb().authStore.token;
    endAdminSessions(backend(), me.email);
    const calls = watchCalls();
    const list = await pb().admins.getList(1, 1);
    expect(list.items).toHaveLength(1);
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/admins/auth-refresh',
      'POST /api/admins/auth-with-password',
      'GET /api/admins',
    ]);
    expect(calls[1]?.body).toEqual({ identity: me.email, password: PASSWORD });
    expect(pb().authStore.token).not.toBe(before);
  });
});

test('[AU-09] calls without a required argument fail before a request is sent', async () => {
  const send = vi.fn();
  vi.stubGlobal('fetch', send);
  const users = pb().collection('users');
  await expect(users.getOne('')).rejects.toMatchObject({
    status: 404,
    message: 'Missing required record id.',
  });
  await expect(pb().logs.getOne('')).rejects.toMatchObject({ message: 'Missing required log id.' });
  await expect(users.subscribe('', () => {})).rejects.toThrow('Missing topic.');
  await expect(Reflect.apply(users.subscribe, users, ['*'])).rejects.toThrow(
    'Missing subscription callback.',
  );
  expect(send).not.toHaveBeenCalled();
});
