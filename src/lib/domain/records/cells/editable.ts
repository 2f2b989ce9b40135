import type { FormField } from '../panel/fields.ts';

const KINDS: ReadonlySet<string> = new Set(['text', 'number', 'bool', 'select', 'date', 'email', 'url']);

/** Why a value can't be edited in a list. Fields of the system have no `field`. */
export function lockReason(field: FormField | undefined, isKnown: boolean): string | undefined {
  if (!field?.field) return 'This field can’t be edited.';
  if (!KINDS.has(field.kind) || field.isMultiple) return 'Open the record to edit this field.';
  // It is longer than what a list loads, or a number of more digits than a list keeps.
  return isKnown ? undefined : 'Open the record to edit this value.';
}
