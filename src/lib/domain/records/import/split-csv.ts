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

/**
 * Returns a function that takes the spaces before a value in quotes away, which some programs write. It also returns the
 * rest of the text from such a value on, if its end is not there yet.
 */
function createTrimmer(separators: readonly string[]) {
  const codes = [...separators, '\r', '\n'].map((one) => one.charCodeAt(0).toString(16).padStart(4, '0'));
  const ends = `[${codes.map((code) => `\\u${code}`).join('')}]`;
  const spaced = new RegExp(`(?:^|${ends}) +"`);
  // Also those without spaces, as they may have inside what looks like one.
  const quoted = new RegExp(`(^|${ends})( *)("[^"]*(?:""[^"]*)*("|$))`, 'g');
  const ended = new RegExp(`^ *${ends}`);
  return (text: string, isLast: boolean): readonly [trimmed: string, held: string] => {
    if (!spaced.test(text)) return [text, ''];
    let held = '';
    const trim = (found: string, before: string, spaces: string, value: string, end: string, at: number) => {
      const after = text.slice(at + found.length);
      const isAtEnd = /^ *$/.test(after);
      if (spaces && isAtEnd && !isLast) held = text.slice(at);
      return spaces && end && (isAtEnd ? isLast : ended.test(after)) ? before + value : found;
    };
    const trimmed = text.replace(quoted, trim);
    return [trimmed.slice(0, trimmed.length - held.length), held];
  };
}

/** Stands in no text: the separator of a file with one column. */
export const NO_DELIMITER = '\uFFFF\uFFFE';
/** Rows by which a file with one column is recognised. */
const SEEN_ROWS = 1000;

/** The separator of the cells and the character that ends lines, found in the first part of a text. */
export function formatOf(head: string): Pick<Papa.ParseMeta, 'delimiter' | 'linebreak'> {
  // Lines that end with LF may stand beside others with CR LF, which the library does not split together.
  const newline = head.replace(/"[^"]*"/g, '').includes('\n') ? '\n' : '\r';
  const options = {
    preview: SEEN_ROWS,
    delimitersToGuess: DELIMITERS,
    skipEmptyLines: true,
    newline,
  } as const;
  const { data, meta } = Papa.parse<readonly string[]>(createTrimmer(DELIMITERS)(head, true)[0], options);
  const [names = [], ...rows] = data;
  const isOneColumn = names.length === 1 && !DELIMITERS.some((one) => names[0]?.includes(one));
  // Where no row has only one value, the header lacks names.
  const isList = isOneColumn && rows.some(({ length }) => length === 1);
  return { ...meta, delimiter: isList ? NO_DELIMITER : meta.delimiter };
}

/**
 * Splits CSV or tab separated text into rows. It arrives in chunks. Empty lines have no cells. Throws FileProblem.
 */
export function createCsvSplitter({ delimiter, linebreak }: ReturnType<typeof formatOf>) {
  let rest = '';
  let line = 1;
  /** Characters of the rest from which on it is read again. */
  let enough = 0;
  const trim = createTrimmer([delimiter]);

  function read(isLast: boolean): CsvRow[] {
    // The library's reader of files breaks letters of several bytes at the ends of its chunks, its parser does not.
    const rows: CsvRow[] = [];
    const [text, held] = trim(rest, isLast);
    let from = 0;
    const step = ({ data: [raw = []], errors, meta }: Parsed) => {
      const source = text.slice(from, meta.cursor);
      const cells = withoutReturn(raw, source, delimiter);
      from = meta.cursor;
      if (errors.length) failAt(line, 'a quoted value of this row has no end, or text after its end.');
      // An export writes quotes for the only cell of a row if it is empty.
      const isEmpty = cells.length === 1 && cells[0] === '' && !source.includes('"');
      rows.push({ cells: isEmpty ? [] : cells, line });
      line += linesIn(cells);
    };
    const parser = new Papa.Parser({ delimiter, newline: linebreak as '\n', step });
    const { meta }: Parsed = parser.parse(text, 0, !isLast);
    rest = text.slice(meta.cursor) + held;
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
