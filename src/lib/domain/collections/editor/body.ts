import { parseDate } from '#domain/app/date.ts';
import { dateToSend, isStoredDate } from '#domain/app/typed-date.ts';
import { dateOptions } from '#domain/field-types/options.ts';
import { byRule, type Collection, type SchemaField } from '../collection.ts';
import type { IndexTools } from './index-sql/load-tools.ts';
import { isBlank } from './same-part.ts';
import { isSameStructure } from './same-structure.ts';
import { type CollectionValues, type FieldValues, indexTexts } from './values.ts';

/** The body of a request that creates or updates a collection. Dates are sent, empty, only for a new one. */
export type CollectionBody = Omit<Collection, 'created' | 'updated'> &
  Partial<Pick<Collection, 'created' | 'updated'>>;

/** The options with `change` applied to dates. */
function withDates({ type, options }: FieldValues, change: (text: string) => string): FieldValues['options'] {
  const changed = dateOptions(type).flatMap((name) => {
    const value = options[name];
    return typeof value === 'string' ? [[name, change(value)]] : [];
  });
  return changed.length ? { ...options, ...Object.fromEntries(changed) } : options;
}

/** A typed date, `2026-11-05 12:00`, in the backend's format; a stored date stays as it is. */
const typedDate = (text: string): string => (isStoredDate(text) ? text : (dateToSend(text) ?? text.trim()));

function fieldBody(field: FieldValues): SchemaField {
  const { id, name, type, required, presentable, system } = field;
  return { id, name, type, required, presentable, system, options: withDates(field, typedDate) };
}

/** The fields that are sent, at the positions of error paths (`schema.3.name`). A new view has them in its query. */
export function sentFields(values: CollectionValues): FieldValues[] {
  if (values.type === 'view' && values.id === '') return [];
  return values.fields.filter((field) => !field.toDelete);
}

/** The body of the request that creates or updates the collection. Without the tools, indexes have their last texts. */
export function requestBody(values: CollectionValues, tools: IndexTools | undefined): CollectionBody {
  const { id, name, type, system, options } = values;
  return {
    id,
    ...(id === '' ? { created: '', updated: '' } : {}),
    name,
    type,
    system,
    schema: sentFields(values).map(fieldBody),
    indexes: tools ? indexTexts(values, tools) : values.indexes.map(({ sql }) => sql),
    ...byRule((rule) => values[rule]),
    options,
  };
}

/** The collection in the state of these values of its editor, without new fields. */
export function collectionOf(
  { created, updated }: Collection,
  values: CollectionValues,
  tools?: IndexTools,
): Collection {
  const fields = values.fields.flatMap((field) => (field.id === '' ? [] : { ...field, toDelete: false }));
  return { ...requestBody({ ...values, fields }, tools), created, updated };
}

/** The body in a form to compare: without blank field options, and with all dates in one format. */
function comparable(values: CollectionValues, tools: IndexTools | undefined): unknown {
  const optionsOf = (field: FieldValues) =>
    Object.entries(withDates(field, (text) => parseDate(text)?.toISOString() ?? text));
  return {
    ...requestBody(values, tools),
    schema: sentFields(values).map((field) => ({
      ...fieldBody(field),
      options: Object.fromEntries(optionsOf(field).filter(([, value]) => !isBlank(value))),
    })),
  };
}

/** Whether the values differ from the base. Without the tools, an index that was changed back may count as different. */
export function isDirty(values: CollectionValues, base: CollectionValues, tools?: IndexTools): boolean {
  return values !== base && !isSameStructure(comparable(values, tools), comparable(base, tools));
}
