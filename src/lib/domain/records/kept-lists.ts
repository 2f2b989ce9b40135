import type { RecordData } from './record.ts';

/** Number of rows that are measured: enough for an estimate, few enough for the frame in which a list is left. */
const SAMPLE = 20;

/** About how many characters these rows need in memory: measures some of them, evenly spread, and their number. */
export function estimateLength(rows: readonly RecordData[]): number {
  if (!rows.length) return 0;
  const step = Math.max(1, Math.floor(rows.length / SAMPLE));
  const sample = rows.filter((_, index) => index % step === 0);
  const sum = sample.reduce((length, row) => length + JSON.stringify(row).length, 0);
  return Math.round((sum / sample.length) * rows.length);
}

/** Limits of {@link newestWithin}. */
export interface KeptLimits {
  readonly count: number;
  /** In characters. */
  readonly length: number;
}

/** The newest of `lists`, the newest last: no more than `count`, and together no longer than `length`. */
export function newestWithin<T extends { readonly length: number }>(
  lists: readonly T[],
  { count, length }: KeptLimits,
): T[] {
  const kept: T[] = [];
  let rest = length;
  for (const list of lists.slice(-count).toReversed()) {
    rest -= list.length;
    if (rest < 0) break;
    kept.unshift(list);
  }
  return kept;
}
