import { type CallOptions, sendRequest } from '#api/client.ts';
import { requestCollections } from '#api/collections/collections.ts';
import { changeAllSound } from '#api/collections/memory.ts';
import { text } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { byId, type ImportBody } from '#domain/settings/import/outcome.ts';
import { importRequest } from '#wire/collection-saves.ts';
import { readEntry } from '#wire/collections.ts';

/** Loads all collections, without dates, as they are exported, sorted by name, `batch` per request. Throws ApiError. */
export async function listEntries(batch: number, options: CallOptions = {}): Promise<readonly Collection[]> {
  const items = (await requestCollections(batch, options)).map(readEntry);
  return [...byId(items.filter(({ id, name }) => id && name)).values()];
}

/** Replaces collections by the given ones; the backend changes all or none. Throws ApiError. */
export async function importCollections(body: ImportBody, options: CallOptions = {}): Promise<void> {
  const ids = body.collections.map(({ id }) => text(id));
  await changeAllSound(ids, options, () => sendRequest(importRequest(body), options));
}
