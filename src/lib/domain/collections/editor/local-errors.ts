import { dateToSend, INVALID_DATE_MESSAGE } from '#domain/app/typed-date.ts';
import { limitProblem, type NumberLimits } from '#domain/app/typed-number.ts';
import type { Collection, CollectionType } from '#domain/backend/collection.ts';
import { dateOptions, optionLimits } from '#domain/field-types/options.ts';
import { foldName } from '#domain/model/fold-name.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { HIDDEN_AUTH_COLUMNS, systemFieldNames } from '../system-fields.ts';
import { sentFields } from './body.ts';
import { fieldByKey } from './fields.ts';
import { type CollectionValues, type FieldValues, indexTexts, PASSWORD_LENGTH } from './values.ts';

interface Message {
  readonly message: string;
}

const LENGTH = 'minPassword';

/** What is wrong with a number, which is a text while it can't be read. */
const numberMessage = (value: unknown, step: NumberLimits['step']) =>
  limitProblem(String(value ?? ''), { step });

const RESERVED: Message = { message: 'The field name is reserved and cannot be used.' };
const RESERVED_TABLE: Message = { message: 'Names that begin with sqlite_ are reserved.' };

/** Whether a name differs from that of a system column in case only: the backend does not say which field it refuses. */
function isReservedInCase(name: string, type: CollectionType): boolean {
  const columns: string[] = [...systemFieldNames(type), ...(type === 'auth' ? HIDDEN_AUTH_COLUMNS : [])];
  return type !== 'view' && !columns.includes(name) && columns.map(foldName).includes(foldName(name));
}

function invalidOptions({ type, options }: FieldValues): (readonly [name: string, message: Message])[] {
  const numbers = Object.entries(optionLimits(type, options)).flatMap(([name, { step }]) => {
    const message = numberMessage(options[name], step);
    return message ? [[name, { message }] as const] : [];
  });
  // The backend ignores a limit that it can't parse, without an error.
  const dates = dateOptions(type)
    .filter((name) => {
      const text = options[name];
      return typeof text === 'string' && text.trim() !== '' && dateToSend(text) === undefined;
    })
    .map((name) => [name, { message: INVALID_DATE_MESSAGE }] as const);
  return [...numbers, ...dates];
}

function passwordLengthError({ type, options }: CollectionValues): Message | undefined {
  const length = options[LENGTH] ?? undefined;
  if (type !== 'auth' || length === undefined) return undefined;
  // Without password sign-in the backend stores 0, which must not block other changes.
  const hasPasswords = options['signInByEmail'] === true || options['signInByUsername'] === true;
  if (length === 0 && !hasPasswords) return undefined;
  const message = numberMessage(length, 1);
  if (message) return { message };
  // The backend accepts any length from 5.
  return Number(length) < PASSWORD_LENGTH.min
    ? { message: `Must be no less than ${PASSWORD_LENGTH.min}.` }
    : undefined;
}

/**
 * Errors found before a request is sent, in the shape of the backend's errors, undefined for none: what it wrongly
 * accepts, clears, replaces or never creates, and what it refuses without naming a field. Unchanged values are valid.
 */
export function localErrors(
  values: CollectionValues,
  stored?: CollectionValues,
  check?: { readonly tools: IndexTools | undefined; readonly collections: readonly Collection[] },
): Readonly<Record<string, unknown>> | undefined {
  const fields: Record<string, unknown> = {};
  for (const [position, field] of sentFields(values).entries()) {
    const before = stored && fieldByKey(stored, field.key);
    // Invalid stored values must not block other changes.
    const isChanged = (option: string) =>
      before?.type !== field.type || before.options[option] !== field.options[option];
    const errors = invalidOptions(field).filter(([option]) => isChanged(option));
    const name = isReservedInCase(field.name, values.type) ? { name: RESERVED } : undefined;
    if (errors.length > 0 || name) fields[position] = { ...name, ...Object.fromEntries(errors) };
  }
  const isUnchanged = stored?.type === values.type && stored.options[LENGTH] === values.options[LENGTH];
  const minPassword = isUnchanged && stored.id !== '' ? undefined : passwordLengthError(values);
  const tools = check?.tools;
  const now = tools && { id: values.id, indexes: indexTexts(values, tools) };
  const indexes = now && tools.nameErrors(now, stored ? indexTexts(stored, tools) : [], check.collections);
  const name = /^sqlite_/i.test(values.name) ? { name: RESERVED_TABLE } : undefined;
  if (Object.keys(fields).length === 0 && !minPassword && !indexes?.size && !name) return undefined;
  return {
    fields,
    ...name,
    ...(minPassword ? { auth: { minPassword } } : {}),
    ...(indexes?.size ? { indexes: Object.fromEntries(indexes) } : {}),
  };
}
