import Papa from 'papaparse';
import { failAt } from './problem.ts';

/** The cells of a row and its first line, counted from 1. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly { readonly row: number; readonly code: string }[];
  readonly meta: { readonly cursor: number };
}

const DELIMITERS = ['\t', ',', ';', '|'];
const BREAK = /\r\n|\r|\n/g;

const linesIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(BREAK)?.length ?? 0), 1);

/** The separator of the cells and the line break, found in the first part of a text. */
export const formatOf = (head: string): Pick<Papa.ParseMeta, 'delimiter' | 'linebreak'> =>
  Papa.parse(head, { preview: 20, delimitersToGuess: DELIMITERS, skipEmptyLines: true }).meta;

/**
 * Splits CSV or tab separated text into rows. It arrives in chunks. Empty lines have no cells. Throws FileProblem.
 */
export function createCsvSplitter({ delimiter, linebreak }: ReturnType<typeof formatOf>) {
  let rest = '';
  let line = 1;

  function read(isLast: boolean): CsvRow[] {
    // The library's reader of files breaks letters of several bytes at the ends of its chunks, its parser does not.
    const parser = new Papa.Parser({ delimiter, newline: linebreak as '\n' });
    const { data, errors, meta }: Parsed = parser.parse(rest, 0, !isLast);
    rest = rest.slice(meta.cursor);
    const broken = new Set(errors.map(({ row }) => row));
    return data.map((cells, index) => {
      const start = line;
      line += linesIn(cells);
      if (broken.has(index)) failAt(start, 'a quoted value of this row has no end, or text after its end.');
      return { cells: cells.length === 1 && cells[0] === '' ? [] : cells, line: start };
    });
  }

  return {
    push(chunk: string): CsvRow[] {
      rest += chunk;
      return read(false);
    },
    end: (): CsvRow[] => read(true),
  };
}
