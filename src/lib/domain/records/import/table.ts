import Papa from 'papaparse';
import { countText } from '#domain/app/count-text.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { createPrint } from '#domain/app/text-print.ts';
import { truncate } from '#domain/app/value-text.ts';
import { valuesOf } from '#domain/field-types/field-type.ts';
import { type FormValue, textOf } from '#domain/field-types/form-value.ts';
import { BYTE_ORDER_MARK, CSV_LINE_END } from '../transfer/csv.ts';
import { createColumnGuess, ERROR_COLUMN, SAMPLE_CHARS } from './columns.ts';
import { readerFor } from './file-rows.ts';
import { comparableKey } from './key-filter.ts';
import {
  type ColumnFiles,
  type FileContent,
  FileProblem,
  type ImportPlan,
  type MappedColumn,
  type Misfits,
  NO_DELIMITER,
  type NumberedRow,
  type RawRow,
  type RowProblem,
  type RowReader,
  type WantedReading,
} from './plan.ts';
import {
  firstEncoding,
  foreignWord,
  guessEncoding,
  hasByteOrderMark,
  textOfFile,
  WrongEncoding,
} from './read-file.ts';
import { ANY_FILES, type FoundFiles, findFiles, type ZippedFile } from './row-files.ts';
import { type ReadCell, readCsvCell, readJsonCell, roundedText } from './values.ts';
import type { Archive } from './zip.ts';

export interface ImportRow {
  /** Among all rows, from 0. */
  readonly index: number;
  /** As a spreadsheet counts, or the position in the JSON from 1. */
  readonly number: number;
  /** By field, those that the row has. A looked-up relation has the texts to look up. */
  readonly values: Readonly<Record<string, FormValue>>;
  readonly files: Readonly<Record<string, readonly ZippedFile[]>>;
  readonly problems: readonly RowProblem[];
}

/** They stay with the table, as blobs, which take no memory of scripts. */
export interface ImportTable {
  /** As far as it is known how a file is read; throws FileProblem. `onProgress` gets the number of bytes read. */
  open(file: Blob, wanted?: WantedReading, onProgress?: (bytes: number) => void): Promise<FileContent>;
  /** Takes the plan for `rows`; returns the values that do not fit, in the order of the plan's columns. */
  check(plan: ImportPlan): Promise<readonly Misfits[]>;
  rows(batch: number): Promise<readonly ImportRow[]>;
  /** In the zip, by the path; throws FileProblem. */
  file(path: string): Promise<Blob>;
  /** The rows at these positions, in the same format, with a column that says why each was refused. */
  refused(reasons: ReadonlyMap<number, string>): Promise<Blob>;
}

/** A zip, one without entries, and a workbook of an old Excel. */
const ZIP_STARTS = ['504b0304', '504b0506'];
const XLS_START = 'd0cf11e0';
const startOf = async (file: Blob): Promise<string> =>
  [...new Uint8Array(await file.slice(0, 4).arrayBuffer())]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

const BATCH_ROWS = 500;
const BATCH_CHARS = 1_000_000;
const MAX_FIRST = 5;
const NO_FILES: ColumnFiles = { most: 0, largest: 0 };

/** Writes a row in the format that it comes from, with the reason why it was refused. */
function refusedLine({ format, names, found }: RowReader) {
  const { separator } = found().reading;
  const delimiter = separator === NO_DELIMITER ? ',' : separator;
  const kept = names.flatMap((name, at) => (name === ERROR_COLUMN ? [] : [at]));
  return (cells: RawRow, reason: string): string => {
    if (format === 'csv') {
      // Values beyond the columns stay in their row.
      const row = [...kept.map((at) => cells[at]), reason, ...cells.slice(names.length)];
      return Papa.unparse([row.map((cell) => cell ?? '')], { delimiter, newline: CSV_LINE_END });
    }
    const members = kept.flatMap((at) => {
      const source = cells[at];
      return typeof source === 'string' ? [`${JSON.stringify(names[at])}:${source}`] : [];
    });
    return `{${[...members, `${JSON.stringify(ERROR_COLUMN)}:${JSON.stringify(reason)}`].join(',')}}`;
  };
}

