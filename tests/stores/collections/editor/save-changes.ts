import { getSound } from '#api/collections/memory.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { createEditor } from '#stores/collections/editor/editor.ts';
import { until } from '#tests/stores/until.ts';

export type Change = (values: CollectionValues) => CollectionValues;

/** Opens a collection, changes it and saves, also after a review. */
export async function save(id: string, change: Change): Promise<void> {
  const collection = await getSound(id);
  const editor = createEditor({
    ...{ collection, onClose: () => {}, onSaved: () => {}, onDuplicate: () => {} },
  });
  await until(editor.$freshness, (state) => state === 'ready');
  editor.edit(change);
  let isSaved = await editor.save({ keepOpen: true });
  if (editor.$review.get()) isSaved = await editor.confirmReview();
  const problems = { errors: editor.$errors.get(), toasts: $toasts.get().map(({ message }) => message) };
  editor.dispose();
  if (!isSaved) throw new Error(`Not saved: ${JSON.stringify(problems)}`);
}
