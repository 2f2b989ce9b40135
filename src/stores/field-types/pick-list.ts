import { atom } from 'nanostores';
import { listPickable } from '#api/records/pick.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { ListLimits } from '#domain/backend/dialect.ts';
import type { RecordData } from '#domain/records/record.ts';
import { dialect } from '#stores/app/dialect.ts';
import { createList, type PagedList } from '#stores/factories/create-list.ts';
import { newestFirst } from '#wire/records.ts';

const PICK_SIZE = 50;

export type PickedList = PagedList<RecordData>;

/** Creates the searched list of a collection's records that grows while scrolling; `show` starts loading. */
export function createPickList(options: {
  filterOf: (collection: Collection, search: string, limits: ListLimits) => string;
  expandOf?: (collection: Collection) => string;
}) {
  const { start: startList, ...list } = createList<RecordData>();
  const $search = atom('');
  let shown: Collection | undefined;

  const start = () => {
    if (!shown) return;
    const collection = shown;
    const query = {
      collection: collection.id,
      perPage: PICK_SIZE,
      sort: newestFirst(collection),
      filter: options.filterOf(collection, $search.get(), dialect().limits),
      expand: options.expandOf?.(collection) ?? '',
    };
    const isSearched = $search.get().trim() !== '';
    void startList({
      perPage: PICK_SIZE,
      load: (page, signal) => listPickable({ ...query, page }, { signal }),
      // A search that the backend can't parse has no results, as in the records list.
      isRefused: (error) => error.status === 400 && isSearched,
      // The picker says it in place of the records.
      isQuiet: () => list.$list.get().state === 'busy',
      keyOf: (record) => record.id,
    });
  };

  return {
    ...list,
    $search,
    /** Starts another search; a text that contains an operator is used as a filter. */
    search: (text: string): void => {
      if (text === $search.get()) return;
      $search.set(text);
      start();
    },
    show: (collection: Collection): void => {
      shown = collection;
      $search.set('');
      start();
    },
  };
}
