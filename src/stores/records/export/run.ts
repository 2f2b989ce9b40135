import { atom } from 'nanostores';
import { countRecords } from '#api/records/list.ts';
import { sessionSignal } from '#api/session-signal.ts';
import { type WrittenFile, writeFile } from '#browser/save-file.ts';
import { ApiError } from '#domain/app/api-error.ts';
import type { ExportChoices } from '#domain/records/transfer/export-choices.ts';
import { exportName } from '#domain/records/transfer/export-names.ts';
import { exportResult } from '#domain/records/transfer/export-result.ts';
import { exportedColumns } from '#domain/records/transfer/export-writer.ts';
import { type Patience, patiently } from '#stores/app/patiently.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createLatest } from '#stores/base/latest.ts';
import type { ExportScope } from '../tools.ts';
import { $exportChoices } from './choices.ts';
import { type ExportTask, exportedRecords, type Written } from './content.ts';
import { $chosenScope, $exportSubject, type ExportSubject } from './subject.ts';

/** Progress and result of an export. */
export type ExportRun =
  | { readonly state: 'idle' }
  | {
      readonly state: 'busy';
      readonly what: 'records' | 'files';
      readonly done: number;
      /** Undefined while it is not known. */
      readonly total: number | undefined;
      /** Records or files per second. */
      readonly rate: number;
      /** The connection is lost; the export goes on when it is back. */
      readonly isWaiting: boolean;
    }
  | { readonly state: 'done' | 'cancelled' | 'failed'; readonly text: string };

type Progress = Extract<ExportRun, { state: 'busy' }>;

/** The export of this tab; one at a time. */
export const $exportRun = atom<ExportRun>({ state: 'idle' });

const LEAVE_QUESTION = 'The export is still running. Do you really want to leave and stop it?';
const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const;

const running = createLatest();

/** Stops the export; nothing of it is kept. */
export const cancelExport = running.abort;
/** Hides the result. */
export const forgetExport = (): void => $exportRun.set({ state: 'idle' });

/** Whether the collection has fields with files. */
export const canExportFiles = ({ collection }: ExportSubject): boolean =>
  collection.schema.some(({ type }) => type === 'file');

function taskOf(
  subject: ExportSubject,
  scope: ExportScope,
  stored: ExportChoices,
): Omit<ExportTask, 'total'> {
  const { collection, collections, filter, selected, visible } = subject;
  const choices = { ...stored, hasFiles: stored.hasFiles && canExportFiles(subject) };
  return {
    collection,
    collections,
    choices,
    filter: scope === 'filter' ? filter : '',
    ids: scope === 'selected' ? selected : undefined,
    columns: choices.columns === 'all' ? exportedColumns(collection) : visible,
  };
}

function showProgress(changed: Partial<Progress>): void {
  const shown = $exportRun.get();
  if (shown.state === 'busy') $exportRun.set({ ...shown, ...changed });
}

const rateOf = (done: number, since: number) => done / Math.max(0.001, (performance.now() - since) / 1000);

/** A stream of what a generator yields; cancelling it ends the generator. */
const streamOf = (chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined>) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return()),
  });

/** The records with their progress. */
async function* shownRecords(task: ExportTask, written: Written, patience: Patience) {
  const since = performance.now();
  const options = {
    signal: patience.signal,
    send: <T>(request: () => Promise<T>) => patiently(request, patience),
  };
  for await (const chunk of exportedRecords(task, written, options)) {
    showProgress({ done: written.records, rate: rateOf(written.records, since) });
    yield chunk;
  }
}

async function zipStream(
  task: ExportTask,
  recordsName: string,
  written: Written,
  fetched: { written: number; failed: number },
  patience: Patience,
) {
  const { zipOf } = await import('./zip.ts');
  let since: number | undefined;
  const onFile = (isWritten: boolean) => {
    since ??= performance.now();
    fetched[isWritten ? 'written' : 'failed']++;
    const done = fetched.written + fetched.failed;
    showProgress({ what: 'files', done, total: written.files.length, rate: rateOf(done, since) });
  };
  const records = shownRecords(task, written, patience);
  return zipOf({ recordsName, records, files: written.files, onFile, patience });
}

