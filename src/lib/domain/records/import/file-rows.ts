import type { FileFormat, FileReading } from './plan.ts';
import { FileProblem } from './problem.ts';
import { createCsvSplitter, formatOf, headerOf } from './split-csv.ts';
import { createJsonSplitter, hasWrapped, listsIn, membersOf, unwrapped } from './split-json.ts';

/**
 * A row: its cells in the order of the columns; null where the object has no such member. A row of CSV may have more
 * cells than there are columns.
 */
export type RawRow = readonly (string | null)[];

/** What is chosen of how a file is read. */
export type WantedReading = Partial<FileReading>;

/** Reads the rows of a file; the names of its columns are complete at the end. */
export interface RowReader {
  readonly format: FileFormat;
  readonly reading: Pick<FileReading, 'separator' | 'header' | 'list' | 'unwraps'>;
  readonly names: readonly string[];
  /** The columns to which the file gives no name. */
  readonly nameless: ReadonlySet<number>;
  /** The first rows of a table, as they are. */
  readonly first: readonly (readonly string[])[];
  /** The lists of objects inside of JSON. */
  readonly lists: readonly string[];
  readonly hasWrapped: () => boolean;
  /** How many rows without any value were passed over. */
  readonly blank: () => number;
  /** The rows of a chunk, each with its number as a spreadsheet counts, or its position in the JSON from 1. */
  readonly push: (chunk: string) => [number: number, cells: RawRow][];
  readonly end: () => [number: number, cells: RawRow][];
}

/** The line by which a file tells Excel its separator. */
const SEPARATOR_LINE = /^sep=([^"\r\n])(?:\r\n|\r|\n)/i;
/** Rows of a table that are shown. */
const SHOWN_ROWS = 12;

/** A row has as many cells as there are columns; what it has beyond them is kept if it has a value. */
function fitted(cells: readonly string[], width: number): readonly string[] {
  const beyond = cells.slice(width).some((cell) => cell.trim() !== '');
  if (beyond || cells.length === width) return cells;
  return Array.from({ length: width }, (_, at) => cells[at] ?? '');
}

function csvReader(head: string, wanted: WantedReading): RowReader {
  const [line = '', separator] = SEPARATOR_LINE.exec(head) ?? [];
  const format = formatOf(head.slice(line.length), wanted.separator ?? separator);
  const header = wanted.header ?? headerOf(format.rows);
  let isSeparatorLine = line !== '';
  const splitter = createCsvSplitter(format);
  const names: string[] = [];
  const nameless = new Set<number>();
  let number = 0;
  let blank = 0;
  /** Empty lines count only if there is something below them. */
  let waiting = 0;
  function name(cells: readonly string[]): void {
    for (const [at, cell] of cells.entries()) {
      if (!cell.trim()) nameless.add(at);
      names.push(cell.trim() || `Column ${at + 1}`);
    }
  }
  const read = (rows: ReturnType<typeof splitter.push>) =>
    rows.flatMap(({ cells, isTable }): [number, RawRow][] => {
      if (isSeparatorLine) {
        isSeparatorLine = false;
        return [];
      }
      number++;
      if (number < header) return [];
      // Editors leave spaces in a last line; as the only column, they may be a value.
      const isBlank = cells.length === 1 && names.length !== 1 && cells[0]?.trim() === '';
      if (cells.length === 0 || isBlank) {
        if (names.length) waiting++;
        if (names.length && isTable) [blank, waiting] = [blank + waiting, 0];
        return [];
      }
      if (names.length === 0) {
        name(header ? cells : cells.map(() => ''));
        if (header) return [];
      }
      [blank, waiting] = [blank + waiting, 0];
      return [[number, fitted(cells, names.length)]];
    });
  return {
    format: 'csv',
    reading: { separator: format.delimiter, header, list: '', unwraps: false },
    names,
    nameless,
    first: format.rows.slice(0, SHOWN_ROWS),
    lists: [],
    hasWrapped: () => false,
    blank: () => blank,
    push: (chunk) => read(splitter.push(chunk)),
    end: () => read(splitter.end()),
  };
}

/** The column of the names in an object of objects. */
const KEY_COLUMN = '_key';

function jsonReader(head: string, wanted: WantedReading): RowReader {
  const isList = /^\s*\[/.test(head);
  const { lists, rows } = isList ? { lists: [] } : listsIn(head);
  const list = wanted.list === undefined ? rows : lists.find(({ name }) => name === wanted.list);
  const splitter = createJsonSplitter(list);
  const places = new Map<string, number>();
  const names: string[] = [];
  let number = 0;
  let isWrapped = false;
  let isUnwrapped = wanted.unwraps === true;
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? names.push(name) - 1;
    places.set(name, place);
    return place;
  };
  return {
    format: isList || list ? 'json' : 'ndjson',
    reading: {
      ...{ separator: '', header: 0, list: list ? list.name : '' },
      get unwraps() {
        return isUnwrapped;
      },
    },
    names,
    nameless: new Set(),
    first: [],
    lists: lists.map(({ name }) => name),
    hasWrapped: () => isWrapped,
    blank: () => 0,
    push: (chunk) =>
      splitter.push(chunk).map((piece) => {
        const members = membersOf(piece);
        const isFound = hasWrapped(piece.text);
        isWrapped ||= isFound;
        // Without an id of MongoDB it is the JSON of somebody who keeps such values.
        const unwraps = wanted.unwraps ?? (isFound && members.has('_id'));
        isUnwrapped ||= unwraps;
        const cells: (string | null)[] = Array.from({ length: names.length }, () => null);
        if (piece.key) cells[placeOf(KEY_COLUMN)] = piece.key;
        for (const [name, source] of members) cells[placeOf(name)] = unwraps ? unwrapped(source) : source;
        return [++number, cells];
      }),
    end: () => {
      splitter.end();
      return [];
    },
  };
}

/** The reader for a file that starts with this text: JSON is recognized by its first character. */
export function readerFor(head: string, wanted: WantedReading = {}): RowReader {
  const start = head.trimStart();
  if (start === '') throw new FileProblem('There is nothing to import: the file is empty.');
  return /^(\[\s*(\{|\]|$)|\{)/.test(start) ? jsonReader(head, wanted) : csvReader(head, wanted);
}
