import { atom, onMount } from 'nanostores';
import { columnOrderKey, hiddenColumnsKey } from '#domain/app/storage-keys.ts';
import { parseTextList } from '#domain/app/text-list.ts';
import { jsonUnlessEmpty } from '#stores/base/create-preference.ts';
import { createCollectionPreference } from './collection-preference.ts';

/** Ids of columns of the active collection; stored on this device and shared by all tabs. */
function createColumnIds(part: 'hidden' | 'order', keyOf: (collectionId: string) => string) {
  const { follow, update } = createCollectionPreference<readonly string[]>({
    keyOf,
    inView: { read: (columns) => columns[part], write: (columns, ids) => ({ ...columns, [part]: ids }) },
    initial: [],
    decode: parseTextList,
    encode: jsonUnlessEmpty,
  });
  const $ids = atom<readonly string[]>([]);
  onMount($ids, () => follow((ids) => $ids.set(ids)));
  return { $ids, update };
}

const hidden = createColumnIds('hidden', hiddenColumnsKey);
const order = createColumnIds('order', columnOrderKey);

/** Ids of the hidden columns of the active collection. */
export const $hiddenColumns = hidden.$ids;

/** Ids of the columns of the active collection in their chosen order; empty for that of the schema. */
export const $columnOrder = order.$ids;

/** Hides or shows a column and stores this for the collection. */
export function toggleColumn(id: string): void {
  const isHidden = $hiddenColumns.get().includes(id);
  hidden.update((stored) => {
    const others = stored.filter((other) => other !== id);
    return isHidden ? others : [...others, id];
  });
}

/** Stores the order of the columns; an empty one is that of the schema. */
export const orderColumns = (ids: readonly string[]): boolean => order.update(() => ids);
