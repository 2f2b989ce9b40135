import { searchCollections } from '../collection.ts';
import type { FieldValues } from './values.ts';

type Searched = Pick<FieldValues, 'id' | 'key' | 'name' | 'originalName'>;

/**
 * The fields whose name contains the search text, or did before it was edited, or whose id equals it. Besides, new ones
 * and those with one of the keys `kept`, such as fields with errors, whose lines must stay. All of them without a text.
 */
export function searchFields<T extends Searched>(
  fields: readonly T[],
  search: string,
  kept: readonly (string | undefined)[],
): readonly T[] {
  if (!search.trim()) return fields;
  const names = fields.map((field) => ({ ...field, name: `${field.name}/${field.originalName}` }));
  const found = new Set([...searchCollections(names, search).map(({ key }) => key), ...kept]);
  return fields.filter(({ id, key }) => id === '' || found.has(key));
}
