import { parseDate } from '#domain/app/date.ts';
import { dateToSend, isStoredDate } from '#domain/app/typed-date.ts';
import { dateOptions } from '#domain/field-types/options.ts';
import type { IndexTools } from './index-sql/load.ts';
import { isBlank } from './same-part.ts';
import { isSameStructure } from './same-structure.ts';
import type { CollectionValues, FieldValues } from './values.ts';
import { indexTexts } from './values.ts';

/** A field as it is sent (API-05). */
export interface FieldBody {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly presentable: boolean;
  readonly system: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A collection as it is sent to be created or updated (API-04). */
export interface CollectionBody {
  readonly id: string;
  /** Sent with a new collection only, and empty. */
  readonly created?: string;
  readonly updated?: string;
  readonly name: string;
  readonly type: string;
  readonly system: boolean;
  readonly schema: readonly FieldBody[];
  readonly indexes: readonly string[];
  readonly listRule: string | null;
  readonly viewRule: string | null;
  readonly createRule: string | null;
  readonly updateRule: string | null;
  readonly deleteRule: string | null;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The options with their dates changed. */
function withDates({ type, options }: FieldValues, change: (text: string) => string): FieldValues['options'] {
  const changed = dateOptions(type).flatMap((name) => {
    const value = options[name];
    return typeof value === 'string' ? [[name, change(value)]] : [];
  });
  return changed.length ? { ...options, ...Object.fromEntries(changed) } : options;
}

/** What was typed, `2026-11-05 12:00`, as the backend reads it; what is stored stays as it is. */
const typedDate = (text: string): string => (isStoredDate(text) ? text : (dateToSend(text) ?? text.trim()));

function fieldBody(field: FieldValues): FieldBody {
  const { id, name, type, required, presentable, system } = field;
  return { id, name, type, required, presentable, system, options: withDates(field, typedDate) };
}

/**
 * The fields in the order in which they are sent, which is what the backend's error paths (`schema.3.name`)
 * count by. Fields that go are left out (CE-12, CE-13); a new view has none, its query makes them.
 */
export function sentFields(values: CollectionValues): FieldValues[] {
  if (values.type === 'view' && values.id === '') return [];
  return values.fields.filter((field) => !field.toDelete);
}

function bodyWith(values: CollectionValues, indexes: readonly string[]): CollectionBody {
  const { id, name, type, system, listRule, viewRule, createRule, updateRule, deleteRule, options } = values;
  return {
    id,
    ...(id === '' ? { created: '', updated: '' } : {}),
    name,
    type,
    system,
    schema: sentFields(values).map(fieldBody),
    indexes: [...indexes],
    listRule,
    viewRule,
    createRule,
    updateRule,
    deleteRule,
    options,
  };
}

/** What is sent to create or update the collection (API-04, API-05, CE-12, CE-13). */
export const requestBody = (values: CollectionValues, tools: IndexTools): CollectionBody =>
  bodyWith(values, indexTexts(values, tools));

function withoutBlanks(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => !isBlank(value)));
}

/** What is compared: the body, with blank options of fields left out, and dates however they are written. */
function comparable(values: CollectionValues, tools: IndexTools | undefined): unknown {
  const indexes = tools ? indexTexts(values, tools) : values.indexes.map(({ sql }) => sql);
  const body = bodyWith(values, indexes);
  return {
    ...body,
    schema: sentFields(values).map((field) => ({
      ...fieldBody(field),
      options: withoutBlanks(withDates(field, (text) => parseDate(text)?.toISOString() ?? text)),
    })),
  };
}

/**
 * Whether the values differ from the base (CE-10). Undoing a change by hand makes the values clean again; a new
 * order of the fields counts (FD-10). Without the index tools, which load lazily, an index that was edited and
 * edited back may still count.
 */
export function isDirty(values: CollectionValues, base: CollectionValues, tools?: IndexTools): boolean {
  return values !== base && !isSameStructure(comparable(values, tools), comparable(base, tools));
}
