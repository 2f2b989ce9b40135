import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $path, go, startRouting } from '#stores/app/route.ts';
import { $canBackup } from '#stores/settings/backups/list.ts';
import { $canRestore, $restoreName, restore } from '#stores/settings/backups/restore.ts';
import { $restore, closeRestore, openRestore, startOutcome } from '#stores/settings/backups/restore-open.ts';
import {
  answerRequests,
  holdRequests,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import { settled } from '#tests/stores/offline-fixture.ts';
import { browser, startSettingsTests, toasts } from '#tests/stores/settings-fixture.ts';
import { startStores } from '#tests/stores/start-stores.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { isHealth } from './backups-fixture.ts';

const isRestore = ({ path }: { readonly path: string }) => path === '/api/backups/a.zip/restore';
const isLog = ({ path }: { readonly path: string }) => path === '/api/logs';
const KEY = 'restored_backup';

startSettingsTests();
startStores(() => [startRouting()]);
let stopListening: (() => void) | undefined;
beforeEach(() => {
  go('settingsBackups');
  stopListening = $restore.listen(() => {});
  vi.spyOn(location, 'reload');
  openRestore('a.zip');
});
afterEach(() => {
  vi.useRealTimers();
  $restore.set(undefined);
  $restoreName.set('');
  $canBackup.set(true);
  stopListening?.();
  browser.tabStorage.delete(KEY);
  vi.restoreAllMocks();
});

/** Answers health with `answers`, the last one again and again. */
function answerHealth(...answers: readonly (boolean | 'down' | 'signed out')[]) {
  let count = 0;
  answerRequests(isHealth, () => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    if (answer === 'down') throw new TypeError('Failed to fetch');
    if (answer === 'signed out')
      return Response.json({ status: 401, message: '', data: {} }, { status: 401 });
    return Response.json({ code: 200, message: '', data: { canBackup: answer } });
  });
}
/** Answers the log with failures of these ids, the newest first. */
function answerLog(...ids: readonly string[]) {
  answerRequests(isLog, () =>
    Response.json({
      page: 1,
      items: ids.map((id) => ({
        id,
        created: '2026-11-21 10:00:00.000Z',
        level: 8,
        message: 'Failed to restore backup',
        data: { key: 'a.zip', error: `No data.db (${id}).` },
      })),
    }),
  );
}
const accept = () => answerRequests(isRestore, () => new Response(null, { status: 204 }));
async function advance(ms: number) {
  await settled();
  vi.advanceTimersByTime(ms);
  await settled();
}

test('[BK-16] only the exact name allows the restore, and only while nothing else runs', () => {
  for (const name of ['', 'a.zi', 'A.zip', 'a.zip ', 'a.zipp']) {
    $restoreName.set(name);
    expect($canRestore.get()).toBe(false);
  }
  $restoreName.set('a.zip');
  expect($canRestore.get()).toBe(true);
  $canBackup.set(false);
  expect($canRestore.get()).toBe(false);
});

test('[BK-16] without the name nothing is sent', async () => {
  const { sent } = watchRequests();
  $restoreName.set('b.zip');
  await restore();
  expect([sent, $restore.get()?.state]).toEqual([[], 'asking']);
});

