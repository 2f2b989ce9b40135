import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { deleteRecord } from '#api/records/delete.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import { $question, confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $records, $selectedRecords, listedQuery } from './list.ts';
import { showRemovedRecords } from './list-update.ts';

/** Requests under way at the same time: enough to be quick, few enough for the backend's one writer. */
const PARALLEL = 8;

/** A record that the backend did not delete. */
export interface FailedDelete {
  readonly id: string;
  /** What names it in the list, else its id. */
  readonly label: string;
  /** What the backend said. */
  readonly message: string;
}

/** The collection that records are deleted from: another one may be on screen meanwhile. */
export type DeletedFrom = Pick<Collection, 'id' | 'name'>;

/** How a bulk delete goes, and what became of it. */
export type BulkDelete =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly from: DeletedFrom; readonly done: number; readonly total: number }
  /** Some were refused, or it was stopped: they are still selected, unless another list is on screen by now. */
  | {
      readonly state: 'failed';
      readonly from: DeletedFrom;
      readonly deleted: number;
      readonly failed: readonly FailedDelete[];
    };

/** The bulk delete of the records list (RL-15). */
export const $bulkDelete = atom<BulkDelete>({ state: 'idle' });

/** Takes the list of what was refused off the screen. */
export function dismissBulkDelete(): void {
  if ($bulkDelete.get().state === 'failed') $bulkDelete.set({ state: 'idle' });
}

interface Outcome {
  readonly deleted: string[];
  readonly failed: FailedDelete[];
  /** An error that concerns them all, such as an ended session. */
  fatal?: ApiError;
}

/** Names the records on screen; later another list may be there. */
function labelsOf(ids: readonly string[]): ReadonlyMap<string, string> {
  const list = $records.get();
  const wanted = new Set(ids);
  const rows = list.state === 'ready' ? list.items.filter(({ id }) => wanted.has(id)) : [];
  const collection = $activeCollection.get();
  return new Map(rows.map((record) => [record.id, presentableText(record, collection)]));
}

/** Whether one failure means that the others would fail alike. */
const isFatal = ({ status, isAbort }: ApiError) =>
  isAbort || status === 401 || status === 403 || status === 0;

async function deleteAll(from: DeletedFrom, ids: readonly string[]): Promise<Outcome> {
  const outcome: Outcome = { deleted: [], failed: [] };
  const labels = labelsOf(ids);
  const queue = [...ids];
  const work = async () => {
    for (let id = queue.shift(); id !== undefined && !outcome.fatal; id = queue.shift()) {
      try {
        await deleteRecord(from.id, id);
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
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL, ids.length) }, work));
  return outcome;
}

/** Asks whether the selected records may go; leaving their list, as by the browser's Back, is a no. */
function mayDelete(what: string): Promise<boolean> {
  const answer = confirm(`Do you really want to delete the selected ${what}?`);
  const question = $question.get();
  const stop = $selectedRecords.listen(() => {
    if ($question.get() === question) question?.answer(false);
  });
  return answer.finally(stop);
}

/**
 * Asks, then deletes the selected records a few at a time. What the backend refuses stays selected and is
 * listed with its reason; the list and the count follow (RL-15).
 */
export async function deleteSelected(): Promise<void> {
  const from = $activeCollection.get();
  const ids = [...$selectedRecords.get()];
  if (!from || listedQuery()?.collection !== from.id || !ids.length) return;
  if ($bulkDelete.get().state === 'busy') return;
  const what = ids.length === 1 ? 'record' : 'records';
  if (!(await mayDelete(what))) return;
  $bulkDelete.set({ state: 'busy', from, done: 0, total: ids.length });
  const { deleted, failed, fatal } = await deleteAll(from, ids);
  $bulkDelete.set(
    failed.length ? { state: 'failed', from, deleted: deleted.length, failed } : { state: 'idle' },
  );
  if (fatal) report(fatal);
  else if (failed.length) addToast('error', failureText(deleted.length, failed));
  else addToast('success', `Successfully deleted the selected ${what}.`);
  await showRemovedRecords(from.id, deleted);
}

/** Reasons that a toast has room for; all of them stand in the list of the refused ones. */
const REASONS = 3;

/** One line for many refusals: how many, and what the backend said (ER-12). */
function failureText(deleted: number, failed: readonly FailedDelete[]): string {
  const reasons = [...new Set(failed.map(({ message }) => message))].slice(0, REASONS);
  const total = deleted + failed.length;
  return `Deleted ${deleted} of ${total} records, ${failed.length} were refused. ${reasons.join(' ')}`.trim();
}
