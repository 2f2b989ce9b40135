import { changedFields } from './changes.ts';
import type { FormField } from './fields.ts';
import { type FormValue, type FormValues, isFileValue } from './values.ts';

/** Edits that were never saved. */
export interface Draft {
  /** The edited fields; never files, never passwords. */
  readonly values: FormValues;
  /** What the backend held for these fields when they were edited, to notice if it changed since. */
  readonly base: FormValues;
}

/** Member of the stored object that holds {@link Draft.base}; no field can have this name. */
const BASE = '@base';

/** Local storage key of a record's draft; a new record has an empty id (ST-03, RP-09). */
export function draftKey(collectionId: string, recordId: string): string {
  return `record_draft_${collectionId}_${recordId}`;
}

const isKept = (field: FormField) => field.kind !== 'file' && field.kind !== 'password';

/** What to keep of a form; undefined when nothing that may be kept was changed. */
export function draftOf(
  fields: readonly FormField[],
  base: FormValues,
  values: FormValues,
): Draft | undefined {
  const changed = changedFields(fields.filter(isKept), base, values);
  if (!changed.length) return undefined;
  const pick = (from: FormValues) =>
    Object.fromEntries(changed.flatMap(({ name }) => (from[name] === undefined ? [] : [[name, from[name]]])));
  return { values: pick(values), base: pick(base) };
}

/** The stored form of a draft: the edited record as JSON (ST-03). */
export function formatDraft({ values, base }: Draft): string {
  return JSON.stringify({ ...values, [BASE]: base });
}

function parseValue(field: FormField, value: unknown): FormValue | undefined {
  if (field.kind === 'bool') return typeof value === 'boolean' ? value : undefined;
  if (!field.isMultiple) return typeof value === 'string' ? value : undefined;
  if (!Array.isArray(value)) return undefined;
  return value.every((item) => typeof item === 'string') ? value : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseValues(fields: readonly FormField[], from: unknown): FormValues {
  if (!isObject(from)) return {};
  return Object.fromEntries(
    fields.filter(isKept).flatMap((field) => {
      const value = Object.hasOwn(from, field.name) ? parseValue(field, from[field.name]) : undefined;
      return value === undefined || isFileValue(value) ? [] : [[field.name, value]];
    }),
  );
}

/**
 * Reads a stored draft: only fields the collection has, with values of their kind, count. Undefined when
 * nothing usable is in it.
 */
export function parseDraft(fields: readonly FormField[], text: string): Draft | undefined {
  try {
    const from: unknown = JSON.parse(text);
    const values = parseValues(fields, from);
    if (!Object.keys(values).length) return undefined;
    return { values, base: parseValues(fields, isObject(from) ? from[BASE] : undefined) };
  } catch {
    return undefined;
  }
}
