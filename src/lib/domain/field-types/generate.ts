import RandExp from 'randexp';
import { type NumberSource, randomBelow } from '#domain/app/random-number.ts';

/** Of a pattern without an end, such as `a+`. */
const LONGEST = 50;

/** A text that a pattern describes, as the backend makes one; undefined for a pattern that only the backend reads. */
export function generateText(pattern: string, next?: NumberSource): string | undefined {
  try {
    const made = new RandExp(pattern);
    made.randInt = (from, to) => from + randomBelow(to - from + 1, next);
    made.max = LONGEST;
    return made.gen();
  } catch {
    return undefined;
  }
}
