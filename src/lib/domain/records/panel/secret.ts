import type { Collection } from '#domain/backend/collection.ts';

const MIN_LENGTH = 15;

/** Length of a generated password for a record of this collection. */
export const secretLength = ({ auth }: Collection): number => Math.max(MIN_LENGTH, auth?.minPassword ?? 0);
