import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/own.ts';
import { type FormValues, textOf } from '#domain/field-types/form-value.ts';
import { type FieldProblem, valueKind } from '#domain/field-types/value-kinds.ts';
import { firstNames } from '../first-names.ts';
import type { FormField } from './fields.ts';
import { byName } from './values.ts';

/** Problems by field name. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/**
 * The problems of values that must not be sent: invalid JSON, and numbers and dates that the backend would
 * silently turn into 0 or an empty value. Empty when there are no problems.
 */
export const findProblems = (fields: readonly FormField[], values: FormValues): FieldProblems =>
  byName(fields, ({ name, kind }) => valueKind(kind).problem(textOf(ownOf(values, name))));

/** The text of the toast when nothing was sent because of these problems. Invalid JSON has a separate text. */
export function problemMessage(problems: FieldProblems): string {
  const isJson = Object.values(problems).some(({ code }) => code === 'invalid_json');
  if (isJson) return FALLBACK_MESSAGE;
  return `Some values can’t be saved: ${firstNames(Object.keys(problems))}.`;
}
