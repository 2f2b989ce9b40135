import type { PointingField } from '#domain/collections/schema-index.ts';
import { isMultiple } from '#domain/field-types/field-type.ts';
import { containedText, escapeLike, isFilterable, quoteText } from '#domain/model/filter/print.ts';

/** How a filter names a relation; `within` has to be one of its conditions, if it is not empty. */
export function relationPath({ collection, field: { name } }: PointingField) {
  if (isFilterable(name)) return { path: name, any: '', within: '' };
  // Only behind a collection may a name begin with a digit. A range of ids uses their index, unlike an equal id.
  const other = `@collection.${collection.name}`;
  return { path: `${other}.${name}`, any: '?', within: `${other}.id?>=id&&${other}.id?<=id` };
}

/**
 * A list is searched as text first, ignoring case, which is much faster than to expand each list; the second condition
 * is exact. Without it where a name begins with a digit: the backend would take far too long.
 */
export function referenceFilter(relation: PointingField, id: string): string {
  const { path, any, within } = relationPath(relation);
  if (within) return `${within}&&${path}${any}~${containedText(id)}`;
  return isMultiple(relation.field)
    ? `${path}~${quoteText(escapeLike(id))}&&${path}:each?=${quoteText(id)}`
    : `${path}=${quoteText(id)}`;
}
