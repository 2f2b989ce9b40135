import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { SLOW_FROM_KEY } from '#domain/app/later-keys.ts';
import { spanBetween } from '#domain/logs/span.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { go } from '#stores/app/route.ts';
import { $collections } from '#stores/collections/list.ts';
import { includeAdmins, setSearch, setSpan } from '#stores/logs/query.ts';
import type { Reading } from '#stores/logs/reading.ts';
import {
  $listGroups,
  $reading,
  $slowFrom,
  $slowLists,
  readSlowLists,
  setSlowFrom,
  startSlowLists,
  stopReading,
} from '#stores/logs/slow-lists.ts';
import { answerRequests, holdRequests, rejectRequests, watchRequests } from '../network-fixture.ts';
import {
  backend,
  browser,
  openLogs,
  PRESET,
  startLogsTests,
  toasts,
  until,
  watchLogs,
  writeLogs,
} from './logs-fixture.ts';

startLogsTests();
beforeAll(async () => {
  $collections.listen(() => {});
  await until($collections, ({ state }) => state === 'ready');
});
beforeEach(() => setSlowFrom(10));

const LISTS =
  '(data.type="request"&&data.method="GET"&&data.status<300&&data.url~"/api/collections/%/records%")';
const FILTER = `${PRESET}&&${LISTS}`;
const UNREAD: Reading = { state: 'busy', read: 0, total: undefined, isWaiting: false };

const listRequest = (query: string, execTime = 20, auth = 'guest') => ({
  level: 0,
  data: {
    ...{ type: 'request', method: 'GET', status: 200, auth, execTime },
    url: `/api/collections/users/records${query}`,
  },
});
const lists = (count: number, query = '', execTime?: number) =>
  Array.from({ length: count }, () => listRequest(query, execTime));

/** What is shown while the entries are read. */
function watchReading() {
  const seen: Reading[] = [];
  onTestFinished($reading.listen((reading) => void seen.push(reading)));
  return seen;
}

const isPage = ({ params }: { readonly params: Readonly<Record<string, string>> }) =>
  params['fields']?.includes('execTime') === true;
const isAfterFirst = (request: Parameters<typeof isPage>[0]) =>
  isPage(request) && request.params['filter']?.includes('id>') === true;
const isDone = ({ state }: Reading) => state !== 'busy';

async function openSlowLists(query: Readonly<Record<string, string>> = {}): Promise<void> {
  await openLogs(query);
  onTestFinished(startSlowLists());
  await until($reading, isDone);
}

test('reads the lists of the span on screen page by page, whatever else is searched for', async () => {
  const ids = writeLogs(...lists(501, '?sort=-created'), { message: 'something else' });
  const { tops } = watchLogs();
  const seen = watchReading();
  await openSlowLists({ filter: 'nothing', levels: 'error', where: 'level=8' });
  const busy = { ...UNREAD, total: 501 };
  expect(seen).toEqual([
    busy,
    { ...busy, read: 500 },
    { ...busy, read: 501 },
    { ...busy, read: 501, state: 'ready' },
  ]);
  const page = {
    ...{ page: '1', perPage: '500', sort: 'id', skipTotal: '1' },
    fields: 'id,data.type,data.url,data.execTime,data.auth',
  };
  expect(tops().filter((params) => isPage({ params }))).toEqual([
    { ...page, filter: FILTER },
    { ...page, filter: `${FILTER}&&id>"${ids[499]}"` },
  ]);
  expect($listGroups.get().map(({ list, count, median }) => [list.sort, count, median])).toEqual([
    ['-created', 501, 20],
  ]);
});

test('a list is slow from the chosen duration on, which is remembered', async () => {
  onTestFinished($slowFrom.listen(() => {}));
  onTestFinished($slowLists.listen(() => {}));
  writeLogs(...lists(3, '', 20), ...lists(3, '?sort=name', 100));
  await openLogs();
  expect($slowLists.get()).toBeUndefined();
  onTestFinished(startSlowLists());
  const held = holdRequests(isPage);
  await held.arrived;
  expect($slowLists.get()).toBeUndefined();
  held.release();
  await until($reading, isDone);
  const sorts = () => $slowLists.get()?.map(({ list }) => list.sort);
  const stored = () => browser.storage.get(SLOW_FROM_KEY);
  expect([sorts(), stored()]).toEqual([['name', ''], '10']);
  setSlowFrom(100);
  expect([sorts(), stored()]).toEqual([['name'], '100']);
  for (const [text, expected] of [
    ['500', 500],
    ['20', 20],
    ['7', 50],
  ] as const) {
    browser.storeElsewhere(SLOW_FROM_KEY, text);
    expect($slowFrom.get()).toBe(expected);
  }
  expect(sorts()).toEqual(['name']);
});

