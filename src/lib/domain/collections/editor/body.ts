import { parseDate } from '#domain/app/date.ts';
import { dateToSend, isStoredDate } from '#domain/app/typed-date.ts';
import { type AuthOptions, type Collection, withOwnFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { dateOptions, defaultOptions, listOption, numberOption } from '#domain/field-types/options.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { byRule } from '../collection.ts';
import { isBlank } from './same-part.ts';
import { type CollectionValues, type FieldValues, indexTexts } from './values.ts';

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

/** What an input holds, if the option can have it; else its value in a new field. */
function fitting(value: unknown, blank: unknown): unknown {
  if (Array.isArray(blank)) return Array.isArray(value) ? value : blank;
  if (blank === null) return typeof value === 'number' || value === 'default' ? value : null;
  return value === null || typeof value === typeof blank ? value : blank;
}

/** The field as its inputs say it. */
export function toField(values: FieldValues): Field {
  const { id, name, type, isSystem, isHidden, isPresentable, isRequired, help, raw } = values;
  const blank = defaultOptions(type);
  const options = Object.entries(withDates(values, typedDate)).map(
    ([option, value]) => [option, option in blank ? fitting(value, blank[option]) : value] as const,
  );
  return {
    ...{ id, name, type, isSystem, isHidden, isPresentable, isRequired, help, raw },
    ...{ role: undefined, isInvented: false },
    ...Object.fromEntries(options),
  } as Field;
}

const toAuth = ({ options }: CollectionValues): AuthOptions => ({
  identityFields: [
    ...(options['signInByUsername'] === true ? ['username'] : []),
    ...(options['signInByEmail'] === true ? ['email'] : []),
  ],
  hasOAuth2: options['hasOAuth2'] === true,
  minPassword: numberOption(options, 'minPassword') ?? null,
  exceptDomains: listOption(options, 'exceptDomains'),
  onlyDomains: listOption(options, 'onlyDomains'),
  isEmailRequired: options['isEmailRequired'] === true,
  isVerifiedOnly: options['isVerifiedOnly'] === true,
});

/** The fields that are sent, at the positions of error paths (`fields.3.name`). A new view has them in its query. */
export function sentFields(values: CollectionValues): FieldValues[] {
  if (values.type === 'view' && values.id === '') return [];
  return values.fields.filter((field) => !field.toDelete);
}

/** The collection that is created or stored, with its own fields. Without the tools, indexes have their last texts. */
export function toCollection(values: CollectionValues, tools: IndexTools | undefined): Collection {
  const { id, created, updated, name, type, isSystem, raw } = values;
  return {
    ...{ id, created, updated, name, type, isSystem, raw },
    fields: sentFields(values).map(toField),
    indexes: tools ? indexTexts(values, tools) : values.indexes.map(({ sql }) => sql),
    ...byRule((rule) => values[rule]),
    ...(type === 'auth' && { auth: toAuth(values), manageRule: values.manageRule }),
    ...(type === 'view' && { query: values.query }),
  };
}

/** The collection in the state of these values of its editor, without new fields. */
export function collectionOf(
  { fields: all }: Collection,
  values: CollectionValues,
  tools?: IndexTools,
): Collection {
  const fields = values.fields.flatMap((field) => (field.id === '' ? [] : { ...field, toDelete: false }));
  const collection = toCollection({ ...values, fields }, tools);
  return { ...collection, fields: withOwnFields(all, collection.fields) };
}

/** In a form to compare: with what the inputs hold, without blank options, and with all dates in one format. */
function comparable(values: CollectionValues, tools: IndexTools | undefined): unknown {
  const optionsOf = (field: FieldValues) =>
    Object.entries(withDates(field, (text) => parseDate(text)?.toISOString() ?? text));
  return {
    ...toCollection(values, tools),
    ...{ created: '', updated: '', raw: undefined },
    auth: values.type === 'auth' && values.options,
    fields: sentFields(values).map((field) => ({
      ...{ id: field.id, name: field.name, type: field.type, isSystem: field.isSystem },
      ...{ isPresentable: field.isPresentable, isRequired: field.isRequired },
      options: Object.fromEntries(optionsOf(field).filter(([, value]) => !isBlank(value))),
    })),
  };
}

/** Whether the values differ from the base. Without the tools, an index that was changed back may count as different. */
export function isDirty(values: CollectionValues, base: CollectionValues, tools?: IndexTools): boolean {
  return values !== base && !isSameStructure(comparable(values, tools), comparable(base, tools));
}
