import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import { listLook } from '#browser/list-look.ts';
import { relatedTo } from '#domain/collections/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { type ContentOptions, type Contents, contentsOf, headerWidth } from '#domain/records/column-width.ts';
import { $zone } from '#stores/app/zone.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { $columnWidths, resetColumns, resizeColumn, storeColumnWidths } from './columns.ts';
import { $columns, $records, shownRows } from './list.ts';

const FIRST_ROWS = 50;
/** Rows that decide the width of a column that the user fits, and its greatest width in px. */
const FITTED_ROWS = 1000;
const FITTED_MOST = 640;

/** By collection and time zone. Kept for the visit: columns don't move when their rows change. */
const known = new Map<string, Contents>();

const knownKey = (): string => `${$activeCollection.get()?.id} ${$zone.get()?.id}`;

const $measurings = atom(0);

/** What these columns contain in the loaded rows of the active collection; empty without rows. */
function measureColumns(
  columns: readonly Column[],
  count: number,
  options?: Partial<ContentOptions>,
): Contents {
  const rows = shownRows().slice(0, count);
  // After a change of the collection, the rows may still be those of the one before.
  if (rows[0]?.collectionId !== $activeCollection.get()?.id) return {};
  const collections = $collectionList.get();
  return contentsOf(columns, rows, {
    ...listLook(),
    timeWidth: $zone.get()?.timeWidth,
    relatedTo: ({ field }) => field && relatedTo(field, collections),
    ...options,
  });
}

/** What the columns of the active collection contain: measured with its first rows and kept. */
export const $contents = computed(
  [$columns, $activeCollection, $records, $measurings, $zone],
  (columns): Contents => {
    const key = knownKey();
    const before = known.get(key) ?? {};
    const unknown = columns.filter((column) => !Object.hasOwn(before, column.id));
    const contents = unknown.length ? { ...before, ...measureColumns(unknown, FIRST_ROWS) } : before;
    known.set(key, contents);
    return contents;
  },
);
// Most changes of the rows change no width.
$contents.eq = dequal;

/** Makes a column as wide as its loaded values, and stores this as a chosen width. */
export function fitColumn(column: Column): void {
  const { width = 0 } =
    measureColumns([column], FITTED_ROWS, { share: 1, most: FITTED_MOST })[column.id] ?? {};
  resizeColumn(column.id, Math.max(width, headerWidth(column.name, listLook().em)));
  storeColumnWidths();
}

/** Forgets all chosen widths of the active collection, and measures its columns again. */
export function fitAllColumns(): void {
  resetColumns(...Object.keys($columnWidths.get()));
  known.delete(knownKey());
  $measurings.set($measurings.get() + 1);
}
