import { type CallOptions, toApiError } from '#api/client.ts';
import { findRecords } from '#api/records/by-key.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { writeRecord } from '#api/records/record.ts';
import { ApiError, UNREADABLE_WRITE_HINT } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { hasId } from '#domain/model/filter/print.ts';
import { ignoredNames, missingField, savedWithout } from '#domain/records/changed-collection.ts';
import type { Changed } from '#domain/records/import/choices.ts';
import { type OwnRows, rowsOf, type Step, type Target } from '#domain/records/import/own-rows.ts';
import type { RowProblem } from '#domain/records/import/plan.ts';
import { type FileChange, nameToUpload } from '#domain/records/import/row-files.ts';
import type { ImportTable } from '#domain/records/import/table.ts';
import type { RowIds } from '#domain/records/import/unfinished.ts';
import { changedFields, recordBody } from '#domain/records/import/values.ts';
import type { BodyPart } from '#domain/records/panel/values.ts';
import type { Sender } from '#stores/job/batches.ts';
import {
  isInterruption,
  type Link,
  MAX_TRIES,
  mayBeStored,
  mayWorkAgain,
  readSurely,
} from '#stores/job/retry.ts';
import { createDecider, type Decision, type FileLink, fileChanges, type Write } from './decide.ts';

/** How long a collection counts as unchanged after it was read, in ms. */
const LOOK_MS = 500;

/** A change of a collection that rows were sent to. */
export interface ChangedMeanwhile extends Changed {
  /** Numbers of the rows that were sent since the collection was read before: they may be in other fields. */
  readonly rows: readonly number[];
}

/** Watches the collection of a running import: what has changed by `look` is passed to `onChange`. */
export function createWatch(
  look: (options: CallOptions) => Promise<Changed | undefined>,
  onChange: (changed: ChangedMeanwhile) => void,
) {
  let lookedAt = 0;
  let version = 0;
  let changes = 0;
  let looking: Promise<boolean> | undefined;
  /** Numbers of the rows without a response, and of all that were sent since the collection was read. */
  const inFlight = new Set<number>();
  let sent = new Set<number>();

  async function read(link: Link): Promise<Changed | undefined> {
    const changed = await readSurely(() => look(link), link);
    lookedAt = Date.now();
    return changed;
  }

  /** Reads the collection again; whether it has changed. Throws ApiError. */
  async function check(link: Link): Promise<boolean> {
    const before = sent;
    sent = new Set(inFlight);
    const changed = await read(link).catch((thrown: unknown) => {
      sent = before.union(sent);
      throw thrown;
    });
    if (changed) {
      version++;
      changes++;
      onChange({ ...changed, rows: [...before.union(sent)].sort((a, b) => a - b) });
    }
    return changed !== undefined;
  }

  return {
    /** Another one means that rows have to be decided anew. */
    version: () => version,
    changes: () => changes,
    /** Makes decisions outdated, for example after a pause. */
    expire: (): void => {
      version++;
      lookedAt = 0;
    },
    isDue: () => Date.now() - lookedAt >= LOOK_MS,
    makeDue: (): void => {
      lookedAt = 0;
    },
    /** Reads the collection before the first row; what has changed is not passed on. Throws ApiError. */
    start: (link: Link): Promise<Changed | undefined> => {
      sent = new Set();
      return read(link);
    },
    check: (link: Link): Promise<boolean> => (looking ??= check(link).finally(() => (looking = undefined))),
    hasSent: () => sent.size > 0,
    sending: async <T>(number: number, send: () => Promise<T>): Promise<T> => {
      inFlight.add(number);
      sent.add(number);
      try {
        return await send();
      } finally {
        inFlight.delete(number);
      }
    },
  };
}

export interface Taken {
  readonly batch: number;
  readonly decision: Decision;
  /** Whether it is stored, and only gets its references to other rows. */
  readonly links: boolean;
  /** Of the watched collection, for which it was decided. */
  readonly version: number;
}

