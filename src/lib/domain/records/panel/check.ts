import { ownOf } from '#domain/app/lenient.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { type FieldProblem, type FormValues, textOf, valueKind } from '#domain/field-types/form-value.ts';
import type { FormField } from './fields.ts';
import { byName } from './values.ts';

export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** Values that must not be sent: invalid JSON, what the backend would turn into 0 or nothing, 0 where it is Nonzero. */
export const findProblems = (fields: readonly FormField[], values: FormValues): FieldProblems =>
  byName(fields, ({ name, kind, required }) =>
    valueKind(kind).problem(textOf(ownOf(values, name)), required),
  );

export const problemList = (problems: FieldProblems): Problem[] =>
  Object.entries(problems).map(([path, { message }]) => ({ path, text: message }));

/** Only the messages beside the fields say why nothing was sent; invalid JSON has a toast, too (RP-21). */
export const isSaidBeside = (problems: FieldProblems): boolean =>
  !Object.values(problems).some(({ code }) => code === 'invalid_json');
