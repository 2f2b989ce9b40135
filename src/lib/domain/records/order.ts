import type { FieldOf } from '#domain/backend/field.ts';

export interface OrderLimits {
  readonly min: number;
  readonly max: number;
  readonly isInteger: boolean;
  readonly isNonzero: boolean;
}

/** What a number field allows. */
export const orderLimits = ({ min, max, isWhole, isRequired }: FieldOf<'number'>): OrderLimits => ({
  min: min ?? Number.NEGATIVE_INFINITY,
  max: max ?? Number.POSITIVE_INFINITY,
  isInteger: isWhole,
  isNonzero: isRequired,
});

/** Between records that are numbered anew: integers need room for further moves. */
const GAP = 10;

const clamp = (value: number, { min, max }: OrderLimits) => Math.min(Math.max(value, min), max);

/** Both are in ascending order, and undefined at the ends of the list. Undefined if there is no room. */
export function valueBetween(
  low: number | undefined,
  high: number | undefined,
  limits: OrderLimits,
): number | undefined {
  const middle =
    low === undefined
      ? clamp((high ?? 0) - 1, limits)
      : high === undefined
        ? clamp(low + 1, limits)
        : low + (high - low) / 2;
  const value = limits.isInteger ? Math.floor(middle) : middle;
  const isBetween = (low === undefined || value > low) && (high === undefined || value < high);
  if (!isBetween || value !== clamp(value, limits)) return undefined;
  if (value !== 0 || !limits.isNonzero) return value;
  return valueBetween(0, high ?? 2, limits) ?? valueBetween(low ?? -2, 0, limits);
}

/**
 * As far apart as there is room; undefined if there is none.
 * @param values of all loaded records, in ascending order
 * @param ends whether no other records come before the first one, and after the last one
 */
export function renumbered(
  values: readonly number[],
  ends: { readonly low: boolean; readonly high: boolean },
  limits: OrderLimits,
): readonly number[] | undefined {
  const steps = values.length - 1;
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  // The first value may be the least one, so this must not be 0 where that is refused.
  const least = limits.isInteger && limits.isNonzero && limits.min === 0 ? 1 : limits.min;
  // The ends that others follow keep their values.
  const high = ends.high ? clamp(Math.max(last, first + steps * GAP), limits) : last;
  const low = ends.low ? clamp(Math.min(first, high - steps * GAP), { ...limits, min: least }) : first;
  const exact = (high - low) / steps;
  const step = limits.isInteger ? Math.floor(exact) : exact;
  if (!(step > 0)) return undefined;
  // Rounded steps may end beyond the last value.
  const made = values.map((_, index) => (index === steps && !limits.isInteger ? high : low + index * step));
  // Between large numbers, or close ones, no others may be left.
  if (made.some((value, index) => index && value <= (made[index - 1] ?? value))) return undefined;
  const zero = made.indexOf(0);
  if (!limits.isNonzero || zero < 0) return made;
  // One place further, if there is room for that, no value is 0.
  const shift = step / 2 >= 1 || !limits.isInteger ? Math.ceil(step) / 2 : 0;
  const moved = made.map((value) => (limits.isInteger ? Math.floor(value + shift) : value + shift));
  if (shift && ends.high && (moved.at(-1) ?? 0) <= limits.max) return moved;
  // Others or a limit are there: only that one moves, half a step.
  const half = limits.isInteger ? Math.floor(step / 2) : step / 2;
  if (half) return made.with(zero, zero ? -half : half);
  // In steps of 1, numbers from 0 on move past it, into what the rounding has left.
  return (made[steps] ?? high) + 1 > high ? undefined : made.map((value) => (value < 0 ? value : value + 1));
}

/** Of the place `at` of a list without the moved row, in ascending order; undefined at the ends. */
export function neighboursAt(values: readonly number[], at: number, isDescending: boolean) {
  const [above, below] = [values[at - 1], values[at]];
  return isDescending ? { low: below, high: above } : { low: above, high: below };
}
