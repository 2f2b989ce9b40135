import {
  type AuthOptions,
  type Collection,
  type CollectionType,
  type FirstParts,
  listedFields,
  type Rule,
} from '#domain/backend/collection.ts';
import {
  type Field,
  type FieldBase,
  type FieldRole,
  type FieldType,
  ownMembers,
} from '#domain/backend/field.ts';
import { defaultOptions } from '#domain/field-types/options.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import { byRule } from '../collection.ts';
import type { EditedRule } from '../rules.ts';
import { randomIndexName } from './names.ts';
import { ownValues } from './own-auth.ts';

/** A field while it is edited. Its id is empty until the backend assigns one. */
export interface FieldValues extends Omit<FieldBase, 'role' | 'isBuiltIn'> {
  readonly type: FieldType;
  /** What a built-in column means to the backend. */
  readonly builtIn?: FieldRole | undefined;
  /** What the inputs of its own members hold, by their names: a typed text that is no number stays one. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Stays the same while the field is renamed or moved. */
  readonly key: string;
  /** Empty for a new field. */
  readonly originalName: string;
  readonly nullable: boolean;
  /** Removed by the next save; shown as deleted until then. */
  readonly toDelete: boolean;
}

/** Of a new field its key. It may have been saved since: then its key is that of before, but it has an id. */
export const idOf = ({ id, key }: Pick<FieldValues, 'id' | 'key'>): string => id || key;

/**
 * An index as it was last edited, with the keys of fields by their names and the collection's name of that time. Its
 * text follows from the present names (`indexTexts`), so that a half-typed name can't mix up two columns.
 */
export interface IndexValues {
  readonly sql: string;
  readonly keys: ReadonlyMap<string, string>;
  readonly table: string;
}

/** A collection while it is edited; the id of a new one is empty. */
export interface CollectionValues extends Omit<Collection, 'fields' | 'indexes' | 'auth'> {
  readonly originalName: string;
  readonly manageRule: Rule;
  readonly query: string;
  /** Of an auth collection, as the inputs hold them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly fields: readonly FieldValues[];
  readonly indexes: readonly IndexValues[];
  /** Number of the next new field's key. */
  readonly nextKey: number;
}

const NEW_AUTH: AuthOptions = {
  identityFields: ['username', 'email'],
  hasOAuth2: true,
  minPassword: 8,
  exceptDomains: [],
  onlyDomains: [],
  isEmailRequired: false,
  isVerifiedOnly: false,
};

export const PASSWORD_LENGTH = { min: 6, max: 72 } as const;

/** In the order in which their changes are listed. */
export function authValues(auth: AuthOptions = NEW_AUTH): CollectionValues['options'] {
  if (auth.own) return ownValues(auth.own, auth.hasOAuth2);
  const { identityFields, hasOAuth2, exceptDomains, minPassword, onlyDomains, ...others } = auth;
  return {
    signInByEmail: identityFields.includes('email'),
    hasOAuth2,
    signInByUsername: identityFields.includes('username'),
    ...{ exceptDomains, minPassword, onlyDomains },
    isVerifiedOnly: others.isVerifiedOnly,
    isEmailRequired: others.isEmailRequired,
  };
}

const UNSAVED = {
  id: '',
  created: '',
  updated: '',
  originalName: '',
  isSystem: false,
  raw: undefined,
} as const;

/** The values of a new collection: locked rules and no indexes. */
export const newCollectionValues = (
  type: CollectionType = 'base',
  { auth, authRule, fields = [] }: FirstParts = {},
): CollectionValues => ({
  ...UNSAVED,
  name: '',
  type,
  fields: newFields(fields, 1),
  indexes: [],
  ...byRule(() => null),
  manageRule: null,
  ...(authRule !== undefined && { authRule }),
  query: '',
  options: authValues(auth),
  nextKey: fields.length + 1,
});

