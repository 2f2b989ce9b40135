import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import type { FileValue } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  isListValue,
  listOf,
  textOf,
  valueKind,
} from '#domain/field-types/form-value.ts';
import type { RecordData } from '../record.ts';
import type { FormField } from './fields.ts';
import type { RecordSource } from './record-source.ts';

/**
 * Whether a date has milliseconds and the stored one has none: a stored fraction is hidden, but a typed one is meant.
 */
const addsFraction = (stored: string, typed: string) =>
  !stored.includes('.') && dateToSend(stored) !== dateToSend(typed);

/** The fields whose value differs from their base value, which is as it is stored. */
export function changedFields(
  fields: readonly FormField[],
  base: FormValues,
  values: FormValues,
): FormField[] {
  return fields.filter((field) => {
    const [stored, value] = [base, values].map((side) => ownOf(side, field.name));
    const isDate = field.kind === 'date';
    return !isSameValue(field, stored, value) || (isDate && addsFraction(textOf(stored), textOf(value)));
  });
}

/**
 * Whether the user would lose anything if the changes of these fields were discarded. Passwords alone do not
 * count; chosen and deleted files do.
 */
export function isDirty(changed: readonly FormField[]): boolean {
  return changed.some(({ kind }) => kind !== 'password');
}

/**
 * The changed fields that a response does not contain: the backend ignores fields that its collection does not have.
 * `sent` are the fields that were sent; those with the same value as in `base` do not count.
 */
export function ignoredFields(
  sent: readonly FormField[],
  base: FormValues,
  values: FormValues,
  response: RecordData,
): FormField[] {
  const ignored = sent.filter(({ name, kind }) => kind !== 'password' && !Object.hasOwn(response, name));
  return changedFields(ignored, base, values);
}

/**
 * The fields that the backend stored with another value than it received, such as an integer that a double can't
 * represent. Fields that were sent empty don't count, because the backend fills in some of them. Files don't count
 * either, because the backend renames them.
 */
export function alteredFields(
  fields: readonly FormField[],
  sent: FormValues,
  stored: FormValues,
): FormField[] {
  return fields.filter((field) => {
    if (field.kind === 'file' || field.kind === 'password' || field.kind === 'id') return false;
    const [a, b] = [ownOf(sent, field.name), ownOf(stored, field.name)];
    if (a === undefined || (typeof a === 'string' && a.trim() === '')) return false;
    const { isAltered } = valueKind(field.kind);
    return isAltered ? isAltered(textOf(a), textOf(b)) : !isSameValue(field, a, b);
  });
}

/** The value of an empty field. */
export const emptyValue = ({ kind, isMultiple }: FormField): FormValue => valueKind(kind).empty(isMultiple);

