// chunks: edits
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** From the browser's cryptographic source. */
export function randomSecret(length: number, letters = LETTERS): string {
  // The largest multiple of the alphabet's size in a byte. Larger bytes would make the first letters more likely.
  const fairLimit = 256 - (256 % letters.length);
  let out = '';
  while (out.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    for (const byte of bytes) {
      if (byte < fairLimit && out.length < length) out += letters.charAt(byte % letters.length);
    }
  }
  return out;
}

/** A new secret of tokens, which ends all that were issued. */
export const tokenSecret = (): string => randomSecret(50);

export const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** An id for a new record, like those of the backend. */
export const randomId = (): string => randomSecret(15, ID_LETTERS);
