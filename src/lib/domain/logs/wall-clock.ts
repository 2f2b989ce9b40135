import type { Clock } from '#domain/app/date.ts';

/** In ms. */
export const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;
const MONTH = 28 * DAY;

/** The 1st of January 1970 was a Thursday; weeks begin on Monday. */
const WEEK_OFFSET = 3;

/** On a clock: a day may have 23 or 25 hours. */
export interface Step {
  readonly unit: 'hour' | 'day' | 'month';
  readonly count: number;
}

const steps = (unit: Step['unit'], ...counts: number[]): Step[] => counts.map((count) => ({ unit, count }));

/** Shortest first. The longest ones make room for wrong clocks. */
export const STEPS: readonly Step[] = [
  ...steps('hour', 1, 2, 3, 6, 12),
  ...steps('day', 1, 2, 7, 14),
  ...steps('month', 1, 2, 3, 6, 12, 24, 60, 120, 600, 1200, 6000, 12_000, 120_000),
];

const LENGTHS = { hour: HOUR, day: DAY, month: MONTH } as const;

/** In ms since 1970. The backend counts entries per hour of UTC. */
export const floorToHour = (time: number): number => Math.floor(time / HOUR) * HOUR;

export const LOCAL_CLOCK: Clock = {
  toWall(time) {
    const date = new Date(time);
    // Unlike Date.UTC, setUTCFullYear also takes the years 0 to 99 as they are.
    const day = new Date(0).setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
    return day + date.getHours() * HOUR + date.getMinutes() * MINUTE;
  },
  fromWall: (wall) => new Date(1970, 0, 1, 0, 0, 0, wall).getTime(),
};

const floorTo = (value: number, count: number): number => Math.floor(value / count) * count;

/** The last multiple that is not after `time`, or the one that follows by `ahead` steps. */
function multiple(time: number, { unit, count }: Step, ahead: number, clock: Clock): number {
  // An hour exists twice when the clock is set back. Both are hours of their own.
  if (unit === 'hour' && count === 1) return floorToHour(time) + ahead * HOUR;
  const wall = clock.toWall(time);
  const day = Math.floor(wall / DAY);
  if (unit === 'hour') {
    const hour = Math.floor((wall - day * DAY) / HOUR);
    return clock.fromWall(day * DAY + (floorTo(hour, count) + ahead * count) * HOUR);
  }
  if (unit === 'day') {
    return clock.fromWall((floorTo(day + WEEK_OFFSET, count) - WEEK_OFFSET + ahead * count) * DAY);
  }
  const date = new Date(wall);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  return clock.fromWall(Date.UTC(1970, floorTo(month, count) + ahead * count - 1970 * 12, 1));
}

/** The last multiple that is not after `time`; both in ms since 1970. */
export const floorToStep = (time: number, step: Step, clock: Clock): number => multiple(time, step, 0, clock);

/** The first multiple after `time`; both in ms since 1970. */
export const nextMultiple = (time: number, step: Step, clock: Clock): number =>
  multiple(time, step, 1, clock);

/** From the last one at or before `from` until before `to`; all in ms since 1970. */
function multiplesOf(step: Step, from: number, to: number, clock: Clock): number[] {
  const found: number[] = [];
  for (let time = floorToStep(from, step, clock); time < to; time = nextMultiple(time, step, clock))
    found.push(time);
  return found;
}

/**
 * The first step of which a span has at most `max` multiples, and these.
 * @param candidates shortest first
 * @param options with `isCovered`, the multiples begin with the last one at or before `from`, instead of at `from`
 */
export function finestStep(
  candidates: readonly Step[],
  from: number,
  to: number,
  max: number,
  { isCovered, clock }: { readonly isCovered: boolean; readonly clock: Clock },
): { readonly step: Step; readonly times: readonly number[] } | undefined {
  for (const step of candidates) {
    // Most steps need no list of their multiples.
    if ((to - from) / (LENGTHS[step.unit] * step.count) > 2 * (max + 2)) continue;
    const times = multiplesOf(step, from, to, clock).filter((time) => isCovered || time >= from);
    if (times.length <= max) return { step, times };
  }
  return undefined;
}
