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
import type { RecordSource } from '../record-source.ts';
import { type FormField, isCompared, isOfAccount } from './fields.ts';

/** A stored fraction is hidden, but a typed one is meant. */
const addsFraction = (stored: string, typed: string) =>
  !stored.includes('.') && dateToSend(stored) !== dateToSend(typed);

/** `base` is as it is stored. */
export const changedFields = (fields: readonly FormField[], base: FormValues, values: FormValues) =>
  fields.filter((field) => {
    const [stored, value] = [base, values].map((side) => ownOf(side, field.name));
    const isDate = field.kind === 'date';
    return !isSameValue(field, stored, value) || (isDate && addsFraction(textOf(stored), textOf(value)));
  });

/** Passwords alone are no edits that a user would lose; chosen and deleted files are. */
export const isDirty = (changed: readonly FormField[]): boolean =>
  changed.some(({ kind }) => kind !== 'password');

/** Changed fields that a response lacks: the backend ignores fields that its collection does not have. */
export function ignoredFields(
  sent: readonly FormField[],
  base: FormValues,
  values: FormValues,
  response: RecordData,
): FormField[] {
  const ignored = sent.filter(({ name, kind }) => kind !== 'password' && !Object.hasOwn(response, name));
  return changedFields(ignored, base, values);
}

/** Stored otherwise than sent, such as large integers. Not empty ones, which may be filled in, and renamed files. */
export const alteredFields = (fields: readonly FormField[], sent: FormValues, stored: FormValues) =>
  fields.filter((field) => {
    if (field.kind === 'file' || !isCompared(field)) return false;
    const [a, b] = [ownOf(sent, field.name), ownOf(stored, field.name)];
    if (a === undefined || (typeof a === 'string' && a.trim() === '')) return false;
    const { isAltered } = valueKind(field.kind);
    return isAltered ? isAltered(textOf(a), textOf(b)) : !isSameValue(field, a, b);
  });

/** The value of an empty field. */
export const emptyValue = ({ kind, isMultiple }: FormField): FormValue => valueKind(kind).empty(isMultiple);

/** By the names of fields; a field is left out where `read` returns undefined. */
export const byName = <T>(
  fields: readonly FormField[],
  read: (field: FormField) => T | undefined,
): Readonly<Record<string, T>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = read(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );

export const readValues = (fields: readonly FormField[], { record, members }: RecordSource): FormValues =>
  byName(fields, ({ name, kind, isMultiple }) =>
    valueKind(kind).read(ownOf(record, name), members.get(name) ?? '', isMultiple),
  );

/** The known ones, and empty ones as in a new record. */
export const newRecordValues = (fields: readonly FormField[], known: FormValues = {}): FormValues =>
  byName(fields, (field) => ownOf(known, field.name) ?? emptyValue(field));

/** By the names of fields, such as values or messages. */
export const pickKnown = <T>(
  fields: readonly FormField[],
  known: Readonly<Record<string, T>>,
): Readonly<Record<string, T>> => byName(fields, ({ name }) => ownOf(known, name));

/** Choosing beyond the limit keeps the last `max` items (RF-08); a removal leaves those from before a lower limit. */
export function limitChoices(items: readonly string[], before: readonly string[], max: number) {
  return items.length > max && items.length > before.length ? items.slice(items.length - max) : items;
}

const isSameFiles = (a: FileValue, b: FileValue) =>
  isSameList(a.names, b.names) &&
  isSameList([...a.deleted].sort(), [...b.deleted].sort()) &&
  isSameList(a.added, b.added);

/** Whether two values of a field mean the same to the backend. */
export function isSameValue({ kind }: FormField, a: FormValue | undefined, b: FormValue | undefined) {
  if (a === b) return true;
  if (isFileValue(a) || isFileValue(b)) return isSameFiles(filesOf(a), filesOf(b));
  if (isListValue(a) || isListValue(b)) return isSameList(listOf(a), listOf(b));
  if (typeof a !== 'string' || typeof b !== 'string') return (a ?? false) === (b ?? false);
  return valueKind(kind).isSame(a, b);
}

export interface BodyPart {
  readonly name: string;
  readonly value: string | File;
}

/** PocketBase reads this part as a JSON object of fields: in others, line breaks would become CR LF. */
export const JSON_PART = '@jsonPayload';

const HAS_BREAK = /[\r\n]/;

/** An empty `{field}.{name}` for each deleted file, the kept names if their order changed, then the new files. */
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

/** Adds or removes: the backend changes the value that it has then. */
export function modifierPart({ name, kind, isMultiple }: FormField, modifier: '+' | '-', value: FormValue) {
  const modified = `${name}${modifier}`;
  // Several parts of this name would be read as one.
  if (isMultiple) return { name: JSON_PART, value: JSON.stringify({ [modified]: listOf(value) }) };
  return { name: modified, value: valueKind(kind).toSend(textOf(value), '').trim() };
}

/** The id only if the user typed one. */
export function createBody(fields: readonly FormField[], values: FormValues): BodyPart[] {
  const isSent = (field: FormField) => field.kind !== 'id' || textOf(ownOf(values, field.name)).trim() !== '';
  return bodyOf(fields.filter(isSent), values, newRecordValues(fields));
}

/** Only changed fields: others may have changed the rest. Empty when there is nothing to save. */
export function updateBody(fields: readonly FormField[], base: FormValues, values: FormValues): BodyPart[] {
  const changed = changedFields(fields, base, values).filter((field) => field.kind !== 'id');
  // The backend needs the password together with its confirmation.
  const hasPassword = changed.some(isOfAccount);
  const sent = fields.filter((field) => changed.includes(field) || (hasPassword && isOfAccount(field)));
  return bodyOf(sent, values, base);
}

/** Total size of the files in a body, in bytes. */
export const uploadSize = (parts: readonly BodyPart[]): number =>
  parts.reduce((sum, { value }) => sum + (value instanceof File ? value.size : 0), 0);
