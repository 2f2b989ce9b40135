import type { Side } from '#domain/app/versions.ts';
import { isSameStructure } from './same-structure.ts';

/** A part that this user and somebody else changed differently. */
export interface PartConflict {
  /** Identifies the part within its collection; the same in every merge. */
  readonly id: string;
  /** Label of the part: 'List/Search rule'. */
  readonly label: string;
  /** The two versions as text. */
  readonly mine: string;
  readonly theirs: string;
}

/** The winning side of decided conflicts, by conflict id. */
export type Choices = ReadonlyMap<string, Side>;

/** A part of a collection that can be in conflict. */
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
