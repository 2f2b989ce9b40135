/** The macros of the backend and what they mean. */
export const CRON_MACROS: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
]);

export const CRON_SEGMENTS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'weekday', min: 0, max: 6 },
] as const;

type Segment = (typeof CRON_SEGMENTS)[number];

/** Values in UTC, sorted. A run needs a match of all, also of both day and weekday (0 is Sunday). */
export type Schedule = Readonly<Record<Segment['name'], readonly number[]>>;

class Invalid extends Error {}

const INTEGER = /^[+-]?[0-9]+$/;

function numberOf(text: string, what: 'number' | 'step', min: number, max: number): number {
  const value = Number(text);
  // The backend reads 64 bits; anything that long is out of range anyway.
  if (!INTEGER.test(text)) throw new Invalid(`${text ? `“${text}”` : 'An empty text'} is no ${what}.`);
  const named = what === 'step' ? `The step ${value}` : value;
  if (value < min || value > max) throw new Invalid(`${named} is not between ${min} and ${max}.`);
  return value;
}

/** The first and last value of `*`, `5`, `1-5`. */
function boundsOf(
  range: string,
  step: number,
  { min, max }: Segment,
): readonly [first: number, last: number] {
  if (range === '*') return [min, max];
  const [from = '', to, ...more] = range.split('-');
  if (more.length) throw new Invalid(`“${range}” has more than one “-”.`);
  if (to === undefined && step !== 1)
    throw new Invalid(`A step needs “*” or a range, such as ${from}-${max}/${step}.`);
  const first = numberOf(from, 'number', min, max);
  const last = to === undefined ? first : numberOf(to, 'number', min, max);
  if (last < first) throw new Invalid(`The range ${range} ends before it begins.`);
  return [first, last];
}

/** Of a number, a range or `*`, the latter two with an optional step. */
function valuesOf(entry: string, segment: Segment): readonly number[] {
  const [range = '', stepText, ...more] = entry.split('/');
  if (more.length) throw new Invalid(`“${entry}” has more than one “/”.`);
  const step = stepText === undefined ? 1 : numberOf(stepText, 'step', 1, segment.max);
  const [first, last] = boundsOf(range, step, segment);
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);
}

function parseSegment(text: string, segment: Segment): readonly number[] {
  try {
    const values = text.split(',').flatMap((entry) => valuesOf(entry, segment));
    return [...new Set(values)].sort((a, b) => a - b);
  } catch (thrown) {
    if (thrown instanceof Invalid) throw new Invalid(`The ${segment.name} is invalid: ${thrown.message}`);
    throw thrown;
  }
}

/** Exactly as the backend does: names such as MON, a weekday 7 and `5/2` are not valid. */
export function parseCron(
  expression: string,
): { readonly schedule: Schedule } | { readonly problem: string } {
  const segments = (CRON_MACROS.get(expression) ?? expression).split(' ');
  if (expression.startsWith('@') && segments.length === 1)
    return { problem: `${expression} is not a macro of the backend.` };
  if (segments.length !== CRON_SEGMENTS.length) return { problem: wrongCount(segments) };
  const values = (index: 0 | 1 | 2 | 3 | 4) => parseSegment(segments[index] ?? '', CRON_SEGMENTS[index]);
  try {
    return {
      schedule: { minute: values(0), hour: values(1), day: values(2), month: values(3), weekday: values(4) },
    };
  } catch (thrown) {
    if (thrown instanceof Invalid) return { problem: thrown.message };
    throw thrown;
  }
}

