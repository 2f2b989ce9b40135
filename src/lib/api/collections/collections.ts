import { type CallOptions, call } from '#api/client.ts';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import type { CollectionBody } from '#domain/collections/editor/body.ts';

/** Loads all collections, 200 per request and sorted by name (CS-01); throws ApiError. */
export async function listCollections(options: CallOptions = {}): Promise<Collection[]> {
  const items = await call(
    (client, signal) => client.collections.getFullList(200, { sort: '+name', signal }),
    options,
  );
  return items.map(parseCollection);
}

/** Loads one collection; throws ApiError. */
export async function getCollection(id: string, options: CallOptions = {}): Promise<Collection> {
  return parseCollection(await call((client, signal) => client.collections.getOne(id, { signal }), options));
}

/** Creates a collection; the result has the ids that the backend assigned (CE-12). Throws ApiError. */
export async function createCollection(body: CollectionBody, options: CallOptions = {}): Promise<Collection> {
  return parseCollection(
    await call((client, signal) => client.collections.create({ ...body }, { signal }), options),
  );
}

/** Updates a collection (CE-13); throws ApiError. */
export async function updateCollection(
  id: string,
  body: CollectionBody,
  options: CallOptions = {},
): Promise<Collection> {
  return parseCollection(
    await call((client, signal) => client.collections.update(id, { ...body }, { signal }), options),
  );
}

/** Deletes a collection with all its records; throws ApiError, for example when other collections use it (CE-20). */
export async function deleteCollection(id: string, options: CallOptions = {}): Promise<void> {
  await call((client, signal) => client.collections.delete(id, { signal }), options);
}
