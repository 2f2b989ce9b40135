import Papa from 'papaparse';
import { failAt } from './problem.ts';

/** The cells of a row and its first line, counted from 1. */
export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

interface Parsed {
  readonly data: readonly (readonly string[])[];
  readonly errors: readonly unknown[];
  readonly meta: { readonly cursor: number };
}

const DELIMITERS = ['\t', ',', ';', '|'];
const BREAK = /\r\n|\r|\n/g;

const linesIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(BREAK)?.length ?? 0), 1);

/** The cells of a row without the CR of a CR LF at its end: other rows may end with LF. */
function withoutReturn(cells: readonly string[], source: string, delimiter: string): readonly string[] {
  const last = cells.at(-1) ?? '';
  // The CR of a value in quotes is part of it.
  const isOfBreak =
    last.endsWith('\r') &&
    (cells.length === 1 ? source === `${last}\n` : source.endsWith(`${delimiter}${last}\n`));
  return isOfBreak ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}

/** The separator of the cells and the character that ends lines, found in the first part of a text. */
export function formatOf(head: string): Pick<Papa.ParseMeta, 'delimiter' | 'linebreak'> {
  // Lines that end with LF may stand beside others with CR LF, which the library does not split together.
  const newline = head.replace(/"[^"]*"/g, '').includes('\n') ? '\n' : '\r';
  return Papa.parse(head, { preview: 20, delimitersToGuess: DELIMITERS, skipEmptyLines: true, newline }).meta;
}

/**
 * Splits CSV or tab separated text into rows. It arrives in chunks. Empty lines have no cells. Throws FileProblem.
 */
export function createCsvSplitter({ delimiter, linebreak }: ReturnType<typeof formatOf>) {
  let rest = '';
  let line = 1;
  /** Characters of the rest from which on it is read again. */
  let enough = 0;

  function read(isLast: boolean): CsvRow[] {
    // The library's reader of files breaks letters of several bytes at the ends of its chunks, its parser does not.
    const rows: CsvRow[] = [];
    let from = 0;
    const step = ({ data: [raw = []], errors, meta }: Parsed) => {
      const source = rest.slice(from, meta.cursor);
      const cells = withoutReturn(raw, source, delimiter);
      from = meta.cursor;
      if (errors.length) failAt(line, 'a quoted value of this row has no end, or text after its end.');
      // An export writes quotes for the only cell of a row if it is empty.
      const isEmpty = cells.length === 1 && cells[0] === '' && !source.includes('"');
      rows.push({ cells: isEmpty ? [] : cells, line });
      line += linesIn(cells);
    };
    const parser = new Papa.Parser({ delimiter, newline: linebreak as '\n', step });
    const { meta }: Parsed = parser.parse(rest, 0, !isLast);
    rest = rest.slice(meta.cursor);
    return rows;
  }

  return {
    push(chunk: string): CsvRow[] {
      rest += chunk;
      if (rest.length < enough) return [];
      const rows = read(false);
      // Each chunk would otherwise read a long value again from its start.
      enough = 2 * rest.length;
      return rows;
    },
    end: (): CsvRow[] => read(true),
  };
}
