import { expect, test, vi } from 'vitest';
import { $query, go } from '#stores/app/route.ts';
import { $log, $logId, closeLog, logWalk, openLog } from '#stores/logs/detail.ts';
import { loadedLogs, loadMoreLogs } from '#stores/logs/list.ts';
import { holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import { settled } from '../offline-fixture.ts';
import {
  isList,
  openLogs,
  startLogsTests,
  toasts,
  until,
  watchLogs,
  writeLogs,
  writeNumbered,
} from './logs-fixture.ts';

const { $neighbours, openAbove, openBelow } = logWalk;

startLogsTests();

const isOne = (id: string) => (request: { readonly path: string }) => request.path === `/api/logs/${id}`;
/** Waits until the entry has been loaded. */
const opened = (id: string) => until($log, (shown) => shown?.id === id && shown.log !== undefined);

test('[LD-07] [LG-18] an entry of the list is shown at once, then as the backend has it', async () => {
  const [id = ''] = writeLogs({ message: 'one', data: { status: 404 } });
  await openLogs({ filter: 'one' });
  const { sent } = watchRequests();
  const { arrived, release } = holdRequests(isOne(id));
  openLog(id);
  expect($query.get()).toEqual({ filter: 'one', logId: id });
  const [listed] = loadedLogs();
  expect($log.get()).toEqual({ id, log: listed });
  await arrived;
  release();
  await until($log, (shown) => shown?.log !== undefined && shown.log !== listed);
  expect($log.get()?.log).toMatchObject({
    id,
    message: 'one',
    members: [{ name: 'status', value: 404 }],
  });
  expect(sent).toEqual([`GET /api/logs/${id}`]);
});

test('[LD-07] an entry that is not listed is loaded by its id', async () => {
  const [id = ''] = writeNumbered(1, 'hidden');
  go('logs', { filter: 'other', logId: id });
  expect($log.get()).toEqual({ id, log: undefined });
  await opened(id);
  expect($log.get()?.log?.message).toBe('hidden 1');
  expect($neighbours.get()).toBeUndefined();
});

test.each([
  ['is unknown', 404, undefined],
  ['is refused', 500, 500],
])(
  '[LD-08] an entry that %s closes with a message, and the rest of the address stays',
  async (_, _status, reject) => {
    const [id = ''] = writeNumbered(1);
    await openLogs({ filter: 'n', live: '1' });
    const missing = reject ? id : 'missing00000000';
    if (reject) rejectRequests(isOne(id), 'No.', reject);
    const replaced = vi.spyOn(history, 'replaceState');
    openLog(missing);
    await until($logId, (open) => open === undefined);
    expect(toasts()).toEqual([`Unable to load log with id "${missing}"`]);
    expect($query.get()).toEqual({ filter: 'n', live: '1' });
    expect(replaced).toHaveBeenCalledOnce();
    expect($log.get()).toBeUndefined();
  },
);

test('[LD-09] closing keeps the rest of the address and aborts the load silently', async () => {
  const [id = ''] = writeNumbered(1);
  await openLogs({ filter: 'n', adminRequests: '1' });
  const { arrived, release } = holdRequests(isOne(id), 'responses');
  openLog(id);
  await arrived;
  closeLog();
  release();
  await settled();
  expect($query.get()).toEqual({ filter: 'n', adminRequests: '1' });
  expect($log.get()).toBeUndefined();
  expect(toasts()).toEqual([]);
});

test('[LD-07] the failure of an entry that was replaced by another is silent', async () => {
  const [first = '', second = ''] = writeNumbered(2);
  await openLogs();
  const { arrived, release } = holdRequests(isOne(first));
  openLog(first);
  await arrived;
  openLog(second);
  await opened(second);
  release();
  await settled();
  expect($logId.get()).toBe(second);
  expect(toasts()).toEqual([]);
});

test('leaving the screen closes the entry', async () => {
  const [id = ''] = writeNumbered(1);
  await openLogs({ logId: id });
  await opened(id);
  go('collections', { logId: id });
  expect($logId.get()).toBeUndefined();
  expect($log.get()).toBeUndefined();
});

test('an empty id opens nothing', async () => {
  await openLogs();
  location.hash = '#/logs?logId=';
  window.dispatchEvent(new Event('hashchange'));
  expect($query.get()).toEqual({ logId: '' });
  expect($logId.get()).toBeUndefined();
});

test('the entries above and below replace the opened one in the history', async () => {
  const [oldest = '', middle = '', newest = ''] = writeNumbered(3);
  await openLogs({ filter: 'n' });
  openLog(newest);
  expect($neighbours.get()).toEqual({ above: undefined, below: middle, hasMore: false });
  const replaced = vi.spyOn(history, 'replaceState');
  openAbove();
  expect($logId.get()).toBe(newest);
  await openBelow();
  expect($query.get()).toEqual({ filter: 'n', logId: middle });
  await openBelow();
  expect($logId.get()).toBe(oldest);
  expect($neighbours.get()).toEqual({ above: middle, below: undefined, hasMore: false });
  await openBelow();
  expect($logId.get()).toBe(oldest);
  openAbove();
  expect($logId.get()).toBe(middle);
  expect(replaced).toHaveBeenCalledTimes(3);
  await opened(middle);
});

test('below the last loaded entry the next page is loaded, also if that has begun already', async () => {
  const ids = writeNumbered(120).toReversed();
  await openLogs();
  const { lists } = watchLogs();
  openLog(ids[49] ?? '');
  await openBelow();
  expect($logId.get()).toBe(ids[50]);
  expect(lists().map(({ page }) => page)).toEqual(['2']);

  const { arrived, release } = holdRequests(isList);
  openLog(ids[99] ?? '');
  const loading = loadMoreLogs();
  await arrived;
  // Pressed twice.
  const steps = [openBelow(), openBelow()];
  release();
  await Promise.all([loading, ...steps]);
  expect($logId.get()).toBe(ids[100]);
  expect(lists().map(({ page }) => page)).toEqual(['2', '3']);
});

test('an entry that was closed while the next page was loading stays closed', async () => {
  const ids = writeNumbered(60).toReversed();
  await openLogs();
  openLog(ids[49] ?? '');
  const { arrived, release } = holdRequests(isList);
  const step = openBelow();
  await arrived;
  closeLog();
  release();
  await step;
  expect($logId.get()).toBeUndefined();
});