function wrongCount(segments: readonly string[]): string {
  if (segments.includes('')) return 'Separate the segments by exactly one space, with none at the ends.';
  return `An expression has 5 segments: minute, hour, day, month and weekday. This one has ${segments.length}.`;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The calendar repeats after 400 years. */
const CYCLE_DAYS = 146_097;
/** From January on, the most days. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const hasDay = ({ day, month }: Schedule): boolean =>
  month.some((number) => (day[0] ?? 0) <= (MONTH_DAYS[number - 1] ?? 0));

/** After `now`, to the minute, in UTC. None in 400 years means none ever: 30 February never comes. */
export function nextRuns(schedule: Schedule, now: Date, count: number): readonly Date[] {
  const runs: Date[] = [];
  if (!hasDay(schedule)) return runs;
  const { minute, hour, day, month, weekday } = schedule;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  for (let ahead = 0; ahead <= CYCLE_DAYS; ahead += 1) {
    const date = new Date(today + ahead * DAY_MS);
    const isDue =
      month.includes(date.getUTCMonth() + 1) &&
      day.includes(date.getUTCDate()) &&
      weekday.includes(date.getUTCDay());
    if (!isDue) continue;
    for (const hours of hour)
      for (const minutes of minute) {
        const run = new Date(date.getTime() + (hours * 60 + minutes) * 60_000);
        if (run <= now) continue;
        runs.push(run);
        if (runs.length === count) return runs;
      }
  }
  return runs;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

type Name = Segment['name'];
type Values = readonly number[];

const two = (value: number): string => String(value).padStart(2, '0');
const FORMATS: Readonly<Record<Name, (value: number) => string>> = {
  minute: two,
  hour: two,
  day: String,
  month: (value) => MONTHS[value - 1] ?? '',
  weekday: (value) => WEEKDAYS[value] ?? '',
};

const sizes = Object.fromEntries(CRON_SEGMENTS.map(({ name, min, max }) => [name, max - min + 1]));
const isAll = (name: Name, values: Values): boolean => values.length === sizes[name];

/** `a`, `a and b`, `a, b and c` */
const joined = (items: readonly string[], conjunction = 'and'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;

function distanceOf(values: Values): number | undefined {
  const [first = 0, second = 0] = values;
  const step = second - first;
  return values.every((value, index) => value === first + index * step) ? step : undefined;
}

/** Three or more neighbours as `1 to 5`, all others one by one. */
function ranges(values: Values, format: (value: number) => string): readonly string[] {
  const parts: string[] = [];
  for (let index = 0; index < values.length; ) {
    const first = values[index] ?? 0;
    let end = index;
    while (values[end + 1] === first + end + 1 - index) end += 1;
    if (end - index < 2) end = index;
    const last = values[end] ?? 0;
    parts.push(end === index ? format(first) : `${format(first)} to ${format(last)}`);
    index = end + 1;
  }
  return parts;
}

/** `1, 3 and 5 to 9` */
const listText = (name: Name, values: Values, conjunction?: string): string =>
  joined(ranges(values, FORMATS[name]), conjunction);

/** From this count on, numbers of equal distance are not listed. */
const MIN_SHORTENED = 5;

/** `1, 3, 5 ... 31` for many numbers of equal distance. */
function numbersText(name: Name, values: Values): string {
  const step = distanceOf(values);
  if (step === undefined || step === 1 || values.length < MIN_SHORTENED) return listText(name, values);
  const [first = '', second = '', third = ''] = values.map(FORMATS[name]);
  return `${first}, ${second}, ${third} ... ${FORMATS[name](values.at(-1) ?? 0)}`;
}

/** More clock times are not listed one by one. */
const MAX_TIMES = 4;

function timeText({ minute, hour }: Schedule): string {
  const isEveryHour = isAll('hour', hour);
  if (isAll('minute', minute) && isEveryHour) return 'Every minute';
  if (minute.length * hour.length <= MAX_TIMES)
    return `At ${joined(hour.flatMap((hours) => minute.map((minutes) => `${two(hours)}:${two(minutes)}`)))}`;
  const inHours = isEveryHour ? 'every hour' : `hour ${numbersText('hour', hour)}`;
  if (isAll('minute', minute)) return `Every minute of ${inHours}`;
  const step = distanceOf(minute);
  // Only a step that divides the hour is the same distance from its last run to the next hour's first.
  const isEven = minute[0] === 0 && minute.length * (step ?? 0) === 60;
  if (isEven) return `Every ${step} minutes${isEveryHour ? '' : ` of ${inHours}`}`;
  return `At minute ${numbersText('minute', minute)} of ${inHours}`;
}

/** `At 00:00 on Monday and Wednesday`, different words for each schedule. A day and a weekday must both match. */
export function describeSchedule(schedule: Schedule): string {
  const { day, month, weekday } = schedule;
  const isEveryDay = isAll('day', day);
  const limits: string[] = [];
  if (!isEveryDay) limits.push(`on day ${numbersText('day', day)} of the month`);
  const weekdays = listText('weekday', weekday, isEveryDay ? 'and' : 'or');
  if (!isAll('weekday', weekday)) limits.push(`${isEveryDay ? 'on' : 'only if that day is a'} ${weekdays}`);
  if (!isAll('month', month)) limits.push(`in ${listText('month', month)}`);
  return [timeText(schedule), ...(limits.length ? [limits.join(', ')] : [])].join(' ');
}
