import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { withId } from '#api/response.ts';
import { ApiError, NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { members, text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import {
  collectionRequest,
  deleteCollectionRequest,
  namedCollectionsRequest,
  storedCollectionRequest,
} from '#wire/collection-saves.ts';
import { isReadFromList, readCollection } from '#wire/collections.ts';

const isNamed = (json: unknown, name: string): boolean =>
  text(members(json)['name']).toLowerCase() === name.toLowerCase();

/** Loads one collection by its id or its name, as the backend has it in memory; throws ApiError. */
export const getInMemory = (idOrName: string, options: CallOptions): Promise<Collection> =>
  sendAndRead(collectionRequest(idOrName), options, (response) =>
    readCollection(withId(response, isNamed(response, idOrName) ? {} : { id: idOrName })),
  );

/** Loads one collection by its id or its name, as it is stored; throws ApiError. */
async function getStored(idOrName: string, options: CallOptions): Promise<Collection> {
  const { items } = await sendRequest(storedCollectionRequest(idOrName), options);
  if (items.length) return readCollection(withId(items[0], { id: idOrName }));
  const named = await sendRequest(namedCollectionsRequest(idOrName), options);
  const found = named.items.find((json) => isNamed(json, idOrName));
  if (found === undefined) throw new ApiError({ status: 404, message: NOT_FOUND_MESSAGE });
  return readCollection(found);
}

/** Loads one collection by its id, or by its name, whose case the backend ignores; throws ApiError. */
export const getCollection = (idOrName: string, options: CallOptions = {}): Promise<Collection> =>
  isReadFromList() ? getStored(idOrName, options) : getInMemory(idOrName, options);

/** Deletes a collection, whatever the backend has in memory of it; throws ApiError. */
export const requestDelete = (id: string, options: CallOptions): Promise<unknown> =>
  sendRequest(deleteCollectionRequest(id), options);
