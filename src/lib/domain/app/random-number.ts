import { ID_LETTERS } from './random-secret.ts';

/** Gives whole numbers below 2^32, each as likely as the others. */
export type NumberSource = () => number;

/** The browser's cryptographic source. */
const secureNumber: NumberSource = () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** A whole number from 0, below `count`. */
export function randomBelow(count: number, next: NumberSource = secureNumber): number {
  const fair = 2 ** 32 - (2 ** 32 % count);
  for (;;) {
    const value = next();
    if (value < fair) return value % count;
  }
}

/** The same numbers each time for a seed (32 hexadecimal digits) and a position: sfc32. Not for secrets. */
export function seededNumbers(seed: string, position: number): NumberSource {
  const [one = 0, two = 0, three = 0, four = 0] = [0, 8, 16, 24].map((at) =>
    Number.parseInt(seed.slice(at, at + 8), 16),
  );
  let [a, b, c, counter] = [one, two, three ^ position, four];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  // Until each bit has changed all others.
  for (let rounds = 0; rounds < 16; rounds++) next();
  return next;
}

/** An id for a new record, like those of the backend. */
export const idFrom = (next: NumberSource): string =>
  Array.from({ length: 15 }, () => ID_LETTERS[randomBelow(ID_LETTERS.length, next)]).join('');
