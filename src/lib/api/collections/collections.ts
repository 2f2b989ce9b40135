import { api, call } from '#api/client.ts';
import { type Collection, parseCollection } from '#domain/collections/collection.ts';
import type { CollectionBody } from '#domain/collections/editor/body.ts';

/** All collections (batch 200, sort +name; CS-01). */
export async function listCollections(): Promise<Collection[]> {
  const items = await call((client) =>
    client.collections.getFullList(200, { sort: '+name', requestKey: 'collections_list' }),
  );
  return items.map(parseCollection);
}

/** One collection as it is stored now; `requestKey` is for {@link cancelCollectionRequest}. */
export async function getCollection(id: string, requestKey: string): Promise<Collection> {
  return parseCollection(await call((client) => client.collections.getOne(id, { requestKey })));
}

/** Creates a collection; the answer holds the ids that the backend gave (CE-12). */
export async function createCollection(body: CollectionBody, requestKey: string): Promise<Collection> {
  return parseCollection(await call((client) => client.collections.create({ ...body }, { requestKey })));
}

/** Updates a collection (CE-13). */
export async function updateCollection(
  id: string,
  body: CollectionBody,
  requestKey: string,
): Promise<Collection> {
  return parseCollection(await call((client) => client.collections.update(id, { ...body }, { requestKey })));
}

/** Deletes a collection with all its records; the backend refuses while others need it (CE-20). */
export async function deleteCollection(id: string, requestKey: string): Promise<void> {
  await call((client) => client.collections.delete(id, { requestKey }));
}

/** Cancels the request under way that was given this key. */
export function cancelCollectionRequest(requestKey: string): void {
  api().cancelRequest(requestKey);
}
