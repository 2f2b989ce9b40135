/*
 * A thing as parts with ids, such as the fields of a record or a form: whose version of each stands when two people have
 * changed the thing since both had the same. The rule, for all features: what others left alone is mine to the letter,
 * what I left alone or changed in the same way is theirs, and all else is a conflict, unless both changes fit together.
 */

import { isSameStructure } from '#domain/model/same-structure.ts';
import { ownOf } from '../app/lenient.ts';

/** When the edits began, as edited here, as stored now. */
export interface Versions<Values> {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

/** It wins where both sides changed the same. */
export type Side = keyof Omit<Versions<unknown>, 'base'>;

/** When two versions of a part are equal. */
export interface Equality<T> {
  /** By default their structure is compared. */
  readonly isSame?: (a: T, b: T) => boolean;
  /** Whether others have left it alone, if that is stricter. */
  readonly isUntouched?: (base: T, theirs: T) => boolean;
}

/** Whose version stands. `same`: both sides have made the same change. */
export function outcomeOf<T>(
  { base, mine, theirs }: Versions<T>,
  { isSame = isSameStructure, isUntouched = isSame }: Equality<T> = {},
): Side | 'same' | 'conflict' {
  if (isUntouched(base, theirs)) return 'mine';
  if (isSame(mine, theirs)) return 'same';
  return isSame(base, mine) ? 'theirs' : 'conflict';
}

export interface Part<T> extends Equality<T> {
  /** The key of its value; for conflicts the same in every merge. */
  readonly id: string;
  /** Both changes in one value; undefined when they exclude each other. */
  readonly combine?: (versions: Versions<T>) => T | undefined;
}

/**
 * Merges the values of parts by their ids. What is no part is mine, and so is a part in conflict.
 * `taken` has changes of others, also those that were combined with mine.
 */
export function mergeParts<Values extends object, P extends Part<Values[keyof Values]>>(
  parts: readonly P[],
  versions: Versions<Values>,
) {
  type Value = Values[keyof Values];
  const { base, mine, theirs } = versions;
  // A name may be `__proto__`.
  const values = new Map<string, Value>(Object.entries(mine));
  const taken: P[] = [];
  const conflicts: ({ readonly part: P } & Versions<Value>)[] = [];
  for (const part of parts) {
    const of = (side: object) => ownOf(side as Readonly<Record<string, Value>>, part.id) as Value;
    const each = { base: of(base), mine: of(mine), theirs: of(theirs) };
    const outcome = outcomeOf(each, part);
    if (outcome === 'mine') continue;
    const value = outcome === 'conflict' ? part.combine?.(each) : each.theirs;
    if (outcome === 'conflict' && value === undefined) {
      conflicts.push({ part, ...each });
      continue;
    }
    values.set(part.id, value as Value);
    if (outcome !== 'same') taken.push(part);
  }
  return { values: Object.fromEntries(values) as Values, taken, conflicts };
}

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

export interface ShownPart<T> extends Equality<T> {
  readonly id: string;
  readonly label: string;
  /** A value as text; `other` is the version shown next to it. */
  readonly format: (value: T, other: T) => string;
}

/** Picks one of two versions for each part of something that is more than a list of parts; collects the conflicts. */
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
  pick<T>(part: ShownPart<T>, base: T, mine: T, theirs: T): T {
    const { id, label, format } = part;
    const outcome = outcomeOf({ base, mine, theirs }, part);
    const texts = () => ({ mine: format(mine, theirs), theirs: format(theirs, mine) });
    const side = outcome === 'conflict' ? this.decide({ id, label, ...texts() }) : outcome;
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
