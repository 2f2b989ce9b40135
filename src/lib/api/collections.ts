import { type Collection, parseCollection } from '../domain/collection.ts';
import { call } from './client.ts';

/** All collections (batch 200, sort +name; CS-01). */
export async function listCollections(): Promise<Collection[]> {
  const items = await call((client) =>
    client.collections.getFullList(200, { sort: '+name', requestKey: 'collections_list' }),
  );
  return items.map(parseCollection);
}
