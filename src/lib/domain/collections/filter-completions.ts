import type { ColumnType } from '#domain/field-types/field-type.ts';
import { fieldModifiers } from '#domain/field-types/modifiers.ts';
import { isFilterable } from '#domain/model/filter/print.ts';
import type { Collection } from './collection.ts';
import { completions, FILTER_MACROS } from './completions.ts';
import { commonType, fieldLevel, pathType } from './field-level.ts';
import { backName, schemaIndex } from './schema-index.ts';
import { searchFieldsOf } from './system-fields.ts';

/** The collection whose records are filtered, and all. */
export interface FilterScope {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
}

/** The fields of a collection after `before`, with the modifiers of lists: `cat.title`, `cat.labels:each`. */
function fieldPaths(collection: Collection, before: string): string[] {
  const modified = collection.schema.flatMap((field) =>
    fieldModifiers(field).map((modifier) => `${field.name}:${modifier}`),
  );
  return [...searchFieldsOf(collection), ...modified].map((name) => `${before}${name}`);
}

function rootNames({ collection, collections }: FilterScope): string[] {
  const index = schemaIndex(collections);
  const names = fieldPaths(collection, '');
  for (const field of collection.schema) {
    const related = index.target(field);
    if (related) names.push(...fieldPaths(related, `${field.name}.`));
  }
  for (const pointing of index.pointingTo(collection)) {
    const name = backName(pointing);
    names.push(name, ...fieldPaths(pointing.collection, `${name}.`));
  }
  return [...names, ...FILTER_MACROS];
}

const fieldsOf = ({ collection, collections }: FilterScope) =>
  fieldLevel([collection], { index: schemaIndex(collections), modifiersOf: fieldModifiers });

/**
 * The completions of a filter for the path before the caret. The root also offers the paths of the next level, so that
 * `title` finds `cat.title`, but no deeper ones: the number of paths grows linearly with the schema, not quadratically.
 */
export function filterCompletions(prefix: string, scope: FilterScope): string[] {
  const { modifiers, next } = fieldsOf(scope);
  return completions(prefix, { names: rootNames(scope), modifiers, next }).filter(isFilterable);
}

export const filterPathType = (path: string, scope: FilterScope): ColumnType | undefined =>
  pathType(path, fieldsOf(scope)) ?? commonType(path);
