import { dequal } from 'dequal/lite';
import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { relatedId } from '#domain/field-types/field-type.ts';
import { deleteFile, noFiles } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  isListValue,
  loneNumberNotice,
  textOf,
} from '#domain/field-types/form-value.ts';
import { outcomeOf, type Versions } from '#domain/model/parts.ts';
import { type FormField, formFieldsOf, isCompared, isOfAccount } from '../panel/fields.ts';
import { isSameOrder } from '../panel/merge.ts';
import { followSchema } from '../panel/schema-change.ts';
import { byName, emptyValue, isSameValue, newRecordValues, readValues } from '../panel/values.ts';
import { type KeptRecord, keptKey, keyOf, referredKeys, relationsOf } from './kept.ts';

function referable({ field }: FormField, value: readonly string[], missing: ReadonlySet<string>) {
  const target = relatedId(field) ?? '';
  return value.filter((id) => !missing.has(keyOf(target, id)));
}

/** Creates a record anew, without references to the keys in `missing`. `lost` are fields that are gone. */
export function restoredForm(
  { collection, source, files }: KeptRecord,
  current: Collection,
  { missing, password }: { readonly missing: ReadonlySet<string>; readonly password: string },
) {
  const former = formFieldsOf(collection, true);
  const stored = readValues(former, source);
  const values = byName(former, (field): FormValue => {
    const { name, kind } = field;
    if (kind === 'file') return { ...noFiles, added: files.get(name) ?? [] };
    // A password that nobody needs to sign in stays away, like what was never kept.
    if (kind === 'password') return isOfAccount(field) || field.required ? password : '';
    return ownOf(stored, name) ?? '';
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

/**
 * Records are created again after those to which they refer, as the backend wants it; those in a circle first without
 * the references to `missing`, which are added afterwards.
 */
export function restoreSteps(records: readonly KeptRecord[]) {
  const waiting = new Map(records.map((kept) => [keptKey(kept), kept]));
  const waitsFor = (kept: KeptRecord) =>
    relationsOf(kept.collection).filter((field) => referredKeys(field, kept).some((key) => waiting.has(key)));
  const steps: { readonly records: readonly KeptRecord[]; readonly missing: ReadonlySet<string> }[] = [];
  while (waiting.size) {
    const all = [...waiting.values()];
    const free = all.filter((kept) => !waitsFor(kept).length);
    const optional = free.length
      ? free
      : all.filter((kept) => !waitsFor(kept).some((field) => field.isRequired));
    const step = optional.length ? optional : all;
    steps.push({ records: step, missing: new Set(free.length ? [] : waiting.keys()) });
    for (const kept of step) waiting.delete(keptKey(kept));
  }
  return steps;
}

/** Takes added items out again and puts removed ones back; what others did stays. */
function mergeLists(before: readonly string[], after: readonly string[], now: readonly string[]) {
  const kept = now.filter((item) => before.includes(item) || !after.includes(item));
  const back = before.filter((item) => kept.includes(item) || !after.includes(item));
  return [...new Set(isSameOrder(kept, back) ? [...back, ...kept] : [...kept, ...back])];
}

/** The stored value is that of the change. A database rounds a number that is alone in a JSON field. */
const isUntouched = (field: FormField, after: FormValue, now: FormValue): boolean =>
  isSameValue(field, after, now) ||
  (field.kind === 'json' &&
    loneNumberNotice(textOf(after)) !== undefined &&
    Number(after) === Number(textOf(now)));

/** Undefined when somebody else has changed the value since. */
function undoValue(field: FormField, before: FormValue, after: FormValue, now: FormValue) {
  if (isFileValue(now)) {
    const [old, changed] = [filesOf(before).names, filesOf(after).names];
    const added = changed.filter((name) => !old.includes(name));
    const back = [...old.filter((name) => changed.includes(name)), ...added];
    return added.reduce(deleteFile, isSameList(changed, now.names) ? { ...now, names: back } : now);
  }
  // What the change has left alone is not undone.
  if (dequal(before, after)) return now;
  const outcome = outcomeOf(
    { base: after, mine: before, theirs: now },
    {
      isSame: (a, b) => isSameValue(field, a, b),
      isUntouched: (was, is) => isUntouched(field, was, is),
    },
  );
  if (outcome === 'mine' || outcome === 'same') return before;
  // A single relation is a list, too.
  if (field.max === 1 || !isListValue(now) || !isListValue(before) || !isListValue(after)) return undefined;
  const merged = mergeLists(before, after, now);
  return merged.length > field.max ? undefined : merged;
}

/**
 * `base` are the values before a change, `mine` those that it stored, `theirs` all that are stored now. Like a save of
 * the old values, but nobody is asked: `othersChanged` stay, and files of `withoutFiles` were removed for good.
 */
export function mergeUndo(fields: readonly FormField[], { base, mine, theirs }: Versions<FormValues>) {
  const values = new Map(Object.entries(theirs));
  const othersChanged: string[] = [];
  const withoutFiles: string[] = [];
  for (const field of fields) {
    const { name } = field;
    const before = ownOf(base, name);
    if (before === undefined || !isCompared(field)) continue;
    const after = ownOf(mine, name) ?? emptyValue(field);
    const now = ownOf(theirs, name) ?? emptyValue(field);
    const value = undoValue(field, before, after, now);
    if (value === undefined) othersChanged.push(name);
    else values.set(name, value);
    const { names } = filesOf(now);
    if (isFileValue(before) && !before.names.every((one) => names.includes(one))) withoutFiles.push(name);
  }
  return { values: Object.fromEntries(values), othersChanged, withoutFiles };
}