interface Opened {
  readonly reader: RowReader;
  readonly archive: Archive | undefined;
}

/** In its file, whatever is imported of it. */
function idOf({ reader }: Opened, cells: RawRow): string {
  const cell = cells[reader.names.indexOf('id')] ?? '';
  return reader.format === 'csv' || cell === '' ? cell : String(JSON.parse(cell) ?? '');
}

function readCell(from: Opened, cells: RawRow, mapped: MappedColumn): ReadCell | FoundFiles | undefined {
  const cell = cells[mapped.column];
  if (cell === null || cell === undefined) return undefined;
  const value = (from.reader.format === 'csv' ? readCsvCell : readJsonCell)(cell, mapped);
  return mapped.field.kind === 'file' && from.archive && 'value' in value
    ? findFiles(valuesOf(value.value), idOf(from, cells), mapped, from.archive)
    : value;
}

/** After another row; null once a value is no name of a file in the zip. */
function withFiles(from: Opened, files: ColumnFiles, cells: RawRow, column: number): ColumnFiles | null {
  const found = readCell(from, cells, { ...ANY_FILES, column });
  if (!found) return files;
  if (!('files' in found)) return null;
  const largest = found.files.reduce((size, file) => Math.max(size, file.size), files.largest);
  return { most: Math.max(files.most, found.files.length), largest };
}

function readRow(
  from: Opened,
  index: number,
  [number, cells]: NumberedRow,
  columns: readonly MappedColumn[],
): ImportRow {
  const values: [string, FormValue][] = [];
  const files: [string, readonly ZippedFile[]][] = [];
  const problems: RowProblem[] = [];
  for (const mapped of columns) {
    const { name } = mapped.field;
    const found = readCell(from, cells, mapped);
    if (!found) continue;
    if ('problem' in found) problems.push({ field: name, message: found.problem });
    else if ('files' in found) files.push([name, found.files]);
    else values.push([name, found.value]);
  }
  const { names, format } = from.reader;
  const header = countText(names.length, 'column', 'columns');
  const tooMany = `This row has ${cells.length} values, but the header has ${header}.`;
  if (format === 'csv' && cells.length > names.length) problems.push({ field: '', message: tooMany });
  return { index, number, values: Object.fromEntries(values), files: Object.fromEntries(files), problems };
}

/** `from` is the position of its first row. */
type Batch = Readonly<{ blob: Blob; from: number }>;

function createBatches() {
  const print = createPrint();
  const batches: Batch[] = [];
  let [count, size, from] = [0, 0, 0];
  let waiting: string[] = [];
  const flush = () => {
    if (waiting.length) batches.push({ blob: new Blob([`[${waiting.join(',')}]`]), from });
    from = count;
    waiting = [];
    size = 0;
  };
  return {
    ...{ batches, print },
    add: (row: NumberedRow): void => {
      const text = JSON.stringify(row);
      print.add(text);
      waiting.push(text);
      size += text.length;
      count++;
      if (waiting.length === BATCH_ROWS || size > BATCH_CHARS) flush();
    },
    end: (): number => {
      flush();
      return count;
    },
  };
}

/** Throws FileProblem; WrongEncoding if another one has to be tried. */
async function readRows(
  file: Blob,
  wanted: WantedReading,
  archive: Archive | undefined,
  onProgress: (bytes: number) => void,
) {
  const { batches, print, add, end } = createBatches();
  let example = '';
  let reader: RowReader | undefined;
  const columns = createColumnGuess();
  const files: (ColumnFiles | null)[] = [];
  const encoding = wanted.encoding ?? 'utf-8';
  const addAll = (from: RowReader, rows: readonly NumberedRow[]) => {
    for (const row of rows) {
      columns.add(row[1], from.format !== 'csv');
      // Of all rows: a new field must have room for the files of each.
      for (const at of archive ? row[1].keys() : []) {
        const known = files[at] === undefined ? NO_FILES : files[at];
        files[at] = known && withFiles({ reader: from, archive }, known, row[1], at);
      }
      add(row);
    }
  };
  for await (const text of textOfFile(file, encoding, onProgress)) {
    reader ??= readerFor(text, wanted);
    if (!encoding.startsWith('utf')) example ||= foreignWord(text);
    addAll(reader, reader.push(text));
  }
  reader ??= readerFor('');
  addAll(reader, reader.end());
  const count = end();
  if (count === 0) throw new FileProblem('There is nothing to import: the file has no rows.');
  print.add(JSON.stringify(reader.names));
  return { count, columns, files, reader, example, encoding, batches, print: print.get() };
}

