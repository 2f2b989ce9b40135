import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Versions } from '#domain/app/versions.ts';
import { countFiles, deleteFile } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  isListValue,
  textOf,
} from '#domain/field-types/form-value.ts';
import { loneNumberNotice } from '#domain/field-types/json-text.ts';
import type { FormField } from '../panel/fields.ts';
import { isSameOrder } from '../panel/merge.ts';
import { emptyValue, isSameValue } from '../panel/values.ts';

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
