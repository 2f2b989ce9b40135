import type { ColumnType } from '#domain/field-types/field-type.ts';
import type { ExportChoices } from './export-choices.ts';

export const CSV_LINE_END = '\r\n';
export const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets recognise a formula by its first character, as OWASP lists them, with their wide forms. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Stands in quotes, whatever the separator is: readers guess it. White space at the ends is lost in some. */
const SPECIAL = /["\r\n,;\t|]|^\s|\s$/;

/** Of a value's source text, as an import reads it: several values as JSON; empty for null, '' and no values. */
export function cellContent(source: string, type: ColumnType): string {
  if (source === 'null') return '';
  if (type === 'json') return source;
  if (source === '[]') return '';
  return source.startsWith('"') ? String(JSON.parse(source)) : source;
}

/** RFC 4180, without the end of the line. `escapes` tells which cells may not be read as formulas. */
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
