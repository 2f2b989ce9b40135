import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { withId } from '#api/response.ts';
import { ApiError, NOT_FOUND_MESSAGE } from '#domain/app/api-error.ts';
import { members, text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import {
  collectionRequest,
  collectionsRequest,
  deleteCollectionRequest,
  isReadFromList,
  lastChangeRequest,
  namedCollectionsRequest,
  readCollection,
  readLastChange,
  storedCollectionRequest,
} from '#wire/collections.ts';

/** Loads all collections as sent, sorted by name, `perPage` per request; throws ApiError. */
export async function requestCollections(perPage: number, options: CallOptions): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await sendRequest(collectionsRequest(perPage, page), options);
    all.push(...items);
    if (items.length < perPage) return all;
  }
}

/** Loads all collections, 200 per request and sorted by name; throws ApiError. */
export async function listCollections(options: CallOptions = {}): Promise<Collection[]> {
  return (await requestCollections(200, options)).map(readCollection);
}

/** The number of all collections, and when the last one was changed, as stored; throws ApiError. */
export async function lastChange(options: CallOptions = {}): Promise<{ count: number; updated: string }> {
  const { items, totalItems } = await sendRequest(lastChangeRequest, options);
  return { count: totalItems, updated: readLastChange(items[0]) };
}

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
