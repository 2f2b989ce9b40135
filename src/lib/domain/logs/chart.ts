import { type Clock, parseDate } from '#domain/app/date.ts';
import type { LogStat } from '#domain/backend/log.ts';
import { type SpanBetween, spanBetween } from './span.ts';
import { finestStep, floorToHour, HOUR, LOCAL_CLOCK, nextMultiple, STEPS, type Step } from './wall-clock.ts';

/** More can't be told apart. A year of days fits. */
const MAX_POINTS = 370;

/** From `start` until before `end`, both in ms since 1970 and the start of an hour of UTC. */
export interface Bucket {
  readonly start: number;
  readonly end: number;
  readonly total: number;
}

export interface LogChart {
  /** Of the browser, or of the chosen zone. */
  readonly clock: Clock;
  readonly step: Step;
  /** Without gaps, oldest first; empty when there are no entries. */
  readonly buckets: readonly Bucket[];
  readonly total: number;
}

type Hour = Pick<Bucket, 'start' | 'total'>;

const EMPTY = { step: { unit: 'hour', count: 1 }, buckets: [], total: 0 } as const;

const readHours = (stats: readonly LogStat[]): Hour[] =>
  stats
    .flatMap(({ date, total }) => {
      const time = parseDate(date)?.getTime();
      return time === undefined || total <= 0 ? [] : [{ start: floorToHour(time), total }];
    })
    .sort((a, b) => a.start - b.start);

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

/** By bucket, of some of the chart's entries, such as those of one level. */
export const totalsIn = ({ buckets }: LogChart, stats: readonly LogStat[]): readonly number[] =>
  totalsBetween(
    readHours(stats),
    buckets.map(({ start }) => start),
    buckets.at(-1)?.end ?? 0,
  );

/** A chart without gaps, of the hours that have entries; those without a valid date are left out. */
export function chartOf(stats: readonly LogStat[], clock: Clock = LOCAL_CLOCK): LogChart {
  const hours = readHours(stats);
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return { ...EMPTY, clock };
  // In some time zones a day begins within an hour of UTC. That hour, which has one total, belongs to the new day.
  const options = { isCovered: true, clock };
  const finest = finestStep(STEPS, first.start + HOUR - 1, last.start + HOUR, MAX_POINTS, options);
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

/** @param time in ms since 1970 */
export const bucketAt = ({ buckets }: LogChart, time: number): number =>
  buckets.findIndex(({ start, end }) => start <= time && time < end);

/** Of the backend's dates, whose years have four digits. */
const MAX_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Between two indices, both included, in any order; undefined outside of the chart. */
export function spanOf({ buckets }: LogChart, one: number, other: number): SpanBetween | undefined {
  const first = buckets[Math.min(one, other)];
  const last = buckets[Math.max(one, other)];
  return first && last && spanBetween(first.start, Math.min(last.end, MAX_TIME));
}
