import { isSameStructure } from './same-structure.ts';

/** Which version of a part stays. */
export type Side = 'mine' | 'theirs';

/** A part that was changed here and, differently, by somebody else meanwhile. */
export interface Conflict {
  /** Different for every part of a collection, the same whenever the part is in conflict. */
  readonly id: string;
  /** What the part is called: 'List/Search rule'. */
  readonly label: string;
  /** What it is here and there, in words. */
  readonly mine: string;
  readonly theirs: string;
}

/** Decided conflicts by their ids. */
export type Choices = ReadonlyMap<string, Side>;

/** A part of a collection as conflicts name it. */
export interface Part<T> {
  readonly id: string;
  readonly label: string;
  readonly words: (value: T, other: T) => string;
  /** Whether two values say the same; by their structure if left out. */
  readonly isSame?: (a: T, b: T) => boolean;
}

/** Chooses between two versions part by part and collects what both changed. */
export class Merging {
  readonly conflicts: Conflict[] = [];
  readonly #choices: Choices;

  constructor(choices: Choices) {
    this.#choices = choices;
  }

  /** The side that stays of a part in conflict: mine until it is decided. */
  decide(conflict: Conflict): Side {
    this.conflicts.push(conflict);
    return this.#choices.get(conflict.id) ?? 'mine';
  }

  /** The version that was changed; where both were, differently, the chosen one. */
  pick<T>({ id, label, words, isSame = isSameStructure }: Part<T>, base: T, mine: T, theirs: T): T {
    if (isSame(base, mine) || isSame(mine, theirs)) return theirs;
    if (isSame(base, theirs)) return mine;
    const side = this.decide({ id, label, mine: words(mine, theirs), theirs: words(theirs, mine) });
    return side === 'mine' ? mine : theirs;
  }
}
