import { atom, onMount } from 'nanostores';
import { columnWidthsKey } from '#domain/app/storage-keys.ts';
import { type ChosenWidths, mergeWidths, parseColumnWidths } from '#domain/records/column-width.ts';
import { createCollectionPreference } from './collection-preference.ts';

const preference = createCollectionPreference<ChosenWidths>({
  keyOf: columnWidthsKey,
  initial: {},
  decode: parseColumnWidths,
  encode: (widths) => (Object.keys(widths).length ? JSON.stringify(widths) : undefined),
});

/** Widths in px that were chosen for columns of the active collection on this device, in any tab, by column id. */
export const $columnWidths = atom<ChosenWidths>({});

let collectionId: string | undefined;

/** Columns whose width here is not stored yet: other tabs have no say in them. */
const pending = new Set<string>();

/** Stored widths with those that are chosen here. */
const merge = (stored: ChosenWidths) => mergeWidths(stored, $columnWidths.get(), pending);

onMount($columnWidths, () =>
  preference.follow((stored, id) => {
    if (id !== collectionId) pending.clear();
    collectionId = id;
    $columnWidths.set(merge(stored));
  }),
);

/** Makes a column so many px wide, for now: while its edge is dragged. */
export function resizeColumn(id: string, width: number): void {
  pending.add(id);
  $columnWidths.set({ ...$columnWidths.get(), [id]: width });
}

/** Gives a column back the width it has by itself. */
export function resetColumn(id: string): void {
  const { [id]: _removed, ...rest } = $columnWidths.get();
  pending.add(id);
  $columnWidths.set(rest);
  storeColumnWidths();
}

/** Remembers the widths that were chosen here for this collection; no entry stays when none is left. */
export function storeColumnWidths(): void {
  if (preference.update(merge)) pending.clear();
}
