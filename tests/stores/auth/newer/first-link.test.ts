import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '#api/client.ts';
import { $question } from '#stores/app/confirm.ts';
import { $backend } from '#stores/app/line.ts';
import { $path, replaceHash, startRouting } from '#stores/app/route.ts';
import { $session, signOut, startSession } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $firstLink, firstAdminForm, restoreFirst, startFirstLink } from '#stores/auth/first-link.ts';
import { loginForm } from '#stores/auth/login-form.ts';
import { stopAll } from '#stores/base/running.ts';
import { hasNewerLine } from '#tests/stores/newer-line.ts';
import { stubUpload } from '#tests/stores/records/panel/upload-stub.ts';
import { removeToasts } from '#tests/stores/toasts.ts';
import { until } from '#tests/stores/until.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';

const FIRST = { email: 'first@example.com', password: 'first-password', passwordConfirm: 'first-password' };

/** The path of the link that a program prints when it has started. */
const linkOf = ({ output }: Pick<Backend, 'output'>): Promise<string> =>
  vi.waitUntil(() => /#\/(pbinstall?\/\S+)\s/.exec(output())?.[1], { timeout: 10_000 });

/** A token with these claims, which nobody has signed. */
const forged = (claims: object): string => `x.${btoa(JSON.stringify(claims))}.y`;
const SUPERUSERS = { type: 'auth', collectionId: 'pbc_3142635823' };

/** All that is stored, or in the address. */
const kept = () => [location.href, ...browser.storage.values()].join();

describe.runIf(hasNewerLine)('the link of a backend without superusers', () => {
  let backend: Backend;
  let link: string;
  let stop = () => {};
  let leave = () => {};

  beforeAll(async () => {
    backend = await startPocketBase({ from: 'empty' });
    link = await linkOf(backend);
  });
  afterAll(() => backend.stop());
  beforeEach(() => {
    browser.backend = backend.url;
    api().baseUrl = backend.url;
    $backend.set(undefined);
    signOut();
    stop = stopAll(startSession(), startRouting());
  });
  afterEach(() => {
    leave();
    stop();
    removeToasts();
    loginForm.reset();
    vi.unstubAllGlobals();
  });

  /** Opens an address of Atoll, and waits until its link was looked at. */
  async function open(path: string) {
    replaceHash(`#/${path}`);
    leave = startFirstLink();
    return until($firstLink, ({ state }) => state !== 'checking');
  }

  test('[NW-06] its token leaves the address at once, and is kept for a reload of the tab only', async () => {
    expect(await open(link)).toEqual({ state: 'ready' });
    const token = link.split('/')[1] ?? '';
    expect($path.get()).toBe('/pbinstall/start');
    expect(kept()).not.toContain(token);
    expect([...browser.tabStorage.values()].join()).toContain(token);
    leave();
    expect([...browser.tabStorage.values()].join()).not.toContain(token);
    expect(await open(link.replace(/^pbinstall?/, 'PBinstal'))).toEqual({ state: 'ready' });
  });

  test.each([
    ['an incomplete one', 'abc', /not complete/],
    ['one of another kind', forged({ ...SUPERUSERS, type: 'passwordReset', exp: 9e9 }), /another kind/],
    ['one that has expired', forged({ ...SUPERUSERS, exp: 1 }), /expired/],
    ['one of another backend', forged({ ...SUPERUSERS, exp: 9e9 }), /does not accept/],
  ])('[NW-07] %s says so, without a form', async (_what, token, reason) => {
    expect(await open(`pbinstall/${token}`)).toEqual({
      state: 'over',
      reason: expect.stringMatching(reason),
    });
    expect([...browser.tabStorage.values()]).toEqual([]);
    leave();
    expect(await open('pbinstall/start')).toEqual({ state: 'over', reason: undefined });
  });

  test('[NW-08] a file that is no backup is refused, and a broken one is told with the reason', async () => {
    stubUpload();
    await open(link);
    const restore = async (file: File) => {
      const restored = restoreFirst(file);
      (await until($question, (question) => question !== undefined))?.answer(true);
      await restored;
      return $toasts
        .get()
        .map(({ message }) => message)
        .join();
    };
    expect(await restore(new File(['text'], 'a.zip'))).toMatch(/./);
    removeToasts();
    // An archive of nothing.
    const empty = new File([new Uint8Array([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)])], 'b.zip');
    expect(await restore(empty)).toMatch(/could not be restored/);
    expect($firstLink.get()).toEqual({ state: 'ready' });
  });

  test('[NW-06] creates the first superuser and signs in; then the link is used up', async () => {
    const reload = vi.spyOn(location, 'reload');
    await open(link);
    firstAdminForm.edit(() => ({ ...FIRST, passwordConfirm: 'another' }));
    expect(await firstAdminForm.save()).toBe(false);
    expect(Object.keys(firstAdminForm.$errors.get())).toEqual(['passwordConfirm']);
    firstAdminForm.edit(() => FIRST);
    expect(await firstAdminForm.save()).toBe(true);
    expect($session.get()?.admin.email).toBe(FIRST.email);
    expect($path.get()).toBe('/collections');
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
    expect([...browser.tabStorage.values()]).toEqual([]);
    leave();
    expect(await open(link)).toEqual({ state: 'over', reason: expect.stringMatching(/has been used/) });
    expect($session.get()).toBeDefined();
  });
});

describe.runIf(hasNewerLine)('a backup instead of a first superuser', () => {
  test('[NW-08] is restored by the token of the link; its superusers sign in then', async () => {
    stubUpload();
    const old = await startPocketBase();
    await old.api.request('POST', '/api/backups', { name: 'old.zip' });
    const bytes = readFileSync(`${old.dir}/backups/old.zip`);
    const { adminEmail, adminPassword } = old;
    await old.stop();
    const backend = await startPocketBase({ from: 'empty' });
    browser.backend = backend.url;
    api().baseUrl = backend.url;
    $backend.set(undefined);
    signOut();
    const stop = stopAll(startSession(), startRouting());
    replaceHash(`#/${await linkOf(backend)}`);
    const leave = startFirstLink();
    await until($firstLink, ({ state }) => state === 'ready');
    const restored = restoreFirst(new File([bytes], 'Ä name of its own.zip'));
    (await until($question, (question) => question !== undefined))?.answer(true);
    await restored;
    expect($toasts.get().map(({ message }) => message)).toEqual([
      expect.stringMatching(/The backup was restored/),
    ]);
    expect($path.get()).toBe('/login');
    loginForm.edit(() => ({ email: adminEmail, password: adminPassword }));
    expect(await loginForm.save()).toBe(true);
    leave();
    stop();
    removeToasts();
    vi.unstubAllGlobals();
    await backend.stop();
  });
});
