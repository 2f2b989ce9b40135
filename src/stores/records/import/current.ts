import type { Collection } from '#domain/backend/collection.ts';
import { confirm } from '#stores/app/confirm.ts';
import { showsRecords } from '#stores/app/route.ts';
import { $adminId } from '#stores/app/session.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { stopAll } from '#stores/base/running.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $offeredRows, $recordTool, closeRecordTool, openRecordTool } from '../tools.ts';
import { createImport, type Import } from './import.ts';

const STOP_QUESTION =
  'The import is running. Do you really want to stop it? The rows that were imported stay.';

let current: { readonly session: Import; readonly stop: () => void } | undefined;

function isRunning(): boolean {
  const run = current?.session.run.$run.get();
  return run !== undefined && run.state !== 'ended';
}

export function closeImport(): void {
  current?.stop();
  current = undefined;
  closeRecordTool();
}

/** Asks whether to stop an import that runs, and what becomes of a collection that was made for nothing. */
export async function canCloseImport(): Promise<boolean> {
  if (isRunning()) return confirm(STOP_QUESTION, { loss: '' });
  await current?.session.offerRemoval();
  return true;
}

/** The open import, or a new one. It outlives its panel: after the end of a session, its owner finds it. */
export function openImport(collection: Collection): Import {
  const rows = $offeredRows.get();
  $offeredRows.set(undefined);
  if (current) return current.session;
  const session = createImport(collection);
  if (rows) void session.open(rows, 'pasted.csv');
  const owner = $adminId.get();
  const stopGuard = guardUnsaved({
    question: () => (isRunning() ? STOP_QUESTION : undefined),
    discard: closeImport,
  });
  // Another administrator must not go on with it.
  const stopOwner = $adminId.listen((id) => {
    if (id !== undefined && id !== owner) closeImport();
  });
  current = { session, stop: stopAll(stopGuard, stopOwner, session.dispose) };
  return session;
}

/** Begins an import with a file that was dropped on a list, or beside the box of an import that has none yet. */
export function takeFiles([file, ...others]: readonly File[]): void {
  const collection = $activeCollection.get();
  const isOpen = $recordTool.get() === 'import';
  // Over a list there may be another panel, which is not about files.
  const isCovered = !isOpen && document.querySelector('[data-panel], [aria-modal]') !== null;
  if (!file || !showsRecords() || !collection || isCovered) return;
  const isView = collection.type === 'view';
  if (isView || others.length) {
    addToast(
      'info',
      isView ? 'Records can’t be imported into a view.' : 'An import reads one file at a time.',
    );
    return;
  }
  const session = openImport(collection);
  openRecordTool('import');
  if (session.$step.get() === 'file') void session.open(file, file.name);
}
