// chunks: edits
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