test('[BK-17] the page reloads 2 s after the response, not before', async () => {
  accept();
  answerLog();
  answerHealth(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  $restoreName.set('a.zip');
  void restore();
  expect($restore.get()?.state).toBe('sending');
  await settled();
  expect($restore.get()?.state).toBe('restarting');
  await advance(1999);
  expect(location.reload).not.toHaveBeenCalled();
  await advance(1);
  expect(location.reload).toHaveBeenCalledOnce();
});

test('[BK-17] the page waits while the backend restores, restarts and does not respond', async () => {
  accept();
  answerLog();
  answerHealth(false, false, 'down', 'down', 'down', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  $restoreName.set('a.zip');
  void restore();
  await advance(2000);
  for (let times = 0; times < 4; times += 1) await advance(500);
  expect(location.reload).not.toHaveBeenCalled();
  await advance(500);
  expect(location.reload).toHaveBeenCalledOnce();
});

test('[BK-17] the page reloads when what is restored does not have the session', async () => {
  accept();
  answerLog();
  answerHealth('down', 'signed out');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  $restoreName.set('a.zip');
  void restore();
  await advance(2000);
  expect(location.reload).not.toHaveBeenCalled();
  await advance(500);
  expect(location.reload).toHaveBeenCalledOnce();
});

test.each([
  [false, 'The backend responds, but is still restoring'],
  ['down', 'The backend does not respond.'],
] as const)(
  '[BK-17] after minutes of %s the popup says what is known, and the page still waits',
  async (answer, known) => {
    accept();
    answerLog();
    answerHealth(answer, answer, true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    $restoreName.set('a.zip');
    void restore();
    await advance(2000);
    expect($restore.get()?.note).toBe(undefined);
    await advance(180_000);
    expect($restore.get()).toMatchObject({ state: 'restarting', note: expect.stringContaining(known) });
    expect([toasts(), $path.get()]).toEqual([[], '/settings/backups']);
    expect(location.reload).not.toHaveBeenCalled();
    await advance(500);
    expect(location.reload).toHaveBeenCalledOnce();
  },
);

test('[BK-17] nothing closes the popup while the backup is restored', async () => {
  const { arrived, release } = holdRequests(isRestore);
  $restoreName.set('a.zip');
  const restored = restore();
  await arrived;
  closeRestore();
  location.hash = '#/settings/mail';
  browser.dispatch('hashchange');
  expect([$restore.get()?.state, $path.get()]).toEqual(['sending', '/settings/backups']);
  release();
  // There is no such backup.
  await restored;
  expect([$restore.get()?.state, toasts()]).toEqual(['asking', ['Missing or invalid backup file.']]);
  go('settingsMail');
  expect($restore.get()).toBe(undefined);
});

test('once the popup is gone from the screen, it keeps nobody there', async () => {
  $restore.set({ key: 'a.zip', state: 'restarting' });
  stopListening?.();
  cleanStores($restore);
  location.hash = '#/settings/mail';
  browser.dispatch('hashchange');
  expect($path.get()).toBe('/settings/mail');
});

test('[BK-18] an error without a message of the backend is told too', async () => {
  rejectRequests(isRestore, '', 500);
  $restoreName.set('a.zip');
  await restore();
  expect(typedToasts()).toEqual(['error: Something went wrong while processing your request.']);
  expect($canRestore.get()).toBe(true);
});

test.each([0, 502, 504])(
  '[BK-18] without a response (%i), the backup may still be restored',
  async (status) => {
    answerRequests(isRestore, () => {
      if (!status) throw new TypeError('Failed to fetch');
      return new Response('', { status });
    });
    $restoreName.set('a.zip');
    await restore();
    expect($canRestore.get()).toBe(true);
    expect(typedToasts()).toEqual([
      expect.stringMatching(/^error: /),
      'warning: The backup may still be restored. Then this page shows old data until you reload it.',
    ]);
  },
);

test('after the reload the page tells why the backup was not restored, but no older reason', async () => {
  accept();
  answerHealth(true);
  answerLog('old');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  $restoreName.set('a.zip');
  void restore();
  await advance(2000);
  expect(JSON.parse(browser.tabStorage.get(KEY) ?? '')).toEqual({ key: 'a.zip', lastFailure: 'old' });
  const stop = startOutcome();
  expect(browser.tabStorage.has(KEY)).toBe(false);
  await advance(2000);
  expect(toasts()).toEqual([]);
  answerLog('new', 'old');
  await advance(2000);
  expect(typedToasts()).toEqual(['error: Failed to restore a.zip: No data.db (new).']);
  const { requests } = watchRequests();
  await advance(10_000);
  expect(requests.filter(isLog)).toHaveLength(0);
  stop();
});

test('a restore without a failure is looked for only a few times', async () => {
  browser.tabStorage.set(KEY, JSON.stringify({ key: 'a.zip', lastFailure: '' }));
  answerLog();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { requests } = watchRequests();
  startOutcome();
  for (let times = 0; times < 8; times += 1) await advance(2000);
  expect(requests.filter(isLog)).toHaveLength(4);
  expect(toasts()).toEqual([]);
});

test('rubbish in the storage of the tab is ignored', async () => {
  browser.tabStorage.set(KEY, '{');
  const { sent } = watchRequests();
  startOutcome();
  await settled();
  expect([sent, browser.tabStorage.has(KEY)]).toEqual([[], false]);
});
