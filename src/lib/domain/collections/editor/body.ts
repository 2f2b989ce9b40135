import { dateToSend, isStoredDate } from '#domain/app/typed-date.ts';
import { type AuthOptions, type Collection, withOwnFields } from '#domain/backend/collection.ts';
import type { Field } from '#domain/backend/field.ts';
import { dateOptions, defaultOptions, fits, listOption, numberOption } from '#domain/field-types/options.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { byRule } from '../collection.ts';
import { hasOwnAuth, toOwnAuth, withFieldNames } from './own-auth.ts';
import { type CollectionValues, type FieldValues, indexTexts, sentFields } from './values.ts';

/** A typed date, `2026-11-05 12:00`, in the backend's format; a stored date stays as it is. */
const typedDate = (text: string): string => (isStoredDate(text) ? text : (dateToSend(text) ?? text.trim()));

/** The field as its inputs say it. */
export function toField(values: FieldValues): Field {
  const { id, name, type, isSystem, isHidden, isPresentable, isRequired, help, raw } = values;
  const [blanks, dates] = [defaultOptions(type), dateOptions(type)];
  const read = (option: string, value: unknown): unknown => {
    if (!(option in blanks)) return value;
    const blank = blanks[option];
    if (!fits(value, blank)) return blank;
    if (typeof value === 'string' && dates.includes(option)) return typedDate(value);
    return value ?? (Array.isArray(blank) ? blank : null);
  };
  const options = Object.entries(values.options).map(([option, value]) => [option, read(option, value)]);
  return {
    ...{ id, name, type, isSystem, isHidden, isPresentable, isRequired, help, raw },
    ...{ role: values.builtIn, isBuiltIn: values.builtIn !== undefined },
    ...Object.fromEntries(options),
  } as Field;
}

const toSharedAuth = (options: CollectionValues['options']): AuthOptions => ({
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

const toAuth = ({ options, fields }: CollectionValues): AuthOptions =>
  hasOwnAuth(options) ? toOwnAuth(withFieldNames(options, fields)) : toSharedAuth(options);

/** The collection that is created or stored, with its own fields. Without the tools, indexes have their last texts. */
export function toCollection(values: CollectionValues, tools: IndexTools | undefined): Collection {
  const { id, created, updated, name, type, isSystem, raw } = values;
  return {
    ...{ id, created, updated, name, type, isSystem, raw },
    fields: sentFields(values).map(toField),
    indexes: tools ? indexTexts(values, tools) : values.indexes.map(({ sql }) => sql),
    ...byRule((rule) => values[rule]),
    ...(type === 'auth' && { auth: toAuth(values), manageRule: values.manageRule }),
    ...(type === 'auth' && values.authRule !== undefined && { authRule: values.authRule }),
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
  const unlisted = all.filter(({ isBuiltIn, raw }) => isBuiltIn && !raw);
  return { ...collection, fields: withOwnFields(unlisted, collection.fields) };
}
