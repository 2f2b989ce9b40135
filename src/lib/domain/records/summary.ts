import { numberText } from '#domain/app/count-text.ts';
import { type Clock, formatStored, parseDate } from '#domain/app/date.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type Column, columnOf, readableFields } from '#domain/collections/columns.ts';
import { choicesOf, isMultiple, valuesOf } from '#domain/field-types/field-type.ts';
import { canQuote, isFilterable, isNumberText, quoteText } from '#domain/model/filter/print.ts';
import type { LogChart } from '../logs/chart.ts';
import { finestStep, nextMultiple, STEPS, type Step } from '../logs/wall-clock.ts';

/** How the values of a field are summed up. */
export type SummaryKind = 'groups' | 'numbers' | 'dates';

const KINDS: Readonly<Partial<Record<Column['type'], SummaryKind>>> = {
  ...({ select: 'groups', bool: 'groups', relation: 'groups' } as const),
  ...({ number: 'numbers', date: 'dates' } as const),
};

export const summaryKind = ({ type }: Column): SummaryKind => KINDS[type] ?? 'groups';

/** The fields whose values can be summed up, and found by a filter. */
export const summaryColumns = (collection: Pick<Collection, 'fields'>): Column[] =>
  readableFields(collection)
    .map(columnOf)
    .filter(({ name, type }) => KINDS[type] && isFilterable(name));

/** A value of a field; '' is none of them. Of a bool 'true' or 'false'. */
export interface Group {
  readonly value: string;
  readonly total: number;
  /** The condition that its records meet; undefined where no filter can say it. */
  readonly filter: string | undefined;
}

/** The condition that the records with a value meet, or with '' those without any; undefined where there is none. */
export function groupFilter({ name, type, field }: Column, value: string): string | undefined {
  if (type === 'bool') return `${name} = ${value}`;
  if (!canQuote(value)) return undefined;
  if (!field || !isMultiple(field)) return `${name} = ${quoteText(value)}`;
  return value ? `${name}:each ?= ${quoteText(value)}` : `${name}:length = 0`;
}

/** The values of a field that are known without reading records; none for a relation. */
export function knownValues({ type, field }: Column): readonly string[] {
  if (type === 'bool') return ['true', 'false'];
  return type === 'select' ? [...choicesOf(field), ''] : [];
}

/** Counts the values of records; one with several counts in each of them. Known values come first, then by number. */
export function groupsOf(column: Column, values: readonly unknown[]): Group[] {
  const totals = new Map(knownValues(column).map((value) => [value, 0]));
  const known = totals.size;
  for (const stored of values) {
    const own = column.type === 'bool' ? [String(stored === true)] : [...new Set(valuesOf(stored))];
    for (const value of own.length ? own : ['']) totals.set(value, (totals.get(value) ?? 0) + 1);
  }
  const all = [...totals].map(([value, total]) => ({ value, total, filter: groupFilter(column, value) }));
  return [...all.slice(0, known), ...all.slice(known).sort((one, other) => other.total - one.total)];
}

export interface NumberFigures {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly sum: number;
}

/** Undefined without numbers. The sum makes up for what additions round (Neumaier). */
export function figuresOf(values: readonly number[]): NumberFigures | undefined {
  if (!values.length) return undefined;
  let [sum, lost, min, max] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const whole = Number.isFinite(sum) ? sum + lost : sum;
  return { count: values.length, min, max, sum: whole, mean: whole / values.length };
}

/** A number as people read it, with at most `digits` of it, and all of its whole part. */
export function figureText(value: number, digits = 15): string {
  if (Number.isSafeInteger(value)) return numberText(value);
  const whole = Math.floor(Math.log10(Math.abs(value))) + 1;
  return String(Number(value.toPrecision(Math.min(16, Math.max(digits, whole)))));
}

/** The same for what was computed, which a double may not hold. */
export const computedText = (value: number, digits?: number): string =>
  (Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'about ' : '') + figureText(value, digits);

/** Records whose value is `from` or more, and less than `to`, or with the same ends exactly that. */
export interface NumberBucket {
  readonly from: number;
  readonly to: number;
  readonly total: number;
}

