import Papa from 'papaparse';
import { jsonReader } from './json-rows.ts';
import {
  FileProblem,
  failAt,
  NO_DELIMITER,
  type NumberedRow,
  type RowReader,
  type WantedReading,
} from './plan.ts';

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

/** Takes away the spaces before a value in quotes; also returns the text from such a value on if its end is missing. */
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

/** By which a file with one column is recognised. */
const SEEN_ROWS = 1000;
/** Within which a table begins. */
const TITLE_CHARS = 10_000;

/** A text from its table on: without lines without any separator and comments. */
function belowTitles(text: string): string {
  const isAbove = (line: string) => line.startsWith('#') || !DELIMITERS.some((one) => line.includes(one));
  let start = 0;
  for (const line of text.slice(0, TITLE_CHARS).match(/[^\r\n]*(?:\r\n|\r|\n|$)/g) ?? []) {
    if (!isAbove(line)) return text.slice(start);
    start += line.length;
  }
  return text;
}

/** The separator of the cells (`chosen`, if known), the character that ends lines, and the first rows. */
function formatOf(head: string, chosen?: string) {
  // Lines that end with LF may stand beside others with CR LF, which the library does not split together.
  const newline = head.replace(/"[^"]*"/g, '').includes('\n') ? '\n' : '\r';
  const parse = (text: string, delimiter?: string) =>
    Papa.parse<readonly string[]>(createTrimmer(delimiter ? [delimiter] : DELIMITERS)(text, true)[0], {
      ...{ preview: SEEN_ROWS, delimitersToGuess: DELIMITERS, skipEmptyLines: !delimiter },
      ...{ newline, delimiter },
    });
  function guess(): string {
    const { data, meta } = parse(head);
    const [names = [], ...rows] = data;
    const isOneColumn = names.length === 1 && !DELIMITERS.some((one) => names[0]?.includes(one));
    const table = belowTitles(head);
    if ((isOneColumn || head.startsWith('#')) && table !== head) {
      const below = parse(table);
      const short = below.data.filter(({ length }) => length === 1).length;
      if (below.data.length > 1 && short * 4 < below.data.length) return below.meta.delimiter;
    }
    // Where no row has only one value, the header lacks names.
    return isOneColumn && rows.some(({ length }) => length === 1) ? NO_DELIMITER : meta.delimiter;
  }
  const delimiter = chosen ?? guess();
  const { data } = parse(head, delimiter);
  // What ends with a line break has no row below it.
  const kept = data.at(-1)?.join('') === '' ? data.slice(0, -1) : data;
  const rows = kept.map((cells) => [...cells.slice(0, -1), (cells.at(-1) ?? '').replace(/\r$/, '')]);
  return { delimiter, newline, rows } as const;
}

/** The row with the names of the columns, from 1: the first one that is no title, comment or empty line above them. */
function headerOf(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const isComment = (at: number) => rows[at]?.[0]?.startsWith('#') === true;
  const usual = (sizes: readonly number[]) => sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0;
  const tables = rows.filter((_, at) => filled[at] && !isComment(at));
  const width = usual(tables.map(({ length }) => length));
  const values = usual(filled.filter((count, at) => count && !isComment(at)));
  const isAbove = (at: number) => {
    const { length = 0, 0: first = '' } = rows[at] ?? [];
    if (!filled[at]) return true;
    if (isComment(at)) return length < Math.max(width, 2);
    // One text above a table, or a few ones of a table that is much wider.
    return (filled[at] === 1 && first.trim() !== '' && values > 1) || length * 2 < width;
  };
  const header = rows.findIndex((_, at) => !isAbove(at));
  const hasRows = filled.slice(header + 1).some(Boolean);
  return (header < 0 || !hasRows ? filled.findIndex(Boolean) : header) + 1;
}

