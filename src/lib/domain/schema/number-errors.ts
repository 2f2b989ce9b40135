import { type Draft, PASSWORD_LENGTH } from './draft.ts';
import { sentFields } from './draft-body.ts';
import { numberOption, optionLimits } from './field-options.ts';

const WHOLE = { message: 'Must be a whole number.' };

/**
 * Messages about numbers with decimals where the backend reads whole ones, in the shape of the backend's own
 * (`schema.3.options.max`): it refuses the whole body for them and names no field. Undefined when all is well.
 */
export function wholeNumberErrors(draft: Draft): Record<string, unknown> | undefined {
  const schema: Record<string, unknown> = {};
  for (const [position, { type, options }] of sentFields(draft).entries()) {
    const wrong = Object.entries(optionLimits(type, options))
      .filter(([name, { step }]) => step === 1 && !Number.isInteger(numberOption(options, name) ?? 0))
      .map(([name]) => [name, WHOLE]);
    if (wrong.length > 0) schema[position] = { options: Object.fromEntries(wrong) };
  }
  const length = numberOption(draft.options, 'minPasswordLength') ?? PASSWORD_LENGTH.min;
  const isWrongLength = draft.type === 'auth' && !Number.isInteger(length);
  if (Object.keys(schema).length === 0 && !isWrongLength) return undefined;
  return { schema, ...(isWrongLength ? { options: { minPasswordLength: WHOLE } } : {}) };
}
