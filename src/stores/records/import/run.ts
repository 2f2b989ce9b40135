import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import type { FileContent, RowProblem } from '#domain/records/import/plan.ts';
import { FileProblem } from '#domain/records/import/problem.ts';
import type { ImportTable } from '#domain/records/import/table.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { createFileLoader } from '#stores/app/file-token.ts';
import { untilReachable } from '#stores/app/patiently.ts';
import { report } from '#stores/app/report.ts';
import { $adminId } from '#stores/app/session.ts';
import { isSessionEnd } from '../link.ts';
import { $isChangingMany } from '../tools.ts';
import { type Counts, createCounts, type RefusedRow } from './counts.ts';
import { createDecider, type Decision, mayReferToRows, type Target } from './decide.ts';
import { type FileLink, fileChanges } from './files.ts';
import { reasonOf, sendRow } from './send.ts';

/** Requests at the same time. */
const PARALLEL = 8;
/** How often the numbers on screen change, in ms, and over which time the rate is measured. */
const TICK_MS = 500;
const RATE_MS = 5000;

/** Why an import waits. */
export type Hold = 'user' | 'offline' | 'session';

/** The progress of an import, or its result. */
export interface Run {
  readonly state: 'busy' | 'cancelling' | 'ended';
  readonly hold: Hold | undefined;
  readonly counts: Counts;
  readonly refused: readonly RefusedRow[];
  readonly done: number;
  /** Rows per second. */
  readonly rate: number;
  /** Rows that were not run because the import was cancelled. */
  readonly notRun: number;
}

/** The decided rows of a file in order; while those of a batch are in use, the next batch is decided. */
async function* decidedRows(
  table: Pick<ImportTable, 'rows'>,
  batches: number,
  decide: ReturnType<typeof createDecider>,
): AsyncGenerator<Decision, void, undefined> {
  const load = (batch: number) => {
    const loading = batch < batches ? table.rows(batch).then(decide) : Promise.resolve([]);
    // Thrown where it is awaited.
    loading.catch(() => {});
    return loading;
  };
  let next = load(0);
  for (let batch = 0; batch < batches; batch++) {
    const rows = await next;
    next = load(batch + 1);
    yield* rows;
  }
}

const UNKNOWN = 'Cancelled without a response: it may have been saved.';

/** Creates the runner of an import: sends the rows of a file a few at a time. */
export function createRun(table: ImportTable) {
  const $run = atom<Run | undefined>(undefined);
  let stop = new AbortController();
  /** Resolves when the user resumes. */
  let resumed = Promise.withResolvers<void>();
  let isCancelled = false;
  let startedBy: string | undefined;
  /** How many requests of a session that has ended may still fail after somebody has resumed. */
  let late = 0;

  const set = (change: Partial<Run>) => {
    const run = $run.get();
    if (run) $run.set({ ...run, ...change });
  };

  function hold(reason: Hold): Promise<void> {
    if ($run.get()?.hold === undefined) resumed = Promise.withResolvers();
    set({ hold: reason });
    return resumed.promise;
  }

  function resume(): void {
    late = $run.get()?.hold === 'session' ? PARALLEL : 0;
    set({ hold: undefined });
    resumed.resolve();
  }

  const createLink = (signal: AbortSignal): FileLink => ({
    signal,
    withToken: createFileLoader({ signal }),
    wait: async (error) => {
      if (isSessionEnd(error)) {
        // Whoever began it has signed in again and resumed before this request noticed that its session had ended.
        const isResumed = $run.get()?.hold === undefined && $adminId.get() === startedBy;
        if (isResumed && late-- > 0) return;
        // One report is enough: it also asks to sign in.
        if ($run.get()?.hold !== 'session') report(error);
        await hold('session');
      } else {
        if ($run.get()?.hold === undefined) void hold('offline');
        await untilReachable(signal).catch(() => {});
        if ($run.get()?.hold === 'offline') resume();
        await resumed.promise;
      }
    },
  });

  /** Waits before the next row while the import is on hold. */
  async function* held(rows: AsyncIterable<Decision>): AsyncGenerator<Decision, void, undefined> {
    for await (const decision of rows) {
      while ($run.get()?.hold) await resumed.promise;
      if (isCancelled) return;
      yield decision;
    }
  }

  async function start(target: Target, content: FileContent): Promise<void> {
    stop = new AbortController();
    const link = createLink(stop.signal);
    isCancelled = false;
    startedBy = $adminId.get();
    resumed = Promise.withResolvers();
    resumed.resolve();
    await table.clearRefused();
    const counts = createCounts();
    const times: { at: number; done: number }[] = [];
    const progress = () => {
      const at = Date.now();
      const done = counts.done();
      times.push({ at, done });
      while (times[0] && times.length > 2 && times[0].at < at - RATE_MS) times.shift();
      const [first = { at, done }] = times;
      const rate = at > first.at ? ((done - first.done) * 1000) / (at - first.at) : 0;
      return { ...counts.now(), done, rate };
    };
    $run.set({ state: 'busy', hold: undefined, notRun: 0, ...progress() });
    $isChangingMany.set(true);
    const timer = setInterval(() => set(progress()), TICK_MS);
    // Otherwise nobody would ask whether the backend is back.
    const stopListening = $isOffline.listen(() => {});
    /** The first row that nothing has happened with; rows are taken in order. */
    let next = 0;

    async function runRow(decision: Decision): Promise<void> {
      next = decision.row.index + 1;
      const refuse = (problems: readonly RowProblem[]) => {
        counts.refuse(decision.row.number, problems);
        return table.refuse([[decision.row.index, reasonOf(problems)]]);
      };
      if (decision.action === 'invalid') return refuse(decision.problems);
      if (!('fields' in decision)) return counts.add(decision.action);
      try {
        const problems = await sendRow(target.collection.id, decision, link, {
          changes: decision.files,
          read: table.file,
          areStored: async (found) =>
            !(await fileChanges(decision.row, found, target.collection, link)).length,
        });
        if (problems.length) await refuse(problems);
        else counts.add(decision.action);
      } catch (thrown) {
        const isUnread = thrown instanceof FileProblem;
        const { message } = isUnread ? thrown : toApiError(thrown);
        await refuse([{ field: '', message: isCancelled && !isUnread ? UNKNOWN : message }]);
        if (!isCancelled && !isUnread) throw thrown;
      }
    }

    try {
      const rows = decidedRows(table, content.batches, createDecider(target, link, false));
      const parallel = mayReferToRows(target) ? 1 : PARALLEL;
      await inParallel(held(rows), parallel, runRow, () => !isCancelled);
    } catch (error) {
      if (!isCancelled) report(error);
    } finally {
      clearInterval(timer);
      $isChangingMany.set(false);
      stopListening();
      set({ state: 'ended', hold: undefined, notRun: content.count - next, ...progress() });
    }
  }

  return {
    $run,
    start,
    pause: (): void => void hold('user'),
    resume,
    /** Takes no further row. Waits for the responses to those that were sent, unless there may be none. */
    cancel: (): void => {
      const run = $run.get();
      if (run?.state !== 'busy') return;
      isCancelled = true;
      set({ state: 'cancelling' });
      if (run.hold === 'offline' || run.hold === 'session') stop.abort();
      resume();
    },
    /** Stops at once, without waiting for anything. */
    dispose: (): void => {
      isCancelled = true;
      stop.abort();
      resume();
    },
  };
}
