import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/own.ts';
import { type FormValues, textOf } from '#domain/field-types/form-value.ts';
import { type FieldProblem, valueKind } from '#domain/field-types/value-kinds.ts';
import type { FormField } from './fields.ts';

/** Problems by field name. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/**
 * The values that must not be sent: JSON that can't be parsed (RP-21), and numbers and dates that the backend
 * would silently turn into 0 or nothing. Empty when all is well.
 */
export function findProblems(fields: readonly FormField[], values: FormValues): FieldProblems {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = valueKind(field.kind).problem(textOf(ownOf(values, field.name)));
      return problem ? [[field.name, problem]] : [];
    }),
  );
}

/** Names that a toast has room for. */
const NAMES = 5;

/** What a toast says when nothing was sent because of these problems; JSON has a text of its own (RP-21). */
export function problemMessage(problems: FieldProblems): string {
  const isJson = Object.values(problems).some(({ code }) => code === 'invalid_json');
  if (isJson) return FALLBACK_MESSAGE;
  const names = Object.keys(problems);
  const rest = names.length > NAMES ? ` and ${names.length - NAMES} more` : '';
  return `Some values can’t be saved: ${names.slice(0, NAMES).join(', ')}${rest}.`;
}
