import { type CallOptions, sendRequest } from '#api/client.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { collectionsRequest, lastChangeRequest, readCollection, readLastChange } from '#wire/collections.ts';

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
