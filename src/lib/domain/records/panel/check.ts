import { ownOf } from '#domain/app/lenient.ts';
import { type FieldProblem, type FormValues, textOf, valueKind } from '#domain/field-types/form-value.ts';
import type { FormField } from './fields.ts';
import { byName } from './values.ts';

/** Problems by field name. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/**
 * The problems of values that must not be sent: invalid JSON, numbers and dates that the backend would silently turn
 * into 0 or an empty value, and a 0 where the field is Nonzero. Empty when there are no problems.
 */
export const findProblems = (fields: readonly FormField[], values: FormValues): FieldProblems =>
  byName(fields, ({ name, kind, required }) =>
    valueKind(kind).problem(textOf(ownOf(values, name)), required),
  );

/**
 * Whether nothing but the messages beside the fields says why nothing was sent; invalid JSON has a toast, too (RP-21).
 */
export const isSaidBeside = (problems: FieldProblems): boolean =>
  !Object.values(problems).some(({ code }) => code === 'invalid_json');
