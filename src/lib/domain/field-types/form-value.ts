import type { FieldType } from './field-type.ts';
import { type FileValue, noFiles } from './file-value.ts';

/** The kind of a form field: its schema type, or a kind that only system fields have. */
export type FormKind = FieldType | 'id' | 'password';

/**
 * The value of a form field: text (including JSON and numbers, as typed, to avoid rounding), a boolean, a list
 * (relation, and select with several values) or files.
 */
export type FormValue = string | boolean | readonly string[] | FileValue;
/** The values of a form by field name. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** Whether a value consists of files. */
export const isFileValue = (value: FormValue | undefined): value is FileValue =>
  typeof value === 'object' && !Array.isArray(value);
/** Whether a value is a list of strings. */
export const isListValue = (value: FormValue | undefined): value is readonly string[] => Array.isArray(value);

/** The text of a value; '' if it is not a text. */
export const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');
/** The list of a value; empty if it is not a list. */
export const listOf = (value: FormValue | undefined): readonly string[] => (isListValue(value) ? value : []);
/** The files of a value; none if it has no files. */
export const filesOf = (value: FormValue | undefined): FileValue => (isFileValue(value) ? value : noFiles);
