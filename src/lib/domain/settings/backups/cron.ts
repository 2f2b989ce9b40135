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

/** The segments of an expression, in order. */
export const CRON_SEGMENTS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'weekday', min: 0, max: 6 },
] as const;

type Segment = (typeof CRON_SEGMENTS)[number];

/**
 * When backups run, in UTC: the values of each segment, sorted. A run needs a match of all five, also of both day and
 * weekday (0 is Sunday).
 */
export type Schedule = Readonly<Record<Segment['name'], readonly number[]>>;

/** A schedule, or what is wrong with the expression. */
export type ParsedCron = { readonly schedule: Schedule } | { readonly problem: string };

class Invalid extends Error {}

const INTEGER = /^[+-]?[0-9]+$/;

function numberOf(text: string, what: string): number {
  const number = Number(text);
  // The backend reads 64 bits; anything that long is out of range anyway.
  if (!INTEGER.test(text)) throw new Invalid(`${text ? `“${text}”` : 'An empty text'} is no ${what}.`);
  return number;
}

function boundedOf(text: string, { min, max }: Segment): number {
  const value = numberOf(text, 'number');
  if (value < min || value > max) throw new Invalid(`${value} is not between ${min} and ${max}.`);
  return value;
}

function stepOf(text: string, { max }: Segment): number {
  const step = numberOf(text, 'step');
  if (step < 1 || step > max) throw new Invalid(`The step ${step} is not between 1 and ${max}.`);
  return step;
}

/** `*`, `5`, `1-5` as its first and last value. */
function boundsOf(range: string, step: number, segment: Segment): readonly [first: number, last: number] {
  if (range === '*') return [segment.min, segment.max];
  const [from = '', to, ...more] = range.split('-');
  if (more.length) throw new Invalid(`“${range}” has more than one “-”.`);
  if (to === undefined && step !== 1)
    throw new Invalid(`A step needs “*” or a range, such as ${from}-${segment.max}/${step}.`);
  const first = boundedOf(from, segment);
  const last = to === undefined ? first : boundedOf(to, segment);
  if (last < first) throw new Invalid(`The range ${range} ends before it begins.`);
  return [first, last];
}

/** The values of one entry of a list: a number, a range or `*`, the latter two with an optional step. */
function valuesOf(entry: string, segment: Segment): readonly number[] {
  const [range = '', stepText, ...more] = entry.split('/');
  if (more.length) throw new Invalid(`“${entry}” has more than one “/”.`);
  const step = stepText === undefined ? 1 : stepOf(stepText, segment);
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

/**
 * Reads a cron expression exactly as the backend does: a macro, or five segments separated by single
 * spaces. Names such as MON, a weekday 7 and `5/2` are not valid.
 */
export function parseCron(expression: string): ParsedCron {
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
