import { atom, batch, type ReadableAtom } from 'nanostores';
import { createSelection } from '#stores/base/create-selection.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import { createList, type ListSource, type StartOptions } from './create-list.ts';

export interface AddressListOptions<T, Query> {
  /** What the address requests; undefined on other screens. */
  readonly $requested: ReadableAtom<Query | undefined>;
  /** How the requested list is loaded; `before` is the list that it replaces. */
  readonly open: (
    requested: Query,
    before: Query | undefined,
  ) => ListSource<T> & StartOptions<T> & { readonly selected?: Iterable<string> | undefined };
  /** Called before the list on screen is replaced. */
  readonly onLeave?: (before: Query, requested: Query | undefined) => void;
  /** Whether a row can be selected; by default each. */
  readonly canSelect?: (id: string) => boolean;
}

/**
 * Creates a list whose only truth is the address, with a selection of its rows: another address replaces the list and
 * clears the selection, and rows that leave the list are deselected, because the user would not see them.
 */
export function createAddressList<T extends { readonly id: string }, Query>({
  $requested,
  open,
  onLeave,
  canSelect = () => true,
}: AddressListOptions<T, Query>) {
  const list = createList<T>();
  const { $selected, toggle, toggleTo, extend, ...selection } = createSelection();
  const $shown = atom<Query | undefined>(undefined);

  const items = (): readonly T[] => {
    const shown = list.$list.get();
    return shown.state === 'ready' ? shown.items : [];
  };
  /** Ids of the rows that can be selected. */
  const ids = (): readonly string[] =>
    items()
      .map(({ id }) => id)
      .filter(canSelect);
  const selected = (): readonly T[] => items().filter(({ id }) => $selected.get().has(id));

  /** Rows that stay selected without being loaded. */
  let unloaded: ReadonlySet<string> = new Set();

  const keepSelected = (ids: Iterable<string>, unlisted = unloaded): void => {
    unloaded = unlisted;
    selection.select(ids);
  };
  const select = (ids: Iterable<string>): void => keepSelected(ids, new Set());
  const clear = (): boolean => {
    unloaded = new Set();
    return selection.clear();
  };

  const show = (requested: Query | undefined) => {
    const before = $shown.get();
    if (before !== undefined) onLeave?.(before, requested);
    batch(() => {
      clear();
      $shown.set(requested);
      if (requested === undefined) {
        list.stop();
        return;
      }
      const { selected, keepRows, kept, ...source } = open(requested, before);
      if (selected) select(selected);
      void list.start(source, { keepRows, kept });
    });
  };

  const dropUnlisted = () => {
    const shown = list.$list.get();
    const before = $selected.get();
    if (!before.size || (shown.state === 'ready' && shown.loading)) return;
    const listed = new Set(ids());
    const rest = [...before].filter((id) => listed.has(id) || unloaded.has(id));
    if (rest.length < before.size) keepSelected(rest);
  };

  return {
    ...list,
    /** What the rows on screen belong to; undefined on other screens. */
    $shown,
    /** Ids of the selected rows. */
    $selected,
    toggle,
    /** Selects or deselects all rows between the one toggled last and this one. */
    toggleTo: (id: string): void => toggleTo(id, ids()),
    /** What keys do to the selection. */
    selection: {
      selectAll: (): void => select(ids()),
      extend: (from: string, to: string): void => extend(from, to, ids()),
      clear,
    },
    select,
    /**
     * Selects only these rows; `unlisted` of them stay selected also while they are not loaded, by default those that
     * did before.
     */
    keepSelected,
    clearSelection: clear,
    /** The loaded rows; empty while there are none. */
    items,
    /** The selected rows in the order of the list. */
    selected,
    /** Loads the pages on screen again. */
    refresh: async (): Promise<void> => {
      if ($shown.get() !== undefined) await list.refresh();
    },
    /** Loads the next page. */
    loadMore: async (): Promise<void> => {
      if ($shown.get() !== undefined) await list.loadMore();
    },
    /** Loads the list of the address and follows its changes. Returns a function that stops this. */
    start: (): (() => void) => {
      const stop = $requested.subscribe(show);
      const stopSelection = list.$list.listen(dropUnlisted);
      return stopAll(stop, stopSelection, () => show(undefined));
    },
  };
}
