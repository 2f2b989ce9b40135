import type { FieldType } from '#domain/field-types/field-type.ts';
import { defaultOptions } from '#domain/field-types/options.ts';
import type { Collection, CollectionRule, CollectionType, Rule, SchemaField } from '../collection.ts';
import type { IndexTools } from './index-sql/load-tools.ts';
import { randomIndexName } from './names.ts';
import type { RuleName } from './rules.ts';

/** A field while it is edited. Its id is empty until the backend assigns one. */
export interface FieldValues extends SchemaField {
  /** Stays the same while the field is renamed or moved. React and error messages identify the field by it. */
  readonly key: string;
  /** The name under which it is saved; empty for a new field. */
  readonly originalName: string;
  readonly nullable: boolean;
  /** Removed by the next save; shown as deleted until then. */
  readonly toDelete: boolean;
}

/**
 * An index as it was last edited, with the fields that its column names meant at that time. Its current text is derived
 * from the current field names (`indexTexts`), so that a half-typed or duplicate name can't mix up two columns.
 */
export interface IndexValues {
  readonly sql: string;
  /** Keys of fields by their names at that time. */
  readonly keys: ReadonlyMap<string, string>;
  /** The collection's name at that time. */
  readonly table: string;
}

/**
 * A collection while it is edited; id and dates of a new one are empty. Immutable: every edit is a function from values
 * to new values.
 */
export interface CollectionValues extends Omit<Collection, 'schema' | 'indexes'> {
  readonly originalName: string;
  readonly fields: readonly FieldValues[];
  readonly indexes: readonly IndexValues[];
  /** Number of the next new field's key. */
  readonly nextKey: number;
}

/** Options of a new auth collection. */
const AUTH_OPTIONS = {
  allowUsernameAuth: true,
  allowEmailAuth: true,
  allowOAuth2Auth: true,
  exceptEmailDomains: [],
  onlyEmailDomains: [],
  minPasswordLength: 8,
  requireEmail: false,
  onlyVerified: false,
  manageRule: null,
} as const;

/** Limits of 'Minimum password length'. */
export const PASSWORD_LENGTH = { min: 6, max: 72 } as const;

/** The options of a new collection of this type. */
export function defaultCollectionOptions(type: CollectionType): CollectionValues['options'] {
  if (type === 'auth') return structuredClone(AUTH_OPTIONS);
  return type === 'view' ? { query: '' } : {};
}

/** What `read` returns for each of the rules that collections of every type have. */
export const byRule = <T>(read: (name: CollectionRule) => T): Readonly<Record<CollectionRule, T>> => ({
  listRule: read('listRule'),
  viewRule: read('viewRule'),
  createRule: read('createRule'),
  updateRule: read('updateRule'),
  deleteRule: read('deleteRule'),
});

/** The values of a new collection: locked rules, no fields and no indexes. */
export function newCollectionValues(type: CollectionType = 'base'): CollectionValues {
  return {
    id: '',
    created: '',
    updated: '',
    name: '',
    originalName: '',
    type,
    system: false,
    fields: [],
    indexes: [],
    ...byRule(() => null),
    options: defaultCollectionOptions(type),
    nextKey: 1,
  };
}

