import { escapeLike, quoteText } from '#domain/app/filter.ts';
import type { SchemaField } from '#domain/collections/collection.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';

/**
 * The filter that finds the records whose relation `field` has this id. A list is searched as text first, which ignores
 * case but is much faster than an expansion of each list; the second condition is exact.
 */
export function referenceFilter(field: Pick<SchemaField, 'name' | 'type' | 'options'>, id: string): string {
  const { name } = field;
  return isMultiple(field)
    ? `${name}~${quoteText(escapeLike(id))}&&${name}:each?=${quoteText(id)}`
    : `${name}=${quoteText(id)}`;
}
