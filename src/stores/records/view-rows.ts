import type { CallOptions } from '#api/client.ts';
import { countRows } from '#api/records/by-key.ts';
import { type RecordData, ROW_MARK, storedId } from '#domain/records/record.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import type { ListQuery } from './seen-lists.ts';

/** Whether ids repeat in the view that was counted last; undefined while it is counted. */
let repeatsIds: boolean | undefined;

/** Number of rows of a view that a list finds; throws ApiError. */
async function count(query: ListQuery, options: CallOptions): Promise<number> {
  repeatsIds = undefined;
  const counted = await countRows(query, options);
  repeatsIds = counted.repeatsIds;
  return counted.total;
}

/**
 * A page of a view, whose first row is at `start`: what has no id of its own is identified by its position. Where no id
 * repeats, a row that comes again was moved from an earlier page.
 */
function keyed(rows: readonly RecordData[], start: number): readonly RecordData[] {
  const mayRepeat = start > 0 && repeatsIds !== false;
  return rows.map((row, index) => {
    const isOwn = row.id !== '' && !mayRepeat && rows.every(({ id }, at) => at === index || id !== row.id);
    return isOwn ? row : { ...row, id: `${row.id}${ROW_MARK}${start + index + 1}` };
  });
}

/** Returns a function that says why a row can't be selected or opened by a link; undefined if it has its own id. */
function locksOf({ items, hasMore }: ReadyList<RecordData>): (row: string) => string | undefined {
  const known = new Set<string>();
  const shared = new Set<string>();
  for (const id of items.map((item) => storedId(item.id))) {
    // One of the rows that are not loaded may have it, too.
    if (known.has(id) || (repeatsIds && hasMore)) shared.add(id);
    known.add(id);
  }
  return (row) => {
    const id = storedId(row);
    const reason = id === '' ? 'it has no id' : shared.has(id) ? 'other rows may have its id' : undefined;
    return reason && `This row can’t be selected, and no link opens it: ${reason}.`;
  };
}

/** What a list of a view needs beside that of records. */
export const viewRows = { count, keyed, locksOf };
