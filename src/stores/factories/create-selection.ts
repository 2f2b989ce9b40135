import { atom, type ReadableAtom } from 'nanostores';

export interface SelectionStore {
  /** Ids of the selected rows. */
  readonly $selected: ReadableAtom<ReadonlySet<string>>;
  readonly toggle: (id: string) => void;
  /**
   * Selects or deselects a row, and with it all rows of `ids`, the rows on screen in their order, between it
   * and the one toggled last.
   */
  readonly toggleTo: (id: string, ids: readonly string[]) => void;
  /** Selects exactly these. */
  readonly select: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

/** Makes a selection of rows by id (RL-14, LG-21). */
export function createSelection(): SelectionStore {
  const $selected = atom<ReadonlySet<string>>(new Set());
  /** The row toggled last: where a range begins. */
  let anchor: string | undefined;

  /** Turns these rows to what `id` is not. */
  const turn = (id: string, ids: readonly string[]) => {
    const next = new Set($selected.get());
    const isOn = !next.has(id);
    for (const each of ids) isOn ? next.add(each) : next.delete(each);
    anchor = id;
    $selected.set(next);
  };

  return {
    $selected,
    toggle: (id) => turn(id, [id]),
    toggleTo: (id, ids) => {
      const [from, to] = [anchor === undefined ? -1 : ids.indexOf(anchor), ids.indexOf(id)];
      // The first row of the range was removed or never toggled.
      if (from < 0 || to < 0) turn(id, [id]);
      else turn(id, ids.slice(Math.min(from, to), Math.max(from, to) + 1));
    },
    select: (ids) => $selected.set(new Set(ids)),
    clear: () => {
      anchor = undefined;
      if ($selected.get().size) $selected.set(new Set());
    },
  };
}
