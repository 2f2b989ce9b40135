import { isSameList } from '#domain/app/is-same-list.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { typedNumber } from '#domain/app/typed-number.ts';
import type { Collection } from '#domain/backend/collection.ts';
import {
  type FieldProblem,
  type FormValue,
  type FormValues,
  filesOf,
  isFileValue,
  isListValue,
  listOf,
  textOf,
  valueKind,
} from '#domain/field-types/form-value.ts';
import { type FieldProblems, findProblems } from '../panel/check.ts';
import { type FormField, formFieldsOf } from '../panel/fields.ts';
import { type BodyPart, changedFields, emptyValue, modifierPart, updateBody } from '../panel/values.ts';

export type How = 'set' | 'clear' | 'add' | 'remove' | 'replace';

export interface FieldChange {
  readonly field: FormField;
  readonly how: How;
  /** The new value, what is added or removed, or for `replace` choices, each before its new name. Not for `clear`. */
  readonly value: FormValue;
}

/** Every record has another value, or a value is not enough. */
const OWN_VALUE = new Set(['username', 'email', 'password', 'passwordConfirm']);

/** Many records can get the same change of them. */
export const changeableFields = (collection: Collection): readonly FormField[] =>
  formFieldsOf(collection, false).filter(
    (field) => (field.field || !OWN_VALUE.has(field.name)) && howsOf(field).length > 0,
  );

/** Others can be added to its values. */
const holdsSeveral = ({ isMultiple, max }: FormField): boolean => isMultiple && max > 1;

/** The backend would refuse all records whose required field is cleared. */
export function howsOf(field: FormField): readonly How[] {
  const clear: readonly How[] = field.required ? [] : ['clear'];
  if (field.kind === 'password') return [];
  if (field.kind === 'file') return clear;
  if (field.kind === 'bool') return ['set'];
  const isRelative = field.kind === 'number' || holdsSeveral(field);
  return isRelative ? ['set', ...clear, 'add', 'remove'] : ['set', ...clear];
}

export function newChange(field: FormField, how = howsOf(field)[0] ?? 'set'): FieldChange {
  return { field, how, value: emptyValue(field) };
}

const isRelative = ({ field, how }: FieldChange): boolean =>
  how === 'add' || how === 'remove' || (how === 'replace' && holdsSeveral(field));

/** The choices that a `replace` finds, and those that take their place. */
function replacedIn({ value }: FieldChange, before: FormValue | undefined) {
  const items = isListValue(before) ? before : [textOf(before)];
  const found = listOf(value).flatMap((from, at, all) =>
    at % 2 === 0 && items.includes(from) ? [[from, all[at + 1] ?? ''] as const] : [],
  );
  return { from: found.map(([from]) => from), to: [...new Set(found.map(([, to]) => to))] };
}

function problemOf(change: FieldChange): FieldProblem | undefined {
  const { field, value } = change;
  const isEmpty = field.kind === 'number' ? textOf(value).trim() === '' : !listOf(value).length;
  if (!isRelative(change) || !isEmpty) return undefined;
  const message = field.kind === 'number' ? 'Enter a number.' : 'Choose at least one value.';
  return { code: 'missing_value', message };
}

/** By field name, of values that can't be sent. */
export function changeProblems(changes: readonly FieldChange[]): FieldProblems {
  const sent = changes.filter(({ how }) => how !== 'clear');
  const values = Object.fromEntries(sent.map(({ field, value }) => [field.name, value]));
  const missing = sent.flatMap((change) => {
    const problem = problemOf(change);
    return problem ? [[change.field.name, problem]] : [];
  });
  return {
    ...findProblems(
      // Only a new value can be too little for a required field.
      sent.map((change) => ({ ...change.field, required: !isRelative(change) && change.field.required })),
      values,
    ),
    ...Object.fromEntries(missing),
  };
}

