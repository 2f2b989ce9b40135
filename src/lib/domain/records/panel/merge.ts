import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import { applyFiles, countFiles, type FileValue } from '#domain/field-types/file-value.ts';
import {
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  textOf,
} from '#domain/field-types/form-value.ts';
import type { Side, Versions } from '#domain/model/parts.ts';
import type { FormField } from './fields.ts';
import { isSameValue } from './values.ts';

export interface FieldConflict extends Versions<FormValue> {
  readonly field: FormField;
}

export interface Merge {
  /** For the form; conflicting fields keep my values. */
  readonly values: FormValues;
  /** Of fields that took over changes of others. */
  readonly taken: readonly string[];
  readonly conflicts: readonly FieldConflict[];
}

/** What two lists share has the same order in both. */
export const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  isSameList(
    a.filter((one) => b.includes(one)),
    b.filter((one) => a.includes(one)),
  );

/** Undefined when the changes of both sides exclude each other. */
function mergeFiles(base: FileValue, mine: FileValue, theirs: FileValue, max: number): FileValue | undefined {
  const iMoved = !isSameOrder(base.names, mine.names);
  const theyMoved = !isSameOrder(base.names, theirs.names);
  if (iMoved && theyMoved) return undefined;
  const deleted = mine.deleted.filter((name) => theirs.names.includes(name));
  const merged = iMoved ? applyFiles(mine, theirs, deleted) : { ...mine, names: theirs.names, deleted };
  return countFiles(merged) > max ? undefined : merged;
}

/** Unlike in a form, the milliseconds of a date count. */
const isUnchanged = (field: FormField, base: FormValue, theirs: FormValue): boolean =>
  isSameValue(field, base, theirs) &&
  (field.kind !== 'date' || dateToSend(textOf(base)) === dateToSend(textOf(theirs)));

/** A field that one side did not change takes the other's value; changes of files are combined. */
export function mergeRecord(
  fields: readonly FormField[],
  { base, mine, theirs }: Versions<FormValues>,
): Merge {
  const values = new Map(Object.entries(mine));
  const taken: string[] = [];
  const conflicts: FieldConflict[] = [];
  for (const field of fields) {
    if (field.kind === 'password' || field.kind === 'id') continue;
    const { name } = field;
    const [b, m, t] = [base, mine, theirs].map((side) => ownOf(side, name));
    if (b === undefined || m === undefined || t === undefined || isUnchanged(field, b, t)) continue;
    if (isSameValue(field, m, t) || isSameValue(field, b, m)) {
      values.set(name, t);
      if (!isSameValue(field, m, t)) taken.push(name);
      continue;
    }
    const files = isFileValue(m) ? mergeFiles(filesOf(b), m, filesOf(t), field.max) : undefined;
    if (files) {
      values.set(name, files);
      taken.push(name);
    } else conflicts.push({ field, base: b, mine: m, theirs: t });
  }
  return { values: Object.fromEntries(values), taken, conflicts };
}

export function resolveConflict({ mine, theirs }: FieldConflict, side: Side): FormValue {
  if (side === 'theirs') return theirs;
  if (!isFileValue(mine)) return mine;
  // My version has the files that I kept, if they still exist, and those that I add. Files of others are deleted.
  const stored = filesOf(theirs);
  const kept = mine.names.filter((name) => !mine.deleted.includes(name));
  return applyFiles(
    mine,
    stored,
    stored.names.filter((name) => !kept.includes(name)),
  );
}
