import type { ColumnType } from '#domain/field-types/field-type.ts';
import type { ExportChoices } from './export-choices.ts';

export const CSV_LINE_END = '\r\n';
export const BYTE_ORDER_MARK = '\uFEFF';

/** First characters by which spreadsheets recognise a formula, as OWASP lists them, with their wide forms. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** What must stand in quotes, whatever the separator is: readers guess it. White space at the ends is lost in some. */
const SPECIAL = /["\r\n,;\t|]|^\s|\s$/;

/**
 * The content of a cell, from the source text of a value. This is what an import reads back: a text stands as it is,
 * several values as a JSON array, JSON as its source text; an empty cell is null, an empty text or no values.
 */
export function cellContent(source: string, type: ColumnType): string {
  if (source === 'null') return '';
  if (type === 'json') return source;
  if (source === '[]') return '';
  return source.startsWith('"') ? String(JSON.parse(source)) : source;
}

/** A line of a CSV file (RFC 4180), without its end. `escapes` tells which cells may not be read as formulas. */
export function csvLine(
  cells: readonly string[],
  separator: ExportChoices['separator'],
  escapes: (index: number) => boolean = () => false,
): string {
  const isEmpty = cells.every((cell) => cell === '');
  const quoted = cells.map((cell, index) => {
    const text = FORMULA.test(cell) && escapes(index) ? `'${cell}` : cell;
    // Readers skip a line without any value.
    return SPECIAL.test(text) || (isEmpty && index === 0) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return quoted.join(separator);
}
