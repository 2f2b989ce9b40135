import { bucketAt, type LogChart } from './chart.ts';
import { tickText } from './chart-text.ts';
import { finestStep, STEPS } from './wall-clock.ts';

/** Limits of the axes. */
const MAX_X_TICKS = 15;
const MAX_Y_TICKS = 4;

/** A label below the point with this index. */
export interface XTick {
  readonly index: number;
  readonly label: string;
}

/** Labels at round moments of the chart's clock: `12 PM`, `Nov 16`. At most `max`, and at most 15. */
export function xTicks(chart: LogChart, max: number): readonly XTick[] {
  const from = chart.buckets[0]?.start;
  const to = chart.buckets.at(-1)?.end;
  if (from === undefined || to === undefined) return [];
  const candidates = STEPS.slice(STEPS.indexOf(chart.step));
  const finest = finestStep(candidates, from, to, Math.min(max, MAX_X_TICKS), {
    isCovered: false,
    clock: chart.clock,
  });
  if (!finest) return [];
  return finest.times.map((time) => ({
    index: bucketAt(chart, time),
    label: tickText(time, finest.step, chart.clock),
  }));
}

/** Round integers from 0 to the highest value or more, evenly spaced, at most 4. */
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
