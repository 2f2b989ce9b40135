import { text } from '#domain/app/lenient.ts';
import { dateToSend, editedDate, INVALID_DATE_MESSAGE, isSameDate } from '#domain/app/typed-date.ts';
import { isSameNumber, numberProblem, typedNumber } from '#domain/app/typed-number.ts';
import { type ShownType, valuesOf } from './field-type.ts';
import { type FileValue, noFiles, readFiles } from './file-value.ts';
import { readGeoPoint } from './geo-point.ts';
import { afterSpace, BACKSLASH, isJsonPunctuation, jsonTokens, QUOTE } from './json-scan.ts';
import { geoPointOf, geoProblem } from './typed-point.ts';

/** In levels: deeper lines are not indented further. */
const MAX_INDENT = 40;

/** An empty text is valid and means null. */
export type JsonCheck = { readonly isValid: true } | { readonly isValid: false; readonly message: string };

const isBlank = (text: string) => /^[ \t\n\r]*$/.test(text);

/** Checks whether the text of a JSON editor can be sent. */
export function checkJson(text: string): JsonCheck {
  if (isBlank(text)) return { isValid: true };
  try {
    JSON.parse(text);
    return { isValid: true };
  } catch (error) {
    return { isValid: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Without space between tokens, as it is to be sent: the backend reads leading space as a plain string. */
export function compactJson(text: string): string {
  if (isBlank(text)) return 'null';
  return checkJson(text).isValid ? [...jsonTokens(text)].join('') : text;
}

/** Compares tokens; blank equals `null`. Forms call this on each key press, so it neither parses nor copies. */
export function isSameJson(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [isBlank(a) ? 'null' : a, isBlank(b) ? 'null' : b];
  let at = 0;
  // Where texts begin to differ is mostly clear without tokens: another character comes next, in a string or not.
  while (at < left.length && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  if (left[afterSpace(left, at)] !== right[afterSpace(right, at)]) return false;
  at = 0;
  let to = 0;
  let isInString = false;
  let isAfterPunctuation = true;
  while (true) {
    if (!isInString) {
      const nextAt = afterSpace(left, at);
      const nextTo = afterSpace(right, to);
      const hasSpaceInOneOnly = nextAt > at !== nextTo > to;
      at = nextAt;
      to = nextTo;
      // `1 2` and `12` have the same characters.
      const isSplit = hasSpaceInOneOnly && !isAfterPunctuation && at < left.length;
      if (isSplit && !isJsonPunctuation(left.charCodeAt(at))) return false;
    }
    if (at >= left.length && to >= right.length) return true;
    const code = left.charCodeAt(at);
    if (code !== right.charCodeAt(to)) return false;
    isAfterPunctuation = !isInString && isJsonPunctuation(code);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString && code === BACKSLASH) {
      // The escaped character does not end the string.
      at++;
      to++;
      if (left[at] !== right[to]) return false;
    }
    at++;
    to++;
  }
}

/** Two spaces per level; no token changes. */
export function prettyJson(text: string): string {
  if (!checkJson(text).isValid) return text;
  const out: string[] = [];
  let depth = 0;
  let before = '';
  const newLine = () => out.push('\n', '  '.repeat(Math.min(depth, MAX_INDENT)));
  for (const token of jsonTokens(text)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    // An empty list or object stays on one line.
    const isAfterOpening = before === '{' || before === '[';
    if ((isAfterOpening && !isClosing) || before === ',' || (isClosing && !isAfterOpening)) newLine();
    out.push(token);
    if (token === ':') out.push(' ');
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return out.join('');
}

const ESCAPED: Readonly<Record<string, string>> = {
  '\\u003c': '<',
  '\\u003e': '>',
  '\\u0026': '&',
  '\\u2028': '\u2028',
  '\\u2029': '\u2029',
};

/** The backend escapes `<`, `>`, `&` and two line separators only in responses; the value is the same. */
export function unescapeStored(source: string): string {
  if (!source.includes('\\u')) return source;
  // Each escape is matched completely, so that the second backslash of `\\u003c` does not start a new one.
  return source.replace(/\\(?:u003c|u003e|u0026|u2028|u2029|[\s\S])/g, (text) => ESCAPED[text] ?? text);
}

const INT64_MAX = 9223372036854775807n;

const isPlain = (value: number): boolean => Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6;

/**
 * For a single number, which the database stores as such: `1.10` becomes 1.1, and `1e400` a text.
 * Undefined when it does not change.
 */
export function loneNumberNotice(text: string): string | undefined {
  const source = text.trim();
  if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(source)) return undefined;
  if (/^(0|-?[1-9]\d*)$/.test(source)) {
    const value = BigInt(source);
    if (value <= INT64_MAX && value >= -INT64_MAX - 1n) return undefined;
  } else if (/^-?\d+\.\d+$/.test(source) && String(Number(source)) === source && isPlain(Number(source)))
    return undefined;
  return 'The backend may store this number with other digits. Inside a list or an object they are kept.';
}

/** The type in the schema, or a kind of its own. */
export type FormKind = ShownType | 'id' | 'password';

/** JSON and numbers are texts, as typed, to avoid rounding. Lists are relations and several choices. */
export type FormValue = string | boolean | readonly string[] | FileValue;
/** By field name. */
export type FormValues = Readonly<Record<string, FormValue>>;

/** Whether a value consists of files. */
export const isFileValue = (value: FormValue | undefined): value is FileValue =>
  typeof value === 'object' && !Array.isArray(value);
export const isListValue = (value: FormValue | undefined): value is readonly string[] => Array.isArray(value);

export const textOf = (value: FormValue | undefined): string => (typeof value === 'string' ? value : '');
/** The list of a value; empty if it is not a list. */
export const listOf = (value: FormValue | undefined): readonly string[] => (isListValue(value) ? value : []);
export const filesOf = (value: FormValue | undefined): FileValue => (isFileValue(value) ? value : noFiles);

/** Found before sending, in the shape of the backend's errors. */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
}

/** How a form reads, compares, checks and sends values. */
export interface ValueKind {
  readonly empty: (isMultiple: boolean) => FormValue;
  /** Reads a stored value; `source` is its JSON text, which is exact where `JSON.parse` rounds. */
  readonly read: (value: unknown, source: string, isMultiple: boolean) => FormValue;
  /** Both texts mean the same to the backend. */
  readonly isSame: (a: string, b: string) => boolean;
  /** `stored` is the text with which the form was opened. */
  readonly toSend: (text: string, stored: string) => string;
  /** The reason not to send a text: the backend would refuse it without a clear one, or store another value. */
  readonly problem: (text: string, required?: boolean) => FieldProblem | undefined;
  /** The backend stored another value than it received; by default what `isSame` denies. */
  readonly isAltered?: (sent: string, stored: string) => boolean;
  /** What stored records have in a field that was added later; by default the empty value. */
  readonly added?: FormValue;
  /** The stored text may differ from the typed one, which the form then keeps. */
  readonly isRewritten?: boolean;
}

const line: ValueKind = {
  empty: () => '',
  read: text,
  isSame: (a, b) => a === b,
  toSend: (text) => text,
  problem: () => undefined,
};

/** A text area turns every line break into `\n`, which is no change. */
const withPlainBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

/** Restores the CR that a text area drops, if the stored text had only CR LF. */
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
    const date = text(value);
    // The input shows no milliseconds, but a duplicate of the record keeps them.
    return date.endsWith('.000Z') ? editedDate(date) : date;
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

const choices: ValueKind = {
  ...line,
  empty: (isMultiple) => (isMultiple ? [] : ''),
  read: (value, _source, isMultiple) => (isMultiple ? valuesOf(value) : (valuesOf(value)[0] ?? '')),
};

const geoPoint: ValueKind = {
  ...line,
  read: readGeoPoint,
  isSame(a, b) {
    const [one, other] = [geoPointOf(a), geoPointOf(b)];
    return one && other ? one.lat === other.lat && one.lon === other.lon : a === b;
  },
  toSend: (text) => JSON.stringify(geoPointOf(text)) ?? text,
  problem(text, required) {
    const message = geoProblem(text);
    if (message) return { code: 'invalid_point', message };
    return required && text.trim() !== '' && geoPoint.isSame(text, '')
      ? { code: 'missing_value', message: '0, 0 counts as empty, because the field is Nonzero.' }
      : undefined;
  },
  added: '0, 0',
  isRewritten: true,
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
  geoPoint,
};

/** Returns how a form reads, compares, checks and sends the values of a kind of field. */
export const valueKind = (kind: FormKind): ValueKind => KINDS[kind];
