import { toApiError } from '#api/client.ts';
import { type ApiError, fieldErrors, isOutcomeUnknown } from '#domain/app/api-error.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/own.ts';
import {
  type KeptRecord,
  keptKey,
  keyOf,
  referredKeys,
  relationsOf,
  withoutReferences,
} from '#domain/records/undo/kept.ts';
import { restoreSteps } from '#domain/records/undo/order.ts';
import { undoneText } from '#domain/records/undo/words.ts';
import { report } from '#stores/app/report.ts';
import { $route } from '#stores/app/route.ts';
import { $toasts, addToast, removeToast } from '#stores/app/toasts.ts';
import { warnOnUnload } from '#stores/app/unsaved.ts';
import { createLatest } from '#stores/base/latest.ts';
import { entryOf, type JournalEntry, type LeftRecord, type RecordChange, updateEntry } from '../journal.ts';
import { listedQuery, refreshRecords } from '../list.ts';
import { $ownChange } from '../list-update.ts';
import { openRecordTool } from '../tools.ts';
import { createCollectionReader, recreate, revert } from './records.ts';

/** Number of parallel requests. */
const PARALLEL = 8;

const EXISTS = 'A record with this id exists again: it was left alone.';
const WITHOUT_TARGET = 'A record to which it refers was not brought back.';

const undoing = createLatest();
let running: number | undefined;

/** Stops an undo; what is left can be undone later. */
export const stopUndo = undoing.abort;

/** Whether all other requests would fail with the same error. */
const isFatal = ({ status, isAbort, isFault }: ApiError) =>
  isAbort || isFault || status === 401 || status === 403 || [0, 502, 503, 504].includes(status);

/** The message of a refusal, with those of its fields. */
function reasonOf({ body, message }: ApiError): string {
  const fields = Object.entries(fieldErrors(body.data)).map(([name, text]) => `${name}: ${text}`);
  return fields.join(' ') || message;
}

const changeKey = (entry: JournalEntry, { collectionId, id }: RecordChange) =>
  keyOf(collectionId ?? entry.collection.id, id);

/** One undo: what is to do, what is done. */
function createRun(entry: JournalEntry, signal: AbortSignal) {
  const toCreate = new Map(entry.deleted.map((kept) => [keptKey(kept), kept]));
  const toRevert = new Map(entry.changes.map((change) => [changeKey(entry, change), change]));
  const readCollection = createCollectionReader({ signal });
  const left: LeftRecord[] = [];
  /** Keys of the records that do not exist because the backend refused them. */
  const refused = new Set<string>();
  const total = toCreate.size || toRevert.size;
  let done = 0;
  let fatal: ApiError | undefined;

  const finishOne = (
    { id, label }: { id: string; label: string },
    reasons: readonly string[],
    counts: boolean,
  ) => {
    if (reasons.length) left.push({ id, label, reason: reasons.join(' ') });
    if (counts) done += 1;
    updateEntry(entry.id, { undo: { state: 'busy', done, total } });
  };
  const attempt = async (record: { id: string; label: string }, work: () => Promise<void>) => {
    try {
      await work();
      return undefined;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (isFatal(error)) fatal ??= error;
      else left.push({ ...record, reason: reasonOf(error) });
      return error;
    }
  };

  const createOne = async (kept: KeptRecord, missing: ReadonlySet<string>) => {
    const [key, record] = [keptKey(kept), { id: kept.source.record.id, label: kept.label }];
    if (withoutReferences(kept, refused)) {
      refused.add(key);
      left.push({ ...record, reason: WITHOUT_TARGET });
      return;
    }
    const succeed = (reasons: readonly string[], notSent = missing) => {
      toCreate.delete(key);
      const later = withoutReferences(kept, notSent);
      if (later) toRevert.set(key, later);
      finishOne(record, reasons, true);
    };
    const error = await attempt(record, async () => {
      const collection = await readCollection(kept.collection.id);
      succeed(await recreate(kept, collection, missing, { signal }));
    });
    if (!error) return;
    if (isOutcomeUnknown(error) || error.isAbort) toCreate.set(key, { ...kept, isSent: true });
    const idProblem = ownOf(error.body.data, 'id');
    if (!isFatal(error) && idProblem === undefined) refused.add(key);
    if (idProblem === undefined) return;
    left.pop();
    // The request before was stored, although its response was lost; it may have left out other references.
    if (kept.isSent)
      succeed([], new Set(relationsOf(kept.collection).flatMap((field) => referredKeys(field, kept))));
    else left.push({ ...record, reason: EXISTS });
  };

  const revertOne = async ([key, change]: readonly [string, RecordChange]) => {
    const ids = [...refused].map((one) => one.split(' ')[1] ?? '');
    if ([...change.before.values()].some((text) => ids.some((id) => text.includes(`"${id}"`)))) {
      left.push({ ...change, reason: WITHOUT_TARGET });
      return;
    }
    await attempt(change, async () => {
      const collection = await readCollection(change.collectionId ?? entry.collection.id);
      const reasons = await revert(change, collection, { signal });
      toRevert.delete(key);
      finishOne(change, reasons, !entry.deleted.length && !reasons.length);
    });
  };

  return async () => {
    const mayGoOn = () => !fatal && !signal.aborted;
    for (const { records, missing } of restoreSteps(entry.deleted)) {
      await inParallel(records, PARALLEL, (kept) => createOne(kept, missing), mayGoOn);
    }
    await inParallel([...toRevert], PARALLEL, revertOne, mayGoOn);
    const rest = { deleted: [...toCreate.values()], changes: [...toRevert.values()] };
    const isLeft = toCreate.size + toRevert.size > 0;
    return { rest, isLeft, done, total, left, fatal };
  };
}

/** Shows what came back in the list. */
async function showUndone({ collection, deleted, changes }: JournalEntry): Promise<void> {
  const ids = [...deleted.map(({ source }) => source.record.id), ...changes.map(({ id }) => id)];
  $ownChange.set({ collectionId: collection.id, ids, action: deleted.length ? 'create' : 'update' });
  if (listedQuery()) await refreshRecords();
}

/**
 * Undoes an action of the journal, as far as nobody else has changed the same since. Reports the result and errors; what
 * is left, because the backend refused it or did not respond, can be undone by another call.
 */
export async function undo(id: number): Promise<void> {
  const entry = entryOf(id);
  if (!entry || (entry.undo.state !== 'open' && entry.undo.state !== 'failed')) return;
  if (running !== undefined) {
    addToast('info', 'Wait until the other undo has ended.');
    return;
  }
  running = id;
  for (const toast of $toasts.get()) if (toast.action?.entry === id) removeToast(toast.id);
  updateEntry(id, { undo: { state: 'busy', done: 0, total: entry.deleted.length || entry.changes.length } });
  const signal = undoing.begin();
  const stopWarning = warnOnUnload(() => true);
  const { rest, isLeft, done, total, left, fatal } = await createRun(entry, signal)().finally(() => {
    stopWarning();
    running = undefined;
  });
  const isStopped = fatal !== undefined || signal.aborted;
  const state = isLeft ? 'failed' : 'undone';
  updateEntry(id, { ...rest, undo: isStopped && isLeft ? { state: 'open' } : { state, done, total, left } });
  const text = undoneText(entry, done, total);
  if (fatal && !fatal.isAbort) report(fatal);
  else if (isStopped) addToast('warning', text);
  else if (left.length) {
    const run = () => openRecordTool('undo');
    const isHere = $route.get()?.name === 'collections';
    addToast('warning', text, { action: isHere ? { label: 'Show why', run } : undefined });
  } else addToast('success', text);
  await showUndone(entry);
}
