import { atom } from 'nanostores';
import type { Collection } from '#domain/collections/collection.ts';

/** A record that was changed here. */
export interface RecordChange {
  readonly id: string;
  /** How it is called in lists: its presentable text, or its id. */
  readonly label: string;
  /** The JSON texts of the changed fields before and after, by name; without secrets. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** What one action did to records of a collection. */
export interface JournalEntry {
  readonly id: number;
  readonly at: Date;
  readonly collection: Pick<Collection, 'id' | 'name'>;
  readonly changes: readonly RecordChange[];
}

/** What was done in this tab, newest first. Lives only in memory. */
export const $journal = atom<readonly JournalEntry[]>([]);

/** Notes the records that an action changed, so that it can be undone; returns the entry. */
export function noteChanges(
  collection: Pick<Collection, 'id' | 'name'>,
  changes: readonly RecordChange[],
): JournalEntry {
  const [last] = $journal.get();
  const entry = { id: (last?.id ?? 0) + 1, at: new Date(), collection, changes };
  $journal.set([entry, ...$journal.get()]);
  return entry;
}
