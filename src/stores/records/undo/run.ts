import { undoneText } from '#domain/records/undo/words.ts';
import { report } from '#stores/app/report.ts';
import { showsRecords } from '#stores/app/route.ts';
import { $toasts, addToast, removeToast } from '#stores/app/toasts.ts';
import { warnOnUnload } from '#stores/app/unsaved.ts';
import { createJob } from '#stores/job/job.ts';
import { entryOf, type JournalEntry, type LeftRecord, updateEntry } from '../journal.ts';
import { listedQuery, refreshRecords } from '../list.ts';
import { $ownChange } from '../list-update.ts';
import { openRecordTool } from '../tools.ts';
import { createRun } from './run-entry.ts';

const job = createJob({ guard: () => warnOnUnload(() => true) });

/** Stops an undo; what is left can be undone later. */
export const stopUndo = job.abandon;

/** From so many records on, it is said that the undo runs. */
const MANY = 50;
/** A toast that stays until the undo has ended, in ms. */
const UNTIL_END = 3_600_000;

/** Opens the list of changes, where there is one. */
const showAction = (label: string) =>
  showsRecords() ? { label, run: () => openRecordTool('undo') } : undefined;

async function showUndone({ collection, deleted, changes }: JournalEntry): Promise<void> {
  const ids = [...deleted.map(({ source }) => source.record.id), ...changes.map(({ id }) => id)];
  $ownChange.set({ collectionId: collection.id, ids, action: deleted.length ? 'create' : 'update' });
  if (listedQuery()) await refreshRecords();
}

/** Undoes an action as far as nobody has changed the same since. Reports; what is left can be undone again. */
export async function undo(id: number): Promise<void> {
  const entry = entryOf(id);
  if (!entry || (entry.undo.state !== 'open' && entry.undo.state !== 'failed')) return;
  if (job.isRunning()) {
    addToast('info', 'Wait until the other undo has ended.');
    return;
  }
  for (const toast of $toasts.get()) if (toast.action?.entry === id) removeToast(toast.id);
  const count = entry.deleted.length || entry.changes.length;
  updateEntry(id, { undo: { state: 'busy', done: 0, total: count } });
  const note =
    count < MANY
      ? undefined
      : addToast('info', 'Undoing…', { duration: UNTIL_END, action: showAction('Show progress') });
  const ended = await job.run(async (run) => ({ ...(await createRun(entry, run)()), ...run }));
  if (note !== undefined) removeToast(note);
  if (!ended) return;
  const { rest, isLeft, done, total, fatal } = ended;
  const isStopped = !ended.mayGoOn();
  const state = isLeft ? 'failed' : 'undone';
  const isOver = (one: LeftRecord) => one.isOver;
  const left = [...(entry.undo.left ?? []).filter(isOver), ...ended.left];
  const open = { state: 'open', left: left.filter(isOver) } as const;
  updateEntry(id, { ...rest, undo: isStopped && isLeft ? open : { state, done, total, left } });
  const text = undoneText(entry, done, total);
  if (fatal && !fatal.isAbort) report(fatal);
  if (isStopped) addToast('warning', text, { action: isLeft ? showAction('Show the rest') : undefined });
  else if (left.length) addToast('warning', text, { action: showAction('Show why') });
  else addToast('success', text);
  await showUndone(entry);
}
