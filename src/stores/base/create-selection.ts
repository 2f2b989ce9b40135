import { atom } from 'nanostores';

/** Creates a selection of rows by id. */
export function createSelection() {
  const $selected = atom<ReadonlySet<string>>(new Set());
  /** The row toggled last, where a range begins. */
  let anchor: string | undefined;
  /** The row where it ends. */
  let end: string | undefined;

  /** All of `ids` between two of them; none if one is not there. */
  const between = (one: string | undefined, other: string, ids: readonly string[]): readonly string[] => {
    const [from, to] = [one === undefined ? -1 : ids.indexOf(one), ids.indexOf(other)];
    return from < 0 || to < 0 ? [] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  };

  const invert = (id: string, ids: readonly string[]) => {
    const next = new Set($selected.get());
    const isOn = !next.has(id);
    for (const each of ids) isOn ? next.add(each) : next.delete(each);
    anchor = id;
    end = id;
    $selected.set(next);
  };

  return {
    $selected,
    toggle: (id: string): void => invert(id, [id]),
    /** Selects or deselects all rows from the one toggled last to this one; `ids` are those on screen, in order. */
    toggleTo: (id: string, ids: readonly string[]): void => {
      const range = between(anchor, id, ids);
      // No row was toggled before, or it is no longer on screen.
      invert(id, range.length ? range : [id]);
    },
    /** Selects all of `ids` from where the range began to `to`, not those behind. A new one begins at `from`. */
    extend: (from: string, to: string, ids: readonly string[]): void => {
      if (end !== from || anchor === undefined || !ids.includes(anchor)) anchor = from;
      const next = new Set($selected.get());
      for (const id of between(anchor, from, ids)) next.delete(id);
      for (const id of between(anchor, to, ids)) next.add(id);
      end = to;
      $selected.set(next);
    },
    select: (ids: Iterable<string>): void => $selected.set(new Set(ids)),
    /** Returns whether anything was selected. */
    clear: (): boolean => {
      anchor = undefined;
      end = undefined;
      const isSome = $selected.get().size > 0;
      if (isSome) $selected.set(new Set());
      return isSome;
    },
  };
}
