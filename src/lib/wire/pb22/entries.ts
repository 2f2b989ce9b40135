/* Collections as 0.22 exports them, to read and show: `configuration.ts` compares and changes them. */
import { members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { readCollection } from './collections.ts';

/** Without its dates, which no export has. */
export function readEntry(value: unknown): Collection {
  const { created: _created, updated: _updated, ...rest } = members(value);
  return readCollection(rest);
}

/** The text of collections that nobody has changed. */
export const storedText = (collections: readonly Collection[]): string =>
  JSON.stringify(
    collections.map(({ raw }) => raw),
    null,
    4,
  );