/** The number in the key of a new field, such as `new-3`; undefined for the key of a saved one. */
export function newKeyNumber(key: string): number | undefined {
  const digits = /^new-([1-9]\d{0,8})$/.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** An index with the fields that its column names mean now. */
function indexOf(sql: string, fields: readonly FieldValues[], table: string): IndexValues {
  // Of two fields with one name a kept one wins over a removed one, then the first one.
  const ordered = [...fields].sort((a, b) => Number(a.toDelete) - Number(b.toDelete)).reverse();
  return { sql, keys: new Map(ordered.map(({ name, key }) => [name, key])), table };
}

function fieldOf(field: SchemaField, key: string): FieldValues {
  return { ...field, key, originalName: field.name, nullable: false, toDelete: false };
}

/** A field that is not stored yet. */
const newField = (field: Omit<SchemaField, 'id' | 'system'>, key: string): FieldValues => ({
  ...fieldOf({ ...field, id: '', system: false }, key),
  originalName: '',
});

/** The values of a saved collection. `keyOf` returns the key of a field, by default its id. */
export function valuesOf(
  collection: Collection,
  keyOf: (field: SchemaField) => string = ({ id }) => id,
): CollectionValues {
  const fields = collection.schema.map((field) => fieldOf(field, keyOf(field)));
  const { schema, indexes, ...rest } = collection;
  return {
    ...rest,
    originalName: collection.name,
    fields,
    indexes: indexes.map((sql) => indexOf(sql, fields, collection.name)),
    nextKey: 1,
  };
}

/**
 * An unsaved copy of a saved collection: no id and dates, `_duplicate` after the name, fields without
 * ids, every index with a new random name and the new table. An index that can't be parsed stays as it is.
 */
export function duplicateValues(collection: Collection, tools: IndexTools): CollectionValues {
  const name = `${collection.name}_duplicate`;
  const fields = collection.schema.map((field, position) => newField(field, `new-${position + 1}`));
  const copied = collection.indexes.map((sql) =>
    tools.renameTable(tools.renameIndex(sql, randomIndexName()), name),
  );
  const { schema, indexes, ...rest } = collection;
  return {
    ...rest,
    id: '',
    created: '',
    updated: '',
    name,
    originalName: '',
    system: false,
    fields,
    indexes: copied.map((sql) => indexOf(sql, fields, name)),
    nextKey: fields.length + 1,
  };
}

/** Renames the collection. Its indexes follow, see `indexTexts`. */
export const renameCollection = (values: CollectionValues, name: string): CollectionValues => ({
  ...values,
  name,
});

/** What a view does not have. */
export const NOT_IN_VIEWS = { createRule: null, updateRule: null, deleteRule: null, indexes: [] } as const;

/**
 * Changes the type. A view has no create, update and delete rule and no index. The options become `options`,
 * by default those of a new collection of the type. Fields stay, in case the type is changed back.
 */
export function setType(
  values: CollectionValues,
  type: CollectionType,
  options: CollectionValues['options'] = defaultCollectionOptions(type),
): CollectionValues {
  if (type === values.type) return values;
  const changed = { ...values, type, options };
  return type === 'view' ? { ...changed, ...NOT_IN_VIEWS } : changed;
}

/** Sets a rule; the manage rule is one of the options. */
export function setRule(values: CollectionValues, name: RuleName, rule: Rule): CollectionValues {
  return name === 'manageRule' ? setCollectionOption(values, name, rule) : { ...values, [name]: rule };
}

/** Sets an auth option or a view's query. */
export function setCollectionOption(
  values: CollectionValues,
  name: string,
  value: unknown,
): CollectionValues {
  return { ...values, options: { ...values.options, [name]: value } };
}

/**
 * The index statements with the current names of columns and table. While a field's name is empty, its
 * column keeps the old name. A statement that can't be parsed stays as it is (see `indexProblem`).
 */
export function indexTexts(values: CollectionValues, tools: IndexTools): string[] {
  const names = new Map(values.fields.map(({ key, name }) => [key, name]));
  return values.indexes.map(({ sql, keys, table }) => {
    const renames = new Map<string, string>();
    for (const [from, key] of keys) {
      const to = names.get(key);
      if (to && to !== from) renames.set(from, to);
    }
    const renamed = renames.size ? tools.renameColumns(sql, renames) : sql;
    return values.name && values.name !== table ? tools.renameTable(renamed, values.name) : renamed;
  });
}

/** Replaces the index at a position, or appends one if there is none at this position. */
export function setIndex(values: CollectionValues, position: number, sql: string): CollectionValues {
  const indexes = [...values.indexes];
  indexes[Math.min(position, indexes.length)] = indexOf(sql, values.fields, values.name);
  return { ...values, indexes };
}

/** Removes the index at a position. */
export const removeIndex = (values: CollectionValues, position: number): CollectionValues => ({
  ...values,
  indexes: values.indexes.filter((_, at) => at !== position),
});

/** The column names that the index popup offers. */
export function indexPresets(values: CollectionValues): string[] {
  const names = values.fields
    .filter(({ toDelete, name }) => !toDelete && name !== '')
    .map(({ name }) => name);
  return [...names, 'created', 'updated'];
}

/** A new field with the default options of its type. */
export function createField(key: string, name: string, type: FieldType): FieldValues {
  const options = defaultOptions(type);
  return newField({ name, type, required: false, presentable: false, options }, key);
}
