import { randomSecret } from '#domain/app/random-secret.ts';
import { type Collection, fieldWith } from '#domain/backend/collection.ts';

const MIN_LENGTH = 15;

/** Length of a generated password for a record of this collection. */
export const secretLength = ({ auth }: Collection): number => Math.max(MIN_LENGTH, auth?.minPassword ?? 0);

/** In bytes, where a collection does not say it: what newer backends take. */
const MAX_LENGTH = 71;

/** For an account that is made without a person who types one: the longest, so that it is long enough everywhere. */
export function randomPassword(collection: Collection): string {
  const field = fieldWith(collection, 'password');
  const max = field?.type === 'password' && typeof field.max === 'number' ? field.max : MAX_LENGTH;
  return randomSecret(max);
}
