import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import { lockReason } from '#domain/records/cells/editable.ts';
import type { CellPlace } from '#domain/records/cells/range.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { type RowValues, readRow } from '#domain/records/panel/row-values.ts';
import { isExcerpted, shownRows } from '../list.ts';
import { $gone } from '../list-changes.ts';
import type { WaitingRecord } from './waiting.ts';

/** A cell that can be edited, with its value in the form; or why it can't. */
export type EditableCell =
  | { readonly field: FormField; readonly value: FormValue }
  | { readonly lock: string };

/** Returns what can be edited in cells of the loaded rows; reads each row only once. */
export function readCells(
  { id: collectionId, type }: Collection,
  fields: readonly FormField[],
  waiting: ReadonlyMap<string, WaitingRecord>,
): (place: CellPlace) => EditableCell {
  const rows = new Map(shownRows().map((row) => [row.id, row]));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const read = new Map<string, RowValues | undefined>();
  const valuesOf = (id: string) => {
    const row = rows.get(id);
    if (row && !read.has(id))
      read.set(id, readRow(fields, { row, isExcerpt: (name) => isExcerpted(collectionId, name) }));
    return read.get(id);
  };
  return ({ id, name }) => {
    if (type === 'view') return { lock: 'The records of a view can’t be changed.' };
    if ($gone.get().get(id) === 'deleted') return { lock: 'This record was deleted elsewhere.' };
    const field = byName.get(name);
    const typed = ownOf(waiting.get(id)?.form.$values.get() ?? {}, name);
    const stored = valuesOf(id);
    const known = stored?.awaited.has(name) ? undefined : ownOf(stored?.values ?? {}, name);
    const value = typed ?? known;
    const lock = lockReason(field, value !== undefined);
    if (lock !== undefined || !field || value === undefined) return { lock: lock ?? '' };
    return { field, value };
  };
}
