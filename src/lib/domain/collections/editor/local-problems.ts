import { dateToSend, INVALID_DATE_MESSAGE } from '#domain/app/typed-date.ts';
import { limitProblem, type NumberLimits } from '#domain/app/typed-number.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { dateOptions, optionLimits } from '#domain/field-types/options.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { fieldByKey } from './fields.ts';
import { hasOwnAuth, hasUniqueIndex, ownProblems, withFieldNames } from './own-auth.ts';
import type { KeepsSecretsBy } from './own-providers.ts';
import {
  type CollectionValues,
  type FieldValues,
  indexTexts,
  PASSWORD_LENGTH,
  sentFields,
} from './values.ts';

const LENGTH = 'minPassword';

/** What is wrong with a number, which is a text while it can't be read. */
const numberProblem = (value: unknown, step: NumberLimits['step']) =>
  limitProblem(value === 'default' ? '' : String(value ?? ''), { step });

/** Whether a name differs from that of a system column in case only: the backend does not say which field it refuses. */
function isReservedInCase(name: string, columns: readonly Pick<Field, 'name'>[]): boolean {
  const same = columns.filter((column) => foldName(column.name) === foldName(name));
  return same.length > 0 && !same.some((column) => column.name === name);
}

const isInvalidDate = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() !== '' && dateToSend(value) === undefined;

/** By the names of the options. */
function invalidOptions({ type, options }: FieldValues): (readonly [option: string, text: string])[] {
  const numbers = Object.entries(optionLimits(type, options)).flatMap(([option, { step }]) => {
    const text = numberProblem(options[option], step);
    return text ? [[option, text] as const] : [];
  });
  if (type === 'autodate' && !options['onCreate'] && !options['onUpdate'])
    numbers.push(['onCreate', 'Choose at least one.']);
  // The backend ignores a limit that it can't parse, without an error.
  const dates = dateOptions(type).filter((option) => isInvalidDate(options[option]));
  return [...numbers, ...dates.map((option) => [option, INVALID_DATE_MESSAGE] as const)];
}

function passwordProblem({ type, options }: CollectionValues): string | undefined {
  const length = options[LENGTH] ?? undefined;
  if (type !== 'auth' || length === undefined) return undefined;
  // Without password sign-in the backend stores 0, which must not block other changes.
  const hasPasswords = options['signInByEmail'] === true || options['signInByUsername'] === true;
  if (length === 0 && !hasPasswords) return undefined;
  // The backend accepts any length from 5.
  const isShort = Number(length) < PASSWORD_LENGTH.min;
  return numberProblem(length, 1) ?? (isShort ? `Must be no less than ${PASSWORD_LENGTH.min}.` : undefined);
}

/** What a collection is checked against. */
export interface Surroundings {
  readonly tools: IndexTools | undefined;
  readonly collections: readonly Collection[];
  /** The columns that a collection of its type has by itself. */
  readonly columns: readonly Field[];
  readonly keepsSecretsBy: KeepsSecretsBy;
}

const NOTHING: Surroundings = { tools: undefined, collections: [], columns: [], keepsSecretsBy: 'unknown' };

/** Of an auth collection that has how people sign in for itself. */
function signInProblems(
  values: CollectionValues,
  stored: CollectionValues | undefined,
  around: Surroundings,
) {
  const { tools, keepsSecretsBy } = around;
  if (values.type !== 'auth' || !hasOwnAuth(values.options)) return [];
  const texts = tools && indexTexts(values, tools);
  // The backend makes the index of an email by itself.
  const isUnique = texts && ((name: string) => name === 'email' || hasUniqueIndex(name, texts, tools));
  const isStored = stored !== undefined && stored.id !== '';
  return ownProblems(withFieldNames(values.options, values.fields), {
    ...{ isUnique, keepsSecretsBy },
    stored: isStored ? stored.options : undefined,
  });
}

/**
 * What is wrong with a collection before it is sent: what the backend wrongly accepts, clears, replaces or never
 * creates, and what it refuses without naming a field. Unchanged values are valid.
 */
export function localProblems(
  values: CollectionValues,
  stored?: CollectionValues,
  around = NOTHING,
): Problem[] {
  const { tools, collections, columns } = around;
  const problems = signInProblems(values, stored, around);
  const add = (path: string, text: string | undefined) => text && problems.push({ path, text });
  for (const [position, field] of sentFields(values).entries()) {
    const before = stored && fieldByKey(stored, field.key);
    if (values.type !== 'view' && isReservedInCase(field.name, columns))
      add(`fields.${position}.name`, 'The field name is reserved and cannot be used.');
    for (const [option, text] of invalidOptions(field)) {
      // Invalid stored values must not block other changes.
      const isStored = before?.type === field.type && before.options[option] === field.options[option];
      if (!isStored) add(`fields.${position}.${option}`, text);
    }
  }
  if (/^sqlite_/i.test(values.name)) add('name', 'Names that begin with sqlite_ are reserved.');
  const isUnchanged = stored?.type === values.type && stored.options[LENGTH] === values.options[LENGTH];
  if (!isUnchanged || stored.id === '') add(`auth.${LENGTH}`, passwordProblem(values));
  if (!tools) return problems;
  const now = { id: values.id, indexes: indexTexts(values, tools) };
  const names = tools.nameErrors(now, stored ? indexTexts(stored, tools) : [], collections);
  for (const [position, { message }] of names) add(`indexes.${position}`, message);
  return problems;
}
