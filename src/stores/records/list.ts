import { dequal } from 'dequal/lite';
import { atom, batch, computed, effect } from 'nanostores';
import { countRecords, listRecords } from '#api/records/list.ts';
import { ApiError, isRefusedFilter } from '#domain/app/api-error.ts';
import { normalizeFilter } from '#domain/app/filter.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { type Column, columnsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { cutRecord, heavyFields, withExcerpts } from '#domain/records/big-values.ts';
import { expandAndFields, PAGE_SIZE, sentSort, validSort } from '#domain/records/list-query.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { $activeCollection, $collectionList, checkCollections } from '#stores/collections/list.ts';
import { createList, type PagedList } from '#stores/factories/create-list.ts';
import { createSelection } from '#stores/factories/create-selection.ts';
import { createLatest } from '#stores/factories/latest.ts';
import { $hiddenColumns } from './hidden-columns.ts';
import { type ListQuery, type Place, type RequestedList, seenLists } from './seen-lists.ts';

export { $hiddenColumns, toggleColumn } from './hidden-columns.ts';

const list = createList<RecordData>();
const selection = createSelection();

/** The records of the active collection (RL-01, RL-04). */
export const $records = list.$list;
/** Ids of the selected records (RL-14). */
export const $selectedRecords = selection.$selected;
export const toggleRecord = selection.toggle;
/** Selects or deselects all rows between the one toggled last and this one. */
export function toggleRecordsTo(id: string): void {
  const shown = $records.get();
  selection.toggleTo(id, shown.state === 'ready' ? shown.items.map((record) => record.id) : []);
}
export const selectRecords = selection.select;
export const clearSelection = selection.clear;
export const loadMoreRecords = list.loadMore;
/** Changes the rows on screen, for example after one was saved. */
export const updateRows = list.update;

/** Number of matching records; undefined while it is not known (RL-02). */
export const $total = atom<number | undefined>(undefined);

/** The search text in the address (RL-10). */
export const $filter = computed($query, (query) => query['filter'] ?? '');

/** The sort of the list: the one in the address if it is valid for the collection (RL-08). */
export const $sort = computed([$activeCollection, $query], (collection, query) =>
  collection ? validSort(collection, query['sort']) : '',
);

/** Every column of the active collection (RL-03). */
export const $columns = computed($activeCollection, (collection): readonly Column[] =>
  collection ? columnsOf(collection) : [],
);

/** The columns on screen, always with id. */
export const $visibleColumns = computed([$columns, $hiddenColumns], (columns, hidden) =>
  columns.filter((column) => column.type === 'id' || !hidden.includes(column.id)),
);

function shapeOf(collection: Collection, collections: readonly Collection[]): RequestedList['shape'] {
  const { schema, options } = collection;
  const related = schema.map((field) => relatedTo(field, collections)?.schema);
  return { schema, view: options['query'], related };
}

const $requested = computed(
  [$route, $activeCollection, $collectionList, $filter, $sort],
  (route, collection, collections, filter, sort): RequestedList | undefined => {
    if (route?.name !== 'collections' || !collection) return undefined;
    const query: ListQuery = {
      collection: collection.id,
      perPage: PAGE_SIZE,
      sort: sentSort(collection, collections, sort),
      filter: normalizeFilter(filter, searchFieldsOf(collection)),
      ...expandAndFields(collection),
    };
    return { query, shape: shapeOf(collection, collections) };
  },
);
$requested.eq = dequal;

/** The list that the rows on screen belong to. */
const $listed = atom<RequestedList | undefined>(undefined);

/** The query of the rows on screen; undefined while there is no list. */
export const $listedQuery = computed($listed, (listed) => listed?.query);
/** The value of {@link $listedQuery}. */
export const listedQuery = (): ListQuery | undefined => $listed.get()?.query;

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

/** Notes where the list on screen is scrolled to. */
export function notePlace({ scrollTop, scrollLeft }: Pick<Element, 'scrollTop' | 'scrollLeft'>): void {
  $place.set({ top: scrollTop, left: scrollLeft });
}

/** Removes ids from the selection. */
export function deselectRecords(ids: ReadonlySet<string>): void {
  const selected = [...$selectedRecords.get()];
  const rest = selected.filter((id) => !ids.has(id));
  if (rest.length < selected.length) selection.select(rest);
}

const counting = createLatest();

