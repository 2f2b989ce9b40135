import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import { $question, confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/latest.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $records, $selectedRecords, listedQuery, refreshRecords } from './list.ts';
import { showRemovedRecords } from './list-update.ts';
import type { DeleteLoss } from './undo/delete.ts';

/** Number of parallel requests: enough to be quick, few enough for the backend, which writes one at a time. */
const PARALLEL = 8;

/** A record that the backend did not delete. */
export interface FailedDelete {
  readonly id: string;
  /** Its label in the list, or its id if it has none. */
  readonly label: string;
  /** Message of the backend. */
  readonly message: string;
}

/** The collection of the deleted records; another one may be on screen meanwhile. */
export type DeletedFrom = Pick<Collection, 'id' | 'name'>;

/** Progress and result of a bulk delete. */
export type BulkDelete =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly from: DeletedFrom; readonly done: number; readonly total: number }
  /** The backend refused some records. They stay selected, unless another list is on screen by now. */
  | {
      readonly state: 'failed';
      readonly from: DeletedFrom;
      readonly deleted: number;
      readonly failed: readonly FailedDelete[];
    };

/** The bulk delete of the records list. */
export const $bulkDelete = atom<BulkDelete>({ state: 'idle' });

const deleting = createLatest();

/** Stops waiting for the responses; records that were not deleted stay selected. */
export const stopBulkDelete = deleting.abort;

/** Hides the list of refused records. */
export function dismissBulkDelete(): void {
  if ($bulkDelete.get().state === 'failed') $bulkDelete.set({ state: 'idle' });
}

interface Outcome {
  readonly deleted: string[];
  readonly failed: FailedDelete[];
  /** An error that affects all records, such as an ended session. */
  fatal?: ApiError;
}

/** Labels of records, read from the list on screen: during the delete the user may open another list. */
function labelsOf(ids: readonly string[]): ReadonlyMap<string, string> {
  const list = $records.get();
  const wanted = new Set(ids);
  const rows = list.state === 'ready' ? list.items.filter(({ id }) => wanted.has(id)) : [];
  const collection = $activeCollection.get();
  return new Map(rows.map((record) => [record.id, presentableText(record, collection)]));
}

/** Whether all other requests would fail with the same error. */
const isFatal = ({ status, isAbort }: ApiError) =>
  isAbort || status === 401 || status === 403 || status === 0;

async function deleteAll(
  from: DeletedFrom,
  ids: readonly string[],
  labels: ReadonlyMap<string, string>,
  { signal }: { readonly signal: AbortSignal },
): Promise<Outcome> {
  const outcome: Outcome = { deleted: [], failed: [] };
  const owner = $adminId.get();
  /** Whether somebody else has signed in, who has not confirmed the delete. */
  const hasNewOwner = () => $adminId.get() !== undefined && $adminId.get() !== owner;
  const deleteOne = async (id: string) => {
    try {
      await deleteRecord(from.id, id, { signal });
      outcome.deleted.push(id);
    } catch (thrown) {
      const error = toApiError(thrown);
      // Already deleted, which is the goal.
      if (error.status === 404) outcome.deleted.push(id);
      else if (isFatal(error)) outcome.fatal ??= error;
      else outcome.failed.push({ id, label: labels.get(id) ?? id, message: error.message });
    }
    const done = outcome.deleted.length + outcome.failed.length;
    $bulkDelete.set({ state: 'busy', from, done, total: ids.length });
  };
  await inParallel(ids, PARALLEL, deleteOne, () => !outcome.fatal && !hasNewOwner());
  return outcome;
}

/** Asks before the selected records are deleted; leaving their list, for example with Back, counts as no. */
function confirmDelete(what: string, loss: DeleteLoss): Promise<boolean> {
  const isConfirmed = confirm(`Do you really want to delete the selected ${what}?`, loss);
  const question = $question.get();
  const stop = $selectedRecords.listen(() => {
    if ($question.get() === question) question?.answer(false);
  });
  return isConfirmed.finally(stop);
}

/**
 * Asks, then deletes the selected records a few at a time. Refused records stay selected and are listed with the
 * reasons; list and count are updated.
 */
export async function deleteSelected(): Promise<void> {
  const undo = await import('./undo/delete.ts').catch(report);
  if (undo instanceof ApiError) return;
  const from = $activeCollection.get();
  const ids = [...$selectedRecords.get()];
  if (!from || listedQuery()?.collection !== from.id || !ids.length) return;
  if ($bulkDelete.get().state === 'busy') return;
  const what = ids.length === 1 ? 'record' : 'records';
  const labels = labelsOf(ids);
  const loss = undo.deleteLoss(
    ids.map((id) => labels.get(id) ?? id),
    from,
  );
  if (!(await confirmDelete(what, loss))) return;
  $bulkDelete.set({ state: 'busy', from, done: 0, total: ids.length });
  const signal = deleting.begin();
  const note = await undo.keepForUndo(from, ids, { signal }).catch(report);
  if (!note || note instanceof ApiError) {
    $bulkDelete.set({ state: 'idle' });
    return;
  }
  const { deleted, failed, fatal } = await deleteAll(from, ids, labels, { signal });
  const action = note(deleted);
  $bulkDelete.set(
    failed.length ? { state: 'failed', from, deleted: deleted.length, failed } : { state: 'idle' },
  );
  const rest = ids.length - deleted.length - failed.length;
  // The end of the session aborts too, and is reported elsewhere.
  if (signal.aborted) addToast('warning', stoppedText(deleted.length, ids.length), { action });
  else if (fatal) report(fatal);
  else if (rest)
    addToast(
      'warning',
      `${rest} of ${ids.length} records were not deleted, because another admin has signed in.`,
    );
  else if (failed.length) addToast('error', failureText(deleted.length, failed), { action });
  else addToast('success', `Successfully deleted the selected ${what}.`, { action });
  if (deleted.length) await showRemovedRecords(from.id, deleted);
  else if (signal.aborted && listedQuery()?.collection === from.id) await refreshRecords();
}

/** The text after {@link stopBulkDelete}: the outcome of the requests that were under way is unknown. */
const stoppedText = (deleted: number, total: number): string =>
  `Stopped waiting. Deleted ${deleted} of ${total} records, others may still have been deleted.`;

/** Largest number of reasons in the toast; the list of refused records shows all of them. */
const MAX_REASONS = 3;

/** One text for all refused records: their number and the reasons. */
function failureText(deleted: number, failed: readonly FailedDelete[]): string {
  const reasons = [...new Set(failed.map(({ message }) => message))].slice(0, MAX_REASONS);
  const total = deleted + failed.length;
  return `Deleted ${deleted} of ${total} records, ${failed.length} were refused. ${reasons.join(' ')}`.trim();
}
