import Papa from 'papaparse';
import { BYTE_ORDER_MARK } from '../transfer/csv.ts';
import { ERROR_COLUMN } from './columns.ts';
import type { RawRow, RowReader } from './file-rows.ts';
import { NO_DELIMITER } from './plan.ts';

const BREAK = '\r\n';

/**
 * Writes rows as a file of the same format as the one they come from, with a column that says why each was refused.
 * @param hasMark whether CSV begins with a byte order mark
 */
export function createRefusedFile(
  { format, reading: { separator }, names }: Pick<RowReader, 'format' | 'reading' | 'names'>,
  hasMark: boolean,
) {
  const delimiter = separator === NO_DELIMITER ? ',' : separator;
  const parts: string[] = [];
  const kept = names.flatMap((name, at) => (name === ERROR_COLUMN ? [] : [at]));
  const csv = (cells: readonly string[]) => Papa.unparse([cells], { delimiter, newline: BREAK });
  const json = (cells: RawRow, reason: string) => {
    const members = kept.flatMap((at) => {
      const source = cells[at];
      return typeof source === 'string' ? [`${JSON.stringify(names[at])}:${source}`] : [];
    });
    return `{${[...members, `${JSON.stringify(ERROR_COLUMN)}:${JSON.stringify(reason)}`].join(',')}}`;
  };
  const isCsv = format === 'csv';
  const [before, between, after] =
    format === 'json'
      ? ['[\n', ',\n', '\n]\n']
      : [isCsv && hasMark ? BYTE_ORDER_MARK : '', isCsv ? BREAK : '\n', ''];
  if (isCsv) parts.push(csv([...kept.map((at) => names[at] ?? ''), ERROR_COLUMN]));
  return {
    add(cells: RawRow, reason: string): void {
      // Values beyond the columns stay in their row.
      const beyond = cells.slice(names.length).map((cell) => cell ?? '');
      const text = isCsv
        ? csv([...kept.map((at) => cells[at] ?? ''), reason, ...beyond])
        : json(cells, reason);
      parts.push(parts.length ? `${between}${text}` : text);
    },
    end: (): Blob =>
      new Blob([before, ...parts, after || between], { type: isCsv ? 'text/csv' : 'application/json' }),
  };
}
