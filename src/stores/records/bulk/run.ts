import { dequal } from 'dequal/lite';
import type { CallOptions } from '#api/client.ts';
import { type ApiError, refusalReason } from '#domain/app/api-error.ts';
import { batchesOf } from '#domain/app/batches.ts';
import type { Collection } from '#domain/backend/collection.ts';
import {
  type BulkAction,
  type BulkCounts,
  doneText,
  doneWord,
  resultText,
} from '#domain/records/bulk/words.ts';
import { presentableText } from '#domain/records/record.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { administratorWord } from '#stores/app/administrator-word.ts';
import { $question, type ConfirmOptions, confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast, type ToastAction, type ToastType } from '#stores/app/toasts.ts';
import { warnOnUnload } from '#stores/app/unsaved.ts';
import { createLatest } from '#stores/base/running.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { holdBatches, openBatches } from '#stores/job/batch-settings.ts';
import type { Sender } from '#stores/job/batches.ts';
import { createJob, hasNewOwner, type JobRun } from '#stores/job/job.ts';
import { readMany } from '#stores/job/read-many.ts';
import { isFatal, mayBeStored } from '#stores/job/retry.ts';
import {
  $listedQuery,
  $selectedRecords,
  keepSelectedRecords,
  type ListQuery,
  listedQuery,
  refreshRecords,
  shownRows,
} from '../list.ts';
import { $selection, endWholeSelection, type RecordSelection } from '../selection.ts';
import { $bulk, dismissBulk, type RefusedRecord } from './state.ts';
import { readTargets, type Targets } from './targets.ts';

const BATCH = 50;

export interface Prepared {
  readonly collection: Collection;
  readonly selection: RecordSelection;
  readonly targets: Targets;
}

interface BulkWork extends Prepared {
  readonly action: BulkAction;
  /** The `fields` to read of each record right before its turn; undefined reads nothing, if there is no filter. */
  readonly reads?: string | undefined;
  /** Called with the ids of the next records; returns why some of them must be left alone, by id. Throws ApiError. */
  readonly beforeBatch?: (
    ids: readonly string[],
    options: CallOptions,
  ) => Promise<ReadonlyMap<string, string>>;
  /** Handles one record, read as `source`; 'already' when there was nothing to do. Throws ApiError. */
  readonly send: (
    id: string,
    source: RecordSource | undefined,
    options: CallOptions,
    sender: Sender,
  ) => Promise<'done' | 'already'>;
  /** Whether `send` changes records by its sender, which may do so in batches. */
  readonly isBatched?: boolean;
  /** Called when it has ended, before the result is shown; notes what was done, and returns how the toast undoes it. */
  readonly beforeResult?: (outcome: Outcome) => ToastAction | undefined | Promise<ToastAction | undefined>;
  readonly show?: (collectionId: string, ids: readonly string[]) => Promise<void>;
  readonly success?: string;
}

/** What became of the records; those in no list were not sent, or no response came. */
interface Outcome {
  readonly done: string[];
  readonly already: string[];
  /** They did not match any more, or were deleted. */
  readonly left: string[];
  readonly refused: RefusedRecord[];
  /** They may have been deleted or changed: there was no response, or one of a fault. */
  readonly unanswered: string[];
  readonly fatal: ApiError | undefined;
}

interface Turn {
  readonly id: string;
  readonly source: RecordSource | undefined;
  readonly problem?: string | undefined;
}

/** The records one after another, each read right before its turn; `left` gets those that are not there. */
async function* turnsOf(work: BulkWork, left: string[], options: JobRun['reading']): AsyncGenerator<Turn> {
  const { collection, targets, reads, beforeBatch } = work;
  for (const batch of batchesOf(targets.ids, BATCH)) {
    const query = { filter: targets.filter ?? '', fields: reads ?? '' };
    const found = reads === undefined ? [] : await readMany(collection.id, batch, query, options);
    const byId = new Map(found.map((source) => [source.record.id, source]));
    const isThere = (id: string) => reads === undefined || byId.has(id);
    left.push(...batch.filter((id) => !isThere(id)));
    const ids = batch.filter(isThere);
    const problems = await beforeBatch?.(ids, options);
    for (const id of ids) yield { id, source: byId.get(id), problem: problems?.get(id) };
  }
}

/** Sends the requests of an action, a few at a time, until all are sent or the job ends; never throws. */
async function sendAll(work: BulkWork, run: JobRun, onProgress: (done: number) => void): Promise<Outcome> {
  const labels = labelsOf(work.collection, work.targets.ids);
  const outcome: Outcome = { done: [], already: [], left: [], refused: [], unanswered: [], fatal: undefined };
  const { done, already, left, refused } = outcome;

  const refuse = ({ id, source }: Turn, message: string) => {
    const label = source ? presentableText(source.record, work.collection) : labels.get(id);
    refused.push({ id, label: label ?? id, message });
  };
  const fail = (turn: Turn, error: ApiError) => {
    const isDelete = work.action === 'delete';
    // Already deleted, which is the goal of a delete.
    if (error.status === 404) {
      (isDelete ? done : left).push(turn.id);
      return;
    }
    if (mayBeStored(error)) outcome.unanswered.push(turn.id);
    if (!isFatal(error)) refuse(turn, refusalReason(error));
    // Unlike a delete, it must not be repeated unnoticed: what was added would be added twice.
    else if (mayBeStored(error) && !isDelete)
      refuse(turn, 'No response: the change may have been stored all the same.');
  };
  const sendOne = async (turn: Turn, sender: Sender) => {
    if (turn.problem) refuse(turn, turn.problem);
    else {
      const error = await run.attempt(async () => {
        const sent = await work.send(turn.id, turn.source, { signal: run.signal }, sender);
        (sent === 'done' ? done : already).push(turn.id);
      });
      if (error) fail(turn, error);
    }
    onProgress(done.length + already.length + left.length + refused.length);
  };
  const stop = work.isBatched ? holdBatches() : undefined;
  // A record that is deleted already holds no other.
  const ignores = ({ status }: ApiError) => status === 404;
  const batches = work.isBatched ? await openBatches({ signal: run.signal, ignores }) : undefined;
  await run.each(turnsOf(work, left, run.reading), sendOne, batches);
  stop?.();
  const placeOf = new Map(work.targets.ids.map((id, index) => [id, index]));
  // Responses come in any order.
  refused.sort((one, other) => (placeOf.get(one.id) ?? 0) - (placeOf.get(other.id) ?? 0));
  return { ...outcome, fatal: run.fatal };
}

