import { atom } from 'nanostores';
import { createFileLoader } from '#api/records/load-file.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import { readOwnRows, rowsOf, stepsOf, type Target } from '#domain/records/import/own-rows.ts';
import type { FileContent, RowProblem } from '#domain/records/import/plan.ts';
import type { ImportTable } from '#domain/records/import/table.ts';
import type { RowIds } from '#domain/records/import/unfinished.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { endingLink } from '#stores/job/retry.ts';
import { createDecider, type Decision } from './decide.ts';

export type Counts = Readonly<Record<Decision['action'], number>>;

export interface RefusedRow {
  readonly number: number;
  readonly problems: readonly RowProblem[];
}

/** Refused rows that are shown; all of them are in the file of refused rows. */
const MAX_SHOWN = 100;

/** Adds up rows, with the problems of the first ones; `blank` rows have no value and are skipped. */
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

export type DryRun =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly done: number }
  | {
      readonly state: 'ready';
      readonly counts: Counts;
      readonly refused: readonly RefusedRow[];
      /** How many rows refer to rows below them, and how many are the first of a circle. */
      readonly later: number;
      readonly circular: number;
    }
  | { readonly state: 'failed'; readonly error: ApiError };

const LOST_REFERENCE = 'It will be saved without a reference to a row that can’t be imported.';
/** New users without a password that can be used: how many have none, how many a hash instead, and its methods. */
const NO_USERS = { missing: 0, hashed: 0, methods: [] as readonly string[] };

/** Finds out what an import would do, by reading the records that exist. */
export function createDryRun(table: Pick<ImportTable, 'rows'>) {
  const $dryRun = atom<DryRun>({ state: 'idle' });
  const $newUsers = atom(NO_USERS);
  const running = createLatest();

  async function start(target: Target, { batches, blank }: FileContent, rowIds: RowIds): Promise<void> {
    const signal = running.begin();
    $dryRun.set({ state: 'busy', done: 0 });
    const counts = createCounts(blank);
    let [missing, hashed] = [0, 0];
    const methods = new Set<string>();
    /** Rows in circles, which are known when all others are. */
    const partial: Decision[] = [];
    try {
      const link = { ...endingLink(signal), maxTries: 1, withToken: createFileLoader({ signal }) };
      const own = await readOwnRows(table, batches, target, () => signal.aborted);
      const decide = createDecider(target, link, { checksIds: true, own, rowIds });
      for (const step of stepsOf(batches, own)) {
        const decisions = await decide(await rowsOf(table, step));
        if (signal.aborted) return;
        for (const decision of decisions) {
          const { instead } = decision;
          if (instead === '') missing++;
          else if (instead) {
            hashed++;
            methods.add(instead);
          }
          if (decision.action === 'invalid') counts.refuse(decision.row.number, decision.problems);
          else if (decision.isPartial) partial.push(decision);
          else counts.add(decision.action);
        }
        $dryRun.set({ state: 'busy', done: counts.done() });
      }
      for (const { row, action } of partial) {
        if (own?.refs.get(row.index)?.some((other) => !own.ids.has(other)))
          counts.refuse(row.number, [{ field: '', message: LOST_REFERENCE }]);
        else counts.add(action === 'unchanged' ? 'update' : action);
      }
      $newUsers.set({ missing, hashed, methods: [...methods] });
      const { later = 0, circular } = own ?? {};
      $dryRun.set({ state: 'ready', later, circular: circular?.size ?? 0, ...counts.now() });
    } catch (thrown) {
      if (signal.aborted) return;
      $dryRun.set({ state: 'failed', error: report(thrown, { toast: false }) });
    }
  }

  return {
    $dryRun,
    $newUsers,
    start,
    stop: stopAll(
      running.abort,
      () => $dryRun.set({ state: 'idle' }),
      () => $newUsers.set(NO_USERS),
    ),
  };
}
