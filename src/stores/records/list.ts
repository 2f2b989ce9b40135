import { atom, computed } from 'nanostores';
import { cancelRecords, countRecords, listRecords } from '#api/records/list.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { normalizeFilter } from '#domain/app/filter.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import { type Column, columnsOf, searchFieldsOf } from '#domain/collections/columns.ts';
import { cutRecord, heavyFields, withExcerpts } from '#domain/records/big-values.ts';
import { expandAndFields, PAGE_SIZE, validSort, wireSort } from '#domain/records/list-query.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { $activeCollection, $collectionList, loadCollections } from '#stores/collections/list.ts';
import { createList, type PagedList } from '#stores/factories/create-list.ts';
import { createSelection } from '#stores/factories/create-selection.ts';
import { $hiddenColumns } from './hidden-columns.ts';

export { $hiddenColumns, toggleColumn } from './hidden-columns.ts';

const list = createList<RecordData>();
const selection = createSelection();

/** The records of the active collection (RL-01, RL-04). */
export const $records = list.$list;
/** Ids of the selected records (RL-14). */
export const $selectedRecords = selection.$selected;
export const toggleRecord = selection.toggle;
/** Selects or deselects all rows from the one toggled last to this one. */
export function toggleRecordsTo(id: string): void {
  const shown = $records.get();
  selection.toggleTo(id, shown.state === 'ready' ? shown.items.map((record) => record.id) : []);
}
export const selectRecords = selection.select;
export const clearSelection = selection.clear;
export const loadMoreRecords = list.loadMore;
/** Changes the rows on screen, as after one was saved. */
export const updateRows = list.update;

/** How many records match; undefined while it is not known (RL-02). */
export const $total = atom<number | undefined>(undefined);

/** The search text of the address (RL-10). */
export const $filter = computed($query, (query) => query['filter'] ?? '');

/** The sort that is in force: the address's if it names fields of the collection (RL-08). */
export const $sort = computed([$activeCollection, $query], (collection, query) =>
  collection ? validSort(collection, query['sort']) : '',
);

/** Every column of the active collection (RL-03). */
export const $columns = computed($activeCollection, (collection): readonly Column[] =>
  collection ? columnsOf(collection) : [],
);

/** The columns on screen; id always is. */
export const $visibleColumns = computed([$columns, $hiddenColumns], (columns, hidden) =>
  columns.filter((column) => column.type === 'id' || !hidden.includes(column.id)),
);

/** What a list of records is asked for. */
export interface Wire {
  collection: string;
  perPage: number;
  sort: string;
  filter: string;
  expand: string;
  fields: string;
}

/** What the list on screen was asked for; a new value means a new list. */
interface Asked {
  readonly wire: Wire;
  /** How the records were defined then: after a field was renamed, rows that were read before don't fit. */
  readonly shape: string;
}

/** What decides which values the records carry and under which names, those of related records included. */
function shapeOf(collection: Collection, collections: readonly Collection[]): string {
  const related = collection.schema.map((field) => relatedTo(field, collections)?.schema);
  return JSON.stringify([collection.schema, collection.options['query'], related]);
}

const $asked = computed(
  [$route, $activeCollection, $collectionList, $filter, $sort],
  (route, collection, collections, filter, sort) => {
    if (route?.name !== 'collections' || !collection) return '';
    const wire: Wire = {
      collection: collection.id,
      perPage: PAGE_SIZE,
      sort: wireSort(collection, collections, sort),
      filter: normalizeFilter(filter, searchFieldsOf(collection)),
      ...expandAndFields(collection),
    };
    return JSON.stringify({ wire, shape: shapeOf(collection, collections) } satisfies Asked);
  },
);

let wire: Wire | undefined;
let shape: string | undefined;

/** What the rows on screen were asked for; undefined while there is no list. */
export const listedQuery = (): Wire | undefined => wire;

/** A filter that the backend can't read finds nothing, which is no failure (RL-12). */
export const isRefusedFilter = (error: unknown, { filter }: Wire): boolean =>
  error instanceof ApiError && error.status === 400 && filter !== '';

/** Counts the matching records anew. */
export async function recount(): Promise<void> {
  if (!wire) return;
  const asked = wire;
  try {
    const total = await countRecords(asked.collection, asked.filter);
    if (asked === wire) $total.set(total);
  } catch (error) {
    // The list's own request tells what went wrong.
    if (asked === wire) $total.set(isRefusedFilter(error, asked) ? 0 : undefined);
  }
}

/** A known collection that the backend doesn't know was deleted elsewhere: the sidebar follows (CS-13). */
function noticeDeleted(error: unknown): never {
  if (error instanceof ApiError && error.status === 404) void loadCollections();
  throw error;
}

/**
 * Loads pages of a list. The first one is asked for by the letter of RL-01; texts that turn out to be big are
 * cut by the backend from then on, and rows keep no more of a value than they show.
 */
function pagesOf(query: Wire, collection: Collection) {
  const heavy = new Set<string>();
  return async (page: number) => {
    const fields = withExcerpts(query.fields, heavy);
    const { items } = await listRecords({ ...query, fields, page }).catch(noticeDeleted);
    for (const name of heavyFields(collection, items)) heavy.add(name);
    return items.map((record) => cutRecord(collection, record));
  };
}

function start(text: string) {
  const before = { wire, shape };
  const asked = text ? (JSON.parse(text) as Asked) : undefined;
  wire = asked?.wire;
  shape = asked?.shape;
  const collection = $activeCollection.get();
  if (!wire || !collection) {
    cancelRecords();
    return;
  }
  const query = wire;
  selection.clear();
  $total.set(undefined);
  void recount();
  // The same table in another order: it stays where it is, and so does the focus in its header.
  const keepRows = before.wire?.collection === query.collection && before.shape === shape;
  void list.start(
    {
      perPage: PAGE_SIZE,
      load: pagesOf(query, collection),
      isEmptyAnswer: (error) => isRefusedFilter(error, query),
      keyOf: (record) => record.id,
    },
    { keepRows },
  );
}

/** A record that a refresh no longer finds can't stay selected: nobody would see it. */
function dropUnlisted(load: PagedList<RecordData>) {
  const selected = selection.$selected.get();
  if (load.state !== 'ready' || load.loading || !selected.size) return;
  const listed = load.items.filter(({ id }) => selected.has(id));
  if (listed.length < selected.size) selection.select(listed.map(({ id }) => id));
}

/** Loads the records that the address asks for, as long as it does. Returns what stops that. */
export function startRecords(): () => void {
  const stop = $asked.subscribe(start);
  const stopSelection = $records.listen(dropUnlisted);
  const stopSort = computed([$activeCollection, $query], (collection, query) => ({
    collection,
    query,
  })).subscribe(({ collection, query }) => {
    const asked = query['sort'];
    if (!collection || asked === undefined || query['collectionId'] !== collection.id) return;
    const sort = validSort(collection, asked);
    if (sort !== asked) setQuery({ sort }, { replace: true });
  });
  return () => {
    stop();
    stopSelection();
    stopSort();
    start('');
  };
}

/** Loads the rows on screen and their number anew. */
export async function refreshRecords(): Promise<void> {
  await Promise.all([list.refresh(), recount()]);
}

/** Sets the search text; an empty one leaves the address. */
export function setFilter(filter: string): void {
  setQuery({ filter: filter.trim() });
}

/** Sorts the list, for example by `-created`. */
export function setSort(sort: string): void {
  setQuery({ sort });
}
