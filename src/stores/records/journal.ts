import { atom } from 'nanostores';
import type { Collection } from '#domain/backend/collection.ts';
import type { Affected, RecordChange } from '#domain/records/undo/kept.ts';
import { actionText, type NotedAction } from '#domain/records/undo/words.ts';
import { $adminId } from '#stores/app/session.ts';

export type { RecordChange } from '#domain/records/undo/kept.ts';

/** A record that an undo left alone, or brought back without a part, and why. */
export interface LeftRecord {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
  readonly isOver?: boolean;
}

export type UndoState =
  /** After an undo that was stopped, `left` are the records that are over. */
  | { readonly state: 'open'; readonly left?: readonly LeftRecord[] }
  | { readonly state: 'busy'; readonly done: number; readonly total: number }
  /** What is left to undo is still in the entry: what the backend refused can be tried again. */
  | {
      readonly state: 'failed' | 'undone';
      readonly done: number;
      readonly total: number;
      readonly left: readonly LeftRecord[];
    }
  /** It was too much to keep, or newer actions took its place. */
  | { readonly state: 'dropped' };

export interface JournalEntry extends NotedAction {
  readonly id: number;
  readonly at: Date;
  readonly collection: Pick<Collection, 'id' | 'name'>;
  readonly text: string;
  readonly undo: UndoState;
}

/** Number of actions that are kept, and the size of their texts, in UTF-16 code units (16 million are 32 MB). */
const MAX_ENTRIES = 50;
const MAX_SIZE = 16_000_000;

/** What was done in this tab, newest first. Lives only in memory, and until another administrator signs in. */
export const $journal = atom<readonly JournalEntry[]>([]);

let owner: string | undefined;

$adminId.listen((id) => {
  if (id === undefined || id === owner) return;
  owner = id;
  $journal.set([]);
});

const sizeOfTexts = (texts: ReadonlyMap<string, string>): number =>
  [...texts.values()].reduce((sum, text) => sum + text.length, 0);

const sizeOf = ({ changes, deleted }: Pick<JournalEntry, 'changes' | 'deleted'>): number =>
  changes.reduce((sum, { before, after }) => sum + sizeOfTexts(before) + sizeOfTexts(after), 0) +
  deleted.reduce((sum, { source }) => sum + sizeOfTexts(source.members), 0);

const EMPTY = { changes: [], deleted: [] } as const;

/** Drops what the oldest actions hold, as long as all together hold too much. */
function withinLimits(entries: readonly JournalEntry[]): JournalEntry[] {
  let size = 0;
  return entries.slice(0, MAX_ENTRIES).map((entry) => {
    size += sizeOf(entry);
    if (size <= MAX_SIZE || entry.undo.state === 'busy' || entry.undo.state === 'undone') return entry;
    return { ...entry, ...EMPTY, undo: { state: 'dropped' } };
  });
}

let lastId = 0;

function note(entry: NotedAction & Pick<JournalEntry, 'collection'>): JournalEntry {
  owner = $adminId.get() ?? owner;
  lastId += 1;
  const noted: JournalEntry = {
    ...entry,
    text: actionText(entry),
    id: lastId,
    at: new Date(),
    undo: { state: 'open' },
  };
  $journal.set(withinLimits([noted, ...$journal.get()]));
  return $journal.get()[0] ?? noted;
}

/** Notes the records that an action changed, so that it can be undone; returns the entry. */
export const noteChanges = (
  collection: Pick<Collection, 'id' | 'name'>,
  changes: readonly RecordChange[],
  kind: 'save' | 'change' = 'change',
): JournalEntry => note({ kind, collection, count: changes.length, changes, deleted: [] });

/** Notes `count` deleted records with what the backend did to others, so that it can be undone; returns the entry. */
export const noteDeleted = (
  collection: Pick<Collection, 'id' | 'name'>,
  count: number,
  { deleted, cleared }: Affected,
): JournalEntry => note({ kind: 'delete', collection, count, changes: cleared, deleted });

/** The entry with this id, while it is noted. */
export const entryOf = (id: number): JournalEntry | undefined =>
  $journal.get().find((entry) => entry.id === id);

/** Changes an entry; what was undone needs no memory. */
export function updateEntry(id: number, update: Partial<Pick<JournalEntry, 'changes' | 'deleted' | 'undo'>>) {
  const done = update.undo?.state === 'undone' ? EMPTY : {};
  $journal.set($journal.get().map((entry) => (entry.id === id ? { ...entry, ...update, ...done } : entry)));
}

/** Bytes of the files of deleted records that are kept now. */
export const keptFileSize = (): number =>
  $journal
    .get()
    .flatMap(({ deleted }) => deleted)
    .flatMap(({ files }) => [...files.values()].flat())
    .reduce((sum, { size }) => sum + size, 0);
