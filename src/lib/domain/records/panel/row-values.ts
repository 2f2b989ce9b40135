import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
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
import type { RecordSource } from '../record-source.ts';
import { uploadedName } from '../undo/kept.ts';
import { type FormField, formFieldsOf } from './fields.ts';
import { hasEveryField } from './schema-change.ts';
import { byName, emptyValue, isSameValue, readValues } from './values.ts';

export interface ListedRow {
  readonly row: RecordData;
  /** The list has requested only an excerpt of this text field. */
  readonly isExcerpt: (name: string) => boolean;
}

/** As far as a row in the list has them. */
export interface RowValues {
  readonly values: FormValues;
  /** Fields that wait for the record: until then, a value is only shown, and empty if the row has a part of it. */
  readonly awaited: ReadonlySet<string>;
}

/** The backend and `JSON.stringify` write numbers the same way. */
const numberSource = (value: unknown): string | undefined =>
  typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))
    ? JSON.stringify(value)
    : undefined;

/** Undefined unless the row has all of it; parsing has rounded the numbers of JSON. */
export function wholeValue(field: FormField, { row, isExcerpt }: ListedRow): FormValue | undefined {
  const { name, kind, isMultiple } = field;
  const value = ownOf(row, name);
  const isLong = kind !== 'password' && COLUMNS[kind].long !== undefined;
  // Rich text is always requested as an excerpt.
  if (kind === 'editor' || (isLong && (isExcerpt(name) || !isWhole(value)))) return undefined;
  const source = kind === 'number' ? numberSource(value) : (JSON.stringify(value) ?? '');
  return source === undefined ? undefined : valueKind(kind).read(value, source, isMultiple);
}

/** Undefined if a field is missing. Files and JSON are awaited: edits of two states can't be merged, parsing rounds. */
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

/** By the backend, when they are empty. */
const isGenerated = ({ name, kind, field }: FormField): boolean =>
  kind === 'id' || (!field && name === 'username') || (field?.type === 'text' && Boolean(field.autogenerate));

/** As stored: numbers become 0, JSON becomes null. */
const EMPTY = new Set(['', '0', 'null']);

function isKept(field: FormField, sent: FormValues, stored: FormValues): boolean {
  const [a, b] = [ownOf(sent, field.name), ownOf(stored, field.name)];
  // Responses contain no passwords, and the backend renames files.
  if (field.kind === 'password') return true;
  if (field.kind === 'file') return countFiles(filesOf(a)) === countFiles(filesOf(b));
  if (a === '') return isGenerated(field) || EMPTY.has(textOf(b));
  return isSameValue(field, a, b);
}

/** Probably the record that these values created: none was stored differently than it was sent. */
export function isSavedDuplicate(collection: Collection, sent: FormValues, stored: RecordSource): boolean {
  const fields = formFieldsOf(collection, true);
  const values = readValues(fields, stored);
  return fields.every((field) => isKept(field, sent, values));
}

const uploadedSince = ({ names }: FileValue, stored: FileValue) =>
  stored.names.filter((name) => !names.includes(name));

/** Letters and digits stay when the backend rewrites the name of a file. */
const plainName = (name: string) => name.replace(/\W|_/g, '').toLowerCase();
const plainAdded = ({ added }: FileValue) => added.map(({ name }) => plainName(name));
const plainStored = (name: string) => plainName(uploadedName(name));

/** Only names tell uploads apart if others have added files, too. */
function ownUploads(sent: FileValue, stored: FileValue): string[] {
  const since = uploadedSince(sent, stored);
  if (since.length === sent.added.length) return since;
  const own = plainAdded(sent);
  return since.filter((name) => own.includes(plainStored(name)));
}

/** The backend has the value that was sent, if any. Uploads are known by their names. */
export function isStored(field: FormField, sent: FormValues, stored: FormValues): boolean {
  const [value, found] = [sent, stored].map((values) => ownOf(values, field.name));
  if (!isFileValue(value)) return value !== undefined && isSameValue(field, value, found);
  const names = ownUploads(value, filesOf(found)).map(plainStored);
  return names.length > 0 && isSameList(names, plainAdded(value));
}

/** Uploaded files are no longer new; additions and removals made during the upload are kept. */
function filesAfter(sent: FileValue, typed: FileValue, stored: FileValue): FileValue {
  const uploaded = ownUploads(sent, stored);
  // Otherwise it is unknown which name belongs to which file.
  const isPaired = uploaded.length === sent.added.length;
  // During the upload, unless the form has them as stored: the next save deletes them.
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
 * The stored values of `fields`, except where values were edited since the request was sent. `refused` fields, which
 * the backend did not store as sent, keep the typed values.
 */
export const recordAfterSave = (
  fields: readonly FormField[],
  sent: FormValues,
  typed: FormValues,
  stored: FormValues,
  refused: ReadonlySet<string> = new Set(),
): FormValues =>
  byName(fields, (field) => {
    const { name } = field;
    const [sentValue, typedValue, storedValue] = [sent, typed, stored].map((values) => ownOf(values, name));
    if (storedValue === undefined) return undefined;
    if (typedValue !== undefined && refused.has(name)) return typedValue;
    if (sentValue === undefined || typedValue === undefined) return storedValue;
    return valueAfter(field, sentValue, typedValue, storedValue);
  });