export interface SendTools {
  readonly table: ImportTable;
  readonly target: () => Target;
  readonly link: FileLink;
  readonly watch: ReturnType<typeof createWatch>;
  readonly own: OwnRows | undefined;
  readonly rowIds: RowIds;
  readonly ready: () => Promise<void>;
  readonly isCancelled: () => boolean;
}

/** The reason of a row that was left out because the import was cancelled. */
export const NOT_RUN = 'Not run.';
const CHANGED_MEANWHILE = 'It was saved while the collection was changed: its values may be in other fields.';

const refusal = ({ row }: Decision, problems: string | readonly RowProblem[]): Decision => ({
  row,
  action: 'invalid',
  problems: typeof problems === 'string' ? [{ field: '', message: problems }] : problems,
});

function problemsOf({ problems, message, status }: ApiError, [file, ...others]: readonly FileChange[]) {
  if (problems.length) return problems.map(({ path, text }) => ({ field: path, message: text }));
  // 413: which of several fields is too large is not known.
  return [{ field: status === 413 && file && !others.length ? file.field : '', message }];
}

/** The ignored fields of a record whose response was lost; undefined if it lacks values or files that were sent. */
async function findStored(collection: Collection, write: Write, link: FileLink, isAgain: boolean) {
  const { row, id, action, fields, values, files } = write;
  const query = { collection: collection.id, filter: hasId(id), fields: '' };
  const [found] = await readSurely(() => findRecords(query, link), link);
  if (found === undefined) return undefined;
  // An id that a seed gives again may be that of another record, if its form leaves few.
  if (action === 'create' && isAgain && changedFields(fields, values, found).length) return undefined;
  if (action === 'create') {
    const added = files.filter((change) => change.added.length).map(({ field }) => field);
    return ignoredNames([...Object.keys(recordBody(fields, values)), ...added], found.record);
  }
  if (changedFields(fields, values, found).length) return undefined;
  return (await fileChanges(row, found, collection, link)).length ? undefined : [];
}

/** Throws why it can't be read whether a record is stored: whoever imports its row again must know that it may be. */
function throwUnread(thrown: unknown): never {
  const error = toApiError(thrown);
  if (error.isFault) throw error;
  throw new ApiError({ ...error, message: `${error.message} ${UNREADABLE_WRITE_HINT}` });
}

/** Deletes a record that was created without some values, so that its row can be imported again. Whether it is gone. */
const takeBack = (collection: string, id: string, link: Link): Promise<boolean> =>
  readSurely(() => deleteRecord(collection, id, link), link).then(
    () => true,
    // The response of an earlier try was lost.
    (thrown: unknown) => toApiError(thrown).status === 404,
  );

async function toSend({ id, action, fields, values, files }: Write, table: ImportTable) {
  const others = action === 'create' ? [['id', id]] : files.map(({ field, kept }) => [field, kept]);
  const parts: BodyPart[] = [];
  for (const { field, added } of files) {
    for (const { name, path } of added)
      parts.push({ name: field, value: new File([await table.file(path)], nameToUpload(name)) });
  }
  return { json: { ...recordBody(fields, values), ...Object.fromEntries(others) }, parts };
}

const deciderOf = ({ target, link, own, rowIds }: SendTools, links: boolean) =>
  createDecider(target(), link, { own, links, rowIds });

