import { parseDate } from './date.ts';

/** Characters of a date that are edited: `2026-11-05 12:00:00`, in UTC (RF-06, FO-05). */
export const DATE_LENGTH = 19;

/** The backend's way of writing no date at all: it would be cleared. */
const ZERO_DATE = '0001-01-01 00:00:00';

/**
 * A typed date as it is sent, `yyyy-MM-dd HH:mm:ss` in UTC; undefined when it is no date. The backend clears
 * a value without a word when it can't read one.
 */
export function dateToSend(text: string): string | undefined {
  const date = parseDate(text);
  if (!date) return undefined;
  const sent = date.toISOString().replace('T', ' ').slice(0, DATE_LENGTH);
  return sent === ZERO_DATE ? undefined : sent;
}

/** Says so beside the input. */
export const NO_DATE_MESSAGE = 'This is no date that can be stored.';
