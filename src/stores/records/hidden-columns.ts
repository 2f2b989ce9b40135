import { atom, onMount } from 'nanostores';
import { hiddenColumnsKey } from '#domain/app/storage-keys.ts';
import { parseTextList } from '#domain/app/text-list.ts';
import { createCollectionPreference } from './collection-preference.ts';

const preference = createCollectionPreference<readonly string[]>({
  keyOf: hiddenColumnsKey,
  initial: [],
  decode: parseTextList,
  encode: (ids) => (ids.length ? JSON.stringify(ids) : undefined),
});

/** Ids of the hidden columns of the active collection; stored on this device and shared by all tabs. */
export const $hiddenColumns = atom<readonly string[]>([]);

onMount($hiddenColumns, () => preference.follow((ids) => $hiddenColumns.set(ids)));

/** Hides or shows a column and stores this for the collection. */
export function toggleColumn(id: string): void {
  const isHidden = $hiddenColumns.get().includes(id);
  preference.update((stored) => {
    const others = stored.filter((other) => other !== id);
    return isHidden ? others : [...others, id];
  });
}
