import { formatStored, parseDate } from '#domain/app/date.ts';
import { isObject, ownOf, parseJson } from '#domain/app/lenient.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import { numberAs, typedNumber } from '#domain/app/typed-number.ts';
import { choicesOf, hasMultiple } from '#domain/field-types/field-type.ts';
import {
  type FormKind,
  type FormValue,
  type FormValues,
  loneNumberNotice,
  textOf,
  unescapeStored,
  valueKind,
} from '#domain/field-types/form-value.ts';
import { plainGeoText } from '#domain/field-types/typed-point.ts';
import { type FormField, isCompared, isOfAccount } from '../panel/fields.ts';
import { isSameValue, readValues } from '../panel/values.ts';
import { fitsId, mayHaveId } from '../record-id.ts';
import type { RecordSource } from '../record-source.ts';
import type { ChosenWay, MappedColumn, Way, WayGuess } from './plan.ts';

interface TwoWays {
  readonly ways: readonly [Way, Way];
  /** In the backend's own spelling; undefined if the text is no value. */
  readonly read: (text: string, way: Way) => string | undefined;
  /** A quick look: what the backend's own spelling says about the column; undefined for other spellings. */
  readonly skim: (text: string) => 'nothing' | 'first' | 'unclear' | undefined;
  /** A cheaper test of whether a text is worth a look. */
  readonly mayFit: RegExp;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** In seconds or milliseconds. */
const UNIX = /^\d{10}(\d{3})?$/;
const ZERO_DATE = /^(0000[-/.]00[-/.]00|00[-/.]00[-/.]0000)([ T]00:00(:00(\.0+)?)?Z?)?$/;
/** It may stand before the year. Distances from UTC are read; names of other zones say none. */
const TIME =
  /[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?: ?(?:Z|UTC|GMT))?(?: ?([+-]\d{2}):?(\d{2})(?: [A-Z]{3,5}| \([^)]*\))?)?(?= |$)/i;
const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i;
const MONTH_DAY = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;

/** Of two digits, those whose century all programs agree about. */
function yearOf(text: string): string {
  if (text.length === 4) return text;
  if (Number(text) < 30) return `20${text}`;
  return Number(text) > 68 ? `19${text}` : '';
}

function dayOf(text: string, way: Way): readonly [year: string, month: number, day: number] | undefined {
  const month = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  let found = YEAR_FIRST.exec(text);
  if (found) return [found[1] ?? '', Number(found[2]), Number(found[3])];
  found = DAY_MONTH.exec(text);
  if (found) return [yearOf(found[3] ?? ''), month(found[2]), Number(found[1])];
  found = MONTH_DAY.exec(text);
  if (found) return [found[3] ?? '', month(found[1]), Number(found[2])];
  found = YEAR_LAST.exec(text);
  // `24-01-05` may begin with the year.
  if (!found || (found[2] === '-' && found[4]?.length === 2)) return undefined;
  const [first, second] = [Number(found[1]), Number(found[3])];
  const [day, at] = way === 'mdy' ? [second, first] : [first, second];
  return [yearOf(found[4] ?? ''), at, day];
}

