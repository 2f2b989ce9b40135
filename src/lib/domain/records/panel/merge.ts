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
import { mergeParts, type Side, type Versions } from '#domain/model/parts.ts';
import { type FormField, isCompared } from './fields.ts';
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
const isUntouched = (field: FormField, base: FormValue, theirs: FormValue): boolean =>
  isSameValue(field, base, theirs) &&
  (field.kind !== 'date' || dateToSend(textOf(base)) === dateToSend(textOf(theirs)));

const partOf = (field: FormField) => ({
  id: field.name,
  field,
  isSame: (a: FormValue, b: FormValue) => isSameValue(field, a, b),
  isUntouched: (base: FormValue, theirs: FormValue) => isUntouched(field, base, theirs),
  combine: ({ base, mine, theirs }: Versions<FormValue>) =>
    isFileValue(mine) ? mergeFiles(filesOf(base), mine, filesOf(theirs), field.max) : undefined,
});

/** A field that one side did not change takes the other's value; changes of files are combined. */
export function mergeRecord(fields: readonly FormField[], versions: Versions<FormValues>): Merge {
  const sides = Object.values(versions);
  const isMerged = (field: FormField) =>
    isCompared(field) && sides.every((side) => ownOf(side, field.name) !== undefined);
  const { values, taken, conflicts } = mergeParts(fields.filter(isMerged).map(partOf), versions);
  return {
    values,
    taken: taken.map(({ id }) => id),
    conflicts: conflicts.map(({ part, ...each }) => ({ field: part.field, ...each })),
  };
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
