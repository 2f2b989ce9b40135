import { atom, onMount } from 'nanostores';
import { onStored, readStoredList, store } from '#browser/storage.ts';
import { hiddenColumnsKey } from '#domain/app/storage-keys.ts';
import { $activeCollection } from '#stores/collections/list.ts';

/** Ids of the columns of the active collection that are hidden on this device, in any tab (RL-16). */
export const $hiddenColumns = atom<readonly string[]>([]);

let collectionId: string | undefined;

/** Where nothing can be stored the choice lasts as long as the page. */
let isStored = true;

const read = (id: string) => $hiddenColumns.set(readStoredList(hiddenColumnsKey(id)));

onMount($hiddenColumns, () => {
  let stopFollowing: (() => void) | undefined;
  const stop = $activeCollection.subscribe((collection) => {
    if (collection?.id === collectionId && stopFollowing) return;
    stopFollowing?.();
    const isOther = collection?.id !== collectionId;
    collectionId = collection?.id;
    if (collectionId === undefined) {
      $hiddenColumns.set([]);
      return;
    }
    const id = collectionId;
    if (isOther || isStored) read(id);
    stopFollowing = onStored(hiddenColumnsKey(id), () => read(id));
  });
  return () => {
    stop();
    stopFollowing?.();
  };
});

/** Hides or shows a column and remembers it for this collection (RL-16). */
export function toggleColumn(id: string): void {
  const collection = $activeCollection.get();
  if (!collection) return;
  const key = hiddenColumnsKey(collection.id);
  const isHidden = $hiddenColumns.get().includes(id);
  const others = (isStored ? readStoredList(key) : $hiddenColumns.get()).filter((other) => other !== id);
  const next = isHidden ? others : [...others, id];
  $hiddenColumns.set(next);
  isStored = store(key, next.length ? JSON.stringify(next) : undefined);
}
