import { FALLBACK_MESSAGE } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/own.ts';
import { dateToSend, INVALID_DATE_MESSAGE } from '#domain/app/typed-date.ts';
import type { FormField } from './fields.ts';
import { checkJson } from './json-text.ts';
import { type FormValues, textOf } from './values.ts';

/** What is wrong with a value before it is sent, in the shape of the backend's own answers (RP-21). */
export interface FieldProblem {
  readonly code: string;
  readonly message: string;
}

/** Problems by field name. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

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
    return { code: 'invalid_number', message: 'Enter a valid number.' };
  }
  if (field.kind === 'date' && dateToSend(text) === undefined) {
    return { code: 'invalid_date', message: INVALID_DATE_MESSAGE };
  }
  return undefined;
}

/**
 * The values that must not be sent: JSON that can't be parsed (RP-21), and numbers and dates that the backend
 * would silently turn into 0 or nothing. Empty when all is well.
 */
export function findProblems(fields: readonly FormField[], values: FormValues): FieldProblems {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const problem = problemOf(field, textOf(ownOf(values, field.name)));
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
