import { atom, type ReadableAtom } from 'nanostores';

export interface SelectionStore {
  /** Ids of the selected rows. */
  readonly $selected: ReadableAtom<ReadonlySet<string>>;
  readonly toggle: (id: string) => void;
  /** Selects exactly these. */
  readonly select: (ids: Iterable<string>) => void;
  readonly clear: () => void;
}

/** Makes a selection of rows by id (RL-14, LG-21). */
export function createSelection(): SelectionStore {
  const $selected = atom<ReadonlySet<string>>(new Set());
  return {
    $selected,
    toggle: (id) => {
      const next = new Set($selected.get());
      if (!next.delete(id)) next.add(id);
      $selected.set(next);
    },
    select: (ids) => $selected.set(new Set(ids)),
    clear: () => {
      if ($selected.get().size) $selected.set(new Set());
    },
  };
}
