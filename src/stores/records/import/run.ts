import { atom } from 'nanostores';
import { type CallOptions, toApiError } from '#api/client.ts';
import { createFileLoader } from '#api/records/load-file.ts';
import type { Changed } from '#domain/records/import/choices.ts';
import { readOwnRows, type Step, stepsOf, type Target } from '#domain/records/import/own-rows.ts';
import { type FileContent, FileProblem, type RowProblem } from '#domain/records/import/plan.ts';
import type { ImportRow, ImportTable } from '#domain/records/import/table.ts';
import type { RowIds } from '#domain/records/import/unfinished.ts';
import { $isOffline } from '#stores/app/connection.ts';
import { report } from '#stores/app/report.ts';
import { stopAll } from '#stores/base/running.ts';
import { holdBatches, openBatches } from '#stores/job/batch-settings.ts';
import type { Batches, Sender } from '#stores/job/batches.ts';
import { createHold, type Hold } from '#stores/job/hold.ts';
import { createJob, type JobRun } from '#stores/job/job.ts';
import type { Link } from '#stores/job/retry.ts';
import { $isChangingMany } from '../tools.ts';
import type { Decision, Write } from './decide.ts';
import { type Counts, createCounts, type RefusedRow } from './dry-run.ts';
import {
  type ChangedMeanwhile,
  createWatch,
  NOT_RUN,
  type SendTools,
  sendRow,
  type Taken,
  takenRows,
} from './send.ts';

/** How often the numbers on screen change, in ms, and over which time the rate is measured. */
const TICK_MS = 500;
const RATE_MS = 5000;

export interface Run {
  readonly state: 'busy' | 'cancelling' | 'ended';
  readonly hold: Hold | undefined;
  /** What somebody has changed last, also after the end. */
  readonly changed?: ChangedMeanwhile;
  readonly counts: Counts;
  readonly refused: readonly RefusedRow[];
  readonly done: number;
  /** Rows per second. */
  readonly rate: number;
  /** Rows that were not run because the import was cancelled. */
  readonly notRun: number;
  /** At the end: ids of the users that were created with a random password. */
  readonly unaware?: readonly string[];
}

export interface Session {
  readonly target: () => Target;
  /** Reads the collections again; target and table follow what has changed, which is returned. Throws ApiError. */
  readonly look: (options: CallOptions) => Promise<Changed | undefined>;
}

const NOT_LINKED: RowProblem = { field: '', message: 'It was saved without its references to other rows.' };
const UNKNOWN = 'Cancelled without a response: it may have been saved.';

const reasonOf = (problems: readonly RowProblem[]): string =>
  problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ');

/** What has become of the rows of a file; `reasons` says of those that were not imported why, by their positions. */
function createOutcome(content: FileContent, reasons: Map<number, string>) {
  const counts = createCounts(content.blank);
  const times: { at: number; done: number }[] = [];
  /** Rows whose outcome is known, and rows that are stored, but without references to others. */
  const done = new Set<number>();
  const unlinked = new Map<number, { number: number; action: Write['action'] | 'unchanged' }>();
  const unaware: string[] = [];

  function refuse(index: number, number: number, problems: readonly RowProblem[]): void {
    done.add(index);
    counts.refuse(number, problems);
    reasons.set(index, reasonOf(problems));
  }

  function progress() {
    const at = Date.now();
    const count = counts.done();
    times.push({ at, done: count });
    while (times[0] && times.length > 2 && times[0].at < at - RATE_MS) times.shift();
    const [first = { at, done: count }] = times;
    const rate = at > first.at ? ((count - first.done) * 1000) / (at - first.at) : 0;
    return { ...counts.now(), done: count, rate };
  }

  return {
    progress,
    isUnlinked: (row: number): boolean => unlinked.has(row),
    sent: ({ index, number }: ImportRow, sent: Decision): void => {
      const former = unlinked.get(index);
      unlinked.delete(index);
      const { action, isPartial } = sent;
      if (action === 'create' && sent.isRandom) unaware.push(sent.id);
      if (action === 'invalid') refuse(index, number, [...sent.problems, ...(former ? [NOT_LINKED] : [])]);
      else if (isPartial && action !== 'skip') unlinked.set(index, { number, action });
      else {
        done.add(index);
        counts.add(former && former.action !== 'unchanged' ? former.action : action);
      }
    },
    failed: ({ index, number }: ImportRow, message: string): void => {
      const note = unlinked.delete(index) ? [NOT_LINKED] : [];
      refuse(index, number, [{ field: '', message }, ...note]);
    },
    end: (): Partial<Run> => {
      for (const [index, { number }] of unlinked) refuse(index, number, [NOT_LINKED]);
      for (let row = 0; row < content.count; row++) if (!done.has(row)) reasons.set(row, NOT_RUN);
      return { notRun: content.count - done.size, unaware, ...progress() };
    },
  };
}

