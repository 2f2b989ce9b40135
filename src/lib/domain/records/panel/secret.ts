import type { Collection } from '#domain/collections/collection.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Minimum length of a generated password (RF-20). */
const MIN_LENGTH = 15;
/** The largest multiple of the alphabet's size in a byte. Larger bytes would make the first letters more likely. */
const FAIR_LIMIT = 256 - (256 % ALPHABET.length);

/** A random text of letters and digits from the browser's cryptographic source. */
export function randomSecret(length: number): string {
  let out = '';
  while (out.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    for (const byte of bytes) {
      if (byte < FAIR_LIMIT && out.length < length) out += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return out;
}

/** Length of a generated password for a record of this collection (RF-20). */
export function secretLength(collection: Collection): number {
  const min = collection.options['minPasswordLength'];
  return typeof min === 'number' ? Math.max(MIN_LENGTH, min) : MIN_LENGTH;
}