function valueAfter(change: FieldChange, before: FormValue | undefined): FormValue {
  const { field, how, value } = change;
  if (how === 'set') return value;
  if (how === 'replace') {
    const { from, to } = replacedIn(change, before);
    if (!isListValue(before)) return to[0] ?? before ?? emptyValue(field);
    return [...new Set([...before.filter((item) => !from.includes(item)), ...to])];
  }
  if (how === 'clear') {
    const files = filesOf(before);
    if (field.kind === 'file') return { ...files, deleted: files.names };
    return valueKind(field.kind).added ?? emptyValue(field);
  }
  if (field.kind === 'number') {
    const by = Number(typedNumber(textOf(value)));
    return String(Number(textOf(before)) + (how === 'add' ? by : -by));
  }
  const [stored, named] = [listOf(before), listOf(value)];
  if (how === 'remove') return stored.filter((item) => !named.includes(item));
  return [...stored, ...named.filter((item) => !stored.includes(item))];
}

/** Of the changed fields; `before` are the values of the record. */
export const valuesAfter = (changes: readonly FieldChange[], before: FormValues): FormValues =>
  Object.fromEntries(
    changes.map((change) => [change.field.name, valueAfter(change, ownOf(before, change.field.name))]),
  );

/**
 * Without fields that have their new value already. What is added or removed is sent as such, so that the backend
 * applies it to the value that the record has by then.
 */
export function changeBody(changes: readonly FieldChange[], before: FormValues): BodyPart[] {
  const after = valuesAfter(changes, before);
  const fieldsOf = (some: readonly FieldChange[]) => some.map(({ field }) => field);
  const direct = changes.filter((change) => !isRelative(change));
  const changed = new Set(changedFields(fieldsOf(changes), before, after));
  const relative = changes.filter((change) => isRelative(change) && changed.has(change.field));
  return [
    ...updateBody(fieldsOf(direct), before, after),
    ...relative.flatMap((change) => {
      const { field, how, value } = change;
      if (how !== 'replace') return [modifierPart(field, how === 'add' ? '+' : '-', value)];
      const { from, to } = replacedIn(change, ownOf(before, field.name));
      return [modifierPart(field, '+', to), modifierPart(field, '-', from)];
    }),
  ];
}

const itemsOf = (value: FormValue | undefined): readonly string[] =>
  isFileValue(value) ? value.names : listOf(value);

/** JSON to which an undo returns, if others stored something since; `stored` is the value after the change. */
export function textToUndo(
  change: FieldChange,
  before: FormValue | undefined,
  stored: FormValue | undefined,
): string | undefined {
  const { field, how } = change;
  const mine = valueAfter(change, before);
  if (field.kind === 'number' && isRelative(change)) {
    const [now, to] = [Number(textOf(stored)), Number(textOf(mine))];
    return now === to ? undefined : String(now - to + Number(textOf(before)));
  }
  const isCleared = field.kind === 'file' && how === 'clear';
  if (!isRelative(change) && !isCleared) return undefined;
  const [from, to, now] = [itemsOf(before), isCleared ? [] : itemsOf(mine), itemsOf(stored)];
  const back = [
    ...from.filter((item) => now.includes(item) || !to.includes(item)),
    ...now.filter((item) => !from.includes(item) && !to.includes(item)),
  ];
  return isSameList(back, from) ? undefined : JSON.stringify(back);
}

const LABELS: Readonly<Record<How, string>> = {
  set: 'Set to a new value',
  clear: 'Clear',
  add: 'Add values',
  remove: 'Remove values',
  replace: 'Replace values',
};
const NUMBER_LABELS: Readonly<Record<How, string>> = { ...LABELS, add: 'Add', remove: 'Subtract' };

/** What a change of a field is called in the list of choices. */
export function howLabel({ kind }: FormField, how: How): string {
  if (kind === 'file' && how === 'clear') return 'Delete all files';
  return (kind === 'number' ? NUMBER_LABELS : LABELS)[how];
}

/** `set to`, `add`, ... before a value; `clear` has none. */
export function howVerb({ field, how }: FieldChange): string {
  if (how === 'set') return 'set to';
  return howLabel(field, how).toLowerCase().replace(' values', '');
}
