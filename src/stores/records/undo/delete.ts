import { type CallOptions, toApiError } from '#api/client.ts';
import { numberText } from '#domain/app/count-text.ts';
import { firstNames } from '#domain/app/first-names.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { mayHaveId } from '#domain/records/record-id.ts';
import {
  type Affected,
  affectedBy,
  copyWithout,
  type KeptRecord,
  keptKey,
  keyOf,
  MAX_KEPT,
  MAX_RECORD_FILES,
  mayStay,
  referredKeys,
  relationsOf,
  withStayed,
  withTaken,
} from '#domain/records/undo/kept.ts';
import { recordsLoss, restorableLoss, TOO_MANY_TO_UNDO } from '#domain/records/undo/words.ts';
import { can } from '#stores/app/capabilities.ts';
import { type ConfirmOptions, confirm } from '#stores/app/confirm.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast, removeToast, type ToastAction } from '#stores/app/toasts.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { hasNewOwner } from '#stores/job/job.ts';
import { isSessionEnd } from '#stores/job/retry.ts';
import { noteDeleted } from '../journal.ts';
import { exportSelected } from '../selection.ts';
import { undoAction } from './action.ts';
import { createConsequences, findStored, type Kept, type KnownFiles, keepRecords, TooMany } from './keep.ts';

/** Time until it is said what the delete waits for, in ms. */
const QUIET_TIME = 1000;
/** Longest look at what a delete has left, in ms. */
const LOOK_TIME = 10_000;

const ANYWAY = 'Do you want to delete without the possibility to undo?';
const ANYWAY_FILES = 'Do you want to delete files that can’t be brought back?';

/** What a delete of records with these labels destroys, and which of it can be undone. */
export function deleteLoss(
  labels: readonly string[],
  collection: Collection,
  { ids, search = '' }: { readonly ids: readonly string[]; readonly search?: string },
): Pick<ConfirmOptions, '$details' | 'instead'> & { readonly loss: string } {
  if (labels.length <= MAX_KEPT)
    return {
      loss: restorableLoss(labels, collection, { collections: $collectionList.get(), search }),
      $details: createConsequences(collection, ids),
    };
  return {
    loss: `${recordsLoss(labels, collection.name, search)} ${TOO_MANY_TO_UNDO}`,
    instead: { label: 'Export first', run: exportSelected },
  };
}

/** What is kept of records that are about to be deleted. */
type Copies = ReturnType<typeof createCopies>;

const NO_COPIES: Copies = { refresh: async () => new Map(), note: async () => undefined };

const MANY_REFER = `More than ${numberText(MAX_KEPT)} other records refer to what is deleted.`;

const largeText = (names: readonly string[]): string =>
  `More than ${MAX_RECORD_FILES / 1e6} MB a record or 100 MB in all are not kept: ${firstNames(names)}.`;

/** The ids that records of hooks and migrations may have, but none that is created by a request. */
function lastIds({ roots, referring }: Kept): readonly string[] {
  const { refusedIds } = can();
  return affectedBy(roots, referring)
    .deleted.filter(({ source, collection }) => !mayHaveId(source.record.id, collection, refusedIds))
    .map(({ source }) => source.record.id);
}

async function keepQuietly(keep: () => Promise<Kept>): Promise<Kept> {
  let toast: number | undefined;
  const timer = setTimeout(() => {
    toast = addToast('info', 'Keeping a copy for Undo…', { duration: 600_000 });
  }, QUIET_TIME);
  try {
    return await keep();
  } finally {
    clearTimeout(timer);
    if (toast !== undefined) removeToast(toast);
  }
}

/** What a delete did, after a look at what is stored where the backend may have kept records. */
async function asStored(affected: Affected): Promise<Affected> {
  if (!mayStay(affected.deleted).length) return affected;
  try {
    const signal = AbortSignal.timeout(LOOK_TIME);
    return withStayed(affected, await findStored(affected.deleted, { signal }));
  } catch {
    return affected;
  }
}

