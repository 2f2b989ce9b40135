import { atom } from 'nanostores';
import { showRemovedRecords, showSavedRecord } from '../list-update.ts';
import { createRecordPanel, type PanelOptions, type RecordPanel } from './panel.ts';

/** The open record panels, lowest first: the page's own, then those that pickers open on top of it. */
export const $panels = atom<readonly RecordPanel[]>([]);

/**
 * Opens a panel on top of the others, for an existing record or, without `recordId`, a new one. The list on
 * screen follows what is saved and deleted in it.
 */
export function openRecordPanel(options: PanelOptions): RecordPanel {
  const { collection } = options;
  const panel = createRecordPanel({
    ...options,
    onClose: () => {
      $panels.set($panels.get().filter((other) => other !== panel));
      options.onClose?.();
    },
    onSaved: (record, isNew, isKept) => {
      void showSavedRecord(collection.id, record.id, isNew);
      options.onSaved?.(record, isNew, isKept);
    },
    onRemoved: (id) => {
      void showRemovedRecords(collection.id, [id]);
      options.onRemoved?.(id);
    },
    onDuplicate: (initial) => {
      if (options.onDuplicate) options.onDuplicate(initial);
      else openRecordPanel({ ...options, collection: panel.$collection.get(), recordId: undefined, initial });
    },
  });
  $panels.set([...$panels.get(), panel]);
  return panel;
}

/** Closes every panel without asking, topmost first; what was typed stays in the drafts. */
export function disposePanels(): void {
  for (const panel of $panels.get().toReversed()) panel.dispose();
}
