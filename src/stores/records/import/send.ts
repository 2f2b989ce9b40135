import { toApiError } from '#api/client.ts';
import { findRecords } from '#api/records/by-key.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { createRecord, updateRecord } from '#api/records/import.ts';
import { ApiError, fieldErrors, isOutcomeUnknown, UNREADABLE_WRITE_HINT } from '#domain/app/api-error.ts';
import { quoteText } from '#domain/app/filter.ts';
import { ignoredNames, missingField, savedWithout } from '#domain/records/changed-collection.ts';
import type { RowProblem } from '#domain/records/import/plan.ts';
import { changedFields, recordBody } from '#domain/records/import/record-body.ts';
import { type FileChange, nameToUpload } from '#domain/records/import/row-files.ts';
import type { ImportTable } from '#domain/records/import/table.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import {
  isBusy,
  isInterruption,
  isSessionEnd,
  type Link,
  MAX_TRIES,
  pauseAfter,
  readSurely,
} from '../link.ts';
import type { Decision } from './decide.ts';

type Write = Omit<Extract<Decision, { action: 'create' | 'update' }>, 'row' | 'files'>;

/** The files of a record that is sent. */
interface SentFiles {
  readonly changes: readonly FileChange[];
  /** The content of a file; throws FileProblem. */
  readonly read: ImportTable['file'];
  /** Whether a record has all files already. */
  readonly areStored: (found: RecordSource) => Promise<boolean>;
}

/** A row that is sent, and its files. */
export interface ToSend {
  readonly write: Write;
  readonly files: SentFiles;
}

/** How a row goes on that was interrupted, or whose fields are not there any more. */
export interface Again {
  /**
   * Waits while the import is on hold. Whether the collection has changed since the row was decided; `isUrgent` reads it
   * now. Throws ApiError.
   */
  readonly hasChanged: (isUrgent?: boolean) => Promise<boolean>;
  /** What has to be sent now, if anything. Throws ApiError. */
  readonly decide: () => Promise<ToSend | undefined>;
}

const CHANGED_MEANWHILE = 'It was saved while the collection was changed: its values may be in other fields.';

function problemsOf(
  { body, message, status }: ApiError,
  [file, ...others]: readonly FileChange[],
): RowProblem[] {
  const named = Object.entries(fieldErrors(body.data));
  if (named.length) return named.map(([field, text]) => ({ field, message: text }));
  // 413: which of several fields is too large is not known.
  return [{ field: status === 413 && file && !others.length ? file.field : '', message }];
}

/**
 * The fields that the backend ignored of a record whose response was lost; undefined if it lacks the values or files that
 * were sent.
 */
async function findStored(
  collection: string,
  { id, action, fields, values }: Write,
  files: SentFiles,
  link: Link,
): Promise<readonly string[] | undefined> {
  const query = { collection, filter: `id=${quoteText(id)}`, fields: '' };
  const [found] = await readSurely(() => findRecords(query, link), link);
  if (found === undefined) return undefined;
  if (action === 'create') {
    const added = files.changes.filter((change) => change.added.length).map(({ field }) => field);
    return ignoredNames([...Object.keys(recordBody(fields, values)), ...added], found.record);
  }
  if (changedFields(fields, values, found).length) return undefined;
  return (await files.areStored(found)) ? [] : undefined;
}

/** The reasons why a record was refused, in one text. */
export const reasonOf = (problems: readonly RowProblem[]): string =>
  problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' ');

/** Throws why it can't be read whether a record is stored: whoever imports its row again must know that it may be. */
function throwUnread(thrown: unknown): never {
  const error = toApiError(thrown);
  if (error.isFault) throw error;
  throw new ApiError({ ...error, message: `${error.message} ${UNREADABLE_WRITE_HINT}` });
}

/** Deletes a record that was created without some values, so that its row can be imported again. Whether it is gone. */
async function takeBack(
  { collection, id }: { collection: string; id: string },
  link: Link,
): Promise<boolean> {
  try {
    await readSurely(() => deleteRecord(collection, id, link), link);
    return true;
  } catch (thrown) {
    // The response of an earlier try was lost.
    return toApiError(thrown).status === 404;
  }
}

/** The record as it is sent; throws FileProblem. */
async function toSend({ id, action, fields, values }: Write, files: SentFiles) {
  const body = recordBody(fields, values);
  const added: [string, File][] = [];
  const kept = action === 'update' ? files.changes.map((change) => [change.field, change.kept]) : [];
  for (const { field, added: zipped } of files.changes) {
    for (const { name, path } of zipped)
      added.push([field, new File([await files.read(path)], nameToUpload(name))]);
  }
  return { id, body: { ...body, ...Object.fromEntries(kept) }, files: added };
}

/**
 * Creates or updates the record of a row; returns why it was refused, or nothing. Goes on after an interruption. Before
 * it sends a row again, it reads whether the first request has worked, as a response may be lost, and decides it anew.
 * Throws ApiError only when that can't be read, when it was cancelled meanwhile, when the page is at
 * fault or when the collection lost a field, and FileProblem.
 */
export async function sendRow(
  collection: string,
  { write, files }: ToSend,
  again: Again,
  link: Link,
): Promise<readonly RowProblem[]> {
  let record = { collection, ...(await toSend(write, files)) };
  let mayBeStored = false;
  for (let tries = 1; ; tries++) {
    let ignored: readonly string[] | undefined;
    let isOutdated = false;
    try {
      ignored = await (write.action === 'create' ? createRecord : updateRecord)(record, link);
    } catch (thrown) {
      const error = toApiError(thrown);
      if (link.signal.aborted || error.isFault || error.status === 421) throw error;
      mayBeStored ||= isOutcomeUnknown(error) || error.isAbort;
      let hasChanged = false;
      if (isInterruption(error)) {
        await link.wait(error);
        hasChanged = await again.hasChanged();
      } else if (isBusy(error) && tries < MAX_TRIES) await pauseAfter(tries, link.signal);
      if (mayBeStored) {
        const found = await findStored(collection, write, files, link).catch(throwUnread);
        // Its names may be those of other fields by now.
        if (found && hasChanged && write.action === 'create')
          return [{ field: '', message: CHANGED_MEANWHILE }];
        ignored = hasChanged ? undefined : found;
      }
      // Without its collection no other row can be sent, and with other fields it may be accepted.
      if (!ignored && [400, 404].includes(error.status)) hasChanged = await again.hasChanged(true);
      // A signed-out administrator was not refused for the row.
      const isTried = tries >= MAX_TRIES && !isSessionEnd(error);
      isOutdated = !ignored && (hasChanged || isInterruption(error));
      if (!ignored && (isTried || !(isOutdated || isBusy(error)))) return problemsOf(error, files.changes);
    }
    const [missing] = ignored ?? [];
    if (ignored && missing === undefined) return [];
    if (ignored && missing !== undefined) {
      const isNew = write.action === 'create';
      const isGone = isNew && (await takeBack(record, link));
      if ((isNew && !isGone) || !(await again.hasChanged(true)))
        throw isGone ? missingField(missing) : savedWithout(ignored);
      [mayBeStored, isOutdated] = [false, true];
    }
    const next = isOutdated ? await again.decide() : { write, files };
    if (!next) return [];
    if (next.write !== write) {
      ({ write, files } = next);
      record = { collection, ...(await toSend(write, files)) };
    }
  }
}
