import { isFilterable } from '#domain/app/filter.ts';
import type { Collection, SchemaField } from '#domain/collections/collection.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';
import { type FormField, formFieldsOf } from '../panel/fields.ts';

/** How the values of a file are written. */
export type FileFormat = 'csv' | 'json' | 'ndjson';

/** The files of a column whose values are all names of files in the zip. */
export interface ColumnFiles {
  /** The most that a record has. */
  readonly most: number;
  /** The size of the largest, in bytes. */
  readonly largest: number;
}

/** A column of a file, or a member of its objects. */
export interface FileColumn {
  readonly name: string;
  /** Some of its first values, cut. */
  readonly samples: readonly string[];
  /** The type that fits its first values; `file` if it has files. */
  readonly type: FieldType;
  readonly files?: ColumnFiles;
}

/** A file that was read. */
export interface FileContent {
  readonly format: FileFormat;
  readonly columns: readonly FileColumn[];
  readonly count: number;
  /** Number of the records' files in a zip; undefined if it is no zip. */
  readonly files: number | undefined;
  /** Number of batches in which its rows can be read. */
  readonly batches: number;
}

/** A column whose values are imported. */
export interface MappedColumn {
  /** Position in the file. */
  readonly column: number;
  readonly field: FormField;
  /** Which field of the related collection its values are; `id` for ids and for all other types. */
  readonly key: string;
}

/** What happens with the rows of a file. */
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

/** A reason why a row can't be imported; `field` is empty when it is about the whole row. */
export interface RowProblem {
  readonly field: string;
  readonly message: string;
}

/** A column's values that do not fit its field. */
export interface Misfits {
  readonly count: number;
  readonly first: readonly { readonly row: number; readonly text: string; readonly message: string }[];
  /** The values that fit but are stored with fewer digits, if any: the first one, and what is stored of it. */
  readonly rounded?: {
    readonly count: number;
    readonly row: number;
    readonly text: string;
    readonly stored: string;
  };
}

/** Whether a value comes with the password's; a collection without accounts may have a field of that name. */
const isConfirmation = ({ kind, name }: FormField) => kind === 'password' && name === 'passwordConfirm';

/** Fields that can be imported. Files are only in a zip: a table has their names. */
export const importFields = (collection: Collection, hasFiles: boolean): FormField[] =>
  formFieldsOf(collection, true).filter(
    (field) => (hasFiles || field.kind !== 'file') && !isConfirmation(field),
  );

const KEY_TYPES: ReadonlySet<string> = new Set(['text', 'email', 'url', 'number']);

const systemKeys = ({ type }: Collection): string[] => (type === 'auth' ? ['username', 'email'] : []);

/** Fields that can find one record, of those that `isKey` accepts. */
export const keyFields = (
  collection: Collection,
  isKey: (field: SchemaField) => boolean,
): readonly string[] => [
  ...systemKeys(collection),
  ...collection.schema
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
