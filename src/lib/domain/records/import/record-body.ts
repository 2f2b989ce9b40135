import { ownOf } from '#domain/app/lenient.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import {
  type FormValue,
  type FormValues,
  loneNumberNotice,
  textOf,
  unescapeStored,
  valueKind,
} from '#domain/field-types/form-value.ts';
import type { FormField } from '../panel/fields.ts';
import { isSameValue, readValues } from '../panel/values.ts';
import type { RecordSource } from '../record-source.ts';

const isNamed = (values: FormValues) => (field: FormField) => Object.hasOwn(values, field.name);

/** The body, to be sent as JSON: the backend keeps all digits of numbers and JSON that are sent as texts. */
export function recordBody(fields: readonly FormField[], values: FormValues): Record<string, unknown> {
  const sent: [string, unknown][] = [];
  for (const { name, kind } of fields.filter(isNamed(values))) {
    const value = ownOf(values, name);
    const part = typeof value === 'string' ? valueKind(kind).toSend(value, '') : value;
    sent.push([name, part]);
    // The backend needs the password together with its confirmation.
    if (kind === 'password') sent.push(['passwordConfirm', part]);
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
  const named = fields.filter(isNamed(values)).filter(({ kind }) => kind !== 'password' && kind !== 'id');
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
