/** Shown for a date that is empty or invalid. */
export const NO_DATE = 'N/A';

const STORED = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z)?$/;

/** Reads `2026-11-05 12:00:00.123Z`, always as UTC; time, fraction (cut to ms) and `Z` may be missing. */
export function parseDate(text: string): Date | undefined {
  const match = STORED.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = ''] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const date = new Date(iso);
  // The 30th of February rolls over into March instead of failing.
  return Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) ? undefined : date;
}

/** `2026-11-05 12:00:00.123Z` */
export const formatStored = (date: Date): string => date.toISOString().replace('T', ' ');

/** `2026-11-05 13:00:00.123` of a wall time in the parts of UTC. */
export const wallText = (wall: Date): string => formatStored(wall).slice(0, -1);

const pad = (value: number, length = 2) => String(value).padStart(length, '0');

/** Converts between time in ms since 1970 and wall time: what a clock shows, in ms as if it were UTC. */
export interface Clock {
  readonly toWall: (time: number) => number;
  /** The first moment with this wall time; where the clock skips it, the moment as long after the change. */
  readonly fromWall: (wall: number) => number;
  /** `Europe/Berlin`; undefined for the clock of the browser. */
  readonly id?: string;
  /** `CET`, or `GMT+5:45` where it has no name. `time` is in ms since 1970. */
  readonly nameAt?: (time: number) => string;
}

export interface Zone extends Clock {
  readonly id: string;
  /** Of `00:00:00 CET`, with the longer name of winter and summer, in em of the list. */
  readonly timeWidth: number;
  readonly nameAt: (time: number) => string;
  /** {@link showDate} in this zone, with UTC as the tooltip. */
  readonly show: typeof showDate;
  /** `yyyy-MM-dd HH:mm:ss.SSS UTC`, to stand beside a date in this zone; 'N/A' without a date. */
  readonly formatUtc: (text: string) => string;
  /** `2026-11-05 13:00:00.123 CET, 2026-11-05 12:00:00.123 UTC`; 'N/A' without a date. */
  readonly formatBoth: (text: string) => string;
  /** `2026-11-05 13:00:00.123 CET`; any other text unchanged. */
  readonly format: (text: string) => string;
  /** The text of a date input: `2026-11-05 13:00:00`, and on demand `.123`. */
  readonly edited: (text: string, options?: { readonly milliseconds: boolean }) => string;
  /**
   * A typed date in UTC; text with a `Z` or an offset, or without a date, unchanged. Typed as `before` is shown, it is
   * that date, whose fraction or offset the input does not show.
   */
  readonly typed: (text: string, before: string) => string;
  /** The two dates in UTC that the clock shows alike after it was set back, else none. */
  readonly twins: (text: string) => readonly Twin[];
  /** `CET, 2026-11-05 12:00:00.123 UTC`, and whether the clock skips the typed time; empty without a date. */
  readonly note: (text: string, typed: string) => string;
}

/** `CET (GMT+1)` and the date in UTC. */
export interface Twin {
  readonly label: string;
  readonly value: string;
}

interface ShownDate {
  /** `yyyy-MM-dd` in UTC or a zone. */
  readonly day: string;
  /** `HH:mm:ss UTC`, with `.SSS` when milliseconds are requested; in a zone `HH:mm:ss CET`. */
  readonly time: string;
  /** `yyyy-MM-dd HH:mm:ss.SSS Local`, or in UTC beside a date in a zone. */
  readonly tooltip: string;
}

const TIME_LENGTH = 'HH:mm:ss'.length;

/** A wall time on a clock with a short name, such as `CET`. */
export function shownAs(wall: Date, name: string, milliseconds: boolean, tooltip: string): ShownDate {
  const [day = '', time = ''] = wallText(wall).split(' ');
  return { day, time: `${milliseconds ? time : time.slice(0, TIME_LENGTH)} ${name}`, tooltip };
}

/** Undefined when the date is empty or invalid. */
export function showDate(text: string, { milliseconds = false } = {}): ShownDate | undefined {
  const date = parseDate(text);
  return date && shownAs(date, 'UTC', milliseconds, formatLocal(text));
}

/** `yyyy-MM-dd HH:mm:ss.SSS Local` in the time zone of the browser; 'N/A' when there is no date. */
export function formatLocal(text: string): string {
  const date = parseDate(text);
  if (!date) return NO_DATE;
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return `${day} ${time}.${pad(date.getMilliseconds(), 3)} Local`;
}
