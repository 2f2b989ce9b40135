const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
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
