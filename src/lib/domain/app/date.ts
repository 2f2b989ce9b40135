/** Shown for a date that is empty or invalid. */
export const NO_DATE = 'N/A';

const STORED = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z)?$/;

/**
 * Reads a date as PocketBase stores it, `2026-11-05 12:00:00.123Z`, always as UTC. Time, seconds,
 * fraction (cut to ms) and the `Z` may be missing. Undefined when it is empty or invalid.
 */
export function parseDate(text: string): Date | undefined {
  const match = STORED.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = ''] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const date = new Date(iso);
  // The 30th of February rolls over into March instead of failing.
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? undefined : date;
}

/** A moment as PocketBase stores it: `2026-11-05 12:00:00.123Z`. */
export const formatStored = (date: Date): string => date.toISOString().replace('T', ' ');

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** The parts of a date: `yyyy-MM-dd`, `HH:mm:ss` and milliseconds with three digits. */
interface Parts {
  readonly day: string;
  readonly time: string;
  readonly ms: string;
}

function utcParts(date: Date): Parts {
  return {
    day: `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`,
    time: `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`,
    ms: pad(date.getUTCMilliseconds(), 3),
  };
}

function localParts(date: Date): Parts {
  return {
    day: `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`,
    time: `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`,
    ms: pad(date.getMilliseconds(), 3),
  };
}

/** A stored date, formatted for display. */
export interface ShownDate {
  /** `yyyy-MM-dd` in UTC. */
  readonly day: string;
  /** `HH:mm:ss UTC`, with `.SSS` when milliseconds are requested. */
  readonly time: string;
  /** `yyyy-MM-dd HH:mm:ss.SSS Local`, for the tooltip. */
  readonly local: string;
}

/** Splits a stored date for display; undefined when it is empty or invalid. */
export function showDate(text: string, { milliseconds = false } = {}): ShownDate | undefined {
  const date = parseDate(text);
  if (!date) return undefined;
  const { day, time, ms } = utcParts(date);
  return { day, time: `${time}${milliseconds ? `.${ms}` : ''} UTC`, local: formatLocal(text) };
}

/** `yyyy-MM-dd HH:mm:ss.SSS Local` in the time zone of the browser; 'N/A' when there is no date. */
export function formatLocal(text: string): string {
  const date = parseDate(text);
  if (!date) return NO_DATE;
  const { day, time, ms } = localParts(date);
  return `${day} ${time}.${ms} Local`;
}
