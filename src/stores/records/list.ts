import { dequal } from 'dequal/lite';
import { atom, computed, effect, type ReadableAtom } from 'nanostores';
import { countRecords, listRecords } from '#api/records/list.ts';
import { ApiError, isRefusedFilter } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { type Column, columnsOf, inOrder } from '#domain/collections/columns.ts';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import { cutRecord, heavyFields, withExcerpts } from '#domain/records/big-values.ts';
import { expandAndFields, isSortOf, PAGE_SIZE, sentSort } from '#domain/records/list-query.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $askedEscapes } from '#stores/app/capabilities.ts';
import { $backend } from '#stores/app/line.ts';
import { $filter } from '#stores/app/list-address.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { createCode } from '#stores/base/create-code.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $activeCollection, $collectionList, checkCollections } from '#stores/collections/list.ts';
import { createAddressList, type KeptRows, type ReadyList } from '#stores/factories/create-list.ts';
import { dialect } from '#wire/dialect.ts';
import { newestFirst } from '#wire/records.ts';
import { $columnOrder, $hiddenColumns } from './columns.ts';

export type ListQuery = Omit<RecordsQuery, 'page'>;

/** Identifies a requested list; a new value means a new list. */
export interface RequestedList {
  readonly query: ListQuery;
  /** What decides names and values in the records: after a field was renamed, rows loaded before don't match. */
  readonly shape: Readonly<Record<'fields' | 'query' | 'related', unknown>>;
  /** Whether the filter of the query is a search text, because the code that makes a filter of it is not there yet. */
  readonly isWaiting: boolean;
}

/** Where a list is scrolled to, in px. */
export interface Place {
  readonly top: number;
  readonly left: number;
}

export interface LeftList {
  readonly requested: RequestedList;
  readonly list: ReadyList<RecordData>;
  readonly total: number | undefined;
  readonly selected: ReadonlySet<string>;
  readonly heavy: ReadonlySet<string>;
  readonly place: Place;
}

export interface SeenLists {
  readonly keep: (left: LeftList) => void;
  /** Called once a list is on screen; returns how to show its rows again, if they were kept. */
  readonly restore: (
    requested: RequestedList,
  ) => (KeptRows<RecordData> & Omit<LeftList, 'requested' | 'list'>) | undefined;
}

/** What keeps the rows of lists that leave the screen; undefined until its code is fetched, and when that has ended. */
export const $seenLists = atom<SeenLists | undefined>(undefined);

/** Number of matching records; undefined while it is not known. */
export const $total = atom<number | undefined>(undefined);

/** The newest first, unless the sort is one of the collection. */
const sortOf = (collection: Collection, sort: string | undefined): string =>
  isSortOf(collection, sort) ? sort : newestFirst(collection);

/** The sort of the list: the one in the address if it is valid for the collection. */
export const $sort = computed([$activeCollection, $query], (collection, query) =>
  collection ? sortOf(collection, query['sort']) : '',
);

/** Every column of the active collection, in the chosen order. */
export const $columns = computed([$activeCollection, $columnOrder], (collection, order): readonly Column[] =>
  collection ? inOrder(columnsOf(collection), order) : [],
);

/** The collections that filters can name; undefined while there is no collection. */
export const $filterScope = computed(
  [$activeCollection, $collectionList],
  (collection, collections): FilterScope | undefined =>
    collection && { collection, collections, dialect: dialect() },
);

/** The columns on screen, always with id. */
export const $visibleColumns = computed([$columns, $hiddenColumns], (columns, hidden) =>
  columns.filter((column) => column.type === 'id' || !hidden.includes(column.id)),
);

function shapeOf(collection: Collection, collections: readonly Collection[]): RequestedList['shape'] {
  const { fields, query } = collection;
  return { fields, query, related: fields.map((field) => relatedTo(field, collections)?.fields) };
}

/** What makes the filter of a search text: a list without one does not need it. */
const search = createCode(() => import('#domain/records/search-filter.ts'));

