import { dequal } from 'dequal/lite';
import { countText } from '#domain/app/count-text.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { storedDate } from '#domain/app/typed-date.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { Column } from '#domain/collections/columns.ts';
import { type FormValue, textOf, unescapeStored } from '#domain/field-types/form-value.ts';
import {
  type CellPlace,
  type CellRange,
  cellsIn,
  type PlacedText,
  placeTexts,
} from '#domain/records/cells/range.ts';
import { formatTsv, parseTsv } from '#domain/records/cells/tsv.ts';
import { readCsvCell } from '#domain/records/import/values.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { wholeValue } from '#domain/records/panel/row-values.ts';
import { type RecordData, storedId } from '#domain/records/record.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { CSV_LINE_END, cellContent, csvLine } from '#domain/records/transfer/csv.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $zone } from '#stores/app/zone.ts';
import { loadBelow } from '#stores/factories/create-walk.ts';
import { readMany } from '#stores/job/read-many.ts';
import {
  $lockOf,
  $records,
  $visibleColumns,
  isExcerpted,
  listedQuery,
  loadedList,
  loadMoreRecords,
  shownRows,
} from '../list.ts';
import { $offeredRows, openRecordTool } from '../tools.ts';
import type { Cells } from './cells.ts';

/** Characters of a pasted text that a reason quotes. */
const QUOTED = 50;

/** The loaded rows and the visible columns. */
export const cellGrid = () => ({
  ids: shownRows().map(({ id }) => id),
  names: $visibleColumns.get().map(({ name }) => name),
});

/** Whether a row does not have the exact text of a value: it is cut, or its numbers were rounded. */
const isInexact = (field: FormField | undefined, row: RecordData): boolean =>
  field !== undefined &&
  (field.kind === 'json' ||
    wholeValue(field, { row, isExcerpt: (name) => isExcerpted(row.collectionId, name) }) === undefined);

/** The text of a value from its JSON; what a row has is exact for most fields. */
const contentOf = ({ name, type }: Column, row: RecordData | undefined, source?: string): string => {
  const known = source ?? JSON.stringify(type === 'id' && row ? storedId(row.id) : ownOf(row ?? {}, name));
  return known === undefined ? '' : cellContent(unescapeStored(known), type);
};

/** What copies have read of inexact rows; a row that changes is another object. */
const copied = new WeakMap<RecordData, RecordSource>();

/** A date has a `Z`, as a stored one: without it, a paste would take it as a time in the chosen zone. */
const waitingText = ({ type }: Column, value: FormValue): string =>
  (type === 'date' ? storedDate(textOf(value)) : undefined) ?? String(value);

/** What was pasted, a date without `Z` or offset on the clock on which dates are typed. */
const typedText = (text: string, { field, value }: { field: FormField; value: FormValue }) =>
  field.kind === 'date' ? ($zone.get()?.typed(text, textOf(value)) ?? text) : text;

/** The text of cells, as it is stored or waits. `unread` records have gone: their texts may be cut. Throws ApiError. */
export async function copyCells(cells: Cells, range: CellRange, options: { readonly signal: AbortSignal }) {
  const { ids, names } = cellsIn(cellGrid(), range);
  const columns = names.flatMap((name) => $visibleColumns.get().find((column) => column.name === name) ?? []);
  const chosen = new Set(ids);
  const rows = new Map(shownRows().flatMap((row) => (chosen.has(row.id) ? [[row.id, row] as const] : [])));
  const fields = columns.map(({ name }) =>
    cells.fields().find((field) => field.name === name && field.field),
  );
  const inexact = [...rows.values()].filter((row) => fields.some((field) => isInexact(field, row)));
  const sources = new Map<string, RecordSource>();
  // Of rows of a view that share an id, the backend does not tell which one is meant.
  const own = new Map(
    inexact.flatMap((row) => ($lockOf.get()(row.id) ? [] : [[storedId(row.id), row] as const])),
  );
  const found = await readMany(inexact[0]?.collectionId ?? '', [...own.keys()], {}, options);
  for (const [id, [source, ...others]] of Map.groupBy(found, ({ record }) => record.id)) {
    const row = own.get(id);
    if (!row || !source || others.length) continue;
    sources.set(row.id, source);
    copied.set(row, source);
  }
  const textAt = (id: string, column: Column): string => {
    const waits = cells.waitingValue({ id, name: column.name });
    if (waits !== undefined) return waitingText(column, waits);
    return contentOf(column, rows.get(id), sources.get(id)?.members.get(column.name));
  };
  return {
    text: formatTsv(ids.map((id) => columns.map((column) => textAt(id, column)))),
    count: ids.length * columns.length,
    unread: inexact.filter(({ id }) => !sources.has(id)).length,
  };
}

