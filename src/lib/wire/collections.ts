/* The port for collections: what each line of PocketBase does in its own way. */
import { members } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { byLine, wire } from './choose.ts';

export * from './both/collection-requests.ts';

export const readCollection = (value: unknown): Collection => wire().readCollection(value);

/**
 * Whether a collection is read from a list: up to 0.36 at least, a program of the newer line forgets the secrets of the
 * OAuth2 providers of a collection that is read alone, and nobody signs in by them until some collection is changed.
 */
export const isReadFromList = (): boolean => byLine(false, true);

/** Without its dates, which no export has. */
export function readEntry(value: unknown) {
  const { created: _created, updated: _updated, ...rest } = members(value);
  return readCollection(rest);
}
