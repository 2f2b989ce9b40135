import { formatStored, parseDate } from '#domain/app/date.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import { numberAs } from '#domain/app/typed-number.ts';
import type { FormKind } from '#domain/field-types/form-value.ts';

/** Of a column's numbers or dates, where that decides what they are. */
export type Way = 'point' | 'comma' | 'dmy' | 'mdy';

export interface WayGuess {
  /** The only one that fits, or the backend's own; undefined if several fit. */
  readonly way: Way | undefined;
  /** A value, and what it is in both ways. */
  readonly text: string;
  readonly readings: readonly [string | undefined, string | undefined];
}

/** `each` reads only what has one reading. */
export type ChosenWay = Way | 'each';

interface TwoWays {
  readonly ways: readonly [Way, Way];
  /** In the backend's own spelling; undefined if the text is no value. */
  readonly read: (text: string, way: Way) => string | undefined;
  /** A quick look: what the backend's own spelling says about the column; undefined for other spellings. */
  readonly skim: (text: string) => 'nothing' | 'first' | 'unclear' | undefined;
  /** A cheaper test of whether a text is worth a look. */
  readonly mayFit: RegExp;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** In seconds or milliseconds. */
const UNIX = /^\d{10}(\d{3})?$/;
const ZERO_DATE = /^(0000[-/.]00[-/.]00|00[-/.]00[-/.]0000)([ T]00:00(:00(\.0+)?)?Z?)?$/;
/** It may stand before the year. Distances from UTC are read; names of other zones say none. */
const TIME =
  /[ T,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.?m\.?)?(?: ?(?:Z|UTC|GMT))?(?: ?([+-]\d{2}):?(\d{2})(?: [A-Z]{3,5}| \([^)]*\))?)?(?= |$)/i;
const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/;
const DAY_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i;
const MONTH_DAY = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;

/** Of two digits, those whose century all programs agree about. */
function yearOf(text: string): string {
  if (text.length === 4) return text;
  if (Number(text) < 30) return `20${text}`;
  return Number(text) > 68 ? `19${text}` : '';
}

function dayOf(text: string, way: Way): readonly [year: string, month: number, day: number] | undefined {
  const month = (name = '') => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  let found = YEAR_FIRST.exec(text);
  if (found) return [found[1] ?? '', Number(found[2]), Number(found[3])];
  found = DAY_MONTH.exec(text);
  if (found) return [yearOf(found[3] ?? ''), month(found[2]), Number(found[1])];
  found = MONTH_DAY.exec(text);
  if (found) return [found[3] ?? '', month(found[1]), Number(found[2])];
  found = YEAR_LAST.exec(text);
  // `24-01-05` may begin with the year.
  if (!found || (found[2] === '-' && found[4]?.length === 2)) return undefined;
  const [first, second] = [Number(found[1]), Number(found[3])];
  const [day, at] = way === 'mdy' ? [second, first] : [first, second];
  return [yearOf(found[4] ?? ''), at, day];
}

/** `yyyy-MM-dd HH:mm:ss`, with the fraction and offset that the text has; empty for a date of zeros. */
function dateAs(source: string, way: Way): string | undefined {
  const text = source.trim();
  if (ZERO_DATE.test(text)) return '';
  if (dateToSend(text) !== undefined) return text;
  if (UNIX.test(text)) return formatStored(new Date(Number(text.padEnd(13, '0'))));
  const [time = '', hour = '0', minute = '00', second = '00', fraction, half, hours, minutes] =
    TIME.exec(text) ?? [];
  const day = dayOf(text.replace(time, ' ').replace(/\s+/g, ' ').trim().replace(WEEKDAY, ''), way);
  if (!day || (half && (Number(hour) < 1 || Number(hour) > 12))) return undefined;
  const [year, month, date] = day;
  const pad = (value: number) => String(value).padStart(2, '0');
  const clock = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
  const local = `${year}-${pad(month)}-${pad(date)} ${pad(clock)}:${minute}:${second}${fraction ? `.${fraction}` : ''}`;
  const read = hours ? `${local}${hours}:${minutes}` : local;
  return parseDate(local) && dateToSend(read) !== undefined ? read : undefined;
}

const OWN_NUMBER = /^\s*-?\d+(\.\d+)?(e[-+]?\d+)?\s*$/i;

