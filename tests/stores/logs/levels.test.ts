import { expect, onTestFinished, test } from 'vitest';
import { LOGS_BY_LEVEL_KEY } from '#domain/app/storage-keys.ts';
import { sumOf } from '#domain/logs/levels.ts';
import {
  $isByLevel,
  $levelHours,
  $shownLevels,
  forgetLevels,
  loadLevels,
  setByLevel,
} from '#stores/logs/levels.ts';
import { shownFiltering } from '#stores/logs/list.ts';
import { $found, $stats } from '#stores/logs/live.ts';
import { holdRequests, rejectRequests } from '../network-fixture.ts';
import {
  browser,
  isStats,
  openLogs,
  startLogsTests,
  toasts,
  until,
  watchLogs,
  writeLogs,
} from './logs-fixture.ts';

startLogsTests();

test('whether the chart is stacked by level is remembered on this device', () => {
  onTestFinished($isByLevel.listen(() => {}));
  const stored = () => browser.storage.get(LOGS_BY_LEVEL_KEY);
  expect([$isByLevel.get(), stored()]).toEqual([false, undefined]);
  setByLevel(true);
  expect([$isByLevel.get(), stored()]).toEqual([true, '1']);
  setByLevel(false);
  expect([$isByLevel.get(), stored()]).toEqual([false, undefined]);
  for (const [text, expected] of [
    ['1', true],
    ['yes', false],
  ] as const) {
    browser.storeElsewhere(LOGS_BY_LEVEL_KEY, text);
    expect($isByLevel.get()).toBe(expected);
  }
});

/** Opens the logs with one entry of each band, and waits for their totals. */
async function openLevels(query: Readonly<Record<string, string>> = {}) {
  writeLogs(...[-4, 0, 4, 8].map((level) => ({ level })));
  await openLogs(query);
  await until($levelHours, (hours) => hours !== undefined);
  const filtering = shownFiltering();
  if (!filtering) throw new Error('No logs are on screen.');
  return { filtering, hours: $stats.get().hours ?? [] };
}
const shownCounts = () => Object.entries($shownLevels.get() ?? {}).map(([id, hours]) => [id, sumOf(hours)]);

test('without a choice, the totals of all bands are on screen', async () => {
  expect($shownLevels.get()).toBeUndefined();
  await openLevels();
  expect(shownCounts()).toEqual([
    ['error', 1],
    ['warn', 1],
    ['debug', 1],
    ['info', 1],
  ]);
  expect($shownLevels.get()).toBe($levelHours.get());
});

test('chosen bands without entries are counted among all, in one request for each', async () => {
  writeLogs({ level: 0 });
  const { stats, levels } = watchLogs();
  await openLogs({ levels: 'error' });
  await until($levelHours, (hours) => hours !== undefined);
  expect($found.get()).toBe(0);
  expect(sumOf($levelHours.get()?.info ?? [])).toBe(1);
  // The totals of the list are those of a level, too.
  expect([stats().length, levels().length]).toEqual([1, 4]);
});

test('totals of a query that was left are not shown', async () => {
  const { filtering, hours } = await openLevels();
  const held = holdRequests(isStats, 'responses');
  const loading = loadLevels(filtering, hours);
  await held.arrived;
  forgetLevels();
  held.release();
  await loading;
  expect([$levelHours.get(), toasts()]).toEqual([undefined, []]);
});

test('a failure keeps the totals on screen, and ends the other requests', async () => {
  const { filtering, hours } = await openLevels();
  const before = $levelHours.get();
  const isOf = (level: string) => (request: { params: Readonly<Record<string, string>> }) =>
    request.params['filter']?.endsWith(level) === true;
  const held = holdRequests(isOf('level<0'));
  rejectRequests(isOf('level>=8'), 'Lost.', 500);
  const { levels } = watchLogs();
  await loadLevels(filtering, hours);
  held.release();
  expect([$levelHours.get() === before, toasts(), levels().length]).toEqual([true, [], 3]);
  await loadLevels(filtering, []);
  expect(Object.values($levelHours.get() ?? {}).map(sumOf)).toEqual([0, 0, 0, 0]);
});
