import { atom, onMount } from 'nanostores';
import { parseTextList } from '#domain/app/lenient.ts';
import { columnOrderKey, columnWidthsKey, hiddenColumnsKey } from '#domain/app/storage-keys.ts';
import { type ChosenWidths, mergeWidths, parseColumnWidths } from '#domain/records/column-width.ts';
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

const widths = createCollectionPreference<ChosenWidths>({
  keyOf: columnWidthsKey,
  inView: { read: (columns) => columns.widths, write: (columns, chosen) => ({ ...columns, widths: chosen }) },
  initial: {},
  decode: parseColumnWidths,
  encode: jsonUnlessEmpty,
});

/** Chosen column widths of the active collection in px, by column id; stored on this device and shared by all tabs. */
export const $columnWidths = atom<ChosenWidths>({});

let collectionId: string | undefined;

/** Columns whose width is not stored yet; other tabs don't change them. */
const pending = new Set<string>();

const merge = (stored: ChosenWidths) => mergeWidths(stored, $columnWidths.get(), pending);

onMount($columnWidths, () =>
  widths.follow((stored, id) => {
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
  if (widths.update(merge)) pending.clear();
}
