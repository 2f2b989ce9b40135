import { parseDate } from './date.ts';

const DATE_LENGTH = '2026-11-05 12:00:00'.length;
/** As the backend writes a date, in UTC. */
const STORED = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** `2026-11-05T12:00:00+05:00` */
const WITH_OFFSET = /^(.*:\d{2}(?:\.\d+)?)\s*([+-])(\d{2}):?([0-5]\d)?$/;

/** In minutes, from UTC. */
const MAX_OFFSET = 14 * 60;

/** Instead of this date the backend stores an empty value. */
const ZERO_DATE = '0001-01-01 00:00:00.000Z';

/** The text of a date input, in UTC: a stored date without its fraction, other text unchanged. */
export const editedDate = (text: string): string => (STORED.test(text) ? text.slice(0, DATE_LENGTH) : text);

/** Whether a date has the backend's format. */
export const isStoredDate = (text: string): boolean => STORED.test(text);

function parseTyped(text: string): Date | undefined {
  const [, local, sign, hours, minutes = '0'] = WITH_OFFSET.exec(text.trim()) ?? [];
  if (local === undefined) return parseDate(text);
  const date = parseDate(local);
  const offset = Number(hours) * 60 + Number(minutes);
  if (!date || offset > MAX_OFFSET) return undefined;
  return new Date(date.getTime() - (sign === '-' ? -offset : offset) * 60_000);
}

/** As the backend stores it; undefined for what it would clear without an error. */
export function storedDate(text: string): string | undefined {
  const iso = parseTyped(text)?.toISOString();
  // Years above 9999 or below 0 have a sign.
  if (iso === undefined || !/^\d/.test(iso)) return undefined;
  const stored = iso.replace('T', ' ');
  return stored === ZERO_DATE ? undefined : stored;
}

/** For a request: the {@link storedDate} without a fraction of zeros, and the `Z` behind it. */
export const dateToSend = (text: string): string | undefined => storedDate(text)?.replace(/\.000Z$/, '');

const hidesFraction = (edited: string, stored: string) => !edited.includes('.') && STORED.test(stored);

/** The backend stores the same. A fraction that the input does not show counts as unchanged. */
export function isSameDate(a: string, b: string): boolean {
  const [one, other] = [dateToSend(a), dateToSend(b)];
  if (one === undefined || other === undefined) return a.trim() === b.trim();
  if (!hidesFraction(a, b) && !hidesFraction(b, a)) return one === other;
  return one.slice(0, DATE_LENGTH) === other.slice(0, DATE_LENGTH);
}

/** Shown next to the input. */
export const INVALID_DATE_MESSAGE = 'Enter a valid date.';