/** What `read` returns for each field, by the names of the fields; a field is left out if that is undefined. */
export function byName<T>(
  fields: readonly FormField[],
  read: (field: FormField) => T | undefined,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = read(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** The form values of a stored record. */
export const readValues = (fields: readonly FormField[], { record, members }: RecordSource): FormValues =>
  byName(fields, ({ name, kind, isMultiple }) =>
    valueKind(kind).read(ownOf(record, name), members.get(name) ?? '', isMultiple),
  );

/** The values of these fields: the known ones, and empty ones as in a new record. */
export const newRecordValues = (fields: readonly FormField[], known: FormValues = {}): FormValues =>
  byName(fields, (field) => ownOf(known, field.name) ?? emptyValue(field));

/** What is known of these fields by their names, such as values or messages. */
export const pickKnown = <T>(
  fields: readonly FormField[],
  known: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> => byName(fields, ({ name }) => ownOf(known, name));

/**
 * The items of a list after a change (RF-08): choosing beyond the limit keeps the last `max` ones. Who removes one of
 * more, which were stored before the limit was lowered, removes only that one.
 */
export function limitChoices(
  items: readonly string[],
  before: readonly string[],
  max: number,
): readonly string[] {
  return items.length > max && items.length > before.length ? items.slice(items.length - max) : items;
}

const isSameFiles = (a: FileValue, b: FileValue) =>
  isSameList(a.names, b.names) &&
  isSameList([...a.deleted].sort(), [...b.deleted].sort()) &&
  isSameList(a.added, b.added);

/** Whether two values of a field mean the same to the backend. */
export function isSameValue(
  { kind }: FormField,
  a: FormValue | undefined,
  b: FormValue | undefined,
): boolean {
  if (a === b) return true;
  if (isFileValue(a) || isFileValue(b)) return isSameFiles(filesOf(a), filesOf(b));
  if (isListValue(a) || isListValue(b)) return isSameList(listOf(a), listOf(b));
  if (typeof a !== 'string' || typeof b !== 'string') return (a ?? false) === (b ?? false);
  return valueKind(kind).isSame(a, b);
}

/** One part of a multipart body. */
export interface BodyPart {
  readonly name: string;
  readonly value: string | File;
}

/**
 * Name of the part that PocketBase reads as a JSON object of fields. A multipart form would change every line break in
 * a value to CR LF; JSON escapes line breaks, so the value arrives unchanged.
 */
export const JSON_PART = '@jsonPayload';

const HAS_BREAK = /[\r\n]/;

/**
 * The parts of a file field: an empty `{field}.{name}` for each deleted file, the kept names if their order
 * changed, then the new files, which the backend appends to the kept ones.
 */
function fileParts(name: string, value: FileValue, base: FileValue): BodyPart[] {
  const isKept = (stored: string) => !value.deleted.includes(stored);
  const kept = value.names.filter(isKept);
  const isMoved = base.names.filter(isKept).some((stored, index) => stored !== kept[index]);
  return [
    ...value.deleted.map((stored) => ({ name: `${name}.${stored}`, value: '' })),
    ...(isMoved ? kept.map((stored) => ({ name, value: stored })) : []),
    ...value.added.map((file) => ({ name, value: file })),
  ];
}

function bodyOf(fields: readonly FormField[], values: FormValues, base: FormValues): BodyPart[] {
  const parts: BodyPart[] = [];
  const json = new Map<string, string | readonly string[]>();
  for (const field of fields) {
    const { name } = field;
    const value = ownOf(values, name);
    if (isFileValue(value)) {
      parts.push(...fileParts(name, value, filesOf(ownOf(base, name))));
      continue;
    }
    if (field.isMultiple) {
      const list = listOf(value);
      // An empty list is one empty part.
      const sent = list.length ? list : [''];
      if (list.some((item) => HAS_BREAK.test(item))) json.set(name, list);
      else parts.push(...sent.map((item) => ({ name, value: item })));
      continue;
    }
    const text =
      typeof value === 'boolean'
        ? String(value)
        : valueKind(field.kind).toSend(textOf(value), textOf(ownOf(base, name)));
    if (HAS_BREAK.test(text)) json.set(name, text);
    else parts.push({ name, value: text });
  }
  if (json.size) parts.push({ name: JSON_PART, value: JSON.stringify(Object.fromEntries(json)) });
  return parts;
}

/** The part that adds to the value of a field or removes from it: the backend changes the value that it has then. */
export function modifierPart(
  { name, isMultiple }: FormField,
  modifier: '+' | '-',
  value: FormValue,
): BodyPart {
  const modified = `${name}${modifier}`;
  // Several parts of this name would be read as one.
  if (isMultiple) return { name: JSON_PART, value: JSON.stringify({ [modified]: listOf(value) }) };
  return { name: modified, value: textOf(value).trim() };
}

/** The body that creates a record: every field of the form, but the id only if the user typed one. */
export function createBody(fields: readonly FormField[], values: FormValues): BodyPart[] {
  const isSent = (field: FormField) => field.kind !== 'id' || textOf(ownOf(values, field.name)).trim() !== '';
  return bodyOf(fields.filter(isSent), values, newRecordValues(fields));
}

/**
 * The body that updates a record: only the changed fields, so that it does not overwrite changes of others in the other
 * fields. An empty list means that there is nothing to save.
 */
export function updateBody(fields: readonly FormField[], base: FormValues, values: FormValues): BodyPart[] {
  const changed = changedFields(fields, base, values).filter((field) => field.kind !== 'id');
  // The backend needs the password together with its confirmation.
  const hasPassword = changed.some((field) => field.kind === 'password');
  const sent = fields.filter(
    (field) => changed.includes(field) || (hasPassword && field.kind === 'password'),
  );
  return bodyOf(sent, values, base);
}

/** Total size of the files in a body, in bytes. */
export function uploadSize(parts: readonly BodyPart[]): number {
  return parts.reduce((sum, { value }) => sum + (value instanceof File ? value.size : 0), 0);
}
