import { countText } from '#domain/app/count-text.ts';
import type { FileFormat } from './plan.ts';
import { FileProblem, failAt } from './problem.ts';
import { createCsvSplitter, formatOf, NO_DELIMITER } from './split-csv.ts';
import { createJsonSplitter, membersOf } from './split-json.ts';

/** A row: its cells in the order of the columns; null where the object has no such member. */
export type RawRow = readonly (string | null)[];

/** Reads the rows of a file; the names of its columns are complete at the end. */
export interface RowReader {
  readonly format: FileFormat;
  /** The separator of CSV; empty for JSON. */
  readonly separator: string;
  readonly names: readonly string[];
  /** The rows of a chunk, each with its number as a spreadsheet counts, or its position in the JSON from 1. */
  readonly push: (chunk: string) => [number: number, cells: RawRow][];
  readonly end: () => [number: number, cells: RawRow][];
}

/** The line by which a file tells Excel its separator. */
const SEPARATOR_LINE = /^sep=([^"\r\n])(?=[\r\n])/i;

const countOf = ({ length }: readonly unknown[], one: string): string => countText(length, one, `${one}s`);

function csvReader(head: string): RowReader {
  const separator = SEPARATOR_LINE.exec(head)?.[1];
  const guessed = formatOf(head);
  const format = { ...guessed, delimiter: separator ?? guessed.delimiter };
  let isHead = separator !== undefined;
  const splitter = createCsvSplitter(format);
  const names: string[] = [];
  let number = 0;
  const read = (rows: ReturnType<typeof splitter.push>) =>
    rows.flatMap(({ cells, line }): [number, RawRow][] => {
      if (isHead) {
        isHead = false;
        return [];
      }
      number++;
      // Editors leave spaces in a last line; as the only column, they may be a value.
      const isBlank = cells.length === 1 && names.length !== 1 && cells[0]?.trim() === '';
      if (cells.length === 0 || isBlank) return [];
      if (names.length === 0) {
        names.push(...cells.map((name, at) => name.trim() || `Column ${at + 1}`));
        return [];
      }
      if (cells.length !== names.length)
        failAt(
          line,
          `this row has ${countOf(cells, 'value')}, but the header has ${countOf(names, 'column')}.`,
        );
      return [[number, cells]];
    });
  return {
    format: 'csv',
    separator: format.delimiter === NO_DELIMITER ? ',' : format.delimiter,
    names,
    push: (chunk) => read(splitter.push(chunk)),
    end: () => read(splitter.end()),
  };
}

function jsonReader(format: FileFormat): RowReader {
  const splitter = createJsonSplitter();
  const places = new Map<string, number>();
  const names: string[] = [];
  let number = 0;
  const placeOf = (name: string): number => {
    const place = places.get(name) ?? names.push(name) - 1;
    places.set(name, place);
    return place;
  };
  return {
    format,
    separator: '',
    names,
    push: (chunk) =>
      splitter.push(chunk).map((piece) => {
        const cells: (string | null)[] = Array.from({ length: names.length }, () => null);
        for (const [name, source] of membersOf(piece)) cells[placeOf(name)] = source;
        return [++number, cells];
      }),
    end: () => {
      splitter.end();
      return [];
    },
  };
}

/** The reader for a file that starts with this text: JSON is recognized by its first character. */
export function readerFor(head: string): RowReader {
  const start = head.trimStart();
  if (start === '') throw new FileProblem('There is nothing to import: the file is empty.');
  if (/^\[\s*(\{|\]|$)/.test(start)) return jsonReader('json');
  return start.startsWith('{') ? jsonReader('ndjson') : csvReader(head);
}
