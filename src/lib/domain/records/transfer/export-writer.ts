import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type Column, columnOf, readableFields } from '#domain/collections/columns.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { expandedOf, presentableText } from '../record.ts';
import type { RecordSource } from '../record-source.ts';
import { BYTE_ORDER_MARK, CSV_LINE_END, cellContent, csvLine } from './csv.ts';
import type { ExportChoices } from './export-choices.ts';

/** Those of the list, and fields of an auth collection that the list does not show. */
export const exportedColumns = (collection: Collection): Column[] => readableFields(collection).map(columnOf);

/** A view makes ids of the positions of its rows, which change while records do. */
export const numbersRows = ({ query = '' }: Collection): boolean => /\brow_number\s*\(/i.test(query);

/** For the parameter `expand`; empty if an export writes ids. */
export const exportedRelations = (columns: readonly Column[], { relations }: ExportChoices): string =>
  relations === 'ids'
    ? ''
    : columns
        .filter(({ type }) => type === 'relation')
        .map(({ name }) => name)
        .join(',');

export interface ExportWriter {
  readonly head: string;
  readonly row: (source: RecordSource) => string;
  /** Two rows. */
  readonly between: string;
  /** After the last row, of which there may be none. */
  readonly tail: (hasRows: boolean) => string;
}

/** As JSON, one text or a list as the ids are; the id where a record is missing. */
function relatedTexts({ record }: RecordSource, column: Column, related: Collection | undefined): string {
  const stored = ownOf(record, column.name);
  const expanded = expandedOf(record, column.name);
  const texts = valuesOf(stored).map((id) => {
    const found = expanded.get(id);
    return found ? presentableText(found, related, Number.POSITIVE_INFINITY) : id;
  });
  return JSON.stringify(Array.isArray(stored) ? texts : (texts[0] ?? ''));
}

/** `row` throws when a field is missing in a record. */
export function exportWriter(
  columns: readonly Column[],
  choices: ExportChoices,
  relatedTo: (column: Column) => Collection | undefined,
): ExportWriter {
  const { format, separator, hasBom, escapesFormulas, relations } = choices;
  const related = new Map(
    columns.flatMap((column) => (column.type === 'relation' ? [[column, relatedTo(column)] as const] : [])),
  );
  const sourceOf = (source: RecordSource, column: Column): string => {
    const text = source.members.get(column.name);
    if (text !== undefined && relations === 'texts' && related.has(column))
      return relatedTexts(source, column, related.get(column));
    if (text !== undefined) return text;
    if (column.field)
      throw new Error(`The field ${column.name} is missing in a record. Was the collection changed?`);
    return 'null';
  };
  if (format === 'csv') {
    // A number may begin with a minus, but it is no formula.
    const escapes = (index: number) => escapesFormulas && columns[index]?.type !== 'number';
    const names = columns.map(({ name }) => name);
    return {
      head: (hasBom ? BYTE_ORDER_MARK : '') + csvLine(names, separator) + CSV_LINE_END,
      row: (source) =>
        csvLine(
          columns.map((column) => cellContent(sourceOf(source, column), column.type)),
          separator,
          escapes,
        ),
      between: CSV_LINE_END,
      tail: (hasRows) => (hasRows ? CSV_LINE_END : ''),
    };
  }
  const keys = columns.map(({ name }) => JSON.stringify(name));
  const row = (source: RecordSource) =>
    `{${columns.map((column, index) => `${keys[index]}:${sourceOf(source, column)}`).join(',')}}`;
  return format === 'json'
    ? { head: '[\n', row, between: ',\n', tail: (hasRows) => (hasRows ? '\n]\n' : ']\n') }
    : { head: '', row, between: '\n', tail: (hasRows) => (hasRows ? '\n' : '') };
}
