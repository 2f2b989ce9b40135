import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import { countLogs, findLogs } from '#api/logs/logs.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { SLOW_FROM_KEY } from '#domain/app/storage-keys.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import type { ListRequest } from '#domain/logs/list-requests.ts';
import { DEFAULT_SLOW_FROM, groupLists, SLOW_FROM, slowLists } from '#domain/logs/slow-lists.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import { type IndexTools, loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { report } from '#stores/app/report.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { createLatest } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { readingBy, readingLink } from '#stores/job/retry.ts';
import { LIST_FIELDS, LIST_REQUESTS, listRequestOf } from '#wire/logged-lists.ts';
import { $logsQuery, createFiltering, type LogsQuery } from './query.ts';

/** Entries of a request; the backend's maximum. */
const PER_PAGE = 500;
/** Entries that are read at most. Their ids are random, so those of the first pages are a fair sample of all. */
const MAX_READ = 20_000;

export interface Reading {
  readonly state: 'busy' | 'ready' | 'failed';
  /** Number of entries, of which `total` are logged; that is undefined until they are counted. */
  readonly read: number;
  readonly total: number | undefined;
  /** A lost connection is waited for. */
  readonly isWaiting: boolean;
  readonly error?: ApiError;
}

const UNREAD: Reading = { state: 'busy', read: 0, total: undefined, isWaiting: false };
export const $reading = atom<Reading>(UNREAD);

const $requests = atom<readonly ListRequest[]>([]);
const $tools = atom<IndexTools | undefined>(undefined);

/** The median duration from which a list is slow, in ms; remembered on this device. */
const slowFrom = createPreference<number>({
  key: SLOW_FROM_KEY,
  initial: DEFAULT_SLOW_FROM,
  decode: (text) => SLOW_FROM.find((ms) => String(ms) === text) ?? DEFAULT_SLOW_FROM,
  encode: String,
});
export const $slowFrom = slowFrom.$value;
export const setSlowFrom = (ms: number): void => void slowFrom.update(() => ms);

/** The kinds of lists in the entries that were read, see {@link groupLists}. */
export const $listGroups = computed([$requests, $collectionList], (requests, collections) =>
  groupLists(requests, schemaIndex(collections)),
);

/** The slow ones of these, with what helps them; undefined until that is known. */
export const $slowLists = computed(
  [$reading, $listGroups, $slowFrom, $collectionList, $tools],
  (reading, groups, from, collections, tools) =>
    tools && reading.state === 'ready' && collections.length > 0
      ? slowLists(groups, from, schemaIndex(collections), tools)
      : undefined,
);

const reading = createLatest();

async function readRequests(query: LogsQuery, signal: AbortSignal): Promise<void> {
  const filtering = createFiltering({ ...query, levels: [], where: LIST_REQUESTS, search: '' });
  const found: ListRequest[] = [];
  const set = (change: Partial<Reading>) => {
    if (!signal.aborted) $reading.set({ ...$reading.get(), ...change });
  };
  const { send } = readingBy(readingLink({ signal }, (isWaiting) => set({ isWaiting })));

  $tools.set(await loadIndexTools());
  set({ total: await send(() => filtering.run((filter) => countLogs(filter, { signal }), true)) });
  for (let last = '', read = 0; read < MAX_READ; ) {
    const filter = joinFilters([await filtering.filter(), last && `id>"${last}"`]);
    const query = { page: 1, perPage: PER_PAGE, sort: 'id', filter, fields: LIST_FIELDS };
    const logs = await send(() => findLogs(query, { signal }));
    signal.throwIfAborted();
    found.push(...logs.flatMap((log) => listRequestOf(log) ?? []));
    read += logs.length;
    $requests.set([...found]);
    set({ read });
    if (logs.length < PER_PAGE) break;
    last = logs.at(-1)?.id ?? '';
  }
  set({ state: 'ready' });
}

/** Reads the entries of the span on screen. Reports errors. */
export async function readSlowLists(): Promise<void> {
  const query = $logsQuery.get();
  if (!query) return;
  const signal = reading.begin();
  $requests.set([]);
  $reading.set(UNREAD);
  try {
    await readRequests(query, signal);
  } catch (thrown) {
    const error = report(thrown, { toast: false });
    if (!signal.aborted) $reading.set({ ...$reading.get(), state: 'failed', error });
  }
}

/** Stops reading, and shows what was read. */
export function stopReading(): void {
  if ($reading.get().state !== 'busy') return;
  reading.abort();
  $reading.set({ ...$reading.get(), state: 'ready', isWaiting: false });
}

const $scope = computed($logsQuery, (query) => query && { span: query.span, admins: query.includesAdmins });
$scope.eq = dequal;

/** Reads the entries now, and whenever another span is chosen. Returns a function that stops this. */
export function startSlowLists(): () => void {
  const stop = $scope.subscribe(() => void readSlowLists());
  return () => {
    stop();
    reading.abort();
    $requests.set([]);
    $reading.set(UNREAD);
  };
}
