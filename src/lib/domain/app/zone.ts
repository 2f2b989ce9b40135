import { formatStored, NO_DATE, parseDate, shownAs, wallText, type Zone } from './date.ts';
import { dateToSend, isStoredDate } from './typed-date.ts';

const SECOND = 1000;
const DAY = 86_400_000;

const SECONDS_LENGTH = 'yyyy-MM-dd HH:mm:ss'.length;

const UTC = /^(?:Etc\/)?(?:UTC|UCT|Universal|Zulu)$/;

/** Each of them has short names for other zones, such as CET, IST or NZDT. */
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA'];

const SEASONS = [Date.UTC(2026, 0), Date.UTC(2026, 6)];

/** Of this device, `Europe/Berlin`. */
export const ownZone = (): string => renamed(new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** By the old names that browsers still use. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
};
const renamed = (id: string): string => RENAMED[id] ?? id;

/** All but UTC, in their order. */
export const zoneNames = (): readonly string[] =>
  Intl.supportedValuesOf('timeZone')
    .map(renamed)
    .filter((id) => !UTC.test(id))
    .sort();

function nameWith(timeZone: string, locale: string, timeZoneName: 'short' | 'shortOffset' | 'longOffset') {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName });
  return (time: number): string =>
    format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** In ms, of `GMT+05:45` or, for local times before there were zones, `GMT-04:56:02`. */
function readOffset(text: string): number {
  const [, sign, ...parts] = /([+\u2212-])(\d+):(\d+)(?::(\d+))?/.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds) * SECOND * (sign === '+' ? 1 : -1);
}

/** Of the time below its day, in em of the list. */
const TIME_CHARACTER = (0.58 * 12) / 14;

/** In UTC, with a fraction if `text` has one. */
function storedLike(text: string, time: number): string {
  const stored = formatStored(new Date(time));
  return text.includes('.') ? stored : stored.replace(/\.\d{3}Z$/, '');
}

/** A typed date that names its moment by itself. */
const isUtc = (text: string): boolean => text.trim().endsWith('Z');

/** `choice` is an IANA name or `local`. Undefined for UTC, which needs none, and for unknown names. */
export function zoneOf(choice: string): Zone | undefined {
  const id = choice === 'local' ? ownZone() : choice;
  try {
    return UTC.test(id) ? undefined : createZone(id);
  } catch {
    return undefined;
  }
}

function createZone(id: string): Zone {
  const longOffset = nameWith(id, 'en-US', 'longOffset');
  const shortOffset = nameWith(id, 'en-US', 'shortOffset');
  // One that has a name in winter and in summer.
  const nameAt =
    LOCALES.map((locale) => nameWith(id, locale, 'short')).find((name) =>
      SEASONS.every((time) => !/^GMT[+\u2212-]/.test(name(time))),
    ) ?? shortOffset;

  const offsetAt = (time: number): number => readOffset(longOffset(time));
  const toWall = (time: number): number => time + offsetAt(time);

  /** In their order: none where the clock is set forward, two where it is set back. */
  function momentsAt(wall: number): readonly number[] {
    const around = [offsetAt(wall - DAY), offsetAt(wall + DAY)];
    const offsets = new Set([...around, ...around.map((offset) => offsetAt(wall - offset))]);
    return [...offsets]
      .map((offset) => wall - offset)
      .filter((time) => toWall(time) === wall)
      .sort((one, other) => one - other);
  }

  const fromWall = (wall: number): number => momentsAt(wall)[0] ?? wall - offsetAt(wall - DAY);

  /** Undefined for a text that is not on this clock. */
  const typedWall = (text: string): number | undefined =>
    isUtc(text) ? undefined : parseDate(text)?.getTime();

  /** In the parts of UTC; undefined outside the years 0 to 9999, which stay in UTC. */
  function wallDate(date: Date): Date | undefined {
    const wall = new Date(toWall(date.getTime()));
    return /^\d/.test(wall.toISOString()) ? wall : undefined;
  }

  // Its functions are also called without it.
  const zone: Zone = {
    id,
    toWall,
    fromWall,
    nameAt,
    timeWidth: TIME_CHARACTER * Math.max(...SEASONS.map((time) => `00:00:00 ${nameAt(time)}`.length)),
    show(text, { milliseconds = false } = {}) {
      const date = parseDate(text);
      if (!date) return undefined;
      const wall = wallDate(date);
      const name = wall ? nameAt(date.getTime()) : 'UTC';
      return shownAs(wall ?? date, name, milliseconds, zone.formatUtc(text));
    },
    formatUtc(text) {
      const date = parseDate(text);
      return date ? `${wallText(date)} UTC` : NO_DATE;
    },
    formatBoth(text) {
      return parseDate(text) ? `${zone.format(text)}, ${zone.formatUtc(text)}` : NO_DATE;
    },
    format(text) {
      const shown = zone.show(text, { milliseconds: true });
      return shown ? `${shown.day} ${shown.time}` : text;
    },
    edited(text, { milliseconds } = { milliseconds: false }) {
      const date = parseDate(text);
      if (!date) return text;
      const wall = wallDate(date);
      if (!wall) return isUtc(text) ? text : `${text.trim()}Z`;
      const isWhole = milliseconds || (!isStoredDate(text) && wall.getUTCMilliseconds() > 0);
      return isWhole ? wallText(wall) : wallText(wall).slice(0, SECONDS_LENGTH);
    },
    typed(text, before) {
      if ([false, true].some((milliseconds) => text === zone.edited(before, { milliseconds }))) return before;
      const wall = typedWall(text);
      return wall === undefined ? text : storedLike(text, fromWall(wall));
    },
    twins(text) {
      const date = parseDate(text);
      const moments = date ? momentsAt(toWall(date.getTime())) : [];
      if (moments.length < 2) return [];
      return moments.map((time) => {
        const [name, offset] = [nameAt(time), shortOffset(time)];
        const label = name === offset ? name : `${name} (${offset})`;
        return { label, value: storedLike(text, time) };
      });
    },
    note(text, typed) {
      const stored = isStoredDate(text) ? text : (dateToSend(text) ?? '');
      const shown = zone.show(stored);
      if (!shown) return '';
      const wall = typedWall(typed);
      const isSkipped = wall !== undefined && momentsAt(wall).length === 0;
      const gap = isSkipped ? `The clock is set forward and skips this time: ${shown.time} is used. ` : '';
      return `${gap}${shown.time.slice(shown.time.indexOf(' ') + 1)}, ${zone.formatUtc(stored)}`;
    },
  };
  return zone;
}
