import { dequal } from 'dequal/lite';
import type { Collection } from '#domain/collections/collection.ts';
import { type BulkCounts, doneText, doneWord, resultText } from '#domain/records/bulk/words.ts';
import { presentableText } from '#domain/records/cell-text.ts';
import { report } from '#stores/app/report.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast, type ToastAction, type ToastType } from '#stores/app/toasts.ts';
import { warnOnUnload } from '#stores/app/unsaved.ts';
import { createLatest } from '#stores/base/running.ts';
import { hasNewOwner } from '../link.ts';
import {
  $listedQuery,
  $selectedRecords,
  keepSelectedRecords,
  type ListQuery,
  listedQuery,
  refreshRecords,
  shownRows,
} from '../list.ts';
import { endWholeSelection, type RecordSelection } from '../selection.ts';
import { type BulkWork, type Outcome, sendAll } from './send-all.ts';
import { $bulk, dismissBulk } from './state.ts';

/** Pause between two updates of the progress, in ms: one for each of 100,000 records would slow down the requests. */
const PROGRESS_MS = 100;

const running = createLatest();
let isStopping = false;

/** Returns the signal of a new action, which ends when the user stops waiting. */
export const beginBulk = running.begin;

/** Stops waiting for the responses; records without one stay selected. */
export const abandonBulk = running.abort;

/** Sends no further record: what was sent counts. While the records are still searched, nothing happens at all. */
export function stopBulk(): void {
  const bulk = $bulk.get();
  if (bulk.state === 'reading') running.abort();
  if (bulk.state !== 'busy') return;
  isStopping = true;
  $bulk.set({ ...bulk, isStopping });
}

/** Labels of records, read from the list on screen: during the action the user may open another list. */
export function labelsOf(collection: Collection, ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = new Set(ids);
  const rows = shownRows().filter(({ id }) => wanted.has(id));
  return new Map(rows.map((record) => [record.id, presentableText(record, collection)]));
}

const countsOf = ({ targets }: BulkWork, { done, already, left, refused }: Outcome): BulkCounts => ({
  total: targets.ids.length,
  done: done.length,
  already: already.length,
  left: left.length,
  refused: refused.length,
});

/** Reports how it ended; the end of the session aborts too, and is reported elsewhere. */
function announce(
  { action, success }: BulkWork,
  outcome: Outcome,
  counts: BulkCounts,
  { isAborted, undo }: { readonly isAborted: boolean; readonly undo: ToastAction | undefined },
) {
  const toast = (type: ToastType, message: string) => addToast(type, message, { action: undo });
  const { fatal, refused } = outcome;
  const rest = counts.total - counts.done - counts.already - counts.left - counts.refused;
  const reasons = refused.map(({ message }) => message);
  const others = `others may still have been ${doneWord(action)}.`;
  if (isAborted) toast('warning', `Stopped waiting. ${doneText(action, counts)}, ${others}`);
  else if (fatal) {
    report(fatal);
    if (counts.done) toast('warning', `Stopped. ${resultText(action, counts, reasons)}`);
  } else if (rest && isStopping) toast('warning', `Stopped. ${resultText(action, counts, reasons)}`);
  else if (rest) {
    const what = `${rest} of ${counts.total} records were not ${doneWord(action)}`;
    toast('warning', `${what}, because another admin has signed in.`);
  } else if (refused.length) toast('error', resultText(action, counts, reasons));
  else if (counts.done === counts.total && success) toast('success', success);
  else toast(counts.left ? 'warning' : 'success', resultText(action, counts, []));
}

/** Hides the refused records when another administrator signs in. */
function hideFromOthers(owner: string | undefined) {
  const stop = $adminId.listen((id) => {
    if (id === undefined || id === owner) return;
    dismissBulk();
    stop();
  });
}

/** Selects records once the session that has ended is back, if the same list then is. */
function selectOnReturn(owner: string | undefined, query: ListQuery | undefined, ids: readonly string[]) {
  const stop = $listedQuery.listen((listed) => {
    if (!listed) return;
    stop();
    if ($adminId.get() === owner && dequal(listed, query)) keepSelectedRecords(ids, new Set(ids));
  });
}

/**
 * Runs an action that the user has confirmed for `selection`. Records that were refused or not sent stay selected, by
 * their ids; the refused ones are in `$bulk`. Shows the progress, then a toast, and updates the list on screen.
 */
export async function runBulk(work: BulkWork, selection: RecordSelection): Promise<Outcome | undefined> {
  if ($bulk.get().state === 'busy') return undefined;
  const { action, collection: from, targets } = work;
  const total = targets.ids.length;
  const query = listedQuery();
  const isWhole = selection.by === 'filter';
  if (isWhole && selection.query === query) {
    // From now on these ids are meant, whatever matches.
    endWholeSelection();
    keepSelectedRecords(targets.ids, new Set(targets.ids));
  }
  isStopping = false;
  const owner = $adminId.get();
  let known = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showProgress = () => {
    timer = undefined;
    $bulk.set({ state: 'busy', action, from, done: known, total, isStopping });
  };
  const onProgress = (done: number) => {
    known = done;
    timer ??= setTimeout(showProgress, PROGRESS_MS);
  };
  showProgress();
  const stopWarning = warnOnUnload(() => true);
  const signal = beginBulk();
  const labels = labelsOf(from, targets.ids);
  const mayGoOn = () => !isStopping && !hasNewOwner(owner);
  const outcome = await sendAll(work, { signal, labels, mayGoOn, onProgress });
  clearTimeout(timer);
  showProgress();
  stopWarning();
  const undo = await work.beforeResult?.(outcome);

  const { done, already, left, refused } = outcome;
  const counts = countsOf(work, outcome);
  const isShown = refused.length > 0 && !hasNewOwner(owner);
  $bulk.set(isShown ? { state: 'failed', action, from, counts, refused } : { state: 'idle' });
  if (isShown) hideFromOthers(owner);
  announce(work, outcome, counts, { isAborted: signal.aborted, undo });
  const isListed = listedQuery()?.collection === from.id;
  const settled = new Set([...done, ...already, ...left]);
  if (listedQuery() === query) {
    const rest = [...$selectedRecords.get()].filter((id) => !settled.has(id));
    keepSelectedRecords(rest, new Set(isWhole ? rest : refused.map(({ id }) => id)));
  } else if ($adminId.get() === undefined) {
    const unsettled = targets.ids.filter((id) => !settled.has(id));
    selectOnReturn(owner, query, unsettled);
  }
  if (done.length) await work.show?.(from.id, done);
  else if (signal.aborted && isListed) await refreshRecords();
  return outcome;
}
