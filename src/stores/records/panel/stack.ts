import { createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { showRemovedRecords, showSavedRecord } from '../list-update.ts';
import { createRecordPanel, type PanelOptions, type RecordPanel } from './panel.ts';

/** The open record panels, lowest first: the page's panel, then those that pickers open on top of it. */
const stack = createPanelStack<RecordPanel>();
export const { $panels, disposeAll: disposePanels } = stack;

/**
 * Opens a panel on top of the others, for an existing record or, without `recordId`, a new one. Saving and deleting in
 * the panel updates the list on screen.
 */
export function openRecordPanel(options: PanelOptions): RecordPanel {
  const { collection } = options;
  const panel: RecordPanel = createRecordPanel({
    ...options,
    onClose: () => {
      stack.remove(panel);
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
  stack.push(panel);
  return panel;
}