/** The records of what is neither a zip nor a workbook are the file itself. Throws FileProblem. */
async function openContainer(file: Blob, sheet: WantedReading['sheet']) {
  const start = await startOf(file);
  const opened = ZIP_STARTS.includes(start) ? await (await import('./zip.ts')).openZip(file) : undefined;
  const kind = start === XLS_START ? 'xls' : typeof opened === 'string' ? opened : undefined;
  const archive = typeof opened === 'object' ? opened : undefined;
  const book = kind && (await (await import('./workbook.ts')).readWorkbook(file, kind, sheet));
  return { archive, book, records: book?.csv ?? archive?.records ?? file };
}

/** Counts values that do not fit, and finds rows with the key of an earlier row. */
function createCheck(plan: ImportPlan) {
  const keyName = plan.match || 'id';
  const keyKind = plan.columns.find(({ field }) => field.name === keyName)?.field.kind;
  const keys = new Map<string, number>();
  /** By row, the number of the earlier one. */
  const repeated = new Map<number, number>();
  const columns = plan.columns.map(({ column, field }) => ({
    ...{ column, field, count: 0, first: [] as Misfits['first'][number][] },
    rounded: undefined as Misfits['rounded'],
  }));
  const byName = new Map(columns.map((one) => [one.field.name, one]));
  return {
    repeated,
    add: (row: ImportRow, cells: RawRow): void => {
      const { number } = row;
      const key = comparableKey(textOf(ownOf(row.values, keyName)), keyKind);
      if (key !== '') {
        const first = keys.get(key);
        if (first === undefined) keys.set(key, number);
        else repeated.set(row.index, first);
      }
      for (const misfits of columns) {
        const text = textOf(ownOf(row.values, misfits.field.name));
        const stored = text && roundedText(text, misfits.field);
        if (!stored) continue;
        const { count, ...one } = misfits.rounded ?? { count: 0, row: number, text, stored };
        misfits.rounded = { ...one, count: count + 1 };
      }
      for (const { field, message } of row.problems) {
        const misfits = byName.get(field) ?? columns[0];
        if (!misfits || misfits.count++ >= MAX_FIRST) continue;
        const text = truncate(cells[misfits.column] ?? '', SAMPLE_CHARS, '');
        misfits.first.push({ row: number, text, message });
      }
    },
    misfits: (): readonly Misfits[] =>
      columns.map(({ count, first, rounded }) => ({ count, first, ...(rounded && { rounded }) })),
  };
}

