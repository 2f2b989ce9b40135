import { atom, type ReadableAtom } from 'nanostores';
import type { RecordEvent } from '#domain/records/tab-message.ts';

/** An open record, of which the live updates (`live.ts`) report changes. */
export interface WatchedRecord {
  readonly collectionId: string;
  /** Undefined while the record is new. */
  readonly $recordId: ReadableAtom<string | undefined>;
  /** Whether a request that changes the record may be pending; its event means nothing then. */
  readonly $isBusy: ReadableAtom<boolean>;
  /** Called with a change of the record, and without one when changes may have been missed. */
  readonly onEvent: (event: RecordEvent | undefined) => void;
}

/** The open records. */
export const $watched = atom<readonly WatchedRecord[]>([]);

/** Adds an open record. Returns a function that removes it. */
export function watchRecord(record: WatchedRecord): () => void {
  $watched.set([...$watched.get(), record]);
  return () => $watched.set($watched.get().filter((other) => other !== record));
}