/** Counts the matching records again. */
export async function recount(): Promise<void> {
  const query = listedQuery();
  if (!query) return;
  const signal = counting.begin();
  try {
    $total.set(await countRecords(query.collection, query.filter, { signal }));
  } catch (error) {
    // The request of the list reports the failure.
    if (!signal.aborted) $total.set(isRefusedFilter(error, query.filter) ? 0 : undefined);
  }
}

/**
 * Throws an error again. If the collection was deleted elsewhere (CS-13), or if a field that the request names may have
 * been renamed, reads the collections before: another list then replaces this one.
 */
async function handleRefusal(error: unknown): Promise<never> {
  if (error instanceof ApiError && [400, 404].includes(error.status)) await checkCollections();
  throw error;
}

/**
 * Returns the function that loads pages of a list. The first request loads whole values (RL-01); later ones load only
 * excerpts of fields with big texts. Rows keep only as much of a value as they show.
 */
function pagesOf(query: ListQuery, collection: Collection, known: ReadonlySet<string>) {
  heavy = known;
  let isFirst = true;
  return async (page: number, signal: AbortSignal) => {
    const fields = isFirst ? query.fields : withExcerpts(query.fields, heavy);
    isFirst = false;
    const { items } = await listRecords({ ...query, fields, page }, { signal }).catch(handleRefusal);
    const found = heavyFields(collection, items);
    if (found.length) heavy = new Set([...heavy, ...found]);
    for (const name of found) excerpted.add(`${collection.id} ${name}`);
    return items.map((record) => cutRecord(collection, record));
  };
}

/** Keeps what is on screen, for when it is requested again. */
function keepSeen(requested: RequestedList) {
  const list = $records.get();
  // On page 0 the rows belong to another list.
  if (list.state !== 'ready' || list.page === 0) return;
  const [total, selected, place] = [$total.get(), $selectedRecords.get(), $place.get()];
  seenLists()?.keep({ requested, list, total, selected, heavy, place });
}

function show(requested: RequestedList | undefined) {
  const before = $listed.get();
  const collection = $activeCollection.get();
  const isOther = before?.query.collection !== requested?.query.collection;
  if (before && isOther) {
    keepSeen(before);
    if (requested) void checkCollections();
  }
  $listed.set(requested);
  if (!requested || !collection) {
    list.stop();
    counting.abort();
    return;
  }
  const { query } = requested;
  // Keeps the table for another filter or sort of the same collection, so that its header keeps the focus.
  const keepRows = !isOther && dequal(before?.shape, requested.shape);
  const kept = isOther ? seenLists()?.restore(requested) : undefined;
  batch(() => {
    selection.clear();
    if (kept) selection.select(kept.selected);
    if (isOther) $place.set(kept?.place ?? { top: 0, left: 0 });
    $total.set(kept?.total);
    void recount();
    void list.start(
      {
        perPage: PAGE_SIZE,
        load: pagesOf(query, collection, kept?.heavy ?? new Set()),
        isEmptyResult: (error) => isRefusedFilter(error, query.filter),
        keyOf: (record) => record.id,
      },
      { keepRows, kept },
    );
  });
}

/** Deselects records that are no longer in the list, because the user would not see them. */
function dropUnlisted(load: PagedList<RecordData>) {
  const selected = selection.$selected.get();
  if (load.state !== 'ready' || load.loading || !selected.size) return;
  const listed = load.items.filter(({ id }) => selected.has(id));
  if (listed.length < selected.size) selection.select(listed.map(({ id }) => id));
}

/** Loads the records for the address and follows its changes. Returns a function that stops this. */
export function startRecords(): () => void {
  const stop = $requested.subscribe(show);
  const stopSelection = $records.listen(dropUnlisted);
  const stopSort = effect([$activeCollection, $query], (collection, query) => {
    const requested = query['sort'];
    if (!collection || requested === undefined || query['collectionId'] !== collection.id) return;
    const sort = validSort(collection, requested);
    if (sort !== requested) setQuery({ sort }, { replace: true });
  });
  return () => {
    stop();
    stopSelection();
    stopSort();
    show(undefined);
  };
}

/** Loads and counts the records on screen again, with the collections if they were changed elsewhere. */
export async function refreshRecords(): Promise<void> {
  await Promise.all([list.refresh(), recount(), checkCollections()]);
}

/** Sets the search text in the address; an empty one is removed. */
export function setFilter(filter: string): void {
  setQuery({ filter: filter.trim() });
}

/** Sets the sort in the address, for example `-created`. */
export function setSort(sort: string): void {
  setQuery({ sort });
}
