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

/** Converts between time in ms since 1970 and wall time: what a clock shows, in ms as if it were UTC. */
export interface Clock {
  readonly toWall: (time: number) => number;
  /** The first moment with this wall time; where the clock skips it, the moment as long after the change. */
  readonly fromWall: (wall: number) => number;
}

/** A chosen time zone that isn't UTC: `zoneOf` in zone.ts. */
export interface Zone extends Clock {
  /** `Europe/Berlin`. */
  readonly id: string;
  /** Width of `00:00:00 CET` in em of `textWidth`, with the longer name of winter and summer. */
  readonly timeWidth: number;
  /** `CET`, or `GMT+5:45` where no short name is in use. `time` is in ms since 1970. */
  readonly nameAt: (time: number) => string;
  /** A date as `2026-11-05 13:00:00.123 CET`; any other text unchanged. */
  readonly format: (text: string) => string;
  /** The text of a date input for a date in UTC: `2026-11-05 13:00:00`, and on demand `.123`. */
  readonly edited: (text: string, options?: { readonly milliseconds: boolean }) => string;
  /**
   * What was typed on this clock as a date in UTC; text with a `Z` or an offset, or without a date, unchanged. The same
   * text as for the date `before` is that date, whose fraction or offset the input does not show.
   */
  readonly typed: (text: string, before: string) => string;
  /** Both dates in UTC that the clock shows like this one, if it was set back, else none. */
  readonly twins: (text: string) => readonly Twin[];
  /**
   * The name of the zone and the date in UTC, `CET, 2026-11-05 12:00:00.123 UTC`; empty without a date. Where the clock
   * skips the typed time, also which one is used.
   */
  readonly note: (text: string, typed: string) => string;
}

/** One of two dates that a clock shows in the same way: `CET (GMT+1)` and the date in UTC. */
export interface Twin {
  readonly label: string;
  readonly value: string;
}

/** Whether a year has the four digits that dates are written with. */
const hasFourDigits = (date: Date): boolean => date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9999;

/** The wall time of a date in a zone as the parts of UTC; undefined outside the years 0 to 9999, which stay in UTC. */
export function wallDate(date: Date, zone: Zone | undefined): Date | undefined {
  const wall = zone && new Date(zone.toWall(date.getTime()));
  return wall && hasFourDigits(wall) ? wall : undefined;
}

/** A stored date, formatted for display. */
export interface ShownDate {
  /** `yyyy-MM-dd` in UTC or the zone. */
  readonly day: string;
  /** `HH:mm:ss UTC`, with `.SSS` when milliseconds are requested; with the zone's name in place of UTC. */
  readonly time: string;
  /** See {@link formatOther}. */
  readonly tooltip: string;
}

/** Splits a stored date for display in UTC or a zone; undefined when it is empty or invalid. */
export function showDate(
  text: string,
  { milliseconds = false, zone }: { readonly milliseconds?: boolean; readonly zone?: Zone | undefined } = {},
): ShownDate | undefined {
  const date = parseDate(text);
  if (!date) return undefined;
  const wall = wallDate(date, zone);
  const { day, time, ms } = utcParts(wall ?? date);
  const name = (wall && zone?.nameAt(date.getTime())) ?? 'UTC';
  return { day, time: `${time}${milliseconds ? `.${ms}` : ''} ${name}`, tooltip: formatOther(text, zone) };
}

/**
 * A date on the clock that its display does not show: `yyyy-MM-dd HH:mm:ss.SSS Local` in the time zone of the browser,
 * or `… UTC` beside a chosen zone. 'N/A' when there is no date.
 */
export function formatOther(text: string, zone?: Zone): string {
  const date = parseDate(text);
  if (!date) return NO_DATE;
  const { day, time, ms } = zone ? utcParts(date) : localParts(date);
  return `${day} ${time}.${ms} ${zone ? 'UTC' : 'Local'}`;
}

/** {@link formatOther} where no other text has the date: in a chosen zone after the date in that zone. */
export const formatAlone = (text: string, zone?: Zone): string =>
  `${zone && text ? `${zone.format(text)}, ` : ''}${formatOther(text, zone)}`;