/** Sends all rows, those to which others refer first, and at last references in circles. */
async function sendAll(
  tools: SendTools,
  batches: number,
  outcome: ReturnType<typeof createOutcome>,
  run: JobRun,
  together: Batches | undefined,
) {
  const { own, isCancelled } = tools;
  const running = new Map<number, { readonly turn: Promise<void>; readonly group: object | undefined }>();

  async function runRow(taken: Taken, sender: Sender): Promise<void> {
    const { row } = taken.decision;
    try {
      const sent = await sendRow(tools, taken, sender);
      if (sent) outcome.sent(row, sent);
    } catch (thrown) {
      const isUnread = thrown instanceof FileProblem;
      const { message } = isUnread ? thrown : toApiError(thrown);
      outcome.failed(row, isCancelled() && !isUnread ? UNKNOWN : message);
      if (!isCancelled() && !isUnread) throw thrown;
    }
  }

  /** Runs a row when those to which it refers are stored, which were taken before, or stand before it in its batch. */
  async function runInTurn(taken: Taken, sender: Sender): Promise<void> {
    const { group } = sender;
    const { index } = taken.decision.row;
    const others = own?.refs.get(index)?.flatMap((row) => running.get(row) ?? []) ?? [];
    const before = others.filter((other) => !group || other.group !== group);
    const turn = Promise.all(before.map((other) => other.turn)).then(() => runRow(taken, sender));
    running.set(index, { turn, group });
    await turn.finally(() => running.delete(index));
  }

  const runSteps = (steps: readonly Step[], links: boolean) =>
    run.each(takenRows(tools, steps, links), runInTurn, together);
  await runSteps(stepsOf(batches, own), false);
  const circles = own?.steps.map((step) => ({ ...step, rows: step.rows.filter(outcome.isUnlinked) }));
  await runSteps(circles?.filter(({ rows }) => rows.length) ?? [], true);
}

/** Creates the runner of an import: sends the rows of a file a few at a time. */
export function createRun(table: ImportTable, { target, look }: Session) {
  const $run = atom<Run | undefined>(undefined);
  const set = (change: Partial<Run>) => {
    const run = $run.get();
    if (run) $run.set({ ...run, ...change });
  };
  const reasons = new Map<number, string>();
  const watch = createWatch(look, (changed) => set({ changed }));
  const { $hold, hold, resume, released, linkOf } = createHold(watch.expire);
  $hold.listen((held) => set({ hold: held }));
  const job = createJob({
    outlivesSession: true,
    guard: () => {
      $isChangingMany.set(true);
      // Otherwise nobody would ask whether the backend is back.
      const stopListening = $isOffline.listen(() => {});
      return stopAll(stopListening, holdBatches(), () => $isChangingMany.set(false));
    },
  });
  const isCancelled = job.isStopping;

  /** Waits while the import is on hold. Then rows of the present version can be sent. */
  async function ready(link: Link): Promise<void> {
    for (;;) {
      await released();
      if (isCancelled() || !watch.isDue()) return;
      if (await watch.check(link)) void hold('changed');
    }
  }

  /** Sends the rows; if somebody has changed the collection since the check, none, and returns that. Throws ApiError. */
  async function send(
    content: FileContent,
    rowIds: RowIds,
    outcome: ReturnType<typeof createOutcome>,
    run: JobRun,
  ) {
    const link = { ...linkOf(run), withToken: createFileLoader(run) };
    const changed = await watch.start(link);
    if (changed) return changed;
    const own = await readOwnRows(table, content.batches, target(), isCancelled);
    const tools = { ...{ table, target, link, watch, own, rowIds, isCancelled }, ready: () => ready(link) };
    // A row with files is sent by itself, when those before it in its group may not be stored yet.
    const isOrdered = own && target().plan.columns.some(({ field }) => field.kind === 'file');
    const together = isOrdered ? undefined : await openBatches({ signal: run.signal });
    await sendAll(tools, content.batches, outcome, run, together);
    if (run.fatal) throw run.fatal;
    // Without it, a change during the last rows would stay unknown.
    if (watch.hasSent()) await watch.check(link);
    return undefined;
  }

  /** Runs the import. If somebody has changed the collection since the check, sends nothing and returns that. */
  const start = (content: FileContent, rowIds: RowIds): Promise<Changed | undefined> =>
    job.run(async (run) => {
      reasons.clear();
      const outcome = createOutcome(content, reasons);
      $run.set({ state: 'busy', hold: undefined, notRun: 0, ...outcome.progress() });
      const timer = setInterval(() => set(outcome.progress()), TICK_MS);
      try {
        const changed = await send(content, rowIds, outcome, run);
        if (changed) $run.set(undefined);
        return changed;
      } catch (error) {
        if (!isCancelled()) report(error);
        return undefined;
      } finally {
        clearInterval(timer);
        $hold.set(undefined);
        set({ state: 'ended', ...outcome.end() });
      }
    });

  return {
    $run,
    start,
    /** The rows that were not imported, as a file. */
    refused: () => table.refused(reasons),
    pause: () => void hold('user'),
    /** Goes on, unless a change needs another answer. */
    resume: () => {
      const { hold: held, changed } = $run.get() ?? {};
      if (held !== 'changed' || changed?.isSafe) resume();
    },
    /** Takes no further row. Waits for the responses to those that were sent, unless there may be none. */
    cancel: () => {
      if ($run.get()?.state !== 'busy') return;
      job.stop();
      set({ state: 'cancelling' });
      if ($hold.get() === 'offline' || $hold.get() === 'session') job.abandon();
      resume();
    },
    dispose: () => {
      job.abandon();
      resume();
    },
  };
}
