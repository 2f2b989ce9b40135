import { parseDate } from './date.ts';

/** Characters of a date without its fraction: `2026-11-05 12:00:00`. */
const DATE_LENGTH = 19;

/** How the backend writes a date, in UTC. */
const STORED = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A time that says how far its zone is from UTC: `2026-11-05T12:00:00+05:00`. */
const WITH_OFFSET = /^(.*:\d{2}(?:\.\d+)?)\s*([+-])(\d{2}):?([0-5]\d)?$/;

/** The widest offset there is, in minutes. */
const MAX_OFFSET = 14 * 60;

/** The backend's way of writing no date at all: it would be cleared. */
const ZERO_DATE = '0001-01-01 00:00:00';

/** A date as it is edited, in UTC: what is stored without its fraction, anything else as it is (RF-06, FO-05). */
export const editedDate = (text: string): string => (STORED.test(text) ? text.slice(0, DATE_LENGTH) : text);

/** Whether a date is written as the backend does. */
export const isStoredDate = (text: string): boolean => STORED.test(text);

function parseTyped(text: string): Date | undefined {
  const [, local, sign, hours, minutes = '0'] = WITH_OFFSET.exec(text.trim()) ?? [];
  if (local === undefined) return parseDate(text);
  const date = parseDate(local);
  const offset = Number(hours) * 60 + Number(minutes);
  if (!date || offset > MAX_OFFSET) return undefined;
  return new Date(date.getTime() - (sign === '-' ? -offset : offset) * 60_000);
}

/**
 * A typed date as it is sent, in UTC: `yyyy-MM-dd HH:mm:ss`, with `.SSSZ` when there are milliseconds; undefined
 * when it is no date. The backend clears a value without a word when it can't read one.
 */
export function dateToSend(text: string): string | undefined {
  const iso = parseTyped(text)?.toISOString();
  // Years beyond 9999 or before 0 are written with a sign.
  if (iso === undefined || !/^\d/.test(iso)) return undefined;
  const stored = iso.replace('T', ' ');
  const sent = stored.slice(0, DATE_LENGTH);
  if (sent === ZERO_DATE) return undefined;
  return stored.endsWith('.000Z') ? sent : stored;
}

/** Whether the first may be the second as it is edited, which has no fraction. */
const hidesFraction = (edited: string, stored: string) => !edited.includes('.') && STORED.test(stored);

/** Whether two dates come to the same on the backend; a fraction that the input does not show counts as kept. */
export function isSameDate(a: string, b: string): boolean {
  const [one, other] = [dateToSend(a), dateToSend(b)];
  if (one === undefined || other === undefined) return a.trim() === b.trim();
  if (!hidesFraction(a, b) && !hidesFraction(b, a)) return one === other;
  return one.slice(0, DATE_LENGTH) === other.slice(0, DATE_LENGTH);
}

/** Says so beside the input. */
export const INVALID_DATE_MESSAGE = 'Enter a valid date.';
