import { flag, list, members, oneOf, text } from '#domain/app/lenient.ts';
import { type FieldType, fieldTypes } from '#domain/field-types/field-type.ts';
import { compareNames } from './compare-names.ts';

export const collectionTypes = ['auth', 'base', 'view'] as const;
export type CollectionType = (typeof collectionTypes)[number];

export interface SchemaField {
  readonly id: string;
  readonly name: string;
  /** One of {@link fieldTypes}. An unknown type is read as `text`. */
  readonly type: FieldType;
  readonly required: boolean;
  readonly presentable: boolean;
  readonly system: boolean;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A rule: null means admins only, '' means everyone, any other text is a filter. */
export type Rule = string | null;

/** A rule that collections of every type have; the manage rule of auth collections is one of their options. */
export type CollectionRule = 'listRule' | 'viewRule' | 'createRule' | 'updateRule' | 'deleteRule';

export interface Collection extends Readonly<Record<CollectionRule, Rule>> {
  readonly id: string;
  readonly created: string;
  readonly updated: string;
  readonly name: string;
  readonly type: CollectionType;
  readonly system: boolean;
  readonly schema: readonly SchemaField[];
  readonly indexes: readonly string[];
  /** Auth options with the manage rule, or a view's query. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** What `read` returns for each of the rules that collections of every type have. */
export const byRule = <T>(read: (name: CollectionRule) => T): Readonly<Record<CollectionRule, T>> => ({
  listRule: read('listRule'),
  viewRule: read('viewRule'),
  createRule: read('createRule'),
  updateRule: read('updateRule'),
  deleteRule: read('deleteRule'),
});

function parseField(value: unknown): SchemaField {
  const from = members(value);
  return {
    id: text(from['id']),
    name: text(from['name']),
    type: oneOf(from['type'], fieldTypes, 'text'),
    required: flag(from['required']),
    presentable: flag(from['presentable']),
    system: flag(from['system']),
    options: members(from['options']),
  };
}

/** Whether anyone may create, update, delete or manage records: such a rule is empty. */
export const isOpenForWriting = ({ createRule, updateRule, deleteRule, options }: Collection): boolean =>
  [createRule, updateRule, deleteRule, options['manageRule']].includes('');

const ruleFrom = (value: unknown): Rule => (typeof value === 'string' ? value : null);

/** Missing parts become empty. */
export function parseCollection(value: unknown): Collection {
  const from = members(value);
  return {
    id: text(from['id']),
    created: text(from['created']),
    updated: text(from['updated']),
    name: text(from['name']),
    type: oneOf(from['type'], collectionTypes, 'base'),
    system: flag(from['system']),
    schema: list(from['schema'], parseField),
    indexes: list(from['indexes'], text),
    ...byRule((name) => ruleFrom(from[name])),
    options: members(from['options']),
  };
}

/** Sorts auth collections first, then base, then view collections, each by name. */
export function sortCollections(collections: readonly Collection[]): Collection[] {
  const rank = ({ type }: Collection) => collectionTypes.indexOf(type);
  return collections.toSorted((a, b) => rank(a) - rank(b) || compareNames(a.name, b.name));
}

/** The collections whose name contains the search text, or whose id equals it; ignores case and spaces. */
export function searchCollections<T extends { readonly id: string; readonly name: string }>(
  collections: readonly T[],
  search: string,
): T[] {
  const term = search.replace(/\s/g, '').toLowerCase();
  return collections.filter(
    ({ id, name }) => id === term || name.toLowerCase().replace(/\s/g, '').includes(term),
  );
}

export function relatedTo(field: SchemaField, collections: readonly Collection[]): Collection | undefined {
  return collections.find(({ id }) => id === field.options['collectionId']);
}
