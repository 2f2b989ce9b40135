import type { PlannedIndex } from './index-advice.ts';

/** Shortest durations of a request without an index and with it, in ms, apart from the way to the backend and back. */
export interface TrialTimes {
  readonly before: number;
  readonly after: number;
  /** How long an empty request takes. */
  readonly way: number;
}

/** How much less time a request must take with an index that is kept. */
const WORTH = 0.2;
/** The shortest duration that can be told from the way, in ms. */
const SHORTEST = 0.5;

/**
 * The shortest of some durations without that of the way, in ms. What else the computers do makes a request longer, never
 * shorter: half of the runs may be disturbed, hardly all.
 */
export const shortestWithout = (durations: readonly number[], way: number): number =>
  Math.max(SHORTEST, Math.min(...durations) - way);

/** Whether an index is worth keeping. */
export const isFaster = ({ before, after }: TrialTimes): boolean => after <= before * (1 - WORTH);

/** `22 times faster`, `1.8 times faster`, `no faster`. */
export function gainText({ before, after }: TrialTimes): string {
  const gain = before / after;
  if (gain < 1.05) return 'no faster';
  if (gain > 100) return 'more than 100 times faster';
  return `${gain < 10 ? gain.toFixed(1) : Math.round(gain)} times faster`;
}

/** `posts (status, due)` */
export const planText = ({ collectionName, columns }: PlannedIndex): string =>
  `${collectionName} (${columns.map(({ name, sort }) => (sort ? `${name} ${sort}` : name)).join(', ')})`;
