import type { RowProblem } from '#domain/records/import/plan.ts';
import type { Decision } from './decide.ts';

/** Numbers of rows by what happens, or has happened, with them. */
export type Counts = Readonly<Record<Decision['action'], number>>;

/** A row that can't be imported. */
export interface RefusedRow {
  readonly number: number;
  readonly problems: readonly RowProblem[];
}

/** Refused rows that are shown; all of them are in the file of refused rows. */
const MAX_SHOWN = 100;

/**
 * Adds up rows. Holds the problems of the first ones only, whatever the size of the file.
 * @param blank rows without any value, which are skipped
 */
export function createCounts(blank: number) {
  const counts = { create: 0, update: 0, unchanged: 0, skip: blank, invalid: 0 };
  const refused: RefusedRow[] = [];
  return {
    add(action: Decision['action']): void {
      counts[action]++;
    },
    refuse(number: number, problems: readonly RowProblem[]): void {
      counts.invalid++;
      if (refused.length < MAX_SHOWN) refused.push({ number, problems });
    },
    now: (): { readonly counts: Counts; readonly refused: readonly RefusedRow[] } => ({
      counts: { ...counts },
      refused: refused.toSorted((a, b) => a.number - b.number),
    }),
    done: (): number => Object.values(counts).reduce((sum, count) => sum + count, -blank),
  };
}
