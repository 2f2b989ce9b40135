import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { COLUMNS } from '#domain/field-types/columns.ts';
import { applyFiles, countFiles, type FileValue } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  textOf,
  valueKind,
} from '#domain/field-types/form-value.ts';
import { isWhole } from '../big-values.ts';
import type { RecordData } from '../record.ts';
import { uploadedName } from '../undo/kept.ts';
import { type FormField, formFieldsOf } from './fields.ts';
import type { RecordSource } from './record-source.ts';
import { hasEveryField } from './schema-change.ts';
import { byName, emptyValue, isSameValue, readValues } from './values.ts';

/** A row of the list on screen. */
export interface ListedRow {
  readonly row: RecordData;
  /** Whether the list has requested only an excerpt of this text field. */
  readonly isExcerpt: (name: string) => boolean;
}

/** The values of a record as far as its row in the list has them. */
export interface RowValues {
  readonly values: FormValues;
  /**
   * Names of the fields that wait for the record itself: the row has only a part of the value, or not its exact text.
   * Their value can be shown until then, but not edited; it is empty if the row has only a part.
   */
  readonly awaited: ReadonlySet<string>;
}

/** The source text of a number: the backend and `JSON.stringify` write numbers the same way. */
const numberSource = (value: unknown): string | undefined =>
  typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? JSON.stringify(value)
    : undefined;

/** The value of a field if the row has all of it; parsing has rounded the numbers of JSON. */
export function wholeValue(field: FormField, { row, isExcerpt }: ListedRow): FormValue | undefined {
  const { name, kind, isMultiple } = field;
  const value = ownOf(row, name);
  const isLong = kind !== 'password' && COLUMNS[kind].long !== undefined;
  // Rich text is always requested as an excerpt.
  if (kind === 'editor' || (isLong && (isExcerpt(name) || !isWhole(value)))) return undefined;
  const source = kind === 'number' ? numberSource(value) : (JSON.stringify(value) ?? '');
  return source === undefined ? undefined : valueKind(kind).read(value, source, isMultiple);
}

/**
 * The form values of a record whose row is known; undefined if the row has not every field. Files are awaited, because
 * edits of two states of a list of files can't be merged, and so is JSON, because parsing it rounds numbers.
 */
export function readRow(fields: readonly FormField[], listed: ListedRow): RowValues | undefined {
  if (!hasEveryField(fields, listed.row)) return undefined;
  const found = fields.map((field) => ({ field, value: wholeValue(field, listed) }));
  const awaited = found.filter(
    ({ field, value }) => value === undefined || field.kind === 'json' || field.kind === 'file',
  );
  return {
    values: Object.fromEntries(found.map(({ field, value }) => [field.name, value ?? emptyValue(field)])),
    awaited: new Set(awaited.map(({ field }) => field.name)),
  };
}

/** Fields that the backend generates when they are empty. */
const GENERATED = new Set(['id', 'username']);

/** Stored forms of an empty value: numbers become 0, JSON becomes null. */
const EMPTY = new Set(['', '0', 'null']);

function isKept(field: FormField, sent: FormValues, stored: FormValues): boolean {
  const [a, b] = [ownOf(sent, field.name), ownOf(stored, field.name)];
  // Responses contain no passwords, and the backend renames files.
  if (field.kind === 'password') return true;
  if (field.kind === 'file') return countFiles(filesOf(a)) === countFiles(filesOf(b));
  if (a === '') return GENERATED.has(field.name) || EMPTY.has(textOf(b));
  return isSameValue(field, a, b);
}

/**
 * Whether a stored record probably is the one that was created from these form values. A value that the backend
 * stores differently than it was sent, such as a number out of range, makes it another record.
 */
export function isSavedDuplicate(collection: Collection, sent: FormValues, stored: RecordSource): boolean {
  const fields = formFieldsOf(collection, true);
  const values = readValues(fields, stored);
  return fields.every((field) => isKept(field, sent, values));
}

/** Stored names that were not there when the form was sent. */
const uploadedSince = ({ names }: FileValue, stored: FileValue) =>
  stored.names.filter((name) => !names.includes(name));

/** The letters and digits of the name of a file, which the backend keeps when it rewrites the name. */
const plainName = (name: string) => name.replace(/\W|_/g, '').toLowerCase();
const plainAdded = ({ added }: FileValue) => added.map(({ name }) => plainName(name));
const plainStored = (name: string) => plainName(uploadedName(name));

/** Stored names of the files that were sent; if others have added some too, only names tell them apart. */
function ownUploads(sent: FileValue, stored: FileValue): string[] {
  const since = uploadedSince(sent, stored);
  if (since.length === sent.added.length) return since;
  const own = plainAdded(sent);
  return since.filter((name) => own.includes(plainStored(name)));
}

/** Whether the backend has stored the value of a field that was sent, if any. Uploads are known by their names. */
export function isStored(field: FormField, sent: FormValues, stored: FormValues): boolean {
  const [value, found] = [sent, stored].map((values) => ownOf(values, field.name));
  if (!isFileValue(value)) return value !== undefined && isSameValue(field, value, found);
  const names = ownUploads(value, filesOf(found)).map(plainStored);
  return names.length > 0 && isSameList(names, plainAdded(value));
}

/** The files after a save: uploaded files are no longer new; additions and removals made during the upload are kept. */
function filesAfter(sent: FileValue, typed: FileValue, stored: FileValue): FileValue {
  const uploaded = ownUploads(sent, stored);
  // Otherwise it is unknown which name belongs to which file.
  const isPaired = uploaded.length === sent.added.length;
  // Removed by the user during the upload, unless the form has them as stored: the next save deletes them.
  const removed = uploaded.filter(
    (name, index) =>
      isPaired && !typed.names.includes(name) && !typed.added.includes(sent.added[index] as File),
  );
  const deleted = typed.deleted.filter((name) => stored.names.includes(name));
  return {
    ...applyFiles(typed, stored, [...deleted, ...removed]),
    added: typed.added.filter((file) => !sent.added.includes(file)),
  };
}

function valueAfter(field: FormField, sent: FormValue, typed: FormValue, stored: FormValue): FormValue {
  if (isFileValue(typed)) {
    return typed === sent ? stored : filesAfter(filesOf(sent), typed, filesOf(stored));
  }
  if (typed !== sent) return typed;
  // The same value in another notation: the typed text is kept, so that it does not change under the caret.
  return valueKind(field.kind).isRewritten && isSameValue(field, typed, stored) ? typed : stored;
}

/**
 * The values of a form after a save: the stored values, except for fields that were edited since the request was sent.
 * `fields` are the fields of the stored record. `refused` are the names of fields that the backend did not store as
 * sent; they keep the typed values.
 */
export function recordAfterSave(
  fields: readonly FormField[],
  sent: FormValues,
  typed: FormValues,
  stored: FormValues,
  refused: ReadonlySet<string> = new Set(),
): FormValues {
  return byName(fields, (field) => {
    const { name } = field;
    const [sentValue, typedValue, storedValue] = [sent, typed, stored].map((values) => ownOf(values, name));
    if (storedValue === undefined) return undefined;
    if (typedValue !== undefined && refused.has(name)) return typedValue;
    if (sentValue === undefined || typedValue === undefined) return storedValue;
    return valueAfter(field, sentValue, typedValue, storedValue);
  });
}
