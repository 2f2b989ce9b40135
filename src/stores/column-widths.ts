import { atom, onMount } from 'nanostores';
import { type ChosenWidths, parseColumnWidths } from '../lib/domain/column-width.ts';
import { columnWidthsKey } from '../lib/domain/storage-keys.ts';
import { readStored, store } from '../lib/storage.ts';
import { $activeCollection } from './collections.ts';

/** Widths in px that were chosen for columns of the active collection on this device, by column id. */
export const $columnWidths = atom<ChosenWidths>({});

let collectionId: string | undefined;

onMount($columnWidths, () =>
  $activeCollection.subscribe((collection) => {
    if (collection?.id === collectionId) return;
    collectionId = collection?.id;
    const stored = collectionId === undefined ? undefined : readStored(columnWidthsKey(collectionId));
    $columnWidths.set(parseColumnWidths(stored));
  }),
);

/** Makes a column so many px wide, for now: while its edge is dragged. */
export function resizeColumn(id: string, width: number): void {
  $columnWidths.set({ ...$columnWidths.get(), [id]: width });
}

/** Gives a column back the width it has by itself. */
export function resetColumn(id: string): void {
  const { [id]: _gone, ...rest } = $columnWidths.get();
  $columnWidths.set(rest);
  storeColumnWidths();
}

/** Remembers the widths on screen for this collection; no entry stays when none is left. */
export function storeColumnWidths(): void {
  if (collectionId === undefined) return;
  const widths = $columnWidths.get();
  store(columnWidthsKey(collectionId), Object.keys(widths).length ? JSON.stringify(widths) : undefined);
}
