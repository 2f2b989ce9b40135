import { numberText } from '#domain/app/count-text.ts';
import type { Clock } from '#domain/app/date.ts';
import { type Bucket, bucketAt, type LogChart } from './chart.ts';
import { finestStep, floorToStep, HOUR, STEPS, type Step } from './wall-clock.ts';

/** Greater numbers of an axis are shortened. */
const MAX_PLAIN = 9999;

/** In the parts of UTC. */
const wallOf = (time: number, clock: Clock): Date => new Date(clock.toWall(time));

/** From `Sat, 28 Nov 2026 00:00:00 GMT`: the first use of `Intl` takes 20 ms. */
const monthOf = (date: Date): string => date.toUTCString().slice(8, 11);

function dayText(time: number, hasYear: boolean, clock: Clock): string {
  const date = wallOf(time, clock);
  return `${monthOf(date)} ${date.getUTCDate()}${hasYear ? `, ${date.getUTCFullYear()}` : ''}`;
}

/** `3 PM`, or `3:30 PM` in time zones where an hour of UTC begins at half past. */
function hourText(time: number, clock: Clock): string {
  const date = wallOf(time, clock);
  const [hour, minute] = [date.getUTCHours(), date.getUTCMinutes()];
  const minutes = minute ? `:${String(minute).padStart(2, '0')}` : '';
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** ` CET` in a chosen zone; in the browser's ` GMT+3` for an hour that exists twice because the clock is set back. */
function zoneText(time: number, clock: Clock): string {
  if (clock.nameAt) return ` ${clock.nameAt(time)}`;
  const isTwice = [time - HOUR, time + HOUR].some(
    (other) => hourText(other, clock) === hourText(time, clock),
  );
  if (!isTwice) return '';
  const parts = new Intl.DateTimeFormat('en-US', { timeZoneName: 'shortOffset' }).formatToParts(time);
  return ` ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`.trimEnd();
}

/** The day for midnight, otherwise the hour, month or year. */
export function tickText(time: number, { unit, count }: Step, clock: Clock): string {
  if (unit === 'month') {
    const date = wallOf(time, clock);
    return `${count < 12 ? `${monthOf(date)} ` : ''}${date.getUTCFullYear()}`;
  }
  const isMidnight = floorToStep(time, { unit: 'day', count: 1 }, clock) === time;
  return unit === 'day' || isMidnight ? dayText(time, false, clock) : hourText(time, clock);
}

/** `250`, `10K`, `2.5M` */
export const shortNumber = (value: number): string =>
  value > MAX_PLAIN ? value.toLocaleString('en', { notation: 'compact' }) : String(value);

const MAX_X_TICKS = 15;
const MAX_Y_TICKS = 4;

/** Labels below points, at round moments of the chart's clock: `12 PM`, `Nov 16`. At most `max`, and at most 15. */
export function xTicks(chart: LogChart, max: number): { readonly index: number; readonly label: string }[] {
  const from = chart.buckets[0]?.start;
  const to = chart.buckets.at(-1)?.end;
  if (from === undefined || to === undefined) return [];
  const candidates = STEPS.slice(STEPS.indexOf(chart.step));
  const options = { isCovered: false, clock: chart.clock };
  const finest = finestStep(candidates, from, to, Math.min(max, MAX_X_TICKS), options);
  if (!finest) return [];
  return finest.times.map((time) => ({
    index: bucketAt(chart, time),
    label: tickText(time, finest.step, chart.clock),
  }));
}

/** Round integers from 0 to `max` or more, evenly spaced, at most 4. */
export function yTicks(max: number): readonly number[] {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 2.5, 5]) {
      const step = factor * power;
      const intervals = Math.max(1, Math.ceil(max / step));
      if (!Number.isInteger(step) || intervals >= MAX_Y_TICKS) continue;
      return Array.from({ length: intervals + 1 }, (_, index) => index * step);
    }
  }
}

/** `hour`, `2 hours`, `day` */
export const stepText = ({ unit, count }: Step): string => (count === 1 ? unit : `${count} ${unit}s`);

/** A moment in its first hour: a bucket of a day may begin up to an hour before it, see chartOf. */
const startOf = ({ start }: Bucket): number => start + HOUR - 1;

function hasYears({ buckets, clock }: LogChart): boolean {
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) return false;
  const [from, to] = [wallOf(startOf(first), clock), wallOf(last.end - 1, clock)];
  return from.getUTCFullYear() !== to.getUTCFullYear();
}

/**
 * `Nov 16, 3 PM`, `Nov 16, 2 PM – 4 PM` or `Nov 16 – Nov 18`, with years if the chart has entries of two. Empty outside
 * of the chart.
 */
export function timeText(chart: LogChart, one: number, other = one): string {
  const first = chart.buckets[Math.min(one, other)];
  const last = chart.buckets[Math.max(one, other)];
  if (!first || !last) return '';
  const hasYear = hasYears(chart);
  const { clock } = chart;
  const day = (time: number) => dayText(time, hasYear, clock);
  if (chart.step.unit !== 'hour') {
    const [from, to] = [day(startOf(first)), day(last.end - 1)];
    return from === to ? from : `${from} – ${to}`;
  }
  const from = `${day(first.start)}, ${hourText(first.start, clock)}${zoneText(first.start, clock)}`;
  if (first === last && chart.step.count === 1) return from;
  const end = `${hourText(last.end, clock)}${zoneText(last.end, clock)}`;
  return day(first.start) === day(last.end - 1) ? `${from} – ${end}` : `${from} – ${day(last.end)}, ${end}`;
}

/** `Total requests per hour, Nov 15, 10 AM – Nov 21, 11 AM: 5,062 in total, at most 69 (Nov 18, 7 PM).` */
export function summaryText(chart: LogChart): string {
  const { step, buckets, total } = chart;
  const highest = buckets.toSorted((one, other) => other.total - one.total)[0];
  if (!highest) return 'No requests.';
  const span = timeText(chart, 0, buckets.length - 1);
  const peak = timeText(chart, buckets.indexOf(highest));
  return `Total requests per ${stepText(step)}, ${span}: ${numberText(total)} in total, at most ${numberText(highest.total)} (${peak}).`;
}
