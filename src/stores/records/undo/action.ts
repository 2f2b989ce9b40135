import { report } from '#stores/app/report.ts';
import type { ToastAction } from '#stores/app/toasts.ts';
import type { JournalEntry } from '../journal.ts';

/** Undoes an action of the journal, whose code is fetched then. Never rejects. */
async function startUndo(id: number): Promise<void> {
  try {
    const { undo } = await import('./run.ts');
    await undo(id);
  } catch (thrown) {
    report(thrown);
  }
}

/** The action of a toast that undoes this entry; undefined when it was too much to keep. */
export const undoAction = ({ id, undo }: JournalEntry): ToastAction | undefined =>
  undo.state === 'open' ? { label: 'Undo', run: () => void startUndo(id), entry: id } : undefined;
