import { type CallOptions, toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';

/** Whether a stored collection has the type and the fields that were sent. */
const isCreatedFrom = ({ type, schema }: Collection, sent: CollectionValues): boolean => {
  const names = sent.fields.filter(({ toDelete }) => !toDelete).map(({ name }) => name);
  return type === sent.type && (type === 'view' || names.join() === schema.map(({ name }) => name).join());
};

/**
 * Finds the collection of a creation whose response was lost: its name is in use, so it can't be sent again. `known` are
 * the ids of the collections of that time. Throws ApiError.
 */
export async function findCreated(
  sent: CollectionValues,
  known: ReadonlySet<string>,
  options: CallOptions,
): Promise<Collection | undefined> {
  try {
    const stored = await getCollection(sent.name, options);
    return !known.has(stored.id) && isCreatedFrom(stored, sent) ? stored : undefined;
  } catch (thrown) {
    if (toApiError(thrown).status !== 404) throw thrown;
    return undefined;
  }
}