/** `yyyy-MM-dd HH:mm:ss`, with the fraction and offset that the text has; empty for a date of zeros. */
function dateAs(source: string, way: Way): string | undefined {
  const text = source.trim();
  if (ZERO_DATE.test(text)) return '';
  if (dateToSend(text) !== undefined) return text;
  if (UNIX.test(text)) return formatStored(new Date(Number(text.padEnd(13, '0'))));
  const [time = '', hour = '0', minute = '00', second = '00', fraction, half, hours, minutes] =
    TIME.exec(text) ?? [];
  const day = dayOf(text.replace(time, ' ').replace(/\s+/g, ' ').trim().replace(WEEKDAY, ''), way);
  if (!day || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined;
  const [year, month, date] = day;
  const pad = (value: number) => String(value).padStart(2, '0');
  const clock = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const local = `${year}-${pad(month)}-${pad(date)} ${pad(clock)}:${minute}:${second}${fraction ? `.${fraction}` : ''}`;
  const read = hours ? `${local}${hours}:${minutes}` : local;
  return parseDate(local) && dateToSend(read) !== undefined ? read : undefined;
}

const OWN_NUMBER = /^\s*-?\d+(\.\d+)?(e[-+]?\d+)?\s*$/i;

const WAYS: Readonly<Partial<Record<FormKind, TwoWays>>> = {
  number: {
    ways: ['point', 'comma'],
    read: (text, way) => numberAs(text, way === 'comma' ? ',' : '.'),
    skim(text) {
      if (/^-?\d+$/.test(text)) return 'nothing';
      if (!OWN_NUMBER.test(text)) return undefined;
      return /^\s*-?[1-9]\d{0,2}\.\d{3}\s*$/.test(text) ? 'unclear' : 'first';
    },
    mayFit: /^[-+\u2212\s\d.,\uFF0B-\uFF19][^a-df-z:/]*$/i,
  },
  date: {
    ways: ['dmy', 'mdy'],
    read: dateAs,
    skim: (text) => (/^(?!0000)\d{4}-\d{2}-\d{2}([ T][\d:.]*Z?)?$/.test(text) ? 'nothing' : undefined),
    mayFit: /^\s*(?:[a-z]{3,9}[,.]?\s+)*\d(?:\d{0,3}(?:st|nd|rd|th)?[-/., ]|\d{9}(?:\d{3})?\s*$)/i,
  },
};

/** None for most kinds. */
export const waysOf = (kind: FormKind): readonly Way[] => WAYS[kind]?.ways ?? [];

const MAX_LENGTH = 80;

/** What a text is in both ways. */
export function readingsOf(kind: FormKind, text: string): WayGuess['readings'] {
  const found = WAYS[kind];
  if (!found || text.length > MAX_LENGTH || !found.mayFit.test(text)) return [undefined, undefined];
  const [first, second] = found.ways;
  return [found.read(text, first), found.read(text, second)];
}

/** In the backend's spelling, or why there is no value; a text that is no such value stays as it is. */
export function readWay(
  kind: FormKind,
  text: string,
  way: ChosenWay | undefined,
): { readonly text: string } | { readonly problem: string } {
  const found = WAYS[kind];
  if (!found || way === undefined) return { text };
  const [first, second] = readingsOf(kind, text);
  if (way !== 'each') {
    const read = way === found.ways[0] ? first : second;
    // What is nothing in this way may be a value in the other one, which was not chosen.
    return read === undefined && (first ?? second) !== undefined
      ? { problem: `“${text}” is not written like the rest of the column: it could be ${first ?? second}.` }
      : { text: read ?? text };
  }
  if (first === undefined || second === undefined || first === second)
    return { text: first ?? second ?? text };
  return { problem: `“${text}” can be ${first} or ${second}: choose how this column is written.` };
}

/** After so many values, a column without any number, or date, has none. */
const SEEN = 1000;

/** Finds out in which way a column of numbers or dates is written. */
export function createWayGuess(kind: FormKind) {
  const found = WAYS[kind];
  /** Values that are read in one way only. */
  let first = 0;
  let second = 0;
  /** Of another spelling than the backend's, and with two readings. */
  let other: string | undefined;
  let unclear: string | undefined;
  let seen = 0;
  let fitting = 0;
  return {
    add(text: string): void {
      // A column of texts is not read to its end for this.
      if (seen++ > SEEN && !fitting) return;
      const own = found?.skim(text);
      if (own !== undefined) {
        fitting++;
        if (own === 'first') first++;
        else if (own === 'unclear') unclear ??= text;
        return;
      }
      const [one, two] = readingsOf(kind, text);
      if (one === undefined && two === undefined) return;
      fitting++;
      if (one !== text.trim()) other ??= text;
      if (one === two) return;
      if (two === undefined) first++;
      else if (one === undefined) second++;
      else unclear ??= text;
    },
    /** Undefined where all values are read in the backend's way only. */
    get(): WayGuess | undefined {
      const text = unclear ?? other;
      if (!found || text === undefined) return undefined;
      const isDecided = !first !== !second;
      if (isDecided && other === undefined && first) return undefined;
      const decided = first ? found.ways[0] : found.ways[1];
      // Without anything against it, numbers are written as the backend does.
      const own =
        !first && !second && (other === undefined || unclear === undefined) ? found.ways[0] : undefined;
      const example = isDecided ? (other ?? text) : text;
      return { way: isDecided ? decided : own, text: example, readings: readingsOf(kind, example) };
    },
  };
}

export type ReadCell = { readonly value: FormValue } | { readonly problem: string };

/** Also as databases write them, and spreadsheets in German, French, Spanish and Italian. */
const BOOLS: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...'true 1 yes t y on wahr vrai verdadero vero'.split(' ').map((text) => [text, true]),
  ...['', ...'false 0 no f n off falsch faux falso'.split(' ')].map((text) => [text, false]),
]);
const isIdOf = ({ ids }: FormField, text: string): boolean =>
  ids ? ids === 'any' || fitsId(text, ids) : mayHaveId(text);
