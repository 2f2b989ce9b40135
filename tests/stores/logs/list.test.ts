import { expect, test } from 'vitest';
import {
  $logs,
  $selectedLogs,
  clearSelection,
  loadedLogs,
  loadMoreLogs,
  selectedLogs,
  selectLogs,
  toggleLog,
  toggleLogsTo,
} from '#stores/logs/list.ts';
import { refreshLogs } from '#stores/logs/page.ts';
import { setSearch } from '#stores/logs/query.ts';
import {
  loaded,
  messages,
  openLogs,
  startLogsTests,
  watchLogs,
  writeLogs,
  writeNumbered,
} from './logs-fixture.ts';

startLogsTests();

const pages = (lists: readonly Readonly<Record<string, string>>[]) => lists.map(({ page }) => page);
/** `n 60`, `n 59` ... */
const numbered = (from: number, to: number, prefix = 'n') =>
  Array.from({ length: from - to + 1 }, (_, at) => `${prefix} ${from - at}`);

test('[LG-12] [LG-19] loads 50 entries, then the next page, until one is not full', async () => {
  writeNumbered(120);
  await openLogs();
  expect(messages()).toEqual(numbered(120, 71));
  expect($logs.get()).toMatchObject({ page: 1, hasMore: true });
  const { lists } = watchLogs();
  await loadMoreLogs();
  await loadMoreLogs();
  expect(pages(lists())).toEqual(['2', '3']);
  expect(messages()).toEqual(numbered(120, 1));
  expect($logs.get()).toMatchObject({ page: 3, hasMore: false });
  await loadMoreLogs();
  expect(lists()).toHaveLength(2);
  await refreshLogs();
  expect(pages(lists()).toSorted()).toEqual(['1', '2', '2', '3', '3']);
  setSearch('n');
  await loaded();
  expect(messages()).toEqual(numbered(120, 71));
});

test.each([10, 50, 70, 150])(
  '%i new entries leave no gap and no wrong order in the pages after the first',
  async (count) => {
    writeNumbered(130);
    await openLogs();
    writeNumbered(count, 'new');
    await loadMoreLogs();
    expect(messages()).toEqual(numbered(130, 131 - messages().length));
    expect(messages().length).toBeGreaterThan(50);
    while ($logs.get().state === 'ready' && loadedLogs().length < 130) await loadMoreLogs();
    expect(messages()).toEqual(numbered(130, 1));
    await refreshLogs();
    expect(messages()[0]).toBe(`new ${count}`);
  },
);

test('entries that were not written in the order of their time are all loaded', async () => {
  const now = Date.now();
  writeLogs(
    ...Array.from({ length: 120 }, (_, at) => ({ message: `n ${at + 1}`, created: now - at * 1000 })),
  );
  await openLogs();
  await loadMoreLogs();
  await loadMoreLogs();
  expect(messages()).toEqual(numbered(120, 1));
});

test('[LG-21] [LG-22] the selection is kept in the order of the list', async () => {
  const [first = '', second = '', third = ''] = writeNumbered(4);
  await openLogs();
  toggleLog(first);
  toggleLogsTo(third);
  expect([...$selectedLogs.get()].toSorted()).toEqual([first, second, third]);
  toggleLog(second);
  expect(selectedLogs().map(({ id }) => id)).toEqual([third, first]);
  selectLogs(loadedLogs().map(({ id }) => id));
  expect(selectedLogs()).toEqual(loadedLogs());
  clearSelection();
  expect(selectedLogs()).toEqual([]);
});

test('[LG-21] more pages keep the selection, a refresh deselects missing entries, another filter all', async () => {
  const ids = writeNumbered(60);
  await openLogs();
  const [newest = '', second = ''] = ids.slice(-2).toReversed();
  selectLogs([newest, second]);
  await loadMoreLogs();
  expect($selectedLogs.get().size).toBe(2);
  writeNumbered(99, 'new');
  await refreshLogs();
  // 100 entries are on screen, so that the second one is not.
  expect([...$selectedLogs.get()]).toEqual([newest]);
  setSearch('n');
  expect($selectedLogs.get().size).toBe(0);
  await loaded();
});
