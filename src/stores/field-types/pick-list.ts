import { atom, type ReadableAtom } from 'nanostores';
import { listPickable } from '#api/records/pick.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { defaultSort } from '#domain/records/list-query.ts';
import type { RecordData } from '#domain/records/record.ts';
import { createList, type PagedList } from '#stores/factories/create-list.ts';

/** Number of records per request of a picker (PK-02, FP-04). */
const PICK_SIZE = 50;

/** The loaded records of a picker. */
export type PickedList = PagedList<RecordData>;

/** A searched list of a collection's records that grows while scrolling. */
export interface PickList {
  readonly $list: ReadableAtom<PickedList>;
  /** The search text of the list. */
  readonly $search: ReadableAtom<string>;
  /** Starts another search; a text that contains an operator is used as a filter (PK-03). */
  readonly search: (text: string) => void;
  /** Shows another collection, with an empty search. */
  readonly show: (collection: Collection) => void;
  readonly loadMore: () => Promise<void>;
  readonly refresh: () => Promise<void>;
  readonly update: (change: (items: readonly RecordData[]) => readonly RecordData[]) => void;
  /** Aborts the pending request. */
  readonly stop: () => void;
}

/** Creates the list of a picker; nothing loads before {@link PickList.show}. */
export function createPickList(options: {
  filterOf: (collection: Collection, search: string) => string;
  expandOf?: (collection: Collection) => string;
}): PickList {
  const list = createList<RecordData>();
  const $search = atom('');
  let shown: Collection | undefined;

  const start = () => {
    if (!shown) return;
    const collection = shown;
    const query = {
      collection: collection.id,
      perPage: PICK_SIZE,
      sort: defaultSort(collection),
      filter: options.filterOf(collection, $search.get()),
      expand: options.expandOf?.(collection) ?? '',
    };
    const isSearched = $search.get().trim() !== '';
    void list.start({
      perPage: PICK_SIZE,
      load: (page, signal) => listPickable({ ...query, page }, { signal }),
      // A search that the backend can't parse has no results, as in the records list (RL-12).
      isEmptyResult: (error) => error.status === 400 && isSearched,
      keyOf: (record) => record.id,
    });
  };

  return {
    $list: list.$list,
    $search,
    search: (text) => {
      if (text === $search.get()) return;
      $search.set(text);
      start();
    },
    show: (collection) => {
      shown = collection;
      $search.set('');
      start();
    },
    loadMore: list.loadMore,
    refresh: list.refresh,
    update: list.update,
    stop: list.stop,
  };
}