/** The number in the key of a new field, such as `new-3`; undefined for the key of a saved one. */
export function newKeyNumber(key: string): number | undefined {
  const digits = /^new-([1-9]\d{0,8})$/.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function indexOf(sql: string, fields: readonly FieldValues[], table: string): IndexValues {
  // Of two fields with one name a kept one wins over a removed one, then the first one.
  const ordered = fields.toSorted((a, b) => Number(a.toDelete) - Number(b.toDelete)).reverse();
  return { sql, keys: new Map(ordered.map(({ name, key }) => [name, key])), table };
}

function fieldOf(field: Field, key: string): FieldValues {
  const { id, name, type, isSystem, isHidden, isPresentable, isRequired, help, raw } = field;
  return {
    ...{ id, name, type, isSystem, isHidden, isPresentable, isRequired, help, raw },
    ...(field.isBuiltIn && { builtIn: field.role }),
    options: ownMembers(field),
    ...{ key, originalName: name, nullable: false, toDelete: false },
  };
}

const asNew = (field: FieldValues): FieldValues => ({
  ...field,
  id: '',
  isSystem: field.builtIn !== undefined,
  originalName: '',
});

/** Fields of a collection that is not stored yet, with keys from this number on. */
const newFields = (fields: readonly Field[], from: number): FieldValues[] =>
  fields.map((field, at) => asNew(fieldOf(field, `new-${from + at}`)));

/** The values of a saved collection. `keyOf` returns the key of a field, by default its id. */
export function valuesOf(
  collection: Collection,
  keyOf: (field: Field) => string = ({ id }) => id,
): CollectionValues {
  const own = listedFields(collection).map((field) => fieldOf(field, keyOf(field)));
  const { fields: _fields, auth, indexes, ...rest } = collection;
  return {
    ...rest,
    manageRule: collection.manageRule ?? null,
    query: collection.query ?? '',
    options: authValues(auth),
    originalName: collection.name,
    fields: own,
    indexes: indexes.map((sql) => indexOf(sql, own, collection.name)),
    nextKey: 1,
  };
}

/** An unsaved copy: no ids and dates, `_duplicate` after the name, indexes with new random names and the new table. */
export function duplicateValues(collection: Collection, tools: IndexTools): CollectionValues {
  const name = `${collection.name}_duplicate`;
  const { fields: saved, ...rest } = valuesOf(collection);
  const fields = saved.map((field, position) => asNew({ ...field, key: `new-${position + 1}` }));
  const copied = collection.indexes.map((sql) =>
    tools.renameTable(tools.renameIndex(sql, randomIndexName()), name),
  );
  return {
    ...rest,
    ...UNSAVED,
    raw: collection.raw,
    name,
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

/** What a collection of a type begins with takes the place of what the former type has by itself. */
function withBuiltIn(values: CollectionValues, first: readonly Field[]): CollectionValues {
  const builtIn = newFields(
    first.filter(({ isBuiltIn }) => isBuiltIn),
    values.nextKey,
  );
  const before = new Map(values.fields.map((field) => [field.builtIn, field]));
  const kept = builtIn.map((field) => before.get(field.builtIn) ?? field);
  const own = values.fields.filter((field) => !field.builtIn);
  return { ...values, fields: [...kept, ...own], nextKey: values.nextKey + builtIn.length };
}

/**
 * Changes the type. What only another type has stays, in case it is changed back, but for built-in columns: `first` are
 * the fields with which a collection of the type begins.
 */
export function setType(
  values: CollectionValues,
  type: CollectionType,
  first: readonly Field[] = [],
): CollectionValues {
  if (type === values.type) return values;
  const isListed = type !== 'view' && first.length > 0;
  const changed = { ...(isListed ? withBuiltIn(values, first) : values), type };
  return type === 'view' ? { ...changed, ...NOT_IN_VIEWS } : changed;
}

export const setRule = (values: CollectionValues, name: EditedRule, rule: Rule): CollectionValues => ({
  ...values,
  [name]: rule,
});

export const setCollectionOption = (values: CollectionValues, name: string, value: unknown) => ({
  ...values,
  options: { ...values.options, [name]: value },
});

/** The index statements with today's names of columns and table. While a field's name is empty, the old one stays. */
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
  const index = indexOf(sql, values.fields, values.name);
  return { ...values, indexes: values.indexes.toSpliced(position, 1, index) };
}

export const removeIndex = (values: CollectionValues, position: number): CollectionValues => ({
  ...values,
  indexes: values.indexes.toSpliced(position, 1),
});

/** The column names that the index popup offers, not the id, which has one anyway: `dates` are those that no field says. */
export const indexPresets = (values: CollectionValues, dates: readonly string[]): string[] => [
  ...values.fields
    .filter(({ toDelete, name }) => !toDelete && name !== '' && name !== 'id')
    .map(({ name }) => name),
  ...dates,
];

/** A new field; `options` are those of a new field of its type, where a backend has others than most. */
export function createField(
  key: string,
  name: string,
  type: FieldType,
  options: FieldValues['options'] = defaultOptions(type),
): FieldValues {
  return {
    ...{ id: '', name, type, isSystem: false, isHidden: false, isPresentable: false, isRequired: false },
    ...{ help: '', raw: undefined, options },
    ...{ key, originalName: '', nullable: false, toDelete: false },
  };
}

/** The fields that are sent, at the positions of error paths (`fields.3.name`). A new view has them in its query. */
export function sentFields(values: CollectionValues): FieldValues[] {
  if (values.type === 'view' && values.id === '') return [];
  return values.fields.filter((field) => !field.toDelete);
}
