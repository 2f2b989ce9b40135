import { cleanStores } from 'nanostores';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readStored } from '#browser/storage.ts';
import { LOG_DAYS_KEY } from '#domain/app/storage-keys.ts';
import { $isOffline } from '#stores/app/connection.ts';
import {
  $isDeleting,
  $isDeletionOpen,
  $lostBySettings,
  $olderCount,
  $olderThan,
  deleteLogs,
  openDeletion,
} from '#stores/logs/deletion.ts';
import { restoreDays } from '#stores/logs/kept-days.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { logSettingsForm as form } from '#stores/logs/settings.ts';
import { eventually } from '#tests/support/eventually.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import {
  backend,
  browser,
  isList,
  messages,
  openLogs,
  startLogsTests,
  toasts,
  until,
  writeLogs,
} from './logs-fixture.ts';

startLogsTests();

const DAY = 86_400_000;
const isSave = ({ path, method }: { readonly path: string; readonly method: string }) =>
  path === '/api/settings' && method === 'PATCH';
const days = async () =>
  (await backend().api.get<{ logs: { maxDays: number } }>('/api/settings')).logs.maxDays;
const stored = () =>
  backend()
    .sql("SELECT message FROM _logs WHERE message LIKE 'age %' ORDER BY message", [], 'logs')
    .map(({ message }) => message);
const setLogs = (logs: object) => backend().api.patch('/api/settings', { logs });

/** Entries of level 0 and these ages, in days. */
function writeAges(...ages: readonly number[]) {
  writeLogs(...ages.map((age) => ({ message: `age ${age}`, created: Date.now() - (age + 0.1) * DAY })));
}

/** Opens the popup and waits for the number of older entries. */
async function choose(maxDays: number) {
  openDeletion();
  const stop = $olderCount.listen(() => {});
  $olderThan.set(maxDays);
  await until($olderCount, (count) => typeof count === 'number');
  return stop;
}

beforeEach(async () => {
  await setLogs({ maxDays: 30, minLevel: -100 });
  await openLogs();
  writeAges(0, 2, 5, 9);
});
afterEach(async () => {
  $olderThan.set(undefined);
  localStorage.removeItem(LOG_DAYS_KEY);
  await setLogs({ maxDays: 30, minLevel: 100 });
});

test('deletes what is older, counted before, and sets the days back', async () => {
  const stop = await choose(5);
  expect($olderCount.get()).toBe(2);
  const { requests } = watchRequests();
  await deleteLogs();
  stop();
  expect(stored()).toEqual(['age 0', 'age 2']);
  expect(requests.filter(isSave)).toHaveLength(2);
  expect(await days()).toBe(30);
  expect(readStored(LOG_DAYS_KEY)).toBeUndefined();
  expect(toasts()).toEqual(['Successfully deleted 2 logs.']);
  expect($isDeletionOpen.get()).toBe(false);
});

test('counts by the clock of the backend, which decides what is older', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  await refreshLogs();
  const stop = await choose(4);
  expect($olderCount.get()).toBe(2);
  stop();
});

test('0 days delete all, and logs are kept again after that', async () => {
  const stop = await choose(0);
  await deleteLogs();
  stop();
  expect(stored()).toEqual([]);
  expect(await days()).toBe(30);
});

test('a setting that could not be set back is set back later, unless somebody has changed it since', async () => {
  const stop = await choose(5);
  let saves = 0;
  const allow = rejectRequests((request) => isSave(request) && ++saves === 2, 'Broken.', 500);
  await deleteLogs();
  stop();
  expect(stored()).toEqual(['age 0', 'age 2']);
  expect(await days()).toBe(5);
  expect(toasts().join()).toContain('still 5 in place of 30');
  allow();
  await restoreDays();
  expect(await days()).toBe(30);
  expect(readStored(LOG_DAYS_KEY)).toBeUndefined();

  localStorage.setItem(LOG_DAYS_KEY, JSON.stringify({ from: 7, to: 5 }));
  await restoreDays();
  expect(await days()).toBe(30);
  expect(readStored(LOG_DAYS_KEY)).toBeUndefined();
});

test('what a closed page has left is set back once the backend responds again', async () => {
  await setLogs({ maxDays: 5 });
  localStorage.setItem(LOG_DAYS_KEY, JSON.stringify({ from: 30, to: 5 }));
  $isOffline.set(true);
  $isOffline.set(false);
  await eventually(async () => expect(await days()).toBe(30));
  await eventually(() => expect(readStored(LOG_DAYS_KEY)).toBeUndefined());
});

test('while a lowered setting can’t be set back, nothing else is deleted, and it is set back later', async () => {
  await setLogs({ maxDays: 5 });
  localStorage.setItem(LOG_DAYS_KEY, JSON.stringify({ from: 30, to: 5 }));
  const stop = await choose(0);
  let saves = 0;
  const allow = rejectRequests((request) => isSave(request) && ++saves === 1, 'Broken.', 500);
  await deleteLogs();
  allow();
  stop();
  expect(toasts().join()).toContain('still 5 in place of 30');
  expect(stored()).toEqual(['age 0', 'age 2']);
  await restoreDays();
  expect(await days()).toBe(30);
});

