/** Differences of clocks that don't matter, in ms: a `Date` has no fractions, and a response may be old. */
export const CLOCK_TOLERANCE = 30_000;

let offset = 0;

/** Difference between the backend's clock and this computer's, in ms; 0 while it is not known or does not matter. */
export const clockOffset = (): number => offset;

/** The backend's time, in ms since 1970. */
export const backendNow = (): number => Date.now() + offset;

/** Notes the backend's clock by the `Date` of a response, which another origin may hide. */
export function noteClock({ headers }: Response): void {
  const difference = Date.parse(headers.get('Date') ?? '') - Date.now();
  if (!Number.isNaN(difference)) offset = Math.abs(difference) > CLOCK_TOLERANCE ? difference : 0;
}
