import { CRON_SEGMENTS, type Schedule } from './cron.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

type Name = (typeof CRON_SEGMENTS)[number]['name'];
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

/** `a`, `a and b`, `a, b and c`. */
const joined = (items: readonly string[], conjunction = 'and'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;

/** The distance of two or more values if it is always the same. */
function stepOf(values: Values): number | undefined {
  const [first = 0, second = 0] = values;
  const step = second - first;
  return values.every((value, index) => value === first + index * step) ? step : undefined;
}

/** Runs of three or more neighbours as `1 to 5`, all others one by one. */
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

/** Values of a segment: `1, 3 and 5 to 9`. */
const listText = (name: Name, values: Values, conjunction?: string): string =>
  joined(ranges(values, FORMATS[name]), conjunction);

/** From this count on, numbers of equal distance are not listed. */
const MIN_SHORTENED = 5;

/** The same, but many numbers of equal distance as `1, 3, 5 ... 31`. */
function numbersText(name: Name, values: Values): string {
  const step = stepOf(values);
  if (step === undefined || step === 1 || values.length < MIN_SHORTENED) return listText(name, values);
  const [first = '', second = '', third = ''] = values.map(FORMATS[name]);
  return `${first}, ${second}, ${third} ... ${FORMATS[name](values.at(-1) ?? 0)}`;
}

/** Most clock times that are listed one by one. */
const MAX_TIMES = 4;

function timeText({ minute, hour }: Schedule): string {
  const isEveryHour = isAll('hour', hour);
  if (isAll('minute', minute) && isEveryHour) return 'Every minute';
  if (minute.length * hour.length <= MAX_TIMES)
    return `At ${joined(hour.flatMap((hours) => minute.map((minutes) => `${two(hours)}:${two(minutes)}`)))}`;
  const inHours = isEveryHour ? 'every hour' : `hour ${numbersText('hour', hour)}`;
  if (isAll('minute', minute)) return `Every minute of ${inHours}`;
  const step = stepOf(minute);
  // Only a step that divides the hour is the same distance from its last run to the next hour's first.
  const isEven = minute[0] === 0 && minute.length * (step ?? 0) === 60;
  if (isEven) return `Every ${step} minutes${isEveryHour ? '' : ` of ${inHours}`}`;
  return `At minute ${numbersText('minute', minute)} of ${inHours}`;
}

/**
 * What a schedule means, in words: `At 00:00 on Monday and Wednesday`. Different schedules have different words. A day
 * and a weekday are a date that is such a weekday, because the backend needs both to match.
 */
export function describeSchedule(schedule: Schedule): string {
  const { day, month, weekday } = schedule;
  const isEveryDay = isAll('day', day);
  const limits: string[] = [];
  if (!isEveryDay) limits.push(`on day ${numbersText('day', day)} of the month`);
  if (!isAll('weekday', weekday))
    limits.push(
      isEveryDay
        ? `on ${listText('weekday', weekday)}`
        : `only if that day is a ${listText('weekday', weekday, 'or')}`,
    );
  if (!isAll('month', month)) limits.push(`in ${listText('month', month)}`);
  return [timeText(schedule), ...(limits.length ? [limits.join(', ')] : [])].join(' ');
}
