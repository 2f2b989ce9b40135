import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { withId } from '#api/response.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { saveCollectionRequest } from '#wire/collection-saves.ts';
import { readCollection } from '#wire/collections.ts';
import { collectionProblems, truncateRequest, writeCollection } from '#wire/save-collection.ts';
import { requestDelete } from './collection.ts';
import { changeSound } from './memory.ts';

/*
 * All that changes collections but an import. Each looks first at what the backend has in memory (`memory.ts`).
 */

async function send(collection: Collection, options: CallOptions): Promise<Collection> {
  const id = collection.id || undefined;
  const request = saveCollectionRequest(id, writeCollection(collection));
  const read = (response: unknown) => readCollection(withId(response, id ? { id } : {}, true));
  return sendAndRead(request, options, read).catch((thrown: unknown) => {
    if (!(thrown instanceof ApiError)) throw thrown;
    throw Object.assign(thrown, { problems: collectionProblems(thrown.problems, collection) });
  });
}

/** Creates a collection without an id, else updates it; errors are by the members of the model. Throws ApiError. */
export const saveCollection = async (
  collection: Collection,
  options: CallOptions = {},
): Promise<Collection> =>
  collection.id
    ? changeSound(collection, options, () => send(collection, options))
    : send(collection, options);

/** Deletes a collection with all its records; throws ApiError, for example when other collections use it. */
export async function deleteCollection(id: string, options: CallOptions = {}): Promise<void> {
  await changeSound({ id, raw: undefined }, options, () => requestDelete(id, options));
}

/** Deletes all records of a collection; throws ApiError, for example when others require them. */
export async function truncateCollection(id: string, options: CallOptions = {}): Promise<void> {
  const truncate = () => sendRequest(truncateRequest(id), options);
  await changeSound({ id, raw: undefined }, options, truncate, false);
}
