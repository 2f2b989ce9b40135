import { dateToSend, NO_DATE_MESSAGE } from '../typed-date.ts';
import type { FormField } from './fields.ts';
import { checkJson } from './json-text.ts';
import { type FormValues, textOf } from './values.ts';

/** What is wrong with a value before it is sent, in the shape of the backend's own answers (RP-21). */
export interface FieldProblem {
  readonly code: 'invalid_json' | 'invalid_number' | 'invalid_date';
  readonly message: string;
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;
function problemOf(field: FormField, text: string): FieldProblem | undefined {
  if (field.kind === 'json') {
    const check = checkJson(text);
    return check.isValid ? undefined : { code: 'invalid_json', message: check.message };
  }
  if (text.trim() === '') return undefined;
  if (field.kind === 'number') {
    const value = text.trim();
    if (NUMBER.test(value) && Number.isFinite(Number(value))) return undefined;
    return { code: 'invalid_number', message: 'This is no number that can be stored.' };
  }
  if (field.kind === 'date' && dateToSend(text) === undefined) {
    return { code: 'invalid_date', message: NO_DATE_MESSAGE };
  }
  return undefined;
}

/**
 * The values that must not be sent: JSON that can't be parsed (RP-21), and numbers and dates that the backend
 * would silently turn into 0 or nothing. Empty when all is well.
 */
export function findProblems(
  fields: readonly FormField[],
  values: FormValues,
): Readonly<Record<string, FieldProblem>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, textOf(values[field.name]));
      return problem ? [[field.name, problem]] : [];
    }),
  );
}
