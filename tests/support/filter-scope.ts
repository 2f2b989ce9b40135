import type { Collection } from '#domain/backend/collection.ts';
import type { RuleScope } from '#domain/collections/editor/completions.ts';
import type { ColumnType } from '#domain/field-types/field-type.ts';
import { dialect } from '#wire/dialect.ts';
import { systemFields } from '#wire/save-collection.ts';

/** Filters of a collection, among some that its paths lead to. */
export const scopeOf = (
  collection: Collection,
  collections: readonly Collection[] = [collection],
): RuleScope => ({ collection, collections, dialect: dialect(), account: systemFields('auth', '') });

/** A path of a type, to compare with something. */
export const pathOf = (type: ColumnType | undefined, isList = false) => ({
  ...{ type, isList },
  macros: Object.keys(dialect().macros),
});
