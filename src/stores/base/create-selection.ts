import { atom, type ReadableAtom } from 'nanostores';

export interface SelectionStore {
  /** Ids of the selected rows. */
  readonly $selected: ReadableAtom<ReadonlySet<string>>;
  readonly toggle: (id: string) => void;
  /**
   * Selects or deselects a row and all rows between it and the one toggled last. `ids` are the rows on screen in their
   * order.
   */
  readonly toggleTo: (id: string, ids: readonly string[]) => void;
  /** Selects only these rows. */
  readonly select: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

/** Creates a selection of rows by id. */
export function createSelection(): SelectionStore {
  const $selected = atom<ReadonlySet<string>>(new Set());
  /** The row toggled last, where a range begins. */
  let anchor: string | undefined;

  /** Inverts the state of `id` and gives all of `ids` the new state. */
  const invert = (id: string, ids: readonly string[]) => {
    const next = new Set($selected.get());
    const isOn = !next.has(id);
    for (const each of ids) isOn ? next.add(each) : next.delete(each);
    anchor = id;
    $selected.set(next);
  };

  return {
    $selected,
    toggle: (id) => invert(id, [id]),
    toggleTo: (id, ids) => {
      const [from, to] = [anchor === undefined ? -1 : ids.indexOf(anchor), ids.indexOf(id)];
      // No row was toggled before, or it is no longer on screen.
      if (from < 0 || to < 0) invert(id, [id]);
      else invert(id, ids.slice(Math.min(from, to), Math.max(from, to) + 1));
    },
    select: (ids) => $selected.set(new Set(ids)),
    clear: () => {
      anchor = undefined;
      if ($selected.get().size) $selected.set(new Set());
    },
  };
}
