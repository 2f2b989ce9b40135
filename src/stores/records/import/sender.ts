import type { RowProblem } from '#domain/records/import/plan.ts';
import type { ImportTable } from '#domain/records/import/table.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { createDecider, type Decision } from './decide.ts';
import { type FileLink, fileChanges } from './files.ts';
import { type OwnRows, rowsOf, type Step } from './own-rows.ts';
import { type Again, sendRow, type ToSend } from './send.ts';
import type { Target } from './target.ts';
import type { Watch } from './watch.ts';

/** A decided row, and the batch from which it can be read again. */
export interface Taken {
  readonly batch: number;
  readonly decision: Decision;
  /** Whether it is stored, and only gets its references to other rows. */
  readonly links: boolean;
  /** Of the watched collection, for which it was decided. */
  readonly version: number;
}

/** What has happened with a row that was not refused. */
export type Done = Exclude<Decision['action'], 'invalid'>;

/** What has come of a row: why it was refused, or what was done; nothing if it was left out. */
type Sent = readonly RowProblem[] | { readonly done: Done; readonly isPartial: boolean } | undefined;

/** What the rows of a run are sent with. */
interface Tools {
  readonly table: ImportTable;
  readonly target: () => Target;
  readonly link: FileLink;
  readonly watch: Watch;
  readonly own: OwnRows | undefined;
  /** Waits while the import is on hold; throws ApiError. */
  readonly ready: () => Promise<void>;
  readonly isCancelled: () => boolean;
  /** Called with the id of each user that was created with a random password. */
  readonly onUnaware: (id: string) => void;
}

/** The reason of a row that was left out because the import was cancelled. */
export const NOT_RUN = 'Not run.';

/** Decides and sends the rows of a run. */
export function createSender({ table, target, link, watch, own, ready, isCancelled, onUnaware }: Tools) {
  const decider = (links: boolean) => createDecider(target(), link, { own, links });

  /** The decided rows in the order of the steps; while those of a step are in use, the next one is decided. */
  async function* takenRows(steps: readonly Step[], links: boolean): AsyncGenerator<Taken, void, undefined> {
    let current: { version: number; decide: ReturnType<typeof createDecider> } | undefined;
    const load = (at: number, from = 0) => {
      const version = watch.version();
      if (current?.version !== version) current = { version, decide: decider(links) };
      const { decide } = current;
      const step = steps[at];
      const loading = step ? rowsOf(table, step).then((rows) => decide(rows.slice(from))) : [];
      const rows = Promise.resolve(loading);
      // Thrown where it is awaited.
      rows.catch(() => {});
      return { version, rows };
    };
    let next = load(0);
    for (const [step, { batch }] of steps.entries()) {
      let part = next;
      let rows: readonly Decision[] | undefined;
      watch.makeDue();
      for (let done = 0, at = 0; !rows || at < rows.length; ) {
        await ready();
        if (isCancelled()) return;
        if (part.version !== watch.version()) {
          done += at;
          part = load(step, done);
          rows = undefined;
        }
        if (rows) {
          const decision = rows[at++];
          if (decision) yield { batch, decision, links, version: part.version };
        } else {
          rows = await part.rows;
          at = 0;
          next = load(step + 1);
        }
      }
    }
  }

  /** Decides a row anew, with the id under which it may have been created. Throws ApiError. */
  async function decideAnew(taken: Taken): Promise<Decision> {
    const { batch, decision: former, links } = taken;
    const rows = await rowsOf(table, { batch, rows: [former.row.index] });
    const [decision = former] = await decider(links)(rows);
    const isNew = decision.action === 'create' && former.action === 'create';
    return isNew ? { ...decision, id: former.id } : decision;
  }

  /** Sends the row if there is something to send. Throws ApiError. */
  async function sendTaken(taken: Taken): Promise<Sent> {
    let { decision } = taken;
    let changes = 0;
    let isLeft = false;
    /** Decides the row for what the collection is now, also if that changes meanwhile. */
    async function decideForNow(): Promise<void> {
      for (let version: number | undefined; version !== watch.version() && !isCancelled(); ) {
        await ready();
        version = watch.version();
        changes = watch.changes();
        decision = await decideAnew({ ...taken, decision });
      }
    }
    // It may have waited for other rows, and the import for an answer.
    await ready();
    if (isCancelled()) return undefined;
    changes = watch.changes();
    if (taken.version !== watch.version()) await decideForNow();
    const toSend = (): ToSend | undefined => {
      if (!('fields' in decision)) return undefined;
      const { row, files: changes } = decision;
      const areStored = async (found: RecordSource) =>
        !(await fileChanges(row, found, target().collection, link)).length;
      return { write: decision, files: { changes, read: table.file, areStored } };
    };
    const again: Again = {
      hasChanged: async (isUrgent = false) => {
        if (isUrgent) watch.makeDue();
        await ready();
        return changes !== watch.changes();
      },
      decide: async () => {
        isLeft = isCancelled() && !link.signal.aborted;
        if (isLeft) return undefined;
        await decideForNow();
        return toSend();
      },
    };
    const first = toSend();
    const problems = first
      ? await watch.sending(decision.row.number, () => sendRow(target().collection.id, first, again, link))
      : [];
    if (isLeft) return [{ field: '', message: NOT_RUN }];
    if (problems.length) return problems;
    if (decision.action === 'invalid') return decision.problems;
    if (decision.action === 'create' && decision.isRandom) onUnaware(decision.id);
    return { done: decision.action, isPartial: decision.isPartial === true };
  }

  return { takenRows, sendTaken };
}