export function createImportTable(): ImportTable {
  const nothing: Opened = { reader: readerFor('{}'), archive: undefined };
  let opened = nothing;
  /** The file of refused rows begins with a mark, without which spreadsheets would not read it as UTF-8. */
  let writesMark = false;
  let batches: readonly Batch[] = [];
  let plan: ImportPlan = { columns: [], match: '', onMatch: 'update' };
  /** By rows with the key of an earlier row, the number of that one. */
  let repeated: ReadonlyMap<number, number> = new Map();
  let checks = 0;

  const rawRows = async (batch: number): Promise<NumberedRow[]> =>
    JSON.parse((await batches[batch]?.blob.text()) ?? '[]');

  function toRow(index: number, numbered: NumberedRow): ImportRow {
    const row = readRow(opened, index, numbered, plan.columns);
    const first = repeated.get(index);
    if (first === undefined) return row;
    const problem = { field: plan.match || 'id', message: `Row ${first} has the same value.` };
    return { ...row, problems: [...row.problems, problem] };
  }

  async function open(
    file: Blob,
    wanted: WantedReading = {},
    onProgress: (bytes: number) => void = () => {},
  ): Promise<FileContent> {
    opened = nothing;
    batches = [];
    const { archive, book, records } = await openContainer(file, wanted.sheet);
    const known = book ? { ...wanted, encoding: 'utf-8', separator: ',' } : wanted;
    const encoding = known.encoding ?? (await firstEncoding(records));
    const readIn = (name: string) => readRows(records, { ...known, encoding: name }, archive, onProgress);
    const read = await readIn(encoding).catch((error: unknown) => {
      if (!(error instanceof WrongEncoding) || known.encoding) throw error;
      return readIn(guessEncoding(error.bytes));
    });
    opened = { reader: read.reader, archive };
    batches = read.batches;
    const hasMark = await hasByteOrderMark(records, read.encoding);
    const { names, format } = read.reader;
    const { nameless, first, ...found } = read.reader.found();
    writesMark = hasMark || (format === 'csv' && (book !== undefined || read.encoding !== 'utf-8'));
    const reading = { ...found.reading, encoding: read.encoding, sheet: book?.sheet ?? '' };
    const isPlain =
      (read.encoding === 'utf-8' || hasMark) && reading.header < 2 && !reading.list && !reading.unwraps;
    return {
      ...{ ...found, format, reading, example: read.example, count: read.count },
      columns: names.map((name, at) => {
        const files = read.files[at];
        return {
          name,
          ...read.columns.of(at),
          ...(nameless.has(at) && { isNameless: true }),
          ...(files?.most && { type: 'file', files }),
        };
      }),
      first: first.map((cells) => cells.map((cell) => truncate(cell, SAMPLE_CHARS))),
      sheets: book?.sheets ?? [],
      isGuessed: !isPlain || (book?.sheets.length ?? 0) > 1,
      files: archive?.count,
      batches: batches.length,
      print: read.print,
    };
  }

  async function check(next: ImportPlan): Promise<readonly Misfits[]> {
    const mine = ++checks;
    plan = next;
    repeated = new Map();
    const found = createCheck(next);
    for (const [batch, { from }] of batches.entries()) {
      const raw = await rawRows(batch);
      // Another plan has replaced this one.
      if (mine !== checks) break;
      for (const [at, row] of raw.entries()) found.add(toRow(from + at, row), row[1]);
    }
    if (mine === checks) repeated = found.repeated;
    return found.misfits();
  }

  async function refused(reasons: ReadonlyMap<number, string>): Promise<Blob> {
    const source = opened.reader;
    const isCsv = source.format === 'csv';
    const line = refusedLine(source);
    const lineEnd = isCsv ? CSV_LINE_END : '\n';
    const [start, between, end] = source.format === 'json' ? ['[\n', ',\n', '\n]\n'] : ['', lineEnd, lineEnd];
    const parts = isCsv ? [line(source.names, ERROR_COLUMN)] : [];
    for (const [batch, { from }] of batches.entries()) {
      for (const [at, [, cells]] of (await rawRows(batch)).entries()) {
        const reason = reasons.get(from + at);
        if (reason !== undefined) parts.push(`${parts.length ? between : ''}${line(cells, reason)}`);
      }
    }
    const mark = isCsv && writesMark ? BYTE_ORDER_MARK : '';
    return new Blob([mark, start, ...parts, end], { type: isCsv ? 'text/csv' : 'application/json' });
  }

  return {
    open,
    check,
    rows: async (batch) => {
      const from = batches[batch]?.from ?? 0;
      const raw = await rawRows(batch);
      return raw.map((row, at) => toRow(from + at, row));
    },
    file: async (path) => {
      if (!opened.archive) throw new FileProblem('There is no zip.');
      return opened.archive.read(path);
    },
    refused,
  };
}
