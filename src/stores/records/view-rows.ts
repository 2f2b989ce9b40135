import type { CallOptions } from '#api/client.ts';
import { countRows } from '#api/records/by-key.ts';
import type { RecordsQuery } from '#domain/backend/request.ts';
import { type RecordData, ROW_MARK, storedId } from '#domain/records/record.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';

/** Whether ids repeat in a view that was counted, by its id; none while it is counted. */
const repeatsIds = new Map<string, boolean>();

/** Number of rows of a view that a list finds; throws ApiError. */
export async function count(
  query: Pick<RecordsQuery, 'collection' | 'filter'>,
  options: CallOptions,
): Promise<number> {
  repeatsIds.delete(query.collection);
  const counted = await countRows(query, options);
  repeatsIds.set(query.collection, counted.repeatsIds);
  return counted.total;
}

/** A page of a view from row `start`: a row without an id of its own, or that may repeat, is named by its position. */
export function keyed(view: string, rows: readonly RecordData[], start: number): readonly RecordData[] {
  const mayRepeat = start > 0 && repeatsIds.get(view) !== false;
  return rows.map((row, index) => {
    const isOwn = row.id !== '' && !mayRepeat && rows.every(({ id }, at) => at === index || id !== row.id);
    return isOwn ? row : { ...row, id: `${row.id}${ROW_MARK}${start + index + 1}` };
  });
}

/** Returns a function that says why a row can't be selected or opened by a link; undefined if it has its own id. */
export function locksOf(view: string, { items, hasMore }: ReadyList<RecordData>) {
  const known = new Set<string>();
  const shared = new Set<string>();
  for (const id of items.map((item) => storedId(item.id))) {
    // One of the rows that are not loaded may have it, too.
    if (known.has(id) || (repeatsIds.get(view) && hasMore)) shared.add(id);
    known.add(id);
  }
  return (row: string) => {
    const id = storedId(row);
    const reason = id === '' ? 'it has no id' : shared.has(id) ? 'other rows may have its id' : undefined;
    return reason && `This row can’t be selected, and no link opens it: ${reason}.`;
  };
}