/** The least of 1, 2, 5, 10, 20 … and their tenths that is not below `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return Number((factor * power).toPrecision(1));
}

/** At most `most` buckets of one width and without gaps that have all of the numbers; whole numbers are not cut. */
export function histogram(values: readonly number[], most = 24): NumberBucket[] {
  const figures = figuresOf(values);
  if (!figures) return [];
  const { min, max } = figures;
  const isCountable = Number.isFinite(max - min) && max - min > 1e-290;
  if (!isCountable) return [{ from: min, to: max, total: values.length }];
  const least = (max - min) / (most - 1);
  for (let step = roundStep(values.every(Number.isInteger) ? Math.max(1, least) : least); ; step *= 10) {
    // Beyond, a double has no room for the next bucket.
    if (Math.max(-min, max) / step > 2 ** 48) continue;
    // The nearest number of 15 digits: 3 * 0.1 is 0.30000000000000004. A quotient may be too small, too.
    const bound = (at: number) => Number((at * step).toPrecision(15));
    let [first, last] = [Math.floor(min / step), Math.floor(max / step)];
    while (bound(first) > min) first--;
    while (bound(last + 1) <= max) last++;
    const count = last - first + 1;
    const bounds = Array.from({ length: count + 1 }, (_, at) => bound(first + at));
    // Too close for a double.
    if (bounds.some((bound, at) => at > 0 && bound <= (bounds[at - 1] ?? 0))) continue;
    const totals = new Array<number>(count).fill(0);
    for (const value of values) {
      let at = Math.max(0, Math.min(count - 1, Math.floor(value / step) - first));
      while (at > 0 && value < (bounds[at] ?? 0)) at--;
      while (at < count - 1 && value >= (bounds[at + 1] ?? 0)) at++;
      totals[at] = (totals[at] ?? 0) + 1;
    }
    return totals.map((total, at) => ({ from: bounds[at] ?? 0, to: bounds[at + 1] ?? 0, total }));
  }
}

/** `12`, `10 – 19` of whole numbers, else `0.5 to below 1`. */
export function bucketText({ from, to }: Pick<NumberBucket, 'from' | 'to'>, areWhole: boolean): string {
  if (from === to || (areWhole && to - from === 1)) return figureText(from);
  return areWhole
    ? `${figureText(from)} – ${figureText(to - 1)}`
    : `${figureText(from)} to below ${figureText(to)}`;
}

/** Undefined where the backend's filters can't have such a number. */
export function bucketFilter(
  { name }: Pick<Column, 'name'>,
  { from, to }: Pick<NumberBucket, 'from' | 'to'>,
): string | undefined {
  if (![from, to].every((bound) => isNumberText(String(bound)))) return undefined;
  return from === to ? `${name} = ${from}` : `${name} >= ${from} && ${name} < ${to}`;
}

/** In which dates are counted, shortest first; the longest are for dates that are centuries apart. */
const DATE_STEPS = STEPS.filter(({ unit, count }) =>
  unit === 'month' ? [1, 12, 120, 1200].includes(count) : unit === 'day' && [1, 7].includes(count),
);

/** `day`, `week`, `month`, `year`, `10 years` */
export function dateStepText({ unit, count }: Step): string {
  if (unit !== 'month') return count === 7 ? 'week' : 'day';
  return count < 12 ? 'month' : count === 12 ? 'year' : `${count / 12} years`;
}

/** More can't be told apart. A year of days fits. */
const MOST_POINTS = 370;
/** What a panel has room for. */
const USUAL_POINTS = 60;

/** The moments of stored dates, in ms since 1970, in their order; what is no date is left out. */
export const timesOf = (values: readonly unknown[]): number[] =>
  values
    .flatMap((value) => (typeof value === 'string' ? (parseDate(value)?.getTime() ?? []) : []))
    .sort((one, other) => one - other);

/** How dates, sorted, can be counted, and how they usually are; none without dates. */
export function dateSteps(
  times: readonly number[],
  clock: Clock,
): readonly [possible: readonly Step[], usual?: Step] {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [[]];
  const fits = (most: number) => (step: Step) =>
    finestStep([step], first, last + 1, most, { isCovered: true, clock }) !== undefined;
  const possible = DATE_STEPS.filter(fits(MOST_POINTS));
  return [possible, possible.find(fits(USUAL_POINTS)) ?? possible[0]];
}

/** Dates, sorted, counted by a step of {@link dateSteps}, without gaps. */
export function dateChart(times: readonly number[], step: Step, clock: Clock): LogChart {
  const [first, last] = [times[0], times.at(-1)];
  const found =
    first !== undefined &&
    last !== undefined &&
    finestStep([step], first, last + 1, MOST_POINTS, { isCovered: true, clock });
  if (!found) return { clock, step, buckets: [], total: 0 };
  let next = 0;
  const buckets = found.times.map((start, index) => {
    const end = found.times[index + 1] ?? nextMultiple(start, step, clock);
    const from = next;
    while ((times[next] ?? end) < end) next++;
    return { start, end, total: next - from };
  });
  return { clock, step, buckets, total: times.length };
}

/** The condition that dates from `start` until before `end` meet, both in ms since 1970. */
export function dateFilter({ name }: Pick<Column, 'name'>, start: number, end: number): string | undefined {
  const bounds = [start, end].map((time) => formatStored(new Date(time)));
  // The backend compares dates as text: the years 0 to 9999.
  if (bounds.some((bound) => !/^\d{4}-/.test(bound))) return undefined;
  const [from = '', to = ''] = bounds;
  return `${name} >= ${quoteText(from)} && ${name} < ${quoteText(to)}`;
}

/** The clock of dates that are shown as they are stored. */
export const UTC_CLOCK: Clock = { id: 'UTC', toWall: (time) => time, fromWall: (wall) => wall };
