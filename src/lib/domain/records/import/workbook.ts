/* Fetched when a workbook is opened. */
import { readOds } from 'hucre/ods';
import { readXls, readXlsx } from 'hucre/xlsx';
import Papa from 'papaparse';
import { formatStored } from '#domain/app/date.ts';
import { FileProblem } from './plan.ts';

const UNREADABLE =
  'This workbook can’t be read: it is damaged, too large or has a password. Save the sheet as “CSV UTF-8”, or copy its cells and paste them here.';

type Cell = string | number | boolean | Date | null | undefined;

const textOf = (cell: unknown): string => {
  if (!(cell instanceof Date)) return String((cell as Cell) ?? '');
  return Number.isNaN(cell.getTime()) ? '' : formatStored(cell);
};

/** Without a name, the first sheet that is shown and has several rows. Throws FileProblem. */
export async function readWorkbook(file: Blob, kind: 'xlsx' | 'xls' | 'ods', wanted: string | undefined) {
  const read = { xlsx: readXlsx, xls: readXls, ods: readOds }[kind];
  const { sheets } = await read(new Uint8Array(await file.arrayBuffer())).catch(() => {
    throw new FileProblem(UNREADABLE);
  });
  const filled = sheets.filter(({ rows }) => rows.length);
  const sheet =
    filled.find(({ name }) => name === wanted) ??
    filled.find(({ hidden, rows }) => !hidden && rows.length > 1) ??
    filled[0];
  if (!sheet) throw new FileProblem('There is nothing to import: no sheet of this workbook has rows.');
  const rows = sheet.rows.map((cells) => cells.map(textOf));
  return { csv: new Blob([Papa.unparse(rows)]), sheet: sheet.name, sheets: filled.map(({ name }) => name) };
}
