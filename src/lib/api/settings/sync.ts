import { type CallOptions, sendRequest } from '#api/client.ts';
import { requestCollections } from '#api/collections/collections.ts';
import type { ImportBody } from '#domain/settings/import/outcome.ts';
import { type RawCollections, toRaw, uniqueById } from '#domain/settings/import/raw.ts';
import { importRequest } from '#wire/collections.ts';

/** Loads all collections as stored, without dates, sorted by name, `batch` per request. Throws ApiError. */
export async function listRawCollections(batch: number, options: CallOptions = {}): Promise<RawCollections> {
  const items = await requestCollections(batch, options);
  return uniqueById(items.map(toRaw).filter((collection) => collection !== undefined));
}

/** Replaces collections by the given ones; the backend changes all or none. Throws ApiError. */
export async function importCollections(body: ImportBody, options: CallOptions = {}): Promise<void> {
  await sendRequest(importRequest(body), options);
}
