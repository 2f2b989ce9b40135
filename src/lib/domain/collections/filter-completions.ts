import { type Collection, ownFields } from '#domain/backend/collection.ts';
import type { Dialect } from '#domain/backend/dialect.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import { completions, filterWords } from './completions.ts';
import { commonType, type FieldPaths, fieldLevel, pathType } from './field-level.ts';
import { type Holder, offeredModifiers } from './modifiers.ts';
import { backName, schemaIndex } from './schema-index.ts';
import { searchFieldsOf } from './system-fields.ts';

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
  return [...searchFieldsOf(collection), ...modified].map((name) => `${before}${name}`);
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
