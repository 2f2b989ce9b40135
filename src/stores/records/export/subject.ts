import { atom } from 'nanostores';
import { countAny } from '#api/records/by-key.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { storedId } from '#domain/records/record.ts';
import { sentFilter } from '#domain/records/search-filter.ts';
import { $filter } from '#stores/app/list-address.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { $selectedRecords, $visibleColumns } from '../list.ts';
import { $exportScope, type ExportScope } from '../tools.ts';

/** The list as it was when the export was opened: what happens to it meanwhile changes no export. */
export interface ExportSubject {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  /** The filter as it is sent, and as it was typed; empty without one. */
  readonly filter: string;
  readonly search: string;
  readonly selected: readonly string[];
  readonly visible: readonly Column[];
}

/** What can be exported; undefined while the panel is closed. */
export const $exportSubject = atom<ExportSubject | undefined>(undefined);
export const $chosenScope = atom<ExportScope>('all');
/** Numbers of records; one is missing while it is not known. */
export const $exportCounts = atom<Readonly<Partial<Record<ExportScope, number>>>>({});

const counting = createLatest();

function countAll({ collection, filter, selected }: ExportSubject): void {
  const signal = counting.begin();
  $exportCounts.set({ selected: selected.length });
  const count = async (scope: ExportScope, sent: string) => {
    const found = await countAny(collection, sent, { signal }).catch(() => undefined);
    if (!signal.aborted && found !== undefined) $exportCounts.set({ ...$exportCounts.get(), [scope]: found });
  };
  void count('all', '');
  if (filter) void count('filter', filter);
}

/** Takes over what the list shows. Returns a function that forgets it. */
export function startSubject(): () => void {
  const collection = $activeCollection.get();
  if (collection) {
    const subject: ExportSubject = {
      collection,
      collections: $collectionList.get(),
      filter: sentFilter(collection, $filter.get()),
      search: $filter.get(),
      selected: [...$selectedRecords.get()].map(storedId),
      visible: $visibleColumns.get(),
    };
    $exportSubject.set(subject);
    const likely = subject.selected.length ? 'selected' : subject.filter ? 'filter' : 'all';
    $chosenScope.set($exportScope.get() ?? likely);
    countAll(subject);
  }
  return stopAll(counting.abort, () => $exportSubject.set(undefined));
}
