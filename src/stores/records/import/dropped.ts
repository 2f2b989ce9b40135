import { $route } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $recordTool, openRecordTool } from '../tools.ts';
import { openImport } from './current.ts';

/** Begins an import with a file that was dropped on a list, or beside the box of an import that has none yet. */
export function takeFiles([file, ...others]: readonly File[]): void {
  const collection = $activeCollection.get();
  const isOpen = $recordTool.get() === 'import';
  // Over a list there may be another panel, which is not about files.
  const isCovered = !isOpen && document.querySelector('[data-panel], [aria-modal]') !== null;
  if (!file || $route.get()?.name !== 'collections' || !collection || isCovered) return;
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
