import { afterEach, expect, test, vi } from 'vitest';
import { UNREADABLE_MESSAGE } from '#domain/app/api-error.ts';
import { DELETE_LOSS } from '#domain/settings/backups.ts';
import { $question } from '#stores/app/confirm.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { go, startRouting } from '#stores/app/route.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { $fileActions, downloadBackup, removeBackup } from '#stores/settings/backups/files.ts';
import {
  $backups,
  $canBackup,
  $isLoadingBackups,
  $recoveries,
  loadAhead,
  loadBackups,
  startHealth,
  startList,
} from '#stores/settings/backups/list.ts';
import { startBackups } from '#stores/settings/backups/upload.ts';
import { setHidden } from '#tests/stores/hidden.ts';
import {
  answerRequests,
  holdRequests,
  rejectRequests,
  watchRequests,
} from '#tests/stores/network-fixture.ts';
import { settled } from '#tests/stores/offline-fixture.ts';
import { answerQuestion, backend, toasts, until } from '#tests/stores/settings-fixture.ts';
import { typedToasts } from '#tests/stores/toasts.ts';
import { isHealth, isList, makeBackup, shownKeys, startBackupTests, storedKeys } from './backups-fixture.ts';

const stops: (() => void)[] = [];
const closeList = startBackupTests();
afterEach(() => {
  vi.useRealTimers();
  setHidden(false);
  for (const stop of stops.splice(0)) stop();
});

