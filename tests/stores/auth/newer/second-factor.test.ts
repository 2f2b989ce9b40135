import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { $backend } from '#stores/app/line.ts';
import { $path, replaceHash, startRouting } from '#stores/app/route.ts';
import { $session, signOut, startSession } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { loginForm } from '#stores/auth/login-form.ts';
import {
  $codeNote,
  $secondFactor,
  beginSecondFactor,
  changeAddress,
  codeForm,
  sendCode,
  startSecondFactor,
} from '#stores/auth/second-factor.ts';
import { stopAll } from '#stores/base/running.ts';
import { backend } from '#tests/stores/backend-fixture.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { removeToasts } from '#tests/stores/toasts.ts';
import { until } from '#tests/stores/until.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { type SmtpSink, sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

const SUPERUSERS = 'collections/_superusers';

let sink: SmtpSink;
let stop = () => {};

/** The code in the newest mail, once there are as many. */
async function codeOf(mails: number): Promise<string> {
  await vi.waitUntil(() => sink.messages.length >= mails, { timeout: 10_000 });
  return /\b(\d{8})\b/.exec(sink.messages.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Types the password, and waits for the step that follows. */
async function signInByPassword(): Promise<void> {
  const { adminEmail, adminPassword } = backend();
  loginForm.edit(() => ({ email: adminEmail, password: adminPassword }));
  expect(await loginForm.save()).toBe(false);
  expect($path.get()).toBe('/second-factor');
  await until($secondFactor, (factor) => factor !== undefined && factor.codeId !== '');
}

describe.runIf(hasNewerLine)('a superuser with a second factor', () => {
  beforeAll(async () => {
    sink = await startSmtpSink();
    const { api } = backend();
    await sendMailTo(api, sink);
    await api.request('PATCH', `/api/${SUPERUSERS}`, { otp: { enabled: true, duration: 60 } });
  });
  afterAll(() => sink.stop());

  beforeEach(() => {
    sink.messages.length = 0;
    signOut();
    replaceHash('#/login');
    const stops = [startSession(), startRouting()];
    stop = stopAll(...stops);
  });
  afterEach(async () => {
    stop();
    loginForm.reset();
    codeForm.forget();
    removeToasts();
    // Codes count for a minute, and tries for three in the memory of the program.
    backend().write('data', (db) => db.exec('DELETE FROM _otps; DELETE FROM _mfas'));
    await backend().restart();
  });

  test('[NW-01] a code whose answer was lost is not called wrong: it may have signed in', async () => {
    await signInByPassword();
    const leave = startSecondFactor();
    codeForm.set('code', await codeOf(1));
    const send = globalThis.fetch;
    const losing = vi.fn(async (input: string, init: RequestInit) => {
      const response = await send(input, init);
      if (input.endsWith('auth-with-otp') && losing.mock.calls.length === 1) {
        expect(response.status).toBe(200);
        throw new TypeError('Failed to fetch');
      }
      return response;
    });
    vi.stubGlobal('fetch', losing);
    expect(await codeForm.save()).toBe(false);
    expect($path.get()).toBe('/second-factor');
    expect(await codeForm.save()).toBe(false);
    expect($path.get()).toBe('/login');
    expect(loginForm.$errors.get()['form']).toContain('may have been accepted');
    vi.unstubAllGlobals();
    leave();
  });

  test('[NW-01] the password opens the second step, whose code signs in, with blanks around it', async () => {
    $backend.set(undefined);
    await signInByPassword();
    const leave = startSecondFactor();
    const code = await codeOf(1);
    codeForm.set('code', ` ${code.slice(0, 4)} ${code.slice(4)}\n`);
    expect(await codeForm.save()).toBe(true);
    expect($session.get()?.admin.email).toBe(backend().adminEmail);
    expect($path.get()).toBe('/collections');
    leave();
    expect([...browser.tabStorage.values()]).toEqual([]);
    expect($toasts.get()).toEqual([]);
  });

  test('[NW-02] a reload keeps the step without the password, and leaving drops it', async () => {
    await signInByPassword();
    const { adminPassword } = backend();
    expect(loginForm.$values.get()).toEqual({ email: '', password: '' });
    const kept = [...browser.tabStorage.values()].join();
    expect(kept).toContain($secondFactor.get()?.step);
    expect(kept + [...browser.storage.values()].join() + location.href).not.toContain(adminPassword);
    expect([...browser.storage.values()].join() + location.href).not.toContain($secondFactor.get()?.step);
    // As after a reload: only the storage of the tab is there.
    const before = $secondFactor.get();
    $secondFactor.set(undefined);
    const leave = startSecondFactor();
    expect($secondFactor.get()).toEqual(before);
    codeForm.set('code', await codeOf(1));
    expect(await codeForm.save()).toBe(true);
    leave();
    signOut();
    await signInByPassword();
    startSecondFactor()();
    expect([...browser.tabStorage.values()]).toEqual([]);
    startSecondFactor()();
    expect($path.get()).toBe('/login');
  });

  test('[NW-03] a wrong code is told beside it; a new one of another mail signs in', async () => {
    await signInByPassword();
    const leave = startSecondFactor();
    const first = await codeOf(1);
    codeForm.set('code', first === '00000000' ? '11111111' : '00000000');
    expect(await codeForm.save()).toBe(false);
    expect(codeForm.$errors.get()['code']).toMatch(/wrong, or has expired/);
    await sendCode();
    expect($codeNote.get()).toContain('A new code was sent');
    const second = await codeOf(2);
    codeForm.set('code', second);
    expect(await codeForm.save()).toBe(true);
    leave();
    expect($session.get()).toBeDefined();
    expect($toasts.get()).toEqual([]);
  });

  test('[NW-03] too many tries are told beside the code, with how long to wait', async () => {
    await signInByPassword();
    const leave = startSecondFactor();
    await codeOf(1);
    for (let tries = 0; tries < 6; tries++) {
      codeForm.set('code', '00000000');
      await codeForm.save();
    }
    expect(codeForm.$errors.get()['code']).toMatch(/^Too many attempts/);
    leave();
    expect($toasts.get()).toEqual([]);
  });

  test('[NW-03] after ten codes no further mail is sent, and the page says so', async () => {
    await signInByPassword();
    const leave = startSecondFactor();
    while (sink.messages.length < 10) {
      const known = sink.messages.length;
      await sendCode();
      await codeOf(known + 1);
    }
    await sendCode();
    expect($codeNote.get()).toMatch(/no new one/);
    codeForm.set('code', await codeOf(10));
    expect(await codeForm.save()).toBe(true);
    leave();
  });

  test('[NW-04] a step that is over leads back to the password, with the address and the reason', async () => {
    await signInByPassword();
    const leave = startSecondFactor();
    const code = await codeOf(1);
    backend().write('data', (db) => db.exec('DELETE FROM _mfas'));
    codeForm.set('code', code);
    expect(await codeForm.save()).toBe(false);
    leave();
    expect($path.get()).toBe('/login');
    expect(loginForm.$values.get()).toEqual({ email: backend().adminEmail, password: '' });
    expect(loginForm.$errors.get()['form']).toMatch(/Enter your password again/);
    expect([...browser.tabStorage.values()]).toEqual([]);
  });

  test('[NW-05] who signs in by another value than an address types the address for the code', async () => {
    beginSecondFactor('some step', 'somebody');
    const leave = startSecondFactor();
    expect(codeForm.$values.get().email).toBe('');
    codeForm.set('email', backend().adminEmail);
    await sendCode();
    expect($secondFactor.get()?.codeId).not.toBe('');
    await codeOf(1);
    changeAddress();
    expect($secondFactor.get()?.codeId).toBe('');
    expect(codeForm.$values.get().email).toBe(backend().adminEmail);
    leave();
  });
});
