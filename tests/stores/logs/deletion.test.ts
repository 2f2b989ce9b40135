import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refreshLogs } from '#stores/logs/page.ts';
import { $lostBySettings, logSettingsForm as form } from '#stores/logs/settings.ts';
import { rejectRequests, watchRequests } from '../network-fixture.ts';
import { backend, isList, openLogs, startLogsTests, until, writeLogs } from './logs-fixture.ts';

startLogsTests();

const DAY = 86_400_000;
const setLogs = (logs: object) => backend().api.patch('/api/settings', { logs });

/** Entries of level 0 and these ages, in days. */
function writeAges(...ages: readonly number[]) {
  writeLogs(...ages.map((age) => ({ message: `age ${age}`, created: Date.now() - (age + 0.1) * DAY })));
}

/** Opens the settings with what counts their losses. */
async function open(): Promise<void> {
  for (const stop of [form.start(), $lostBySettings.listen(() => {})]) onTestFinished(stop);
  await until(form.$state, (state) => state === 'ready');
}

beforeEach(async () => {
  await setLogs({ maxDays: 30, minLevel: -100 });
  await openLogs();
  writeAges(0, 2, 5, 9);
});
afterEach(() => setLogs({ maxDays: 30, minLevel: 100 }));

test('stricter settings tell how many entries a save deletes', async () => {
  await open();
  expect($lostBySettings.get()).toBeUndefined();
  form.set('logs.days', 5);
  await until($lostBySettings, (count) => typeof count === 'number');
  expect($lostBySettings.get()).toBe(2);
  form.set('logs.minLevel', 4);
  await until($lostBySettings, (count) => count !== 'busy' && count !== 2);
  expect($lostBySettings.get()).toBeGreaterThanOrEqual(4);
  form.set('logs.days', 60);
  form.set('logs.minLevel', -100);
  expect($lostBySettings.get()).toBeUndefined();
});

test('counts by the clock of the backend, which decides what is older', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3 * DAY });
  onTestFinished(() => void vi.useRealTimers());
  await refreshLogs();
  await open();
  form.set('logs.days', 4);
  await until($lostBySettings, (count) => typeof count === 'number');
  expect($lostBySettings.get()).toBe(2);
});

test('only the latest typed number is counted, once; a count that fails says nothing', async () => {
  await open();
  const { sent } = watchRequests();
  form.set('logs.days', 8);
  form.set('logs.days', 1);
  form.set('logs.days', 5);
  await until($lostBySettings, (count) => typeof count === 'number');
  expect([$lostBySettings.get(), sent.filter((each) => each.startsWith('GET /api/logs')).length]).toEqual([
    2, 1,
  ]);
  const allow = rejectRequests(isList, 'Broken.', 500);
  form.set('logs.days', 4);
  await until($lostBySettings, (count) => count === 'failed');
  allow();
  form.set('logs.days', 30);
  expect($lostBySettings.get()).toBeUndefined();
});
