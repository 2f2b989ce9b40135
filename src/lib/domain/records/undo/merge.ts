import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Versions } from '#domain/app/versions.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { countFiles, deleteFile, noFiles } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  isListValue,
  loneNumberNotice,
  textOf,
} from '#domain/field-types/form-value.ts';
import { type FormField, formFieldsOf } from '../panel/fields.ts';
import { isSameOrder } from '../panel/merge.ts';
import { followSchema } from '../panel/schema-change.ts';
import { byName, emptyValue, isSameValue, newRecordValues, readValues } from '../panel/values.ts';
import { type KeptRecord, keptKey, keyOf, referredKeys, relationsOf } from './kept.ts';

/** The form of a deleted record, with which it is created again. */
export interface RestoredForm {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  /** Names of the fields with values that the collection no longer has. */
  readonly lost: readonly string[];
}

/** The value of a relation without the records in `missing`. */
function referable({ field }: FormField, value: readonly string[], missing: ReadonlySet<string>) {
  const target = String(field?.options['collectionId']);
  return value.filter((id) => !missing.has(keyOf(target, id)));
}

/**
 * The form that creates a kept record in the current state of its collection, without references to `missing`, which
 * are keys of records. An auth record gets `password`.
 */
export function restoredForm(
  { collection, source, files }: KeptRecord,
  current: Collection,
  { missing, password }: { readonly missing: ReadonlySet<string>; readonly password: string },
): RestoredForm {
  const former = formFieldsOf(collection, true);
  const stored = readValues(former, source);
  const values = byName(former, ({ name, kind }): FormValue => {
    if (kind === 'file') return { ...noFiles, added: files.get(name) ?? [] };
    return kind === 'password' ? password : (ownOf(stored, name) ?? '');
  });
  const base = newRecordValues(former);
  const fields = formFieldsOf(current, true);
  const after = followSchema({ fields: former, base, values }, fields, true);
  const sent = byName(fields, (field): FormValue => {
    const value = ownOf(after.values, field.name) ?? '';
    const isRelation = field.kind === 'relation' && isListValue(value);
    return isRelation ? referable(field, value, missing) : value;
  });
  return { fields, values: sent, lost: after.orphaned.map(({ name }) => name) };
}

/** Records that can be created at the same time. */
export interface RestoreStep {
  readonly records: readonly KeptRecord[];
  /** Keys of the records that do not exist yet then; references to them have to be added afterwards. */
  readonly missing: ReadonlySet<string>;
}

/**
 * The order in which records are created again: after those to which they refer, as the backend refuses references to
 * records that do not exist. Records that refer to one another in a circle come first without these references.
 */
export function restoreSteps(records: readonly KeptRecord[]): RestoreStep[] {
  const waiting = new Map(records.map((kept) => [keptKey(kept), kept]));
  const waitsFor = (kept: KeptRecord) =>
    relationsOf(kept.collection).filter((field) => referredKeys(field, kept).some((key) => waiting.has(key)));
  const steps: RestoreStep[] = [];
  while (waiting.size) {
    const all = [...waiting.values()];
    const free = all.filter((kept) => !waitsFor(kept).length);
    const optional = free.length
      ? free
      : all.filter((kept) => !waitsFor(kept).some((field) => field.required));
    const step = optional.length ? optional : all;
    steps.push({ records: step, missing: new Set(free.length ? [] : waiting.keys()) });
    for (const kept of step) waiting.delete(keptKey(kept));
  }
  return steps;
}

/** What undoing a change does to a record. */
export interface UndoMerge {
  /** The stored values, with those that come back. */
  readonly values: FormValues;
  /** Names of the fields that somebody else has changed since, and that stay as they are. */
  readonly othersChanged: readonly string[];
  /** Names of the fields whose files were removed for good. */
  readonly withoutFiles: readonly string[];
}

/** Takes added items out again and puts removed ones back; items that others added or removed stay so. */
function mergeLists(
  before: readonly string[],
  after: readonly string[],
  now: readonly string[],
): readonly string[] {
  const kept = now.filter((item) => before.includes(item) || !after.includes(item));
  const back = before.filter((item) => kept.includes(item) || !after.includes(item));
  return [...new Set(isSameOrder(kept, back) ? [...back, ...kept] : [...kept, ...back])];
}

/** Whether `now` is what the change has stored. A database rounds a number that is alone in a JSON field. */
const isUnchanged = (field: FormField, after: FormValue, now: FormValue): boolean =>
  isSameValue(field, after, now) ||
  (field.kind === 'json' &&
    loneNumberNotice(textOf(after)) !== undefined &&
    Number(after) === Number(textOf(now)));

/** The value that comes back, undefined when somebody else has changed it since. */
function undoValue(
  field: FormField,
  { before, after, now }: Record<'before' | 'after' | 'now', FormValue>,
): FormValue | undefined {
  if (isFileValue(now)) {
    const [old, changed] = [filesOf(before).names, filesOf(after).names];
    const added = changed.filter((name) => !old.includes(name));
    const back = [...old.filter((name) => changed.includes(name)), ...added];
    return added.reduce(deleteFile, isSameList(changed, now.names) ? { ...now, names: back } : now);
  }
  if (isUnchanged(field, after, now) || isSameValue(field, before, now)) return before;
  // A single relation is a list, too.
  if (field.max === 1 || !isListValue(now) || !isListValue(before) || !isListValue(after)) return undefined;
  const merged = mergeLists(before, after, now);
  return merged.length > field.max ? undefined : merged;
}

/**
 * Takes a change of some fields back: `base` are their values before it, `mine` those that it stored, and `theirs` all
 * values that are stored now. The same as a save of the old values, except that nobody is asked: what somebody else has
 * changed since stays.
 */
export function mergeUndo(
  fields: readonly FormField[],
  { base, mine, theirs }: Versions<FormValues>,
): UndoMerge {
  const values = new Map(Object.entries(theirs));
  const othersChanged: string[] = [];
  const withoutFiles: string[] = [];
  for (const field of fields) {
    const { name, kind } = field;
    const before = ownOf(base, name);
    if (before === undefined || kind === 'password' || kind === 'id') continue;
    const after = ownOf(mine, name) ?? emptyValue(field);
    const now = ownOf(theirs, name) ?? emptyValue(field);
    const value = undoValue(field, { before, after, now });
    if (value === undefined) othersChanged.push(name);
    else values.set(name, value);
    if (
      isFileValue(before) &&
      countFiles(before) &&
      !before.names.every((one) => filesOf(now).names.includes(one))
    )
      withoutFiles.push(name);
  }
  return { values: Object.fromEntries(values), othersChanged, withoutFiles };
}
