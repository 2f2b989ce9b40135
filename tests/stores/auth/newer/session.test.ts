import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { requestCollections } from '#api/collections/collections.ts';
import { listAdmins } from '#api/settings/admins.ts';
import { $question } from '#stores/app/confirm.ts';
import { $backend } from '#stores/app/line.ts';
import { report } from '#stores/app/report.ts';
import { $path, replaceHash, startRouting } from '#stores/app/route.ts';
import { $session, signIn, signOut } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { loginForm } from '#stores/auth/login-form.ts';
import { stopAll } from '#stores/base/running.ts';
import { createAdminPanel } from '#stores/settings/admins/panel.ts';
import { startWithRenewal } from '#tests/stores/app/session-fixture.ts';
import { backend } from '#tests/stores/backend-fixture.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { removeToasts } from '#tests/stores/toasts.ts';
import { until } from '#tests/stores/until.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { browser } from '#tests/support/browser-stub.ts';

const toasts = () => $toasts.get().map(({ message }) => message);
const OTHER_EMAIL = 'other@example.com';
const OTHER_PASSWORD = 'another-password';

describe.runIf(hasNewerLine)('the session of a superuser', () => {
  let stop = () => {};
  let email = '';
  let password = '';

  beforeEach(async () => {
    email ||= backend().adminEmail;
    password ||= backend().adminPassword;
    $backend.set({ line: 'pb23', version: '0.40.6' });
    replaceHash('#/settings/admins');
    await signIn(email, password);
    stop = stopAll(startWithRenewal(), startRouting());
  });
  afterEach(() => {
    stop();
    signOut();
    removeToasts();
    loginForm.reset();
    vi.unstubAllGlobals();
  });

  const openOwn = () => createAdminPanel({ admin: $session.get()?.admin, onClose: () => {} });

  test('[NW-10] another email is saved after the question only; then the page asks to sign in', async () => {
    const panel = openOwn();
    panel.set('email', OTHER_EMAIL);
    const refused = panel.save();
    (await until($question, (question) => question !== undefined))?.answer(false);
    expect(await refused).toBe(false);
    expect(panel.$values.get().email).toBe(OTHER_EMAIL);
    expect($session.get()).toBeDefined();
    const saved = panel.save();
    const question = await until($question, (asked) => asked !== undefined);
    expect(question?.text).toMatch(/ends your session/);
    question?.answer(true);
    await saved;
    expect($session.get()).toBeUndefined();
    expect($path.get()).toBe('/login');
    expect(toasts()).toContain('Your email was changed. Please sign in again.');
    panel.dispose();
    email = OTHER_EMAIL;
    await signIn(email, password);
    expect($path.get()).toBe('/settings/admins');
  });

  test('[NW-10] with another password, the page signs in again by itself', async () => {
    const panel = openOwn();
    const token = $session.get()?.token;
    panel.edit((values) => ({
      ...values,
      email: 'third@example.com',
      changePassword: true,
      password: OTHER_PASSWORD,
      passwordConfirm: OTHER_PASSWORD,
    }));
    expect(await panel.save()).toBe(true);
    [email, password] = ['third@example.com', OTHER_PASSWORD];
    expect($session.get()?.token).not.toBe(token);
    expect(await requestCollections(1, {})).not.toEqual([]);
    panel.dispose();
  });

  test('[NW-11] a session that can’t be renewed is not asked to be, and ends in its time', async () => {
    const { id } = $session.get()?.admin ?? {};
    const token = await fetch(`${backend().url}/api/collections/_superusers/impersonate/${id}`, {
      method: 'POST',
      headers: { Authorization: $session.get()?.token ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ duration: 600 }),
    }).then((response) => response.json());
    browser.storeElsewhere('pocketbase_auth', JSON.stringify({ token: token.token, model: token.record }));
    expect($session.get()?.token).toBe(token.token);
    const asked = vi.fn(fetch);
    vi.stubGlobal('fetch', asked);
    document.dispatchEvent(new Event('pointerdown'));
    expect(asked).not.toHaveBeenCalled();
    expect($session.get()?.token).toBe(token.token);
  });

  test('[NW-14] the only superuser can’t be deleted, and the backend’s own words say so', async () => {
    const panel = openOwn();
    const removed = panel.remove();
    (await until($question, (question) => question !== undefined))?.answer(true);
    await removed;
    expect(toasts()).toEqual([expect.stringMatching(/only existing superuser/)]);
    expect($session.get()).toBeDefined();
    panel.dispose();
  });

  test('[NW-14] another one is created, listed without a picture, changed and deleted', async () => {
    const panel = createAdminPanel({ admin: undefined, onClose: () => {} });
    panel.edit((values) => ({
      ...values,
      email: 'second@example.com',
      password: 'eight888',
      passwordConfirm: 'eight888',
    }));
    expect(await panel.save()).toBe(true);
    panel.set('email', 'moved@example.com');
    expect(await panel.save()).toBe(true);
    const query = { filter: "email='moved@example.com'", sort: '-created', page: 1 };
    expect(await listAdmins(query)).toMatchObject([{ email: 'moved@example.com', avatar: undefined }]);
    const removed = panel.remove();
    (await until($question, (question) => question !== undefined))?.answer(true);
    await removed;
    expect(await listAdmins(query)).toEqual([]);
    expect(toasts()).toEqual([
      'Successfully created superuser.',
      'Successfully updated superuser.',
      'Successfully deleted superuser.',
    ]);
    panel.dispose();
  });

  // The last one: nobody gets in any more.
  test('[NW-12] an address that is not allowed ends on the sign-in, with what to do, and stays there', async () => {
    const api = createAdminApi(backend().url, { email, password });
    await api.request('PATCH', '/api/settings', { superuserIPs: ['10.9.8.7'] });
    await requestCollections(1, {}).then(
      () => expect.unreachable(),
      (error: unknown) => report(error),
    );
    await until($session, (session) => session === undefined);
    expect($path.get()).toBe('/login');
    await until($toasts, (all) => all.some(({ message }) => message.includes('pocketbase superuser ips')));
    removeToasts();
    loginForm.edit(() => ({ email, password }));
    expect(await loginForm.save()).toBe(false);
    expect(loginForm.$errors.get()['form']).toContain('pocketbase superuser ips');
    expect($path.get()).toBe('/login');
    expect(toasts()).toEqual([]);
  });
});
