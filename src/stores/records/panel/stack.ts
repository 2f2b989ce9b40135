import type { ListedRow } from '#domain/records/panel/row-values.ts';
import { createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { isExcerpted, listedQuery, shownRows } from '../list.ts';
import { showRemovedRecords, showSavedRecord } from '../list-update.ts';
import { defaultTemplate } from '../templates.ts';
import { createRecordPanel, type PanelOptions, type RecordPanel } from './panel.ts';

/** The open record panels, lowest first: the page's panel, then those that pickers open on top of it. */
const stack = createPanelStack<RecordPanel>();
export const { $panels, disposeAll: disposePanels } = stack;

function listedRow(collectionId: string, recordId: string | undefined): ListedRow | undefined {
  if (listedQuery()?.collection !== collectionId) return undefined;
  const row = shownRows().find(({ id }) => id === recordId);
  return row && { row, isExcerpt: (name) => isExcerpted(collectionId, name) };
}

/** Opens a record or, without `recordId`, a new one on top, from the default template unless it has values. */
export function openRecordPanel(options: PanelOptions): RecordPanel {
  const { collection } = options;
  const isEmpty = options.recordId === undefined && !options.initial;
  const template = isEmpty ? defaultTemplate(collection) : undefined;
  const panel: RecordPanel = createRecordPanel({
    ...options,
    ...(template && { template, initial: template.values }),
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
    onDuplicate: (initial, begun) => {
      if (options.onDuplicate) return options.onDuplicate(initial, begun);
      const current = panel.$collection.get();
      const { template, original } = begun ?? {};
      openRecordPanel({ ...options, collection: current, recordId: undefined, initial, template, original });
    },
  });
  stack.push(panel);
  return panel;
}