/** Writes the file and returns its result in words. */
async function writeExport(
  planned: Omit<ExportTask, 'total'>,
  file: WrittenFile,
  recordsName: string,
  signal: AbortSignal,
) {
  const patience: Patience = { signal, onWait: (isWaiting) => showProgress({ isWaiting }) };
  const written: Written = { records: 0, ids: new Set(), files: [] };
  const fetched = { written: 0, failed: 0 };
  const { collection, filter, ids, choices } = planned;
  const count = () => patiently(() => countRecords(collection.id, filter, { signal }), patience);
  const before = ids?.length ?? (await count());
  showProgress({ total: before });
  const task = { ...planned, total: before };
  const content = choices.hasFiles
    ? await zipStream(task, recordsName, written, fetched, patience)
    : streamOf(shownRecords(task, written, patience));
  await content.pipeTo(file.stream, { signal });
  return exportResult({
    written: written.records,
    before,
    // The file is complete: a failure here must not lose it.
    after: ids ? undefined : await count().catch(() => undefined),
    selected: ids?.length,
    missing: ids ? ids.length - written.ids.size : 0,
    files: choices.hasFiles ? fetched : undefined,
  });
}

/** Why an export has ended early. A message that the end of the session takes off the screen is a toast too. */
function failureReason(thrown: unknown, hasSession: boolean): string {
  if (!hasSession) {
    addToast('warning', 'The export was stopped, because the session has ended.');
    return 'The session has ended.';
  }
  // The file can't be written, or a record has other fields than the collection.
  if (!(thrown instanceof ApiError)) return thrown instanceof Error ? thrown.message : '';
  return report(thrown, { toast: thrown.status === 401 || thrown.status === 403 }).message;
}

/**
 * Exports the chosen records to a file. Must be called by a press or key, before anything is awaited. Reports errors in
 * {@link $exportRun}; a file that is not complete is removed.
 */
export async function startExport(): Promise<void> {
  const subject = $exportSubject.get();
  if (!subject || $exportRun.get().state === 'busy') return;
  const task = taskOf(subject, $chosenScope.get(), $exportChoices.get());
  const { collection, choices } = task;
  const at = new Date();
  const nameWith = (extension: string) => exportName(collection.name, at, extension);
  const own = running.begin();
  const session = sessionSignal.current();
  const signal = AbortSignal.any([own, session]);
  $exportRun.set({ state: 'busy', what: 'records', done: 0, total: undefined, rate: 0, isWaiting: false });
  const stopGuard = guardUnsaved({
    question: () => (own.aborted ? undefined : LEAVE_QUESTION),
    discard: cancelExport,
  });
  let file: WrittenFile | undefined;
  try {
    file = choices.hasFiles
      ? await writeFile(nameWith('zip'), 'application/zip')
      : await writeFile(nameWith(choices.format), TYPES[choices.format]);
    if (!file) {
      $exportRun.set({ state: 'idle' });
      return;
    }
    const text = await writeExport(task, file, nameWith(choices.format), signal);
    $exportRun.set({ state: 'done', text });
  } catch (thrown) {
    await file?.stream.abort().catch(() => {});
    await file?.remove().catch(() => {});
    if (own.aborted)
      $exportRun.set({ state: 'cancelled', text: 'The export was cancelled. Nothing of it was saved.' });
    else {
      const text = `The export was stopped, and nothing of it was saved. ${failureReason(thrown, !session.aborted)}`;
      $exportRun.set({ state: 'failed', text: text.trim() });
    }
  } finally {
    stopGuard();
    // After a failure, another request may be under way.
    cancelExport();
  }
}
