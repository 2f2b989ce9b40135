import { writeRecord } from '#api/records/record.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { recordCount } from '#domain/app/count-text.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { savedWithout } from '#domain/records/changed-collection.ts';
import { neighboursAt, orderLimits, renumbered, valueBetween } from '#domain/records/order.ts';
import { presentableText, type RecordData } from '#domain/records/record.ts';
import type { RecordChange } from '#domain/records/undo/kept.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast, removeToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { createJob, type JobRun } from '#stores/job/job.ts';
import { noteChanges } from '../journal.ts';
import { loadedList, loadMoreRecords, refreshRecords, shownRows, updateRows } from '../list.ts';
import { $gone } from '../list-changes.ts';
import { showChangedRecords, showSavedRecord } from '../list-update.ts';
import { undoAction } from '../undo/action.ts';
import { $order, type Order } from './state.ts';

const NO_ROOM = 'There is no number left between these records.';

interface Numbered {
  readonly row: RecordData;
  readonly value: number;
}

const LEAVE_QUESTION = 'The new order is still being saved. Do you really want to leave?';

const job = createJob({ guard: () => guardUnsaved({ question: () => LEAVE_QUESTION, discard: () => {} }) });
let last: Promise<void> = Promise.resolve();

/** The message about the last move; the next one replaces it. */
let toast: number | undefined;

const numberOf = (row: RecordData, { name }: Field): number => Number(ownOf(row, name) ?? 0);

function changeOf({ row, value }: Numbered, collection: Collection, { name }: Field): RecordChange {
  const textOf = (stored: unknown) => new Map([[name, JSON.stringify(stored ?? 0)]]);
  return {
    id: row.id,
    collection,
    label: presentableText(row, collection),
    before: textOf(ownOf(row, name)),
    after: textOf(value),
  };
}

/** Saves numbers and notes what was saved, to be undone; after an error the list is loaded again. Reports errors. */
async function save(collection: Collection, field: Field, numbered: readonly Numbered[], run: JobRun) {
  const saved: Numbered[] = [];
  let refusal: ApiError | undefined;
  await run.each(numbered, async (one) => {
    const json = { [field.name]: one.value };
    const error = await run.attempt(async () => {
      const sent = { collection: collection.id, id: one.row.id, json, names: [field.name] };
      const { ignored } = await writeRecord(sent, { signal: run.signal });
      if (ignored.length) throw savedWithout(ignored);
      saved.push(one);
    });
    refusal ??= error;
  });
  const error = run.fatal ?? refusal;
  if (error) report(error);
  const changes = saved.map((one) => changeOf(one, collection, field));
  const entry = changes.length ? noteChanges(collection, changes) : undefined;
  if (entry) {
    if (toast !== undefined) removeToast(toast);
    const message = saved.length === 1 ? 'Moved the record.' : `Numbered ${recordCount(saved.length)} anew.`;
    toast = addToast('success', message, { action: undoAction(entry) });
  }
  const ids = saved.map(({ row }) => row.id);
  const [id] = ids;
  if (saved.length < numbered.length) await refreshRecords();
  else if (ids.length === 1 && id !== undefined) await showSavedRecord(collection.id, id, false);
  else await showChangedRecords(collection.id, ids);
}

const hasMore = (): boolean => loadedList()?.hasMore === true;

async function renumber(
  rows: readonly RecordData[],
  collection: Collection,
  { field, state }: Order,
  run: JobRun,
) {
  const isDescending = state === 'descending';
  const isEnd = !hasMore();
  const ascending = isDescending ? rows.toReversed() : rows;
  const sorted = ascending.map((row) => numberOf(row, field)).sort((a, b) => a - b);
  const ends = isDescending ? { low: isEnd, high: true } : { low: true, high: isEnd };
  const values = renumbered(sorted, ends, orderLimits(field));
  if (!values) {
    addToast('error', `${NO_ROOM} Their limits in “${field.name}” leave no room for new ones.`);
    return;
  }
  const numbered = ascending
    .map((row, index) => ({ row, value: values[index] ?? 0 }))
    .filter(({ row, value }) => numberOf(row, field) !== value);
  const question = `${NO_ROOM} Do you want to number the ${recordCount(rows.length)} of the list anew?`;
  const loss = `${recordCount(numbered.length)} will get another number in “${field.name}”.`;
  if (await confirm(question, { loss })) await save(collection, field, numbered, run);
}

async function moveNow(id: string, to: (index: number) => number, run: JobRun): Promise<void> {
  const order = $order.get();
  const collection = $activeCollection.get();
  if (!order || !collection) return;
  const { field, state } = order;
  if (state === 'none') {
    addToast('info', `Sort the list by ${field.name} to move rows.`);
    return;
  }
  const gone = $gone.get();
  const all = shownRows();
  const from = all.findIndex((row) => row.id === id);
  const row = all[from];
  const at = Math.min(Math.max(to(from), 0), all.length - 1);
  if (!row || at === from || gone.has(id)) return;
  if (at === all.length - 1 && hasMore()) {
    // The number of the row below decides, too.
    await loadMoreRecords();
    if (shownRows().length > all.length) await moveNow(id, () => at, run);
    else addToast('info', 'The rows below are not loaded yet.');
    return;
  }
  const rest = all.filter((other) => other !== row);
  const rows = rest.toSpliced(at, 0, row);
  // Others deleted these: nothing can be placed beside them.
  const present = rest.filter((other) => !gone.has(other.id));
  const place = rest.slice(0, at).filter((other) => !gone.has(other.id)).length;
  const isDescending = state === 'descending';
  const numbers = present.map((other) => numberOf(other, field));
  const { low, high } = neighboursAt(numbers, place, isDescending);
  if (low !== undefined && high !== undefined && low > high) {
    addToast('info', 'Others have changed the order. The list is loaded again.');
    await refreshRecords();
    return;
  }
  const value = valueBetween(low, high, orderLimits(field));
  if (value === undefined) {
    const kept = rows.filter((other) => !gone.has(other.id));
    await renumber(kept, collection, order, run);
    return;
  }
  updateRows(() => rows.map((other) => (other === row ? { ...row, [field.name]: value } : other)));
  await save(collection, field, [{ row, value }], run);
}

/** Moves a row to index `to(present)` with a number that fits; if none does, asks to number all anew. Never rejects. */
export function moveRowTo(id: string, to: (index: number) => number): Promise<void> {
  // One after the other: each depends on the numbers of the one before.
  last = last.then(() => job.run((run) => moveNow(id, to, run)));
  return last;
}

/** Like {@link moveRowTo}, to before another row, or the end without `beforeId`. Nothing moves if that row has gone. */
export const moveRowBefore = (id: string, beforeId: string | undefined): Promise<void> =>
  moveRowTo(id, (index) => {
    const rows = shownRows();
    const at = beforeId === undefined ? rows.length : rows.findIndex((row) => row.id === beforeId);
    return at < 0 ? index : at > index ? at - 1 : at;
  });
