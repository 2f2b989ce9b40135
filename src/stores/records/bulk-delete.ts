import { atom, computed } from 'nanostores';
import { BATCH_TEXTS } from '#domain/app/batch-settings.ts';
import { can } from '#stores/app/capabilities.ts';
import type { ConfirmOptions } from '#stores/app/confirm.ts';
import { $batch, readBatches, whenRefused } from '#stores/job/batch-settings.ts';
import { readBack } from '#stores/job/read-many.ts';
import { isSessionEnd } from '#stores/job/retry.ts';
import { confirmSelected, labelsOf, prepareBulk, readForBulk, runBulk } from './bulk/run.ts';
import { LABEL_FIELDS } from './bulk/targets.ts';
import { showRemovedRecords } from './list-update.ts';
import { deleteLoss, keepForUndo } from './undo/delete.ts';

/** The details of a question, with how the records are sent where batches are on. */
function withBatches($details: ConfirmOptions['$details'], count: number): ConfirmOptions['$details'] {
  if (count < 2 || !can().sendsBatches) return $details;
  void readBatches();
  const $known = $details ?? atom({ state: 'ready' as const, value: [] });
  return computed([$known, $batch, whenRefused.$value], (known, batch, refused) => {
    if (known.state !== 'ready' || batch.state !== 'known' || !batch.size) return known;
    return { ...known, value: [...known.value, BATCH_TEXTS.delete(batch.size, refused)] };
  });
}

/** Asks, then deletes the selected records. Refused ones stay selected and are listed with the reasons. */
export async function deleteSelected(): Promise<void> {
  const prepared = await prepareBulk();
  if (!prepared?.targets.ids.length) return;
  const { collection, selection, targets } = prepared;
  const what = targets.ids.length === 1 ? 'record' : 'records';
  const labels = labelsOf(collection, targets.ids);
  const names = targets.ids.map((id) => labels.get(id) ?? id);
  const search = selection.by === 'filter' ? selection.search : '';
  const { $details, ...loss } = deleteLoss(names, collection, { ids: targets.ids, search });
  const question = `Do you really want to delete the selected ${what}?`;
  const options = { ...loss, $details: withBatches($details, targets.ids.length) };
  if (!(await confirmSelected(question, selection, options))) return;
  const copies = await readForBulk(collection, (signal) => keepForUndo(collection, targets.ids, { signal }));
  if (!copies) return;
  await runBulk({
    ...prepared,
    action: 'delete',
    isBatched: true,
    reads: targets.filter === undefined ? undefined : LABEL_FIELDS,
    beforeBatch: copies.refresh,
    send: async (id, _source, options, sender) => {
      await sender.delete(collection.id, id, options);
      return 'done';
    },
    beforeResult: async ({ done, unanswered, fatal }) => {
      const stored = await readBack(collection.id, unanswered, 'id');
      const gone = unanswered.filter((id) => !stored?.some(({ record }) => record.id === id));
      // Who stops waiting is told that others may have been deleted.
      if (stored && fatal && !isSessionEnd(fatal)) done.push(...gone);
      return copies.note([...done, ...gone]);
    },
    show: showRemovedRecords,
    success: `Successfully deleted the selected ${what}.`,
  });
}