/** Anew when it is known how the backend reads texts. */
const $sentFilter = computed(
  [$activeCollection, $filter, search.$code, $backend, $askedEscapes],
  (collection, filter, code) =>
    collection && filter && code ? code.sentFilter(collection, filter, dialect().limits) : filter,
);

const $requested = computed(
  [$route, $activeCollection, $collectionList, $filter, $sentFilter, $sort, search.$code],
  (route, collection, collections, filter, sentFilter, sort, code): RequestedList | undefined => {
    if (route?.name !== 'collections' || !collection) return undefined;
    const query: ListQuery = {
      collection: collection.id,
      perPage: PAGE_SIZE,
      sort: sentSort(collection, collections, sort, dialect().limits.sorts),
      filter: sentFilter,
      ...expandAndFields(collection, collections),
    };
    return { query, shape: shapeOf(collection, collections), isWaiting: filter !== '' && !code };
  },
);
$requested.eq = dequal;

const viewRows = createCode(() => import('./view-rows.ts'));

const list = createAddressList<RecordData, RequestedList>({
  $requested,
  open,
  onLeave,
  canSelect: (id) => !$lockOf.get()(id),
});

export const {
  $list: $records,
  $selected: $selectedRecords,
  toggle: toggleRecord,
  toggleTo: toggleRecordsTo,
  select: selectRecords,
  keepSelected: keepSelectedRecords,
  selection: recordSelection,
  clearSelection,
  items: shownRows,
  loadMore: loadMoreRecords,
  update: updateRows,
} = list;

/** The list on screen, once its first page has arrived. */
export const loadedList = (): ReadyList<RecordData> | undefined => {
  const shown = $records.get();
  return shown.state === 'ready' ? shown : undefined;
};

type LockOf = (row: string) => string | undefined;
const noLock: LockOf = () => undefined;
/** Returns a function that says why a row can't be selected or opened by a link; undefined if it can. */
export const $lockOf: ReadableAtom<LockOf> = computed(
  [$records, $activeCollection, viewRows.$code, $total],
  (list, collection, rows) =>
    rows && collection?.type === 'view' && list.state === 'ready'
      ? rows.locksOf(collection.id, list)
      : noLock,
);

/** The query of the rows on screen; undefined while there is no list, or its filter is not known yet. */
export const $listedQuery = computed(list.$shown, (listed) =>
  listed?.isWaiting ? undefined : listed?.query,
);
export const listedQuery = (): ListQuery | undefined => $listedQuery.get();

/** Text fields of the list on screen of which only excerpts are requested. */
let heavy: ReadonlySet<string> = new Set();
/** All fields that were ever heavy, as collection id and name: rows of the list before can still be on screen. */
const excerpted = new Set<string>();

/** Whether rows may contain only an excerpt of this text, without its tags. */
export const isExcerpted = (collectionId: string, name: string): boolean =>
  excerpted.has(`${collectionId} ${name}`);

/** The `fields` parameter of further requests for rows on screen. */
export const listedFields = (): string => withExcerpts(listedQuery()?.fields ?? '', heavy);

/** Where the list on screen is scrolled to, or is to be when its rows are shown first. */
export const $place = atom<Place>({ top: 0, left: 0 });

export function deselectRecords(ids: ReadonlySet<string>): void {
  const selected = [...$selectedRecords.get()];
  const rest = selected.filter((id) => !ids.has(id));
  if (rest.length < selected.length) keepSelectedRecords(rest);
}

const counting = createLatest();

/** Counts the matching records again. */
export async function recount(query = listedQuery()): Promise<void> {
  if (!query) return;
  const signal = counting.begin();
  try {
    search.$code.get()?.checkLength(query.filter, dialect().limits);
    $total.set(
      await ($activeCollection.get()?.type === 'view'
        ? (await viewRows.fetch()).count(query, { signal })
        : countRecords(query.collection, query.filter, { signal })),
    );
  } catch (error) {
    // The request of the list reports the failure.
    if (!signal.aborted) $total.set(isRefusedFilter(error, query.filter) ? 0 : undefined);
  }
}

