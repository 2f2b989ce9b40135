import { formatHash } from '#routing/hash.ts';
import { go } from '#stores/app/route.ts';

/** The address of a record. */
export const recordHash = (collectionId: string, recordId: string): string =>
  formatHash('collections', { collectionId, recordId });

export const openRecord = (collectionId: string, recordId: string): void =>
  go('collections', { collectionId, recordId });
