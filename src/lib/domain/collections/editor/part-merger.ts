import type { Side, Versions } from '#domain/app/versions.ts';
import { isSameStructure } from './same-structure.ts';

/** A part that this user and somebody else changed differently. */
export interface PartConflict {
  /** The same in every merge. */
  readonly id: string;
  /** 'List/Search rule'. */
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
}

/** The winning side of decided conflicts, by conflict id. */
export type Choices = ReadonlyMap<string, Side>;

export interface Part<T> {
  readonly id: string;
  readonly label: string;
  /** A value as text; `other` is the version shown next to it. */
  readonly format: (value: T, other: T) => string;
  /** Whether two values are equal; by default their structure is compared. */
  readonly isSame?: (a: T, b: T) => boolean;
}

/** Picks one of two versions for each part and collects the conflicts. */
export class PartMerger {
  readonly conflicts: PartConflict[] = [];
  readonly #choices: Choices;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** Adds a conflict and returns the side that wins it: mine until the user decides. */
  decide(conflict: PartConflict): Side {
    this.conflicts.push(conflict);
    return this.#choices.get(conflict.id) ?? 'mine';
  }

  /** The changed version; if both were changed differently, the one that wins the conflict. */
  pick<T>({ id, label, format, isSame = isSameStructure }: Part<T>, base: T, mine: T, theirs: T): T {
    if (isSame(base, mine) || isSame(mine, theirs)) return theirs;
    if (isSame(base, theirs)) return mine;
    const side = this.decide({ id, label, mine: format(mine, theirs), theirs: format(theirs, mine) });
    return side === 'mine' ? mine : theirs;
  }
}

/** Merges two orders of keys, of which `kept` stay: the changed one wins. Removed fields have no name nor conflict. */
export function mergeOrder(
  merger: PartMerger,
  { base, mine, theirs }: Versions<readonly string[]>,
  kept: ReadonlySet<string>,
  nameOf: (key: string) => string | undefined,
): string[] {
  const [inBase, inMine, inTheirs] = [new Set(base), new Set(mine), new Set(theirs)];
  const common = (keys: readonly string[]) =>
    keys.filter(
      (key) => nameOf(key) !== undefined && inBase.has(key) && inMine.has(key) && inTheirs.has(key),
    );
  const part = {
    id: 'order',
    label: 'Order of the fields',
    format: (keys: readonly string[]) => keys.map(nameOf).join(', '),
  };
  const [was, own, stored] = [common(base), common(mine), common(theirs)];
  const isMine = !isSameStructure(merger.pick(part, was, own, stored), stored);
  const [first, second] = isMine ? [mine, theirs] : [theirs, mine];
  const inSecond = new Set(second);
  const order = first.filter((key) => kept.has(key));
  for (const [position, key] of second.entries()) {
    if (!kept.has(key) || order.includes(key)) continue;
    const before = second.slice(0, position).findLast((other) => order.includes(other));
    let place = before === undefined ? 0 : order.indexOf(before) + 1;
    // Of fields that both orders added at one place, those of the first order come first.
    while (place < order.length && !inSecond.has(order[place] ?? '')) place += 1;
    order.splice(place, 0, key);
  }
  return order;
}