test('at most 20,000 entries are read', async () => {
  const items = Array.from({ length: 500 }, (_, at) => ({ id: `log${String(at).padStart(12, '0')}` }));
  await openLogs();
  answerRequests(isPage, () =>
    Response.json({ ...{ page: 1, perPage: 500, totalItems: -1, totalPages: -1 }, items }),
  );
  const { requests } = watchRequests();
  onTestFinished(startSlowLists());
  await until($reading, isDone);
  expect($reading.get()).toMatchObject({ state: 'ready', read: 20_000 });
  expect(requests.filter(isPage)).toHaveLength(40);
});

test('a failure keeps what was read, and says why beside it', async () => {
  writeLogs(...lists(501));
  await openLogs();
  const recover = rejectRequests(isAfterFirst, 'Broken.', 500);
  onTestFinished(startSlowLists());
  await until($reading, isDone);
  expect($reading.get()).toMatchObject({
    ...{ state: 'failed', read: 500, total: 501, isWaiting: false, error: { message: 'Broken.' } },
  });
  expect([$listGroups.get().map(({ count }) => count), toasts()]).toEqual([[500], []]);
  recover();
  const seen = watchReading();
  await readSlowLists();
  expect(seen[0]).toEqual(UNREAD);
  expect($reading.get()).toEqual({ ...UNREAD, state: 'ready', read: 501, total: 501 });
});

test('a lost response is waited for', async () => {
  onTestFinished($isOffline.listen(() => {}));
  writeLogs(...lists(3));
  await openLogs();
  let lost = 0;
  answerRequests(
    (request) => isPage(request) && ++lost === 1,
    () => Response.error(),
  );
  const seen = watchReading();
  onTestFinished(startSlowLists());
  await until($reading, isDone);
  const busy = { ...UNREAD, total: 3 };
  expect(seen).toEqual([
    ...[busy, { ...busy, isWaiting: true }, busy, { ...busy, read: 3 }],
    { ...busy, read: 3, state: 'ready' },
  ]);
});

test('reading can be stopped, which shows what was read', async () => {
  writeLogs(...lists(501));
  await openLogs();
  const held = holdRequests(isAfterFirst, 'responses');
  onTestFinished(startSlowLists());
  await held.arrived;
  stopReading();
  const stopped = { ...UNREAD, state: 'ready', read: 500, total: 501 };
  expect($reading.get()).toEqual(stopped);
  held.release();
  // Nothing comes after it.
  await backend().api.get('/api/settings');
  const reading = $reading.get();
  expect(reading).toEqual(stopped);
  stopReading();
  expect($reading.get()).toBe(reading);
});

test('another span, or other requests by admins, are read anew; another search is not', async () => {
  const recent = Date.now() - 10_000;
  writeLogs(...lists(2), ...lists(1).map((entry) => ({ ...entry, created: recent })));
  writeLogs(listRequest('', 20, 'admin'));
  const counts = () => $listGroups.get().map(({ count }) => count);
  await openLogs();
  const stop = startSlowLists();
  await until($reading, isDone);
  expect(counts()).toEqual([3]);
  const seen = watchReading();
  setSearch('users');
  expect(seen).toEqual([]);
  includeAdmins(true);
  onTestFinished(() => includeAdmins(false));
  expect(seen).toEqual([UNREAD]);
  expect(counts()).toEqual([]);
  await until($reading, isDone);
  expect(counts()).toEqual([3, 1]);
  setSpan(spanBetween(recent - 1000, recent + 1000));
  await until($reading, isDone);
  expect(counts()).toEqual([1]);
  stop();
  expect([$reading.get(), counts(), $slowLists.get()]).toEqual([UNREAD, [], undefined]);
  const after = watchReading();
  setSpan(undefined);
  go('collections');
  await readSlowLists();
  expect(after).toEqual([]);
});