const WAYS: Readonly<Partial<Record<FormKind, TwoWays>>> = {
  number: {
    ways: ['point', 'comma'],
    read: (text, way) => numberAs(text, way === 'comma' ? ',' : '.'),
    skim(text) {
      if (/^-?\d+$/.test(text)) return 'nothing';
      if (!OWN_NUMBER.test(text)) return undefined;
      return /^\s*-?[1-9]\d{0,2}\.\d{3}\s*$/.test(text) ? 'unclear' : 'first';
    },
    mayFit: /^[-+\u2212\s\d.,\uFF0B-\uFF19][^a-df-z:/]*$/i,
  },
  date: {
    ways: ['dmy', 'mdy'],
    read: dateAs,
    skim: (text) => (/^(?!0000)\d{4}-\d{2}-\d{2}([ T][\d:.]*Z?)?$/.test(text) ? 'nothing' : undefined),
    mayFit: /^\s*(?:[a-z]{3,9}[,.]?\s+)*\d(?:\d{0,3}(?:st|nd|rd|th)?[-/., ]|\d{9}(?:\d{3})?\s*$)/i,
  },
};

/** None for most kinds. */
export const waysOf = (kind: FormKind): readonly Way[] => WAYS[kind]?.ways ?? [];

const MAX_LENGTH = 80;

/** What a text is in both ways. */
export function readingsOf(kind: FormKind, text: string): WayGuess['readings'] {
  const found = WAYS[kind];
  if (!found || text.length > MAX_LENGTH || !found.mayFit.test(text)) return [undefined, undefined];
  const [first, second] = found.ways;
  return [found.read(text, first), found.read(text, second)];
}

/** In the backend's spelling, or why there is no value; a text that is no such value stays as it is. */
export function readWay(
  kind: FormKind,
  text: string,
  way: ChosenWay | undefined,
): { readonly text: string } | { readonly problem: string } {
  const found = WAYS[kind];
  if (!found || way === undefined) return { text };
  const [first, second] = readingsOf(kind, text);
  if (way !== 'each') {
    const read = way === found.ways[0] ? first : second;
    // What is nothing in this way may be a value in the other one, which was not chosen.
    return read === undefined && (first ?? second) !== undefined
      ? { problem: `“${text}” is not written like the rest of the column: it could be ${first ?? second}.` }
      : { text: read ?? text };
  }
  if (first === undefined || second === undefined || first === second)
    return { text: first ?? second ?? text };
  return { problem: `“${text}” can be ${first} or ${second}: choose how this column is written.` };
}

/** After so many values, a column without any number, or date, has none. */
const SEEN = 1000;

/** Finds out in which way a column of numbers or dates is written. */
export function createWayGuess(kind: FormKind) {
  const found = WAYS[kind];
  /** Values that are read in one way only. */
  let first = 0;
  let second = 0;
  /** Of another spelling than the backend's, and with two readings. */
  let other: string | undefined;
  let unclear: string | undefined;
  let seen = 0;
  let fitting = 0;
  return {
    add(text: string): void {
      // A column of texts is not read to its end for this.
      if (seen++ > SEEN && !fitting) return;
      const own = found?.skim(text);
      if (own !== undefined) {
        fitting++;
        if (own === 'first') first++;
        else if (own === 'unclear') unclear ??= text;
        return;
      }
      const [one, two] = readingsOf(kind, text);
      if (one === undefined && two === undefined) return;
      fitting++;
      if (one !== text.trim()) other ??= text;
      if (one === two) return;
      if (two === undefined) first++;
      else if (one === undefined) second++;
      else unclear ??= text;
    },
    /** Undefined where all values are read in the backend's way only. */
    get(): WayGuess | undefined {
      const text = unclear ?? other;
      if (!found || text === undefined) return undefined;
      const isDecided = !first !== !second;
      if (isDecided && other === undefined && first) return undefined;
      const decided = first ? found.ways[0] : found.ways[1];
      // Without anything against it, numbers are written as the backend does.
      const own =
        !first && !second && (other === undefined || unclear === undefined) ? found.ways[0] : undefined;
      const example = isDecided ? (other ?? text) : text;
      return { way: isDecided ? decided : own, text: example, readings: readingsOf(kind, example) };
    },
  };
}
