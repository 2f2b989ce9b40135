import { relatedTo } from '#domain/collections/collection.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import type { Collection, SchemaField } from './collection.ts';
import { searchFieldsOf } from './columns.ts';

/** Words every filter offers besides the fields (LG-04). */
export const FILTER_MACROS = [
  'true',
  'false',
  '@now',
  '@second',
  '@minute',
  '@hour',
  '@day',
  '@month',
  '@year',
  '@weekday',
  '@todayStart',
  '@todayEnd',
  '@monthStart',
  '@monthEnd',
  '@yearStart',
  '@yearEnd',
] as const;

/** A field and what may follow its name. */
function wordsOf(field: SchemaField, prefix: string): string[] {
  const name = `${prefix}${field.name}`;
  const isList = isMultiple(field);
  return isList ? [name, `${name}:each`, `${name}:length`] : [name];
}

/**
 * What the filter bar of a list offers: its own fields, those of related records (`cat.title`), of
 * records that point here (`posts_via_cat.title`), modifiers of lists and the macros (RL-11). One level
 * deep, so that it grows with the size of the schema and not with its square.
 */
export function filterCompletions(collection: Collection, collections: readonly Collection[]): string[] {
  const words = new Set(searchFieldsOf(collection));
  for (const field of collection.schema) {
    for (const word of wordsOf(field, '')) words.add(word);
    if (field.type !== 'relation') continue;
    const related = relatedTo(field, collections);
    if (!related) continue;
    for (const name of searchFieldsOf(related)) words.add(`${field.name}.${name}`);
    for (const nested of related.schema)
      for (const word of wordsOf(nested, `${field.name}.`)) words.add(word);
  }
  for (const other of collections) {
    for (const field of other.schema) {
      if (field.type !== 'relation' || field.options['collectionId'] !== collection.id) continue;
      const prefix = `${other.name}_via_${field.name}`;
      words.add(prefix);
      for (const name of searchFieldsOf(other)) words.add(`${prefix}.${name}`);
    }
  }
  for (const macro of FILTER_MACROS) words.add(macro);
  return [...words];
}
