import type { RecordData } from './record.ts';

/** With more changes, they are not followed one by one, and only counted as that many or more. */
export const MAX_CHANGES = 1000;

/** The record of a row was deleted, or does not match the filter any more. */
export type Gone = 'deleted' | 'unlisted';

/** By others since the list was loaded, as far as its rows don't show them. Ids may be outdated. */
export interface Changes {
  /** The list contains them, but not the rows. */
  readonly appeared: ReadonlySet<string>;
  /** Their new values may belong to another position. */
  readonly moved: ReadonlySet<string>;
  /** Rows whose record is no longer in the list. */
  readonly gone: ReadonlyMap<string, Gone>;
  readonly isMany: boolean;
}

export const NO_CHANGES: Changes = { appeared: new Set(), moved: new Set(), gone: new Map(), isMany: false };

/** Those that applying would show. A row counts once. */
export function countChanges({ appeared, moved, gone }: Changes, rows: readonly RecordData[]): number {
  if (!appeared.size && !moved.size && !gone.size) return 0;
  const listed = new Set(rows.map(({ id }) => id));
  const added = [...appeared].filter((id) => !listed.has(id));
  const changed = new Set([...moved, ...gone.keys()].filter((id) => listed.has(id)));
  return added.length + changed.size;
}
