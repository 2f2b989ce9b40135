import { fieldModifiers } from '#domain/field-types/modifiers.ts';
import { backName } from './back-relations.ts';
import type { Collection } from './collection.ts';
import { searchFieldsOf } from './columns.ts';
import { completions, FILTER_MACROS, type Level } from './completions.ts';
import { fieldLevel } from './field-level.ts';
import { schemaIndex } from './schema-index.ts';

/** What the paths of a filter can name. */
export interface FilterScope {
  /** The collection whose records are filtered. */
  readonly collection: Collection;
  /** All collections. */
  readonly collections: readonly Collection[];
}

/** The fields of a collection after `before`, with the modifiers of lists: `cat.title`, `cat.labels:each`. */
function fieldPaths(collection: Collection, before: string): string[] {
  const names = searchFieldsOf(collection);
  for (const field of collection.schema) {
    for (const modifier of fieldModifiers(field)) names.push(`${field.name}:${modifier}`);
  }
  return names.map((name) => `${before}${name}`);
}

function rootLevel({ collection, collections }: FilterScope): Level {
  const index = schemaIndex(collections);
  const names = fieldPaths(collection, '');
  for (const field of collection.schema) {
    const related = field.type === 'relation' && index.byId(field.options['collectionId']);
    if (related) names.push(...fieldPaths(related, `${field.name}.`));
  }
  for (const pointing of index.pointingTo(collection)) {
    const name = backName(pointing);
    names.push(name, ...fieldPaths(pointing.collection, `${name}.`));
  }
  const { modifiers, next } = fieldLevel([collection], { index, modifiersOf: fieldModifiers });
  return { names: [...names, ...FILTER_MACROS], modifiers, next };
}

/**
 * What a filter of a collection's records offers for the path before the caret (RL-11): own fields, those of related
 * records (`cat.title`) and of records that point here (`posts_via_cat.title`), modifiers of lists, and macros.
 *
 * The root also offers the paths of the next level, so `title` finds `cat.title` without `cat.` before it. It stops
 * there, so it grows with the size of the schema and not with its square; a dot leads to each deeper level.
 */
export function filterCompletions(prefix: string, scope: FilterScope): string[] {
  return completions(prefix, rootLevel(scope));
}