/** By it a file tells Excel its separator. */
const SEPARATOR_LINE = /^sep=([^"\r\n])(?:\r\n|\r|\n)/i;
const SHOWN_ROWS = 12;

/** A row has as many cells as there are columns; what it has beyond them is kept if it has a value. */
function fitted(cells: readonly string[], width: number): readonly string[] {
  const beyond = cells.slice(width).some((cell) => cell.trim() !== '');
  if (beyond || cells.length === width) return cells;
  return Array.from({ length: width }, (_, at) => cells[at] ?? '');
}

/** Reads CSV. Its functions throw FileProblem. */
function csvReader(head: string, wanted: WantedReading): RowReader {
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(head) ?? [];
  const { delimiter, newline, rows } = formatOf(
    head.slice(separatorLine.length),
    wanted.separator ?? separator,
  );
  const header = wanted.header ?? headerOf(rows);
  const trim = createTrimmer([delimiter]);
  let isSeparatorLine = separatorLine !== '';
  const names: string[] = [];
  const nameless = new Set<number>();
  let number = 0;
  let blank = 0;
  /** Empty lines count only if there is something below them. */
  let waiting = 0;
  /** Text that is not read yet, its first line, and from how many characters on it is read again. */
  let rest = '';
  let line = 1;
  let enough = 0;

  /** The row of a line's cells; `source` is their text. */
  function rowOf(cells: readonly string[], source: string): NumberedRow | undefined {
    if (isSeparatorLine) {
      isSeparatorLine = false;
      return undefined;
    }
    number++;
    if (number < header) return undefined;
    const isTable = cells.length > 1;
    // An export writes quotes for the first cell of a row if all are empty.
    const isEmpty = cells.every((cell) => (isTable ? cell.trim() : cell) === '') && !source.includes('"');
    // Editors leave spaces in a last line; as the only column, they may be a value.
    if (isEmpty || (!isTable && names.length !== 1 && cells[0]?.trim() === '')) {
      if (names.length) waiting++;
      if (names.length && isTable) [blank, waiting] = [blank + waiting, 0];
      return undefined;
    }
    if (names.length === 0) {
      for (const [at, cell] of cells.entries()) {
        const name = header ? cell.trim() : '';
        if (!name) nameless.add(at);
        names.push(name || `Column ${at + 1}`);
      }
      if (header) return undefined;
    }
    [blank, waiting] = [blank + waiting, 0];
    return [number, fitted(cells, names.length)];
  }

  function read(isLast: boolean): NumberedRow[] {
    // The library's reader of files breaks letters of several bytes at the ends of its chunks, its parser does not.
    const found: NumberedRow[] = [];
    const [text, held] = trim(rest, isLast);
    let from = 0;
    const step = ({ data: [raw = []], errors, meta }: Parsed) => {
      const source = text.slice(from, meta.cursor);
      const cells = withoutReturn(raw, source, delimiter);
      from = meta.cursor;
      if (errors.length) failAt(line, 'a quoted value of this row has no end, or text after its end.');
      const row = rowOf(cells, source);
      if (row) found.push(row);
      line += linesIn(cells);
    };
    const { meta }: Parsed = new Papa.Parser({ delimiter, newline, step }).parse(text, 0, !isLast);
    rest = text.slice(meta.cursor) + held;
    return found;
  }

  return {
    format: 'csv',
    names,
    push(chunk) {
      rest += chunk;
      if (rest.length < enough) return [];
      const found = read(false);
      // Each chunk would otherwise read a long value again from its start.
      enough = 2 * rest.length;
      return found;
    },
    end: () => read(true),
    found: () => ({
      reading: { separator: delimiter, header, list: '', unwraps: false },
      ...{ nameless, blank, first: rows.slice(0, SHOWN_ROWS), lists: [], hasWrapped: false },
    }),
  };
}

/** The reader for a file that starts with this text: JSON is recognized by its first character. */
export function readerFor(head: string, wanted: WantedReading = {}): RowReader {
  const start = head.trimStart();
  if (start === '') throw new FileProblem('There is nothing to import: the file is empty.');
  return /^(\[\s*(\{|\]|$)|\{)/.test(start) ? jsonReader(head, wanted) : csvReader(head, wanted);
}
