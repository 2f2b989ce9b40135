import { type CallOptions, call } from '#api/client.ts';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import type { CollectionBody } from '#domain/collections/editor/body.ts';

/** All collections (batch 200, sort +name; CS-01). */
export async function listCollections(options: CallOptions = {}): Promise<Collection[]> {
  const items = await call(
    (client, signal) => client.collections.getFullList(200, { sort: '+name', signal }),
    options,
  );
  return items.map(parseCollection);
}

/** One collection as it is stored now. */
export async function getCollection(id: string, options: CallOptions = {}): Promise<Collection> {
  return parseCollection(await call((client, signal) => client.collections.getOne(id, { signal }), options));
}

/** Creates a collection; the answer holds the ids that the backend gave (CE-12). */
export async function createCollection(body: CollectionBody, options: CallOptions = {}): Promise<Collection> {
  return parseCollection(
    await call((client, signal) => client.collections.create({ ...body }, { signal }), options),
  );
}

/** Updates a collection (CE-13). */
export async function updateCollection(
  id: string,
  body: CollectionBody,
  options: CallOptions = {},
): Promise<Collection> {
  return parseCollection(
    await call((client, signal) => client.collections.update(id, { ...body }, { signal }), options),
  );
}

/** Deletes a collection with all its records; the backend refuses while others need it (CE-20). */
export async function deleteCollection(id: string, options: CallOptions = {}): Promise<void> {
  await call((client, signal) => client.collections.delete(id, { signal }), options);
}
