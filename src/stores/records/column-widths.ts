import { atom, onMount } from 'nanostores';
import { columnWidthsKey } from '#domain/app/storage-keys.ts';
import { type ChosenWidths, mergeWidths, parseColumnWidths } from '#domain/records/column-width.ts';
import { jsonUnlessEmpty } from '#stores/base/create-preference.ts';
import { createCollectionPreference } from './collection-preference.ts';

const preference = createCollectionPreference<ChosenWidths>({
  keyOf: columnWidthsKey,
  inView: { read: ({ widths }) => widths, write: (columns, widths) => ({ ...columns, widths }) },
  initial: {},
  decode: parseColumnWidths,
  encode: jsonUnlessEmpty,
});

/** Chosen column widths of the active collection in px, by column id; stored on this device and shared by all tabs. */
export const $columnWidths = atom<ChosenWidths>({});

let collectionId: string | undefined;

/** Columns whose width is not stored yet; other tabs don't change them. */
const pending = new Set<string>();

/** The stored widths, with those that were changed here and are not stored yet. */
const merge = (stored: ChosenWidths) => mergeWidths(stored, $columnWidths.get(), pending);

onMount($columnWidths, () =>
  preference.follow((stored, id) => {
    if (id !== collectionId) pending.clear();
    collectionId = id;
    $columnWidths.set(merge(stored));
  }),
);

/** Sets the width of a column in px without storing it, while its edge is dragged. */
export function resizeColumn(id: string, width: number): void {
  pending.add(id);
  $columnWidths.set({ ...$columnWidths.get(), [id]: width });
}

/** Resets columns to their default widths. */
export function resetColumns(...ids: string[]): void {
  const rest = Object.entries($columnWidths.get()).filter(([id]) => !ids.includes(id));
  for (const id of ids) pending.add(id);
  $columnWidths.set(Object.fromEntries(rest));
  storeColumnWidths();
}

/** Stores the widths that were changed here; removes the storage key when no chosen width is left. */
export function storeColumnWidths(): void {
  if (preference.update(merge)) pending.clear();
}
