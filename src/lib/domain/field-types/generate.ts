import RandExp from 'randexp';

/** The whole number at `from` or above, up to `to`; from the browser's cryptographic source. */
function randomInt(from: number, to: number): number {
  const count = to - from + 1;
  const fair = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < fair) return from + (value % count);
  }
}

/** Of a pattern without an end, such as `a+`. */
const LONGEST = 50;

/** A text that a pattern describes, as the backend makes one; undefined for a pattern that only the backend reads. */
export function generateText(pattern: string): string | undefined {
  try {
    const made = new RandExp(pattern);
    made.randInt = randomInt;
    made.max = LONGEST;
    return made.gen();
  } catch {
    return undefined;
  }
}
