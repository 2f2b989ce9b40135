import { backName, backRelation } from './back-relations.ts';
import type { Collection, SchemaField } from './collection.ts';
import { searchFieldsOf } from './columns.ts';
import type { Level } from './completions.ts';
import { isMultiple } from './editor/field-types.ts';
import type { SchemaIndex } from './schema-index.ts';

/** Modifiers of fields that hold a list. */
export const LIST_MODIFIERS = ['each', 'length'] as const;
const TEXT_MODIFIERS = ['lower'] as const;

function modifiersOf(field: SchemaField | undefined): readonly string[] {
  if (!field) return TEXT_MODIFIERS;
  if (isMultiple(field)) return [...LIST_MODIFIERS, ...TEXT_MODIFIERS];
  return field.type === 'number' || field.type === 'bool' || field.type === 'date' ? [] : TEXT_MODIFIERS;
}

/** The collections that a path segment leads to from some collections. */
function follow(collections: readonly Collection[], segment: string, index: SchemaIndex): Collection[] {
  const found = new Set<Collection>();
  for (const collection of collections) {
    const field = index.field(collection, segment);
    const target = field
      ? field.type === 'relation' && index.byId(field.options['collectionId'])
      : backRelation(segment, collection, index)?.collection;
    if (target) found.add(target);
  }
  return [...found];
}

/**
 * The level of a record's fields and back relations.
 * @param collections the collections that the record may belong to
 * @param more names that this level offers before the fields
 */
export function fieldLevel(
  collections: readonly Collection[],
  index: SchemaIndex,
  more: readonly string[] = [],
): Required<Level> {
  return {
    // Computed on demand: a path only passes through most levels.
    get names() {
      const names = new Set(more);
      for (const collection of collections) {
        for (const name of searchFieldsOf(collection)) names.add(name);
        for (const pointing of index.pointingTo(collection)) names.add(backName(pointing));
      }
      return [...names];
    },
    modifiers(name) {
      const found = new Set<string>();
      for (const collection of collections) {
        for (const modifier of modifiersOf(index.field(collection, name))) found.add(modifier);
      }
      return [...found];
    },
    next: (name) => fieldLevel(follow(collections, name, index), index),
  };
}
