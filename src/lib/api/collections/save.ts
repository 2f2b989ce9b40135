import { type CallOptions, sendAndRead } from '#api/client.ts';
import { withId } from '#api/response.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { readCollection, saveCollectionRequest } from '#wire/collections.ts';
import { collectionProblems, writeCollection } from '#wire/save-collection.ts';

/** Creates a collection without an id, else updates it; errors are by the members of the model. Throws ApiError. */
export const saveCollection = (collection: Collection, options: CallOptions = {}): Promise<Collection> => {
  const id = collection.id || undefined;
  const request = saveCollectionRequest(id, writeCollection(collection));
  const read = (response: unknown) => readCollection(withId(response, id ? { id } : {}, true));
  return sendAndRead(request, options, read).catch((thrown: unknown) => {
    if (!(thrown instanceof ApiError)) throw thrown;
    throw Object.assign(thrown, { problems: collectionProblems(thrown.problems, collection) });
  });
};