/** Throws again. Reads the collections before, if one may be gone or renamed: another list then replaces this one. */
async function handleRefusal(error: unknown): Promise<never> {
  if (!(error instanceof ApiError)) throw error;
  if ([400, 404].includes(error.status)) await checkCollections();
  // Without the code that has the text, the backend's own has to do.
  const code = [414, 431].includes(error.status) && (await search.fetch().catch(() => undefined));
  throw code ? new ApiError({ ...error, message: code.TOO_LONG_MESSAGE }) : error;
}

/** Loads pages: the first whole, later ones with excerpts of big texts. Rows keep only as much as they show. */
function pagesOf(query: ListQuery, known: ReadonlySet<string>) {
  const collection = $activeCollection.get();
  heavy = known;
  let isFirst = true;
  return async (page: number, signal: AbortSignal) => {
    search.$code.get()?.checkLength(query.filter, dialect().limits);
    const fields = isFirst ? query.fields : withExcerpts(query.fields, heavy);
    isFirst = false;
    const { items } = await listRecords({ ...query, fields, page }, { signal }).catch(handleRefusal);
    if (!collection) return items;
    const found = heavyFields(collection, items);
    if (found.length) heavy = new Set([...heavy, ...found]);
    for (const name of found) excerpted.add(`${collection.id} ${name}`);
    const rows = items.map((record) => cutRecord(collection, record));
    if (collection.type !== 'view') return rows;
    return (await viewRows.fetch()).keyed(collection.id, rows, (page - 1) * PAGE_SIZE);
  };
}

function keepSeen(requested: RequestedList) {
  const list = loadedList();
  // On page 0 the rows belong to another list.
  if (!list?.page) return;
  const [total, selected, place] = [$total.get(), $selectedRecords.get(), $place.get()];
  $seenLists.get()?.keep({ requested, list, total, selected, heavy, place });
}

function onLeave(before: RequestedList, requested: RequestedList | undefined) {
  if (!requested) counting.abort();
  if (before.query.collection === requested?.query.collection) return;
  keepSeen(before);
  if (requested) void checkCollections();
}

function open(requested: RequestedList, before: RequestedList | undefined) {
  const { query, isWaiting } = requested;
  const isOther = before?.query.collection !== query.collection;
  const kept = isOther ? $seenLists.get()?.restore(requested) : undefined;
  if (isOther) $place.set(kept?.place ?? { top: 0, left: 0 });
  $total.set(kept?.total);
  if (isWaiting) counting.abort();
  else void recount(query);
  return {
    perPage: PAGE_SIZE,
    load: isWaiting ? search.asPage : pagesOf(query, kept?.heavy ?? new Set()),
    isRefused: (error: unknown) => isRefusedFilter(error, query.filter),
    keyOf: ({ id }: RecordData) => id,
    // Keeps the table for another filter or sort of the same collection, so that its header keeps the focus.
    keepRows: !isOther && dequal(before?.shape, requested.shape),
    kept,
    selected: kept?.selected,
  };
}

/** Loads the records for the address and follows its changes. Returns a function that stops this. */
export function startRecords(): () => void {
  const stop = list.start();
  const stopSort = effect([$activeCollection, $query], (collection, query) => {
    const requested = query['sort'];
    if (!collection || requested === undefined || query['collectionId'] !== collection.id) return;
    const sort = sortOf(collection, requested);
    if (sort !== requested) setQuery({ sort }, { replace: true });
  });
  return stopAll(stop, stopSort);
}

/** Loads and counts the records on screen again, with the collections if they were changed elsewhere. */
export async function refreshRecords(): Promise<void> {
  await Promise.all([list.refresh(), recount(), checkCollections()]);
}