/** The copies of records and of what refers to them, read before the first delete and again during the deletes. */
function createCopies(collection: Pick<Collection, 'id' | 'name'>, first: Kept, files: KnownFiles) {
  const admin = $adminId.get();
  const copies = new Map([...first.referring, ...first.roots].map((kept) => [keptKey(kept), kept]));
  /** The keys of the records that were read again; none of them is deleted before that. */
  const due = new Set<string>();
  const affectedIf = (isRoot: (key: string) => boolean): Affected => {
    const [roots, referring] = [[], []] as [KeptRecord[], KeptRecord[]];
    for (const [key, kept] of copies) (isRoot(key) ? roots : referring).push(kept);
    return affectedBy(roots, referring);
  };
  return {
    /** Reads records right before their delete; returns why some should stay, by id. Throws ApiError. */
    refresh: async (ids: readonly string[], options: CallOptions): Promise<ReadonlyMap<string, string>> => {
      let kept: Kept;
      try {
        kept = await keepRecords(collection.id, ids, files, options);
      } catch (thrown) {
        if (!(thrown instanceof TooMany)) throw thrown;
        return new Map(ids.map((id) => [id, MANY_REFER]));
      }
      const gone = new Set(affectedIf((key) => due.has(key)).deleted.map(keptKey));
      const latest = [...kept.roots, ...kept.referring].map((one): [string, KeptRecord] => {
        const key = keptKey(one);
        return [key, withTaken(due.size ? copies.get(key) : undefined, one, gone)];
      });
      const read = new Set(ids.map((id) => keyOf(collection.id, id)));
      const isFound = new Map(latest);
      const refersTo = (keys: ReadonlySet<string>, one: KeptRecord) =>
        relationsOf(one.collection).some((field) => referredKeys(field, one).some((to) => keys.has(to)));
      for (const [key, one] of copies) {
        if (gone.has(key) || isFound.has(key) || !(read.has(key) || refersTo(read, one))) continue;
        // Somebody else has deleted it, or taken its references away; others were taken by this deletion before.
        if (read.has(key) || !refersTo(gone, one)) copies.delete(key);
        else copies.set(key, copyWithout(one, read));
      }
      for (const [key, one] of latest) copies.set(key, one);
      for (const key of read) due.add(key);
      if (kept.tooLarge.length)
        addToast('warning', `${largeText(kept.tooLarge)} They can’t be brought back.`);
      return new Map();
    },
    /** Notes which records were deleted; the result is the action of the toast that says so. Never rejects. */
    note: async (deletedIds: readonly string[]): Promise<ToastAction | undefined> => {
      const deleted = new Set(deletedIds.map((id) => keyOf(collection.id, id)));
      const count = [...deleted].filter((key) => copies.has(key)).length;
      if (!count) return undefined;
      const affected = await asStored(affectedIf((key) => deleted.has(key)));
      if (hasNewOwner(admin)) return undefined;
      return undoAction(noteDeleted(collection, count, affected));
    },
  };
}

/** Keeps what a confirmed delete destroys, or asks; undefined when the user declines. Throws ApiError. */
export async function keepForUndo(
  collection: Pick<Collection, 'id' | 'name'>,
  ids: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<Copies | undefined> {
  // The question has said so.
  if (ids.length > MAX_KEPT) return NO_COPIES;
  const files: KnownFiles = new Map();
  let kept: Kept;
  try {
    kept = await keepQuietly(() => keepRecords(collection.id, ids, files, { signal }));
  } catch (thrown) {
    const error = thrown instanceof TooMany ? undefined : toApiError(thrown);
    if (error && (isSessionEnd(error) || error.status === 0)) throw error;
    const loss = error ? `No copy could be made. ${error.message}` : MANY_REFER;
    return (await confirm(ANYWAY, { signal, loss })) ? NO_COPIES : undefined;
  }
  const last = lastIds(kept);
  if (last.length) {
    const loss = `Records with these ids can’t be brought back: ${firstNames(last)}.`;
    if (!(await confirm(ANYWAY, { signal, loss }))) return undefined;
  }
  if (kept.tooLarge.length) {
    const isConfirmed = await confirm(ANYWAY_FILES, { signal, loss: largeText(kept.tooLarge) });
    if (!isConfirmed) return undefined;
  }
  return createCopies(collection, kept, files);
}
