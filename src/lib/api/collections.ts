import { type Collection, parseCollection } from '../domain/collection.ts';
import type { CollectionBody } from '../domain/schema/draft-body.ts';
import { call } from './client.ts';

/** All collections (batch 200, sort +name; CS-01). */
export async function listCollections(): Promise<Collection[]> {
  const items = await call((client) =>
    client.collections.getFullList(200, { sort: '+name', requestKey: 'collections_list' }),
  );
  return items.map(parseCollection);
}

/** One collection as it is stored now. */
export async function getCollection(id: string): Promise<Collection> {
  return parseCollection(await call((client) => client.collections.getOne(id, { requestKey: null })));
}

/** Creates a collection; the answer holds the ids that the backend gave (CE-12). */
export async function createCollection(body: CollectionBody): Promise<Collection> {
  return parseCollection(
    await call((client) => client.collections.create({ ...body }, { requestKey: null })),
  );
}

/** Updates a collection (CE-13). */
export async function updateCollection(id: string, body: CollectionBody): Promise<Collection> {
  return parseCollection(
    await call((client) => client.collections.update(id, { ...body }, { requestKey: null })),
  );
}

/** Deletes a collection with all its records; the backend refuses while others need it (CE-20). */
export async function deleteCollection(id: string): Promise<void> {
  await call((client) => client.collections.delete(id, { requestKey: null }));
}
