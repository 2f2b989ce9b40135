import type { Collection } from '#domain/backend/collection.ts';
import type { FilterScope } from '#domain/collections/filter-completions.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { dialect } from '#wire/dialect.ts';

/** Filters of a collection, among some that its paths lead to. */
export const scopeOf = (
  collection: Collection,
  collections: readonly Collection[] = [collection],
): FilterScope => ({ collection, collections, dialect: dialect() });

/** A path of a type, to compare with something. */
export const pathOf = (type: ColumnType | undefined, isList = false) => ({
  ...{ type, isList },
  macros: Object.keys(dialect().macros),
});
