import { atom, computed } from 'nanostores';
import { listLook } from '#browser/list-look.ts';
import { type Collection, relatedTo } from '#domain/collections/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { type ContentOptions, type Contents, contentsOf } from '#domain/records/column-content.ts';
import { headerWidth } from '#domain/records/column-width.ts';
import type { RecordData } from '#domain/records/record.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { resetColumns, resizeColumn, storeColumnWidths } from './column-widths.ts';
import { $columns, $records } from './list.ts';

/** Rows that decide the widths at first, and when the user wants columns to fit. */
const FIRST_ROWS = 50;
const FITTED_ROWS = 1000;
/** Greatest width of a column that the user fits to its content, in px. */
const FITTED_MOST = 640;

const NONE: Contents = {};

/** By collection id. Kept for the visit: columns don't move when their rows change. */
const known = new Map<string, Contents>();

/** Changes when the user wants all columns to fit. */
const $fits = atom(0);

function optionsNow(): ContentOptions {
  const collections = $collectionList.get();
  return {
    ...listLook(),
    relatedTo: ({ field }) => field && relatedTo(field, collections),
  };
}

/** The loaded rows, if they belong to this collection. */
function rowsOf({ id }: Collection, count: number): readonly RecordData[] {
  const list = $records.get();
  const rows = list.state === 'ready' ? list.items : [];
  return rows[0]?.collectionId === id ? rows.slice(0, count) : [];
}

function measure(collection: Collection, columns: readonly Column[]): Contents {
  const before = known.get(collection.id) ?? NONE;
  const unknown = columns.filter(({ id }) => !Object.hasOwn(before, id));
  const rows = unknown.length ? rowsOf(collection, FIRST_ROWS) : [];
  if (!rows.length) return before;
  const found = contentsOf(unknown, rows, optionsNow());
  if (!Object.keys(found).length) return before;
  const contents = { ...before, ...found };
  known.set(collection.id, contents);
  return contents;
}

/** What the columns of the active collection contain: measured with its first rows and kept. */
export const $contents = computed([$activeCollection, $columns, $records, $fits], (collection, columns) =>
  collection ? measure(collection, columns) : NONE,
);

/** Makes a column as wide as its loaded values, and stores this as a chosen width. */
export function fitColumn(column: Column): void {
  const collection = $activeCollection.get();
  if (!collection) return;
  const options = { ...optionsNow(), share: 1, most: FITTED_MOST };
  const contents = contentsOf([column], rowsOf(collection, FITTED_ROWS), options);
  const width = contents[column.id]?.width ?? 0;
  resizeColumn(column.id, Math.max(width, headerWidth(column.name, options.em)));
  storeColumnWidths();
}

/** Forgets all chosen widths of the active collection, and measures its columns again. */
export function fitAllColumns(): void {
  const collection = $activeCollection.get();
  if (!collection) return;
  known.delete(collection.id);
  resetColumns();
  $fits.set($fits.get() + 1);
}
