/** When the edits began, as edited here, as stored now. */
export interface Versions<Values> {
  readonly base: Values;
  readonly mine: Values;
  readonly theirs: Values;
}

/** It wins where both sides changed the same. */
export type Side = 'mine' | 'theirs';