test('no logs are older than the calendar of the browser', async () => {
  const stop = await choose(999_999_999);
  expect($olderCount.get()).toBe(0);
  stop();
});

test('a refused deletion deletes nothing and leaves the setting and the popup', async () => {
  const stop = await choose(5);
  const allow = rejectRequests(isSave, 'Broken.', 500);
  await deleteLogs();
  allow();
  stop();
  expect(stored()).toHaveLength(4);
  expect(await days()).toBe(30);
  expect($isDeletionOpen.get()).toBe(true);
  expect(toasts().join()).toContain('Broken.');
});

test('without logs of more days nothing is sent', async () => {
  const stop = await choose(5);
  await setLogs({ maxDays: 5 });
  const { requests } = watchRequests();
  await deleteLogs();
  stop();
  expect(requests.filter(isSave)).toEqual([]);
  expect(await days()).toBe(5);
  expect(toasts()).toEqual(['No logs were deleted: the log settings keep no older ones.']);
  expect($isDeletionOpen.get()).toBe(false);
});

test('a browser that can’t remember the setting deletes nothing', async () => {
  const stop = await choose(5);
  onTestFinished(() => {
    browser.quota = Number.POSITIVE_INFINITY;
  });
  browser.quota = 0;
  const { requests } = watchRequests();
  await deleteLogs();
  stop();
  expect(requests.filter(isSave)).toEqual([]);
  expect(toasts()).toEqual(['No logs were deleted: this browser can’t remember the setting meanwhile.']);
  expect([stored().length, $isDeletionOpen.get()]).toEqual([4, false]);
});

test('what can’t be counted is not deleted', async () => {
  const allow = rejectRequests(isList, 'Broken.', 500);
  onTestFinished($olderCount.listen(() => {}));
  openDeletion();
  $olderThan.set(5);
  expect($olderCount.get()).toBe('busy');
  await until($olderCount, (count) => count !== 'busy');
  allow();
  expect($olderCount.get()).toBe('failed');
  const { sent } = watchRequests();
  await deleteLogs();
  expect([sent, $isDeletionOpen.get(), toasts()]).toEqual([[], true, []]);
});

test('one deletion runs at a time, and the browser asks before the page is closed meanwhile', async () => {
  const stop = await choose(5);
  const held = holdRequests(isSave);
  const { requests } = watchRequests();
  const deleting = deleteLogs();
  await held.arrived;
  expect([$isDeleting.get(), browser.asksOnUnload()]).toEqual([true, true]);
  const before = requests.length;
  await deleteLogs();
  expect(requests).toHaveLength(before);
  held.release();
  await deleting;
  stop();
  expect([$isDeleting.get(), browser.asksOnUnload()]).toEqual([false, false]);
  expect(toasts()).toEqual(['Successfully deleted 2 logs.']);
  // What is left is on screen.
  expect(messages()).toEqual(['age 2', 'age 0']);
});

test('another number of days is counted instead of the one before', async () => {
  onTestFinished($olderCount.listen(() => {}));
  openDeletion();
  const counted: unknown[] = [];
  const held = holdRequests(isList, 'responses');
  $olderThan.set(8);
  await held.arrived;
  onTestFinished($olderCount.listen((count) => void counted.push(count)));
  const { requests } = watchRequests();
  $olderThan.set(1);
  $olderThan.set(5);
  held.release();
  await until($olderCount, (count) => typeof count === 'number');
  expect([counted, requests.length]).toEqual([[2], 1]);
  $olderThan.set(undefined);
  expect($olderCount.get()).toBeUndefined();
});

test.each([undefined, -1, 1.5])('%j days count nothing', (maxDays) => {
  const stop = $olderCount.listen(() => {});
  $olderThan.set(maxDays);
  expect($olderCount.get()).toBeUndefined();
  stop();
});

test('stricter settings tell how many entries a save deletes', async () => {
  const stops = [form.start(), $lostBySettings.listen(() => {})];
  await until(form.$state, (state) => state === 'ready');
  expect($lostBySettings.get()).toBeUndefined();
  form.set('logs.maxDays', 5);
  await until($lostBySettings, (count) => typeof count === 'number');
  expect($lostBySettings.get()).toBe(2);
  form.set('logs.minLevel', 4);
  await until($lostBySettings, (count) => count !== 'busy' && count !== 2);
  expect($lostBySettings.get()).toBeGreaterThanOrEqual(4);
  form.set('logs.maxDays', 60);
  form.set('logs.minLevel', -100);
  expect($lostBySettings.get()).toBeUndefined();
  for (const stop of stops.reverse()) stop();
});

test('a popup that closes counts no more', async () => {
  openDeletion();
  const stop = $olderCount.listen(() => {});
  const { sent } = watchRequests();
  $olderThan.set(5);
  stop();
  cleanStores($olderCount);
  const stopOther = await choose(2);
  stopOther();
  // One request for the count that was wanted.
  expect(sent.filter((each) => each.startsWith('GET /api/logs'))).toHaveLength(1);
});