const counted = (count: number, one: string) => countText(count, one, `${one}s`);

export interface Pasted {
  readonly message: string;
  readonly isWhole: boolean;
  /** The pasted rows behind the last record, as a CSV file with the names of their columns. */
  readonly rest?: { readonly count: number; readonly csv: string };
}

const notPasted = (text: string): string => `“${truncate(text, QUOTED, '')}” was not pasted.`;

/** Loads rows until there are as many from the first one of a rectangle on, the list ends, or that fails. */
async function loadRows(range: CellRange, count: number): Promise<void> {
  let known = -1;
  const isMissing = () => {
    const { ids } = cellGrid();
    const [first = ''] = cellsIn(cellGrid(), range).ids;
    const isMore = ids.length > known && ids.includes(first);
    known = ids.length;
    return isMore && ids.length - ids.indexOf(first) < count;
  };
  while (isMissing()) await loadBelow({ $list: $records, loadMore: loadMoreRecords });
}

/** Pastes from the first cell on, and loads the rows it needs; sends nothing. What does not fit is marked. */
export async function pasteCells(cells: Cells, range: CellRange, text: string): Promise<Pasted> {
  const texts = parseTsv(text);
  const query = listedQuery();
  await loadRows(range, texts.length);
  if (!dequal(query, listedQuery()))
    return { message: 'Nothing was pasted: the list has changed.', isWhole: false };
  const { cells: placed, rest, lostColumns } = placeTexts(cellGrid(), range, texts);
  const cellAt = cells.reader();
  const rows = new Map(shownRows().map((row) => [row.id, row]));
  const columns = new Map($visibleColumns.get().map((column) => [column.name, column]));
  // A row may be pasted with its id and its times where it was copied.
  const isThere = ({ id, name, text: pasted }: PlacedText) => {
    const column = columns.get(name);
    const row = rows.get(id);
    const source = row && copied.get(row)?.members.get(name);
    return column !== undefined && contentOf(column, row, source) === pasted;
  };
  const values: (CellPlace & { value: FormValue })[] = [];
  const refused: (CellPlace & { reason: string })[] = [];
  for (const one of placed) {
    const { id, name, text: pasted } = one;
    const cell = cellAt({ id, name });
    if ('lock' in cell && isThere(one)) continue;
    if ('lock' in cell) {
      refused.push({ id, name, reason: `${notPasted(pasted)} ${cell.lock}` });
      continue;
    }
    const read = readCsvCell(typedText(pasted, cell), { column: 0, field: cell.field, key: 'id' });
    if ('problem' in read) refused.push({ id, name, reason: `${notPasted(pasted)} ${read.problem}` });
    else values.push({ id, name, value: read.value });
  }
  cells.clearMisfits();
  cells.set(values, refused);
  const isLast = loadedList()?.hasMore === false;
  const count = rest.rows.length;
  const problems = [
    refused.length && `${counted(refused.length, 'cell')} did not fit: the marked ones say why.`,
    count && `${counted(count, 'row')} had no place below the ${isLast ? 'last record' : 'loaded ones'}.`,
    lostColumns && `${counted(lostColumns, 'column')} had no place at the right.`,
  ].filter(Boolean);
  return {
    message: [`${counted(values.length, 'cell')} pasted.`, ...problems].join(' '),
    isWhole: problems.length === 0,
    rest:
      count && isLast
        ? { count, csv: [rest.names, ...rest.rows].map((row) => csvLine(row, ',')).join(CSV_LINE_END) }
        : undefined,
  };
}

/** Asks whether to create records with pasted rows that have no place, then opens the import with them. */
export async function offerImport({ count, csv }: NonNullable<Pasted['rest']>): Promise<void> {
  const what = count === 1 ? 'a record with the pasted row' : `${count} records with the pasted rows`;
  const question = `Do you want to create ${what} below the last record?\nThe import shows first what it will do.`;
  if (!(await confirm(question))) return;
  $offeredRows.set(new Blob([csv]));
  openRecordTool('import');
}