/** Polls with responses from `answers`, the last one again and again; counts requests and recoveries. */
function poll(answers: readonly (boolean | 'down' | 'html')[]) {
  const counts = { requests: 0, ready: 0 };
  answerRequests(isHealth, () => {
    const answer = answers[Math.min(counts.requests, answers.length - 1)];
    counts.requests += 1;
    if (answer === 'down') throw new TypeError('Failed to fetch');
    if (answer === 'html')
      return new Response('<p>Bad gateway</p>', { headers: { 'Content-Type': 'text/html' } });
    return Response.json({ code: 200, message: 'API is healthy.', data: { canBackup: answer } });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stops.push(
    $recoveries.listen(() => {
      counts.ready += 1;
    }),
    startHealth(),
  );
  return counts;
}
const advance = async (ms: number) => {
  await settled();
  vi.advanceTimersByTime(ms);
  await settled();
};

test('[BK-02][BK-03] the newest backup comes first, and an older list stays while a newer one is loaded', async () => {
  await makeBackup('a.zip');
  await makeBackup('b.zip');
  await loadBackups();
  expect(shownKeys()).toEqual(['b.zip', 'a.zip']);
  const { arrived, release } = holdRequests(isList);
  const loading = loadBackups();
  await arrived;
  expect([$isLoadingBackups.get(), shownKeys()]).toEqual([true, ['b.zip', 'a.zip']]);
  release();
  await loading;
  expect($isLoadingBackups.get()).toBe(false);
});

const html = (status: number) =>
  new Response('<p>Maintenance</p>', { status, headers: { 'Content-Type': 'text/html' } });
const failures: [string, () => Response, unknown][] = [
  ['a page instead of a list', () => html(200), UNREADABLE_MESSAGE],
  [
    'an unreachable storage',
    () => Response.json({ code: 400, message: 'No S3.', data: {} }, { status: 400 }),
    'No S3.',
  ],
  ['a proxy without backend', () => html(502), expect.any(String)],
  [
    'no connection',
    () => {
      throw new TypeError('Failed to fetch');
    },
    expect.any(String),
  ],
];
test.each(failures)('the backups stay when the list can not be read: %s', async (_name, answer, message) => {
  await makeBackup('a.zip');
  await loadBackups();
  answerRequests(isList, answer);
  await loadBackups();
  expect(shownKeys()).toEqual(['a.zip']);
  expect(toasts()).toEqual([message]);
});

test('[BK-04] health is requested at once and then every 3 s, never while the tab is hidden', async () => {
  const counts = poll([true]);
  await advance(0);
  expect(counts.requests).toBe(1);
  await advance(2999);
  expect(counts.requests).toBe(1);
  await advance(1);
  expect(counts.requests).toBe(2);
  setHidden(true);
  await advance(60_000);
  expect(counts.requests).toBe(2);
  setHidden(false);
  await advance(0);
  expect(counts.requests).toBe(3);
  await advance(3000);
  expect(counts).toEqual({ requests: 4, ready: 0 });
  stops.pop()?.();
  await advance(60_000);
  setHidden(true);
  setHidden(false);
  await advance(0);
  expect(counts.requests).toBe(4);
});

test('[BK-04][BK-05] a backup elsewhere disables, and its end loads the list', async () => {
  const counts = poll([true, false, false, true]);
  await advance(0);
  expect($canBackup.get()).toBe(true);
  await advance(3000);
  expect($canBackup.get()).toBe(false);
  await advance(3000);
  expect(counts.ready).toBe(0);
  await advance(3000);
  expect([$canBackup.get(), counts.ready]).toEqual([true, 1]);
});

test('[BK-04] failures are silent and do not end the polling, and the end of them loads the list', async () => {
  const counts = poll([true, 'down', 'html', 'down', true]);
  for (let times = 0; times < 4; times += 1) await advance(3000);
  expect(counts).toEqual({ requests: 5, ready: 1 });
  expect(toasts()).toEqual([]);
});

test('[BK-04] a backend that never responds counts as a failure, and no second request is sent meanwhile', async () => {
  const { arrived, release } = holdRequests(isHealth);
  const { requests } = watchRequests();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let ready = 0;
  stops.push(
    $recoveries.listen(() => {
      ready += 1;
    }),
    startHealth(),
  );
  await arrived;
  await advance(9999);
  expect(requests.filter(isHealth)).toHaveLength(1);
  await advance(1);
  release();
  await advance(3000);
  vi.useRealTimers();
  await expect.poll(() => ready).toBe(1);
});

test('[BK-14] deleting asks, tells and loads the list', async () => {
  await makeBackup('a.zip');
  await loadBackups();
  void removeBackup('a.zip');
  await until($question, (question) => question !== undefined);
  expect($question.get()?.loss).toBe(DELETE_LOSS);
  expect(await answerQuestion(false)).toBe('Do you really want to delete a.zip?');
  await settled();
  expect(await storedKeys()).toEqual(['a.zip']);
  const removed = removeBackup('a.zip');
  await answerQuestion(true);
  await until($fileActions, (actions) => actions.get('a.zip') === 'deleting');
  await removed;
  expect($toasts.get()).toMatchObject([{ type: 'success', message: 'Successfully deleted a.zip.' }]);
  expect([$fileActions.get().size, shownKeys(), await storedKeys()]).toEqual([0, [], []]);
});

test('[BK-14] a backup that another administrator has deleted disappears with the message of the backend', async () => {
  await makeBackup('a.zip');
  await loadBackups();
  await backend().api.delete('/api/backups/a.zip');
  const removed = removeBackup('a.zip');
  await answerQuestion(true);
  await removed;
  expect(toasts()).toEqual([expect.stringContaining('Invalid or already deleted backup file.')]);
  expect([$fileActions.get().size, shownKeys()]).toEqual([0, []]);
});

test('[BK-13] a backup of a stale list is not downloaded, and the list is loaded again', async () => {
  await makeBackup('a.zip');
  await loadBackups();
  await backend().api.delete('/api/backups/a.zip');
  await downloadBackup('a.zip');
  expect(typedToasts()).toEqual(['error: The backup a.zip no longer exists.']);
  expect(shownKeys()).toEqual([]);
});

test('[BK-13] a backup is downloaded by a fresh token', async () => {
  await makeBackup('a.zip');
  await loadBackups();
  const links: { href: string; download: string }[] = [];
  const createElement = () => {
    const link = { href: '', download: '', click: () => void links.push(link) };
    return link;
  };
  Object.assign(document, { createElement });
  await downloadBackup('a.zip');
  Reflect.deleteProperty(document, 'createElement');
  expect(toasts()).toEqual([]);
  expect(links).toMatchObject([{ download: 'a.zip' }]);
  const response = await fetch(links[0]?.href ?? '');
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  await response.body?.cancel();
});

test('the page loads its list again after a backup elsewhere and when the backend is back, until it is left', async () => {
  stops.push(
    startBackups(),
    $isOffline.listen(() => {}),
  );
  await until($isLoadingBackups, (isLoading) => !isLoading);
  const { sent } = watchRequests();
  const lists = () => sent.filter((request) => request === 'GET /api/backups').length;
  $recoveries.set($recoveries.get() + 1);
  await expect.poll(lists).toBe(1);
  $isOffline.set(true);
  $isOffline.set(false);
  await expect.poll(lists).toBe(2);
  await until($isLoadingBackups, (isLoading) => !isLoading);
  stops.shift()?.();
  $recoveries.set($recoveries.get() + 1);
  $isOffline.set(true);
  $isOffline.set(false);
  await loadBackups();
  expect([lists(), $backups.get().state]).toEqual([2, 'busy']);
});

test('a list that was requested ahead is used by the screen that follows, but by no later one', async () => {
  closeList();
  const { sent } = watchRequests();
  const listsOf = async (act: () => void) => {
    sent.length = 0;
    act();
    await until($backups, ({ state }) => state === 'ready');
    return sent.filter((request) => request === 'GET /api/backups').length;
  };
  const open = () => void stops.push(startList());
  const close = () => stops.pop()?.();
  expect(await listsOf(loadAhead)).toBe(1);
  expect(await listsOf(open)).toBe(0);
  // The screen was faster.
  expect(await listsOf(loadAhead)).toBe(0);
  close();
  expect(await listsOf(open)).toBe(1);
  close();
  const stopRouting = startRouting();
  go('settingsMail');
  expect(await listsOf(loadAhead)).toBe(1);
  go('logs');
  expect(await listsOf(open)).toBe(1);
  stopRouting();
});

test('[BK-13] a token that is refused is told, and the row can be used again', async () => {
  await makeBackup('a.zip');
  await loadBackups();
  rejectRequests(({ path }) => path === '/api/files/token', 'No token.');
  const downloaded = downloadBackup('a.zip');
  expect($fileActions.get().get('a.zip')).toBe('downloading');
  await downloaded;
  expect(toasts()).toEqual(['No token.']);
  expect($fileActions.get().size).toBe(0);
  expect($backups.get().state).toBe('ready');
});
