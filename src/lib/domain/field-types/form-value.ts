import { dateToSend, editedDate, INVALID_DATE_MESSAGE, isSameDate } from '#domain/app/typed-date.ts';
import { isSameNumber, numberProblem, typedNumber } from '#domain/app/typed-number.ts';
import { type FieldType, valuesOf } from './field-type.ts';
import { type FileValue, noFiles, readFiles } from './file-value.ts';
import {
  checkJson,
  compactJson,
  isSameJson,
  loneNumberNotice,
  prettyJson,
  unescapeStored,
} from './json-text.ts';

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

/** An error of a value that is found before it is sent, in the shape of the backend's errors. */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
}

/** How a form reads, compares, checks and sends the values of one kind of field. */
export interface ValueKind {
  /** The value of an empty field. */
  readonly empty: (isMultiple: boolean) => FormValue;
  /** Reads a stored value; `source` is its JSON text, which is exact where `JSON.parse` rounds. */
  readonly read: (value: unknown, source: string, isMultiple: boolean) => FormValue;
  /** Whether two texts mean the same value to the backend. */
  readonly isSame: (a: string, b: string) => boolean;
  /** The text to send; `stored` is the text with which the form was opened. */
  readonly toSend: (text: string, stored: string) => string;
  /** The reason not to send a text: the backend would refuse it without a clear one, or store another value. */
  readonly problem: (text: string, required?: boolean) => FieldProblem | undefined;
  /** Whether the backend stored another value than it received. Defaults to a comparison by `isSame`. */
  readonly isAltered?: (sent: string, stored: string) => boolean;
  /** The value that stored records have in a field that was added later. Defaults to the empty value. */
  readonly added?: FormValue;
  /** Whether the stored text of a value may differ from the typed one; the form then keeps the typed text. */
  readonly isRewritten?: boolean;
}

const stored = (value: unknown): string => (typeof value === 'string' ? value : '');

const line: ValueKind = {
  empty: () => '',
  read: stored,
  isSame: (a, b) => a === b,
  toSend: (text) => text,
  problem: () => undefined,
};

/** A text area turns every line break into `\n`, which does not count as a change. */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

/** A text area drops the CR of CR LF. Restores it if the stored text had only CR LF. */
function withStoredBreaks(text: string, before: string): string {
  const isCrLf = before.includes('\r\n') && !/(^|[^\r])\n|\r(?!\n)/.test(before);
  return isCrLf ? text.replace(/\r?\n/g, '\r\n') : text;
}

const lines: ValueKind = {
  ...line,
  isSame: (a, b) => withPlainBreaks(a) === withPlainBreaks(b),
  toSend: withStoredBreaks,
  isRewritten: true,
};

const number: ValueKind = {
  ...line,
  read: (value, source) => (typeof value === 'number' ? source : ''),
  isSame: isSameNumber,
  toSend: (text) => typedNumber(text) ?? text.trim(),
  problem(text, required) {
    if (text.trim() === '') return undefined;
    const message = numberProblem(text);
    if (message) return { code: 'invalid_number', message };
    return required && Number(typedNumber(text)) === 0
      ? { code: 'missing_value', message: '0 counts as empty, because the field is Nonzero.' }
      : undefined;
  },
  added: '0',
};

const date: ValueKind = {
  ...line,
  read(value) {
    const text = stored(value);
    // The input shows no milliseconds, but a duplicate of the record keeps them.
    return text.endsWith('.000Z') ? editedDate(text) : text;
  },
  isSame: isSameDate,
  toSend: (text) => dateToSend(text) ?? '',
  problem: (text) =>
    text.trim() !== '' && dateToSend(text) === undefined
      ? { code: 'invalid_date', message: INVALID_DATE_MESSAGE }
      : undefined,
  // A typed date can have any of several formats; a stored date has the backend's format.
  isAltered: (a, b) => dateToSend(a) !== dateToSend(b),
};

const json: ValueKind = {
  ...line,
  read: (_value, source) => prettyJson(unescapeStored(source)),
  isSame: isSameJson,
  toSend: compactJson,
  problem(text) {
    const check = checkJson(text);
    return check.isValid ? undefined : { code: 'invalid_json', message: check.message };
  },
  // The response still contains the digits that the database did not store.
  isAltered: (a, b) => loneNumberNotice(a) !== undefined || !isSameJson(a, b),
  added: 'null',
  isRewritten: true,
};

const bool: ValueKind = { ...line, empty: () => false, read: (value) => value === true };

/** A choice or an id, or a list of them. */
const choices: ValueKind = {
  ...line,
  empty: (isMultiple) => (isMultiple ? [] : ''),
  read: (value, _source, isMultiple) => (isMultiple ? valuesOf(value) : (valuesOf(value)[0] ?? '')),
};

const KINDS: Readonly<Record<FormKind, ValueKind>> = {
  id: { ...line, toSend: (text) => text.trim() },
  password: { ...line, read: () => '' },
  text: lines,
  editor: lines,
  number,
  bool,
  email: line,
  url: line,
  date,
  select: choices,
  file: { ...line, empty: () => noFiles, read: readFiles },
  relation: choices,
  json,
};

/** Returns how a form reads, compares, checks and sends the values of a kind of field. */
export const valueKind = (kind: FormKind): ValueKind => KINDS[kind];
