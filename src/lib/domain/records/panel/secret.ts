import type { Collection } from '#domain/collections/collection.ts';

/** Minimum length of a generated password. */
const MIN_LENGTH = 15;

/** Length of a generated password for a record of this collection. */
export function secretLength(collection: Collection): number {
  const min = collection.options['minPasswordLength'];
  return typeof min === 'number' ? Math.max(MIN_LENGTH, min) : MIN_LENGTH;
}
