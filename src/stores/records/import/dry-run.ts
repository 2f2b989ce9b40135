import { atom } from 'nanostores';
import type { ApiError } from '#domain/app/api-error.ts';
import type { FileContent } from '#domain/records/import/plan.ts';
import type { ImportTable } from '#domain/records/import/table.ts';
import { createFileLoader } from '#stores/app/file-token.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/latest.ts';
import { stopAll } from '#stores/base/stop-all.ts';
import { type Counts, createCounts, type RefusedRow } from './counts.ts';
import { createDecider, type Decision } from './decide.ts';
import { readOwnRows, rowsOf, stepsOf } from './own-rows.ts';
import type { Target } from './target.ts';

/** What an import would do. */
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

/** New users without a password that can be used. */
export interface NewUsers {
  /** How many have no password. */
  readonly missing: number;
  /** How many have a hash instead, and its methods. */
  readonly hashed: number;
  readonly methods: readonly string[];
}

const LOST_REFERENCE = 'It will be saved without a reference to a row that can’t be imported.';
const NO_USERS: NewUsers = { missing: 0, hashed: 0, methods: [] };

/** Finds out what an import would do, by reading the records that exist. */
export function createDryRun(table: Pick<ImportTable, 'rows'>) {
  const $dryRun = atom<DryRun>({ state: 'idle' });
  /** Of the last check that has ended. */
  const $newUsers = atom(NO_USERS);
  const running = createLatest();

  async function start(target: Target, { batches, blank }: FileContent): Promise<void> {
    const signal = running.begin();
    $dryRun.set({ state: 'busy', done: 0 });
    const counts = createCounts(blank);
    let users = NO_USERS;
    /** Rows in circles, which are known when all others are. */
    const partial: Decision[] = [];
    try {
      const wait = async (error: ApiError) => {
        throw error;
      };
      const link = { signal, wait, maxTries: 1, withToken: createFileLoader({ signal }) };
      const own = await readOwnRows(table, batches, target, () => signal.aborted);
      const decide = createDecider(target, link, { checksIds: true, own });
      for (const step of stepsOf(batches, own)) {
        const decisions = await decide(await rowsOf(table, step));
        if (signal.aborted) return;
        for (const decision of decisions) {
          const { instead } = decision;
          if (instead === '') users = { ...users, missing: users.missing + 1 };
          else if (instead)
            users = {
              ...{ ...users, hashed: users.hashed + 1 },
              methods: [...new Set([...users.methods, instead])],
            };
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
      $newUsers.set(users);
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
