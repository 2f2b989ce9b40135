import { toApiError } from '#api/client.ts';
import { numberText } from '#domain/app/count-text.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { firstNames } from '#domain/records/first-names.ts';
import { recordsLoss } from '#domain/records/loss.ts';
import {
  type Affected,
  affectedBy,
  MAX_KEPT,
  MAX_RECORD_FILES,
  mayStay,
  withStayed,
} from '#domain/records/undo/kept.ts';
import { restorableLoss, TOO_MANY_TO_UNDO } from '#domain/records/undo/words.ts';
import { type ConfirmOptions, confirm } from '#stores/app/confirm.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast, removeToast, type ToastAction } from '#stores/app/toasts.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { noteDeleted } from '../journal.ts';
import { hasNewOwner, isSessionEnd } from '../link.ts';
import { exportSelected } from '../selection.ts';
import { undoAction } from './action.ts';
import { createConsequences } from './consequences.ts';
import { findStored, type Kept, keepRecords, TooMany } from './keep.ts';

/** Time until it is said what the delete waits for, in ms. */
const QUIET_TIME = 1000;
/** Longest look at what a delete has left, in ms. */
const LOOK_TIME = 10_000;

const ANYWAY = 'Do you want to delete without the possibility to undo?';
const ANYWAY_FILES = 'Do you want to delete files that can’t be brought back?';

/** The length of the id of each new record. */
const ID_LENGTH = 15;

/** What the question before a delete says besides its text. */
export interface DeleteLoss extends Pick<ConfirmOptions, '$details' | 'instead'> {
  readonly loss: string;
}

/** The records to delete, and the filter that they were selected by. */
interface Deleted {
  readonly ids: readonly string[];
  readonly search?: string;
}

/** What a delete of records with these labels destroys, and which of it can be undone. */
export function deleteLoss(
  labels: readonly string[],
  collection: Collection,
  { ids, search = '' }: Deleted,
): DeleteLoss {
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

/** Notes which records were deleted; the result is the action of the toast that says so. Never rejects. */
export type NoteDeleted = (deletedIds: readonly string[]) => Promise<ToastAction | undefined>;

const noteNothing: NoteDeleted = async () => undefined;

const largeText = (names: readonly string[]): string =>
  `More than ${MAX_RECORD_FILES / 1e6} MB a record or 100 MB in all are not kept: ${firstNames(names)}.`;

/** The ids that records of hooks and migrations may have, but none that is created by a request. */
const lastIds = ({ roots, referring }: Kept): readonly string[] =>
  affectedBy(roots, referring)
    .deleted.map(({ source }) => source.record.id)
    .filter((id) => id.length !== ID_LENGTH);

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

/**
 * Keeps what a confirmed delete of records destroys, and asks when that is not possible. The result has to be called
 * with the ids of the records that were deleted; it is undefined when the user doesn't want to delete any more. Throws
 * ApiError when the backend can't be asked, so that nothing should be deleted.
 */
export async function keepForUndo(
  collection: Pick<Collection, 'id' | 'name'>,
  ids: readonly string[],
  { signal }: { readonly signal: AbortSignal },
): Promise<NoteDeleted | undefined> {
  // The question has said so.
  if (ids.length > MAX_KEPT) return noteNothing;
  const admin = $adminId.get();
  let kept: Kept;
  try {
    kept = await keepQuietly(() => keepRecords(collection.id, ids, { signal }));
  } catch (thrown) {
    const error = thrown instanceof TooMany ? undefined : toApiError(thrown);
    if (error && (isSessionEnd(error) || error.status === 0)) throw error;
    const loss = error
      ? `No copy could be made. ${error.message}`
      : `More than ${numberText(MAX_KEPT)} other records refer to what is deleted.`;
    return (await confirm(ANYWAY, { signal, loss })) ? noteNothing : undefined;
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
  return async (deletedIds) => {
    const deleted = new Set(deletedIds);
    const roots = kept.roots.filter(({ source }) => deleted.has(source.record.id));
    if (!roots.length) return undefined;
    const affected = await asStored(affectedBy(roots, kept.referring));
    if (hasNewOwner(admin)) return undefined;
    return undoAction(noteDeleted(collection, roots.length, affected));
  };
}
