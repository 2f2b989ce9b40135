import type { ListedRow } from '#domain/records/panel/row-values.ts';
import { createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { $records, isExcerpted, listedQuery } from '../list.ts';
import { showRemovedRecords, showSavedRecord } from '../list-update.ts';
import { createRecordPanel, type PanelOptions, type RecordPanel } from './panel.ts';

/** The open record panels, lowest first: the page's panel, then those that pickers open on top of it. */
const stack = createPanelStack<RecordPanel>();
export const { $panels, disposeAll: disposePanels } = stack;

/** The row of a record in the list on screen. */
function listedRow(collectionId: string, recordId: string | undefined): ListedRow | undefined {
  const list = $records.get();
  if (list.state !== 'ready' || listedQuery()?.collection !== collectionId) return undefined;
  const row = list.items.find(({ id }) => id === recordId);
  return row && { row, isExcerpt: (name) => isExcerpted(collectionId, name) };
}

/**
 * Opens a panel on top of the others, for an existing record or, without `recordId`, a new one. Saving and deleting in
 * the panel updates the list on screen.
 */
export function openRecordPanel(options: PanelOptions): RecordPanel {
  const { collection } = options;
  const panel: RecordPanel = createRecordPanel({
    ...options,
    listed: listedRow(collection.id, options.recordId),
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
