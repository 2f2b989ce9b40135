import { type Clock, parseDate } from '#domain/app/date.ts';
import type { LogStat } from './log.ts';
import { type SpanBetween, spanBetween } from './span.ts';
import { finestStep, floorToHour, LOCAL_CLOCK, nextMultiple, STEPS, type Step } from './wall-clock.ts';

const HOUR = 3_600_000;

/** More points than this can't be told apart. A year of days fits. */
const MAX_POINTS = 370;

/** Number of entries from `start` until before `end`, both in ms since 1970 and the start of an hour of UTC. */
export interface Bucket {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

/** What the activity chart shows. */
export interface LogChart {
  /** That of the browser, or of the chosen zone. */
  readonly clock: Clock;
  /** The length of every bucket, on this clock. */
  readonly step: Step;
  /** Without gaps, oldest first; empty when there are no entries. */
  readonly buckets: readonly Bucket[];
  readonly total: number;
}

interface Hour {
  readonly start: number;
  readonly total: number;
}

const EMPTY = { step: { unit: 'hour', count: 1 }, buckets: [], total: 0 } as const;

function readHours(stats: readonly LogStat[]): Hour[] {
  return stats
    .flatMap(({ date, total }) => {
      const time = parseDate(date)?.getTime();
      return time === undefined || total <= 0 ? [] : [{ start: floorToHour(time), total }];
    })
    .sort((a, b) => a.start - b.start);
}

/** The totals between each start and the next one; the last one ends at `end`. */
function totalsBetween(hours: readonly Hour[], starts: readonly number[], end: number): readonly number[] {
  let next = 0;
  return starts.map((_, index) => {
    let total = 0;
    for (let hour = hours[next]; hour && hour.start < (starts[index + 1] ?? end); hour = hours[next]) {
      total += hour.total;
      next += 1;
    }
    return total;
  });
}

/** The totals of some of the chart's entries, such as those of one level, by bucket. */
export const totalsIn = ({ buckets }: LogChart, stats: readonly LogStat[]): readonly number[] =>
  totalsBetween(
    readHours(stats),
    buckets.map(({ start }) => start),
    buckets.at(-1)?.end ?? 0,
  );

/**
 * Makes a chart without gaps from the totals of the hours that have entries. A long span has one point
 * for several hours, days or months, see {@link LogChart.step}. Leaves out totals without a valid date.
 */
export function chartOf(stats: readonly LogStat[], clock: Clock = LOCAL_CLOCK): LogChart {
  const hours = readHours(stats);
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return { ...EMPTY, clock };
  // In some time zones a day begins within an hour of UTC. That hour, which has one total, belongs to the new day.
  const finest = finestStep(STEPS, first.start + HOUR - 1, last.start + HOUR, MAX_POINTS, {
    isCovered: true,
    clock,
  });
  const lastTime = finest?.times.at(-1);
  if (!finest || lastTime === undefined) return { ...EMPTY, clock };

  const { step } = finest;
  const starts = finest.times.map(floorToHour);
  const end = Math.max(last.start + HOUR, floorToHour(nextMultiple(lastTime, step, clock)));
  const buckets = totalsBetween(hours, starts, end).map((total, index) => ({
    start: starts[index] ?? end,
    end: starts[index + 1] ?? end,
    total,
  }));
  return { clock, step, buckets, total: hours.reduce((sum, hour) => sum + hour.total, 0) };
}

/** The index of the bucket that contains a time in ms since 1970; -1 when there is none. */
export function bucketAt({ buckets }: LogChart, time: number): number {
  return buckets.findIndex(({ start, end }) => start <= time && time < end);
}

/** The backend's dates have years of four digits. */
const MAX_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The span of the buckets between two indices, both included, in any order; undefined outside of the chart. */
export function spanOf({ buckets }: LogChart, one: number, other: number): SpanBetween | undefined {
  const first = buckets[Math.min(one, other)];
  const last = buckets[Math.max(one, other)];
  return first && last && spanBetween(first.start, Math.min(last.end, MAX_TIME));
}
