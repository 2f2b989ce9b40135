import { numberText } from '#domain/app/count-text.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import type { ShownType } from '#domain/field-types/field-type.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { type FormField, formFieldsOf, isOfAccount } from '../panel/fields.ts';

/** Why a file can't be read, as a sentence for the person who chose it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
}

/** @param line counted from 1 */
export function failAt(line: number, reason: string): never {
  throw new FileProblem(`Line ${numberText(line)}: ${reason}`);
}

export type FileFormat = 'csv' | 'json' | 'ndjson';

/** The files of a column whose values are all names of files in the zip. */
export interface ColumnFiles {
  /** The most that a record has. */
  readonly most: number;
  /** The size of the largest, in bytes. */
  readonly largest: number;
}

/** Of a column's numbers or dates, where that decides what they are. */
export type Way = 'point' | 'comma' | 'dmy' | 'mdy';

export interface WayGuess {
  /** The only one that fits, or the backend's own; undefined if several fit. */
  readonly way: Way | undefined;
  /** A value, and what it is in both ways. */
  readonly text: string;
  readonly readings: readonly [string | undefined, string | undefined];
}

/** `each` reads only what has one reading. */
export type ChosenWay = Way | 'each';

export interface FileColumn {
  readonly name: string;
  /** Some first ones, cut. */
  readonly samples: readonly string[];
  readonly type: ShownType;
  readonly files?: ColumnFiles;
  /** Its values that may say that there is none, such as `NULL`. */
  readonly nulls?: readonly string[];
  /** How its numbers and dates are written, unless they are all as the backend writes them. */
  readonly ways?: Readonly<Partial<Record<FormKind, WayGuess | undefined>>>;
  readonly isEmpty?: boolean;
  /** It has values, but none is an id of the backend. */
  readonly hasNoIds?: boolean;
  readonly isNameless?: boolean;
}

/** Encodings that can be chosen, as `TextDecoder` names them; the first ones are guessed, in this order. */
export const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1253': 'Greek (Windows-1253)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  ibm866: 'Cyrillic (DOS 866)',
  macintosh: 'Western European (Mac)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  'euc-kr': 'Korean (EUC-KR)',
  big5: 'Chinese (Big5)',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
};
/** The separator of a file with one column: it stands in no text. */
export const NO_DELIMITER = '\uFFFF\uFFFE';

/** Name of the outermost object, if its members are the rows. */
export const WHOLE = '*';

export interface FileReading {
  /** As `TextDecoder` names it. */
  readonly encoding: string;
  /** Between the cells of CSV; empty for JSON. */
  readonly separator: string;
  /** The row with the names of the columns, from 1; 0 if there is none. */
  readonly header: number;
  /** Which list has the rows: names from the outside, joined by points, or {@link WHOLE}; empty for the file itself. */
  readonly list: string;
  /** Whether values as MongoDB exports them, such as `{"$oid": "…"}`, are unwrapped. */
  readonly unwraps: boolean;
  readonly sheet: string;
}

export type WantedReading = Partial<FileReading>;

export interface FileContent {
  readonly format: FileFormat;
  readonly columns: readonly FileColumn[];
  readonly count: number;
  /** Number of empty rows, which are skipped. */
  readonly blank: number;
  readonly reading: FileReading;
  /** Whether other readings are possible. */
  readonly isGuessed: boolean;
  /** The first rows of a table, with the header and what is above it; cut. */
  readonly first: readonly (readonly string[])[];
  /** A word with a letter beyond ASCII, if the encoding was guessed. */
  readonly example: string;
  readonly lists: readonly string[];
  readonly sheets: readonly string[];
  readonly hasWrapped: boolean;
  /** Number of the records' files in a zip; undefined if it is no zip. */
  readonly files: number | undefined;
  readonly batches: number;
  /** The same for the same rows, read in the same way. */
  readonly print: string;
}

/** Cells by column; null where an object has no such member. A row of CSV may have more cells than columns. */
export type RawRow = readonly (string | null)[];

/** A row with its number as a spreadsheet counts, or its position in the JSON from 1. */
export type NumberedRow = readonly [number: number, cells: RawRow];

/** Reads the rows of a file; the names of its columns are complete at the end. */
export interface RowReader {
  readonly format: FileFormat;
  readonly names: readonly string[];
  readonly push: (chunk: string) => NumberedRow[];
  readonly end: () => NumberedRow[];
  /** What was found until now, and the columns to which the file gives no name. */
  readonly found: () => Pick<FileContent, 'blank' | 'first' | 'lists' | 'hasWrapped'> & {
    readonly reading: Omit<FileReading, 'encoding' | 'sheet'>;
    readonly nameless: ReadonlySet<number>;
  };
}

export interface MappedColumn {
  /** From 0. */
  readonly column: number;
  readonly field: FormField;
  /** Which field of the related collection its values are; `id` for ids and for all other types. */
  readonly key: string;
  /** How its texts are read; without it, only as the backend writes them. */
  readonly reading?: { readonly way: ChosenWay | undefined; readonly nulls: boolean };
}

export interface ImportPlan {
  readonly columns: readonly MappedColumn[];
  /** The field by which stored records are found: `id`, a unique field, or '' to always create. */
  readonly match: string;
  readonly onMatch: 'update' | 'skip';
  /** Whether new users without a password get a random one. */
  readonly randomPasswords?: boolean;
  /** Whether texts that look like hashes are used as passwords; else their users get random ones. */
  readonly keepsHashes?: boolean;
}

/** `field` is empty when it is about the whole row. */
export interface RowProblem {
  readonly field: string;
  readonly message: string;
}

export interface Misfits {
  readonly count: number;
  readonly first: readonly { readonly row: number; readonly text: string; readonly message: string }[];
  /** Values that are stored with fewer digits: how many, the first one, and what is stored of it. */
  readonly rounded?: {
    readonly count: number;
    readonly row: number;
    readonly text: string;
    readonly stored: string;
  };
}

/** It comes with the password; a collection without accounts may have a field of that name. */
const isConfirmation = (field: FormField) => isOfAccount(field) && field.name === 'passwordConfirm';

/** Files are only in a zip: a table has their names. */
export const importFields = (collection: Collection, hasFiles: boolean): FormField[] =>
  formFieldsOf(collection, true).filter(
    (field) => (hasFiles || field.kind !== 'file') && !isConfirmation(field),
  );

const KEY_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'url', 'number']);

/** Fields that can find one record, of those that `isKey` accepts. */
export const keyFields = (collection: Collection, isKey: (field: Field) => boolean) => [
  ...collection.fields.flatMap(({ role, name }) => (role === 'username' || role === 'email' ? [name] : [])),
  ...ownFields(collection)
    .filter((field) => KEY_TYPES.has(field.type) && isFilterable(field.name) && isKey(field))
    .map(({ name }) => name),
];

/** Required fields that no column fills: new records will be refused. */
export function missingFields(collection: Collection, columns: readonly MappedColumn[]): string[] {
  const filled = new Set(columns.map(({ field }) => field.name));
  return formFieldsOf(collection, true)
    .filter((field) => field.required && !isConfirmation(field) && !filled.has(field.name))
    .map(({ name }) => name);
}