/** Pause between two updates of the progress, in ms: one for each of 100,000 records would slow down the requests. */
const PROGRESS_MS = 100;

const job = createJob({ guard: () => warnOnUnload(() => true) });
const reading = createLatest();

/** Stops waiting for the responses; records without one stay selected. */
export const abandonBulk = job.abandon;

/** Sends no further record: what was sent counts. While the records are still searched, nothing happens at all. */
export function stopBulk(): void {
  const bulk = $bulk.get();
  if (bulk.state === 'reading') reading.abort();
  if (bulk.state !== 'busy') return;
  job.stop();
  $bulk.set({ ...bulk, isStopping: true });
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
  } else if (rest && job.isStopping()) toast('warning', `Stopped. ${resultText(action, counts, reasons)}`);
  else if (rest) {
    const what = `${rest} of ${counts.total} records were not ${doneWord(action)}`;
    toast('warning', `${what}, because another ${administratorWord()} has signed in.`);
  } else if (refused.length) toast('error', resultText(action, counts, reasons));
  else if (counts.done === counts.total && success) toast('success', success);
  else toast(counts.left ? 'warning' : 'success', resultText(action, counts, []));
}

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

/** Runs what the user has confirmed, up to the toast. What was refused or not sent stays selected. */
export async function runBulk(work: BulkWork): Promise<Outcome | undefined> {
  const { action, collection: from, targets, selection } = work;
  const total = targets.ids.length;
  const query = listedQuery();
  const isWhole = selection.by === 'filter';
  let known = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const showProgress = () => {
    timer = undefined;
    $bulk.set({ state: 'busy', action, from, done: known, total, isStopping: job.isStopping() });
  };
  const ended = await job.run(async (run) => {
    if (isWhole && selection.query === query) {
      // From now on these ids are meant, whatever matches.
      endWholeSelection();
      keepSelectedRecords(targets.ids, new Set(targets.ids));
    }
    showProgress();
    const outcome = await sendAll(work, run, (done) => {
      known = done;
      timer ??= setTimeout(showProgress, PROGRESS_MS);
    });
    clearTimeout(timer);
    showProgress();
    return { outcome, undo: await work.beforeResult?.(outcome), ...run };
  });
  if (!ended) return undefined;
  const { outcome, undo, owner, signal } = ended;
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

/** The selection of the list on screen; undefined without one, or while another action runs. */
export function currentSelection(): Omit<Prepared, 'targets'> | undefined {
  const collection = $activeCollection.get();
  const selection = $selection.get();
  if (!collection || listedQuery()?.collection !== collection.id) return undefined;
  const isRunning = ['reading', 'busy'].includes($bulk.get().state);
  return selection.count && !isRunning ? { collection, selection } : undefined;
}

/** Shows in `$bulk` that records are read, until `read` ends; undefined on an error, which is reported. */
export async function readForBulk<T>(from: Collection, read: (signal: AbortSignal) => Promise<T>) {
  const signal = reading.begin();
  $bulk.set({ state: 'reading', from, done: 0 });
  try {
    return await read(signal);
  } catch (thrown) {
    report(thrown);
    return undefined;
  } finally {
    $bulk.set({ state: 'idle' });
  }
}

/** Finds the selected records; `clause` as in `readTargets`. Undefined without any, when stopped, or after an error. */
export async function prepareBulk(clause?: string): Promise<Prepared | undefined> {
  const current = currentSelection();
  if (!current) return undefined;
  const { collection, selection } = current;
  if (selection.by === 'ids' && !clause)
    return { ...current, targets: { ids: [...selection.ids], filter: undefined } };
  const onFound = (done: number) => $bulk.set({ state: 'reading', from: collection, done });
  const targets = await readForBulk(collection, (signal) =>
    readTargets(collection.id, selection, { ...(clause && { clause }), onFound, signal }),
  );
  return targets && { ...current, targets };
}

const isSame = (a: RecordSelection, b: RecordSelection): boolean =>
  a.by === 'filter' ? b.by === 'filter' && a.query === b.query : b.by === 'ids' && a.ids === b.ids;

/** `confirm` about the selected records; another selection, for example after Back, counts as no. */
export function confirmSelected(text: string, selection: RecordSelection, options: ConfirmOptions = {}) {
  if (!isSame($selection.get(), selection)) return Promise.resolve(false);
  const isConfirmed = confirm(text, options);
  const question = $question.get();
  const stop = $selection.listen((now) => {
    if (!isSame(now, selection) && $question.get() === question) question?.answer(false);
  });
  return isConfirmed.finally(stop);
}
