import type { Collection } from '#domain/collections/collection.ts';

/** Names of the presentable relation fields, separated by commas. Expanding them gives the texts of related records. */
export function expandOf(collection: Collection): string {
  return collection.schema
    .filter((field) => field.presentable && field.type === 'relation')
    .map((field) => field.name)
    .join(',');
}

/** Text of the tooltip about ids that were removed from a relation. */
export function missingIdsText(ids: readonly string[]): string {
  return `The following relation ids were removed from the list because they are missing or invalid: ${ids.join(', ')}.`;
}
