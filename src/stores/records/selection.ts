import { atom, computed } from 'nanostores';
import { $filter } from '#stores/app/list-address.ts';
import {
  $listedQuery,
  $records,
  $selectedRecords,
  $total,
  type ListQuery,
  listedQuery,
  loadedList,
  selectRecords,
  shownRows,
} from './list.ts';
import { openExport } from './tools.ts';

/** The selected records: some by their ids, or all that a list finds, loaded or not. */
export type RecordSelection =
  | { readonly by: 'ids'; readonly ids: ReadonlySet<string>; readonly count: number }
  | {
      readonly by: 'filter';
      readonly query: ListQuery;
      /** The filter as it was typed; '' for all records. */
      readonly search: string;
      /** Number of matching records as far as it is known; it may change at any time. */
      readonly count: number;
    };

/** The list of which all records are selected. */
const $whole = atom<{ readonly query: ListQuery; readonly search: string } | undefined>(undefined);

/** The selection of the list on screen. */
export const $selection = computed(
  [$selectedRecords, $whole, $total, $listedQuery],
  (ids, whole, total, listed): RecordSelection =>
    whole && whole.query === listed
      ? { by: 'filter', ...whole, count: total ?? ids.size }
      : { by: 'ids', ids, count: ids.size },
);

/** Number of matching records, if all loaded ones are selected by id and more match; else undefined. */
export const $selectableTotal = computed(
  [$records, $selectedRecords, $total, $selection],
  (list, ids, total, { by }) => {
    if (by === 'filter' || list.state !== 'ready' || list.page === 0 || !list.items.length) return undefined;
    if (total === undefined || total <= list.items.length || ids.size < list.items.length) return undefined;
    return list.items.every(({ id }) => ids.has(id)) ? total : undefined;
  },
);

let stops: readonly (() => void)[] = [];

/** Returns from the whole list to the selected ids. */
export function endWholeSelection(): void {
  for (const stop of stops) stop();
  stops = [];
  $whole.set(undefined);
}

function selectLoaded() {
  if ($whole.get()?.query !== listedQuery()) return endWholeSelection();
  const list = loadedList();
  if (!list || list.loading === 'refresh') return;
  const ids = list.items.map(({ id }) => id);
  const selected = $selectedRecords.get();
  if (ids.some((id) => !selected.has(id))) selectRecords(ids);
}

/** A row that was deselected, but not one that left the list, ends the selection of all. */
function followSelected(selected: ReadonlySet<string>, before: ReadonlySet<string> = selected) {
  const isReduced = shownRows().some(({ id }) => before.has(id) && !selected.has(id));
  if (!selected.size || isReduced) endWholeSelection();
}

/** Selects all records that the list finds, loaded or not, until a row is deselected or another list comes. */
export function selectAllMatching(): void {
  const query = listedQuery();
  if (!query || $selectableTotal.get() === undefined) return;
  endWholeSelection();
  $whole.set({ query, search: $filter.get() });
  stops = [
    $records.listen(selectLoaded),
    $selectedRecords.listen(followSelected),
    $listedQuery.listen(selectLoaded),
  ];
}

export function exportSelected(): void {
  const selection = $selection.get();
  if (selection.by === 'ids') openExport('selected');
  else openExport(selection.search ? 'filter' : 'all');
}