/** The decided rows in the order of the steps; while those of a step are in use, the next one is decided. */
export async function* takenRows(tools: SendTools, steps: readonly Step[], links: boolean) {
  const { table, watch, ready, isCancelled } = tools;
  let current: { version: number; decide: ReturnType<typeof createDecider> } | undefined;
  const load = (at: number, from = 0) => {
    const version = watch.version();
    if (current?.version !== version) current = { version, decide: deciderOf(tools, links) };
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

/**
 * Sends the row until its outcome is known: before it sends it again, it reads whether the first request has worked,
 * and decides anew. Returns what was done, or why not; nothing if cancelled before. Throws FileProblem, and ApiError if
 * the outcome can't be read, the page is at fault or the collection lost a field.
 */
export async function sendRow(
  tools: SendTools,
  { batch, decision: taken, links, version: takenFor }: Taken,
  sender: Sender,
) {
  const { table, target, link, watch, ready, isCancelled } = tools;
  let decision = taken;
  let changes = 0;
  /** Decides the row for what the collection is now, also if that changes meanwhile. */
  async function decideAnew(): Promise<void> {
    for (let version: number | undefined; version !== watch.version() && !isCancelled(); ) {
      await ready();
      version = watch.version();
      changes = watch.changes();
      const rows = await rowsOf(table, { batch, rows: [decision.row.index] });
      const [anew = decision] = await deciderOf(tools, links)(rows);
      // It may have been created under its id.
      const id = decision.action === 'create' ? decision.id : undefined;
      decision = anew.action === 'create' && id ? { ...anew, id } : anew;
    }
  }
  /** Waits while on hold. Whether the collection has changed since the decision; `isUrgent` reads it now. */
  async function hasChanged(isUrgent = false): Promise<boolean> {
    if (isUrgent) watch.makeDue();
    await ready();
    return changes !== watch.changes();
  }
  async function sendDecided(): Promise<Decision> {
    const collection = target().collection.id;
    let sent: Awaited<ReturnType<typeof toSend>> | undefined;
    // What was sent before the tab was closed may arrive after it was decided.
    const { isAgain } = tools.rowIds;
    let isUnsure = isAgain && decision.action === 'create';
    for (let tries = 1; 'fields' in decision; tries++) {
      const isNew = decision.action === 'create';
      sent ??= await toSend(decision, table);
      let ignored: readonly string[] | undefined;
      let isOutdated = false;
      try {
        const id = isNew ? undefined : decision.id;
        const names = [...Object.keys(sent.json), ...sent.parts.map(({ name }) => name)];
        ({ ignored } = await writeRecord({ collection, id, ...sent, names }, link, sender.save));
      } catch (thrown) {
        const error = toApiError(thrown);
        if (link.signal.aborted || error.isFault || error.status === 421) throw error;
        isUnsure ||= mayBeStored(error);
        const isRepeated = await mayWorkAgain(error, tries, link);
        let isChanged = isInterruption(error) && (await hasChanged());
        if (isUnsure) {
          const found = await findStored(target().collection, decision, link, isAgain).catch(throwUnread);
          // Its names may be those of other fields by now.
          if (found && isChanged && isNew) return refusal(decision, CHANGED_MEANWHILE);
          ignored = isChanged ? undefined : found;
        }
        // Without its collection no other row can be sent, and with other fields it may be accepted.
        if (!ignored && [400, 404].includes(error.status)) isChanged = await hasChanged(true);
        isOutdated = !ignored && (isChanged || isInterruption(error));
        if (!ignored && !isRepeated && !(isChanged && tries < MAX_TRIES))
          return refusal(decision, problemsOf(error, decision.files));
      }
      if (ignored) {
        const [missing] = ignored;
        if (missing === undefined) return decision;
        const isGone = isNew && (await takeBack(collection, decision.id, link));
        if ((isNew && !isGone) || !(await hasChanged(true)))
          throw isGone ? missingField(missing) : savedWithout(ignored);
        [isUnsure, isOutdated] = [isAgain && isNew, true];
      }
      if (!isOutdated) continue;
      if (isCancelled() && !link.signal.aborted) return refusal(decision, NOT_RUN);
      await decideAnew();
      sent = undefined;
    }
    return decision;
  }
  // It may have waited for other rows, and the import for an answer.
  await ready();
  if (isCancelled()) return undefined;
  changes = watch.changes();
  if (takenFor !== watch.version()) await decideAnew();
  return 'fields' in decision ? watch.sending(decision.row.number, sendDecided) : decision;
}
