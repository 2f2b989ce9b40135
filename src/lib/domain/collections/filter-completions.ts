import { ownOf } from '#domain/app/lenient.ts';
import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Dialect } from '#domain/backend/dialect.ts';
import type { Field } from '#domain/backend/field.ts';
import {
  type ColumnType,
  hasLetters,
  isMultiple,
  isSecret,
  shownType,
} from '#domain/field-types/field-type.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { columnOf, searchFieldsOf } from './columns.ts';
import { completions, filterWords, type Level, reach } from './completions.ts';
import { backName, backRelation, type SchemaIndex, schemaIndex } from './schema-index.ts';

/** What has a value: a field of a stored record, one of the user who sends a request, or one that a request sends. */
export type Holder = 'stored' | 'user' | 'body';

/** The modifiers that are offered after a field, without their colon; undefined is a system field. */
export const offeredModifiers = (
  { modifiers }: Dialect,
  holder: Holder,
  field: Field | undefined,
): readonly string[] =>
  modifiers.flatMap(({ name, fits, isForStored }) => {
    if (holder === 'stored' && isForStored !== true) return [];
    if (fits === 'sent') return holder === 'body' ? [name] : [];
    const isOffered =
      fits === 'lists' ? field && isMultiple(field) : !field || hasLetters(shownType(field.type));
    return isOffered ? [name] : [];
  });

/** The type of the values at a path: `cat.title`, `tags:length`; undefined for what has none, such as `@request`. */
export function pathType(path: string, root: Level, { modifiers }: Dialect): ColumnType | undefined {
  const { level, last } = reach(path, root);
  const [name = '', modifier] = last.split(':');
  return modifiers.find((one) => one.name === modifier)?.type ?? level?.type?.(name);
}

/** The types of names that are the same everywhere: macros and system fields. */
export function commonType(name: string, dialect?: Dialect): ColumnType | undefined {
  if (name === 'true' || name === 'false') return 'bool';
  if (name === 'created' || name === 'updated') return 'date';
  return name === 'id' || name === 'email'
    ? name
    : ownOf({ ...dialect?.macros, ...dialect?.otherMacros }, name);
}

/** The backend refuses longer paths. */
const MAX_RELATIONS = 6;

export interface FieldPaths {
  readonly index: SchemaIndex;
  /** The modifiers of a field, without their colon; called with undefined for a system field or an unknown name. */
  readonly modifiersOf: (field: Field | undefined) => readonly string[];
}

/** What any of the collections has, each once. */
const unique = <T>(collections: readonly Collection[], of: (collection: Collection) => T | readonly T[]) => [
  ...new Set(collections.flatMap(of)),
];

/** What stands below a place on the earth, in degrees. */
const GEO_LEVEL: Required<Omit<Level, 'next' | 'modifiers'>> = {
  names: ['lon', 'lat'],
  type: () => 'number',
};

/** The names of a collection's fields, and what is below a place. */
const namesBelow = (collection: Collection): readonly string[] => {
  const isPlace = new Set(
    collection.fields.filter(({ type }) => type === 'geoPoint').map(({ name }) => name),
  );
  return searchFieldsOf(collection).flatMap((name) =>
    isPlace.has(name) ? [name, ...GEO_LEVEL.names.map((part) => `${name}.${part}`)] : [name],
  );
};

/** The collections to which a path segment leads from any of the given collections. */
const follow = (collections: readonly Collection[], segment: string, index: SchemaIndex): Collection[] =>
  unique(collections, (collection) => {
    const field = index.field(collection, segment);
    return (field ? index.target(field) : backRelation(segment, collection, index)?.collection) ?? [];
  });

/** The fields and back relations of a record that may belong to any of the collections, after so many relations. */
export function fieldLevel(
  collections: readonly Collection[],
  paths: FieldPaths,
  relations = 0,
): Required<Level> {
  const { index, modifiersOf } = paths;
  return {
    // A getter, because most levels of a path are only passed and their names are not needed.
    get names() {
      return unique(collections, (collection) => [
        ...namesBelow(collection),
        ...index.pointingTo(collection).map(backName),
      ]);
    },
    modifiers: (name) => unique(collections, (collection) => modifiersOf(index.field(collection, name))),
    type(name) {
      for (const collection of collections) {
        if (backRelation(name, collection, index)) return 'relation';
        const field = collection.fields.find((known) => known.name === name && !isSecret(known));
        if (field) return columnOf(field).type;
      }
      return undefined;
    },
    next: (name) =>
      collections.some((one) => index.field(one, name)?.type === 'geoPoint')
        ? GEO_LEVEL
        : relations < MAX_RELATIONS
          ? fieldLevel(follow(collections, name, index), paths, relations + 1)
          : undefined,
  };
}

/** The collection whose records are filtered, and all, with how their backend writes filters. */
export interface FilterScope {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  readonly dialect: Dialect;
}

/** The fields of a collection after `before`, with the modifiers of lists: `cat.title`, `cat.labels:each`. */
function fieldPaths(collection: Collection, before: string, dialect: Dialect): string[] {
  const modified = ownFields(collection).flatMap((field) =>
    offeredModifiers(dialect, 'stored', field).map((modifier) => `${field.name}:${modifier}`),
  );
  return [...namesBelow(collection), ...modified].map((name) => `${before}${name}`);
}

function rootNames({ collection, collections, dialect }: FilterScope): string[] {
  const index = schemaIndex(collections);
  const names = fieldPaths(collection, '', dialect);
  for (const field of collection.fields) {
    const related = index.target(field);
    if (related) names.push(...fieldPaths(related, `${field.name}.`, dialect));
  }
  for (const pointing of index.pointingTo(collection)) {
    const name = backName(pointing);
    names.push(name, ...fieldPaths(pointing.collection, `${name}.`, dialect));
  }
  return [...names, ...filterWords(dialect)];
}

/** How paths go on in some place of a filter or rule. */
export const pathsFrom = ({ collections, dialect }: FilterScope, holder: Holder = 'stored'): FieldPaths => ({
  index: schemaIndex(collections),
  modifiersOf: (field) => offeredModifiers(dialect, holder, field),
});

const fieldsOf = (scope: FilterScope) => fieldLevel([scope.collection], pathsFrom(scope));

/**
 * The completions of a filter for the path before the caret. The root also offers the paths of the next level, so that
 * `title` finds `cat.title`, but no deeper ones: the number of paths grows linearly with the schema, not quadratically.
 */
export function filterCompletions(prefix: string, scope: FilterScope): string[] {
  const { modifiers, next } = fieldsOf(scope);
  return completions(prefix, { names: rootNames(scope), modifiers, next }).filter(isFilterable);
}

export const filterPathType = (path: string, scope: FilterScope): ColumnType | undefined =>
  pathType(path, fieldsOf(scope), scope.dialect) ?? commonType(path, scope.dialect);