const NO_ID = 'The backend does not accept this id: see the field id of the collection.';

const NULL = /^(null|\\N|n\/a|#n\/a|na|nan|nil|none|\(null\)|<null>|-)$/i;
/** Whether a text is a word by which programs say that a value is empty, such as `NULL`. */
export const isNull = (text: string): boolean => text.length < 7 && NULL.test(text);
const BLANK = 'Cannot be blank.';

/** The text of an empty list. A relation that is looked up keeps it, for a record that has this text. */
export const EMPTY_LIST = '[]';

const problem = (text: string): ReadCell => ({ problem: text });

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

/** A looked-up text may contain a comma. */
function splitList(text: string, { field, key }: MappedColumn): string[] {
  const choices = choicesOf(field.field);
  if (choices.includes(text)) return [text];
  return text.split(key === 'id' ? /[,;]/ : ';').map((item) => item.trim());
}

function readList(items: readonly string[], { field, key }: MappedColumn): ReadCell {
  const list = [...new Set(items.filter((item) => item !== ''))];
  if (field.required && list.length === 0) return problem(BLANK);
  if (list.length > field.max) return problem(`At most ${field.max} values.`);
  if (field.kind === 'select') {
    const choices = choicesOf(field.field);
    const unknown = list.find((item) => !choices.includes(item));
    if (unknown !== undefined) return problem(`“${unknown}” is not one of the choices.`);
  }
  const bad = field.kind === 'relation' && key === 'id' && list.find((item) => !isIdOf(field, item));
  if (typeof bad === 'string') return problem(`“${bad}” is not an id.`);
  return { value: field.isMultiple ? list : (list[0] ?? '') };
}

/** The digits of a number, apart from zeros that only say how large it is. */
const digitsOf = (text: string): string => text.replace(/e.*|[-+.]/gi, '').replace(/^0+|0+$/g, '');

const MAX_DIGITS = 100;

/** What is stored of a valid number or date, if it is less than the text says. */
export function roundedText(typed: string, { kind }: Pick<MappedColumn['field'], 'kind'>) {
  // The backend keeps milliseconds.
  if (kind === 'date') return /\.\d{3}\d*[1-9]/.test(typed) ? dateToSend(typed) : undefined;
  if (kind !== 'number') return undefined;
  const text = typedNumber(typed) ?? typed;
  const digits = digitsOf(text);
  const stored = Number(text);
  // Programs write 0.1 as 0.10000000000000001, too, which is the same stored number.
  const kept = stored.toPrecision(Math.min(Math.max(digits.length, 1), MAX_DIGITS));
  return digitsOf(kept) === digits ? undefined : String(stored);
}

function readNumber(text: string, required: boolean): ReadCell {
  const invalid = valueKind('number').problem(text, required);
  if (invalid) return problem(invalid.message);
  const value = typedNumber(text) ?? '0';
  const stored = Number(value);
  if (required && stored === 0) return problem(BLANK);
  // An export has the shortest digits that name a number.
  const isExact = !/^[-+]?\d+$/.test(value) || value === String(stored) || BigInt(value) === BigInt(stored);
  if (!isExact) return problem(`The backend would store ${BigInt(stored)}: it keeps about 16 digits.`);
  return { value };
}

function readText(source: string, mapped: MappedColumn): ReadCell {
  const { kind, required, max } = mapped.field;
  const text = kind === 'geoPoint' ? plainGeoText(source) : source;
  if (kind === 'number') return readNumber(text, required);
  if (kind === 'bool') {
    const value = ownOf(BOOLS, text.trim().toLowerCase());
    if (value === undefined) return problem('Use true or false, 1 or 0, yes or no.');
    return required && !value ? problem(BLANK) : { value };
  }
  if (hasMultiple(kind)) return readList(max > 1 ? splitList(text, mapped) : [text], mapped);
  if (kind === 'id' && text !== '' && !isIdOf(mapped.field, text))
    return problem(mapped.field.ids ? NO_ID : 'An id has 15 letters or digits.');
  if (required && text === '') return problem(BLANK);
  const invalid = valueKind(kind).problem(text, required);
  if (invalid) return problem(invalid.message);
  // An export has the escapes of responses, without which the backend had stored the text.
  return { value: kind === 'json' ? unescapeStored(text) : text };
}

export function readCsvCell(source: string, mapped: MappedColumn): ReadCell {
  const { field, reading } = mapped;
  const read = reading
    ? readWay(field.kind, reading.nulls && isNull(source) ? '' : source, reading.way)
    : { text: source };
  if ('problem' in read) return read;
  const { text } = read;
  // One relation may be written as a list, as it is exported.
  if (hasMultiple(field.kind) && text.startsWith('[')) {
    const list = textsIn(parseJson(text));
    if (list && (mapped.key === 'id' || text !== EMPTY_LIST)) return readList(list, mapped);
  }
  return readText(text, mapped);
}

/** Numbers keep their digits. */
export function readJsonCell(source: string, mapped: MappedColumn): ReadCell {
  const { kind } = mapped.field;
  if (kind === 'json' || (kind === 'geoPoint' && source.startsWith('{'))) return readText(source, mapped);
  const value = parseJson(source);
  if (value === null) return readText('', mapped);
  if (typeof value === 'string') return readCsvCell(value, mapped);
  if (Array.isArray(value) && hasMultiple(mapped.field.kind)) {
    const list = textsIn(value);
    return list ? readList(list, mapped) : problem('Expected texts.');
  }
  if (isObject(value) || Array.isArray(value)) return problem('Expected a single value.');
  // The backend reads seconds since 1970, too.
  return mapped.field.kind === 'date' ? readCsvCell(source, mapped) : readText(source, mapped);
}

const isNamed = (values: FormValues) => (field: FormField) => Object.hasOwn(values, field.name);

/** The body, to be sent as JSON: the backend keeps all digits of numbers and JSON that are sent as texts. */
export function recordBody(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const sent: [string, unknown][] = [];
  for (const field of fields.filter(isNamed(values))) {
    const { name, kind } = field;
    const value = ownOf(values, name);
    const part = typeof value === 'string' ? valueKind(kind).toSend(value, '') : value;
    sent.push([name, part]);
    // The backend needs the password together with its confirmation.
    if (isOfAccount(field)) sent.push(['passwordConfirm', part]);
  }
  return Object.fromEntries(sent);
}

/** Whether a value would be stored as it is already; unlike in a form, line breaks and milliseconds count. */
function isStoredValue(field: FormField, value: FormValue | undefined, stored: FormValue | undefined) {
  const [a, b] = [textOf(value), textOf(stored)];
  if (field.kind === 'text' || field.kind === 'editor') return a === b;
  if (field.kind === 'number') return Number(a) === Number(b);
  if (field.kind === 'date') return a === b || dateToSend(a) === dateToSend(b);
  if (field.kind !== 'json') return isSameValue(field, value, stored);
  // The database stores a document that is a single number with other digits.
  if (loneNumberNotice(a) && Number(a) === Number(b)) return true;
  return isSameValue(field, unescapeStored(a), unescapeStored(b));
}

/** The fields whose values differ from those of a stored record. Passwords can't be compared and stay as they are. */
export function changedFields(fields: readonly FormField[], values: FormValues, stored: RecordSource) {
  const named = fields.filter(isNamed(values)).filter(isCompared);
  const before = readValues(named, stored);
  return named.filter((field) => !isStoredValue(field, ownOf(values, field.name), ownOf(before, field.name)));
}

/** How other systems store passwords, by the names of the methods. A hash in hexadecimal has one of a few lengths. */
const FORMATS: readonly (readonly [name: string, format: RegExp])[] = [
  ['bcrypt', /^(bcrypt\w*\$+|\{bcrypt\}|\{crypt\}|\$wp)?\$?2[abxy]?\$\d\d\$[./a-z\d]{50,}$/i],
  ['argon2', /^(argon2\w*|\{argon2\w*\})?\$?argon2(id?|d)?\$/i],
  ['scrypt', /^(\$?scrypt|\$7)[$:]/i],
  ['pbkdf2', /^[${]?pbkdf2[-\w]*[$:}]/i],
  ['phpass', /^\$[PHS]\$[./a-z\d]{31,}$/i],
  ['crypt', /^(\{crypt\})?\$(1|5|6|md5|apr1|g?y|sha1)\$/i],
  ['SHA or MD5', /^(\*?[\da-f]{40}|[\da-f]{32}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})$/i],
  ['SHA or MD5', /^(\{s?(sha|md5)-?\d*\}|(sha|md5)\d*[$:])/i],
  ['ASP.NET Identity', /^A[A-Z]AAAA[a-z\d+/]{50,}=*$/i],
];

/** The method of the hash that a text looks like; undefined if it may be a password. */
export const hashMethod = (text: string): string | undefined =>
  FORMATS.find(([, format]) => format.test(text))?.[0];
