import type { Collection } from '#domain/backend/collection.ts';
import { relationPaths } from './list-query.ts';

/** The `expand` parameter for texts that name what records refer to. */
export const expandOf = (collection: Collection, collections: readonly Collection[]): string =>
  relationPaths(collection, collections, 1).join();

/** Text of the tooltip about ids that were removed from a relation. */
export function missingIdsText(ids: readonly string[]): string {
  return `The following relation ids were removed from the list because they are missing or invalid: ${ids.join(', ')}.`;
}
