import { atom, onMount } from 'nanostores';
import { onStored, readStored, store } from '#browser/storage.ts';
import { columnWidthsKey } from '#domain/app/storage-keys.ts';
import { type ChosenWidths, mergeWidths, parseColumnWidths } from '#domain/records/column-width.ts';
import { $activeCollection } from '#stores/collections/list.ts';

/** Widths in px that were chosen for columns of the active collection on this device, in any tab, by column id. */
export const $columnWidths = atom<ChosenWidths>({});

let collectionId: string | undefined;

/** Columns whose width here is not stored yet: other tabs have no say in them. */
const pending = new Set<string>();

/** The stored widths with those that are chosen here; without a storage all of them are pending. */
function merged(): ChosenWidths {
  const stored = collectionId === undefined ? undefined : readStored(columnWidthsKey(collectionId));
  return mergeWidths(parseColumnWidths(stored), $columnWidths.get(), pending);
}

onMount($columnWidths, () => {
  let stopFollowing: (() => void) | undefined;
  const stop = $activeCollection.subscribe((collection) => {
    if (collection?.id === collectionId && stopFollowing) return;
    stopFollowing?.();
    stopFollowing = undefined;
    if (collection?.id !== collectionId) pending.clear();
    collectionId = collection?.id;
    $columnWidths.set(merged());
    if (collectionId === undefined) return;
    stopFollowing = onStored(columnWidthsKey(collectionId), () => $columnWidths.set(merged()));
  });
  return () => {
    stop();
    stopFollowing?.();
  };
});

/** Makes a column so many px wide, for now: while its edge is dragged. */
export function resizeColumn(id: string, width: number): void {
  pending.add(id);
  $columnWidths.set({ ...$columnWidths.get(), [id]: width });
}

/** Gives a column back the width it has by itself. */
export function resetColumn(id: string): void {
  const { [id]: _gone, ...rest } = $columnWidths.get();
  pending.add(id);
  $columnWidths.set(rest);
  storeColumnWidths();
}

/** Remembers the widths that were chosen here for this collection; no entry stays when none is left. */
export function storeColumnWidths(): void {
  if (collectionId === undefined) return;
  const widths = merged();
  $columnWidths.set(widths);
  const text = Object.keys(widths).length ? JSON.stringify(widths) : undefined;
  if (store(columnWidthsKey(collectionId), text)) pending.clear();
}
