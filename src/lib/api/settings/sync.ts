import { type CallOptions, call } from '#api/client.ts';
import type { ImportBody } from '#domain/settings/sync/body.ts';
import { type RawCollection, toRaw, uniqueById } from '#domain/settings/sync/raw.ts';

/**
 * Loads all collections as they are stored, without their dates, sorted by name (EX-02, IM-02). `batch` is the number
 * per request. Throws ApiError.
 */
export async function listRawCollections(
  batch: number,
  options: CallOptions = {},
): Promise<readonly RawCollection[]> {
  const items = await call(
    (client, signal) => client.collections.getFullList(batch, { sort: '+name', signal }),
    options,
  );
  return uniqueById(items.map(toRaw).filter((collection) => collection !== undefined));
}

/** Replaces collections by the given ones (IM-15); the backend changes all or none. Throws ApiError. */
export async function importCollections(body: ImportBody, options: CallOptions = {}): Promise<void> {
  await call(
    (client, signal) => client.send('/api/collections/import', { method: 'PUT', body: { ...body }, signal }),
    options,
  );
}
