import type { Collection } from '#domain/collections/collection.ts';

/** Minimum length of a generated password (RF-20). */
const MIN_LENGTH = 15;

/** Length of a generated password for a record of this collection (RF-20). */
export function secretLength(collection: Collection): number {
  const min = collection.options['minPasswordLength'];
  return typeof min === 'number' ? Math.max(MIN_LENGTH, min) : MIN_LENGTH;
}
