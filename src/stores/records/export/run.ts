import { atom } from 'nanostores';
import { countAny } from '#api/records/by-key.ts';
import { sessionSignal } from '#api/session-signal.ts';
import { type WrittenFile, writeFile } from '#browser/write-file.ts';
import { ApiError } from '#domain/app/api-error.ts';
import { EXPORT_KEY } from '#domain/app/later-keys.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Column } from '#domain/collections/columns.ts';
import { storedId } from '#domain/records/record.ts';
import { sentFilter } from '#domain/records/search-filter.ts';
import { type ExportChoices, parseExportChoices } from '#domain/records/transfer/export-choices.ts';
import { exportName } from '#domain/records/transfer/export-names.ts';
import { exportedColumns } from '#domain/records/transfer/export-writer.ts';
import { confirm } from '#stores/app/confirm.ts';
import { dialect } from '#stores/app/dialect.ts';
import { $filter } from '#stores/app/list-address.ts';
import { report } from '#stores/app/report.ts';
import { $hash, showsRecords } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $activeCollection, $collectionList } from '#stores/collections/list.ts';
import { createJob } from '#stores/job/job.ts';
import { $selectedRecords, $visibleColumns } from '../list.ts';
import { $exportScope, closeRecordTool, type ExportScope } from '../tools.ts';
import { type ExportProgress, type PlannedExport, writeExport } from './write.ts';

/** The list as it was when the export was opened: what happens to it meanwhile changes no export. */
export interface ExportSubject {
  readonly collection: Collection;
  readonly collections: readonly Collection[];
  /** The filter as it is sent, and as it was typed; empty without one. */
  readonly filter: string;
  readonly search: string;
  readonly selected: readonly string[];
  readonly visible: readonly Column[];
}

/** What can be exported; undefined while the panel is closed. */
export const $exportSubject = atom<ExportSubject | undefined>(undefined);
/** The chosen records. */
export const $chosenScope = atom<ExportScope>('all');
/** Numbers of records; one is missing while it is not known. */
export const $exportCounts = atom<Readonly<Partial<Record<ExportScope, number>>>>({});

const counting = createLatest();

function countAll({ collection, filter, selected }: ExportSubject): void {
  const signal = counting.begin();
  $exportCounts.set({ selected: selected.length });
  const count = async (scope: ExportScope, sent: string) => {
    const found = await countAny(collection, sent, { signal }).catch(() => undefined);
    if (!signal.aborted && found !== undefined) $exportCounts.set({ ...$exportCounts.get(), [scope]: found });
  };
  void count('all', '');
  if (filter) void count('filter', filter);
}

/** Takes over what the list shows. Returns a function that forgets it. */
export function startSubject(): () => void {
  const collection = $activeCollection.get();
  if (collection) {
    const subject: ExportSubject = {
      collection,
      collections: $collectionList.get(),
      filter: sentFilter(collection, $filter.get(), dialect().limits),
      search: $filter.get(),
      selected: [...$selectedRecords.get()].map(storedId),
      visible: $visibleColumns.get(),
    };
    $exportSubject.set(subject);
    const likely = subject.selected.length ? 'selected' : subject.filter ? 'filter' : 'all';
    $chosenScope.set($exportScope.get() ?? likely);
    countAll(subject);
  }
  return stopAll(counting.abort, () => $exportSubject.set(undefined));
}

const preference = createPreference<ExportChoices>({
  key: EXPORT_KEY,
  initial: parseExportChoices(''),
  decode: parseExportChoices,
  encode: JSON.stringify,
});

export const { $value: $exportChoices } = preference;

export function chooseExport(changed: Partial<ExportChoices>): void {
  preference.update((stored) => ({ ...stored, ...changed }));
}

export type ExportRun =
  | { readonly state: 'idle' }
  | ({ readonly state: 'busy' } & ExportProgress)
  | { readonly state: 'done' | 'cancelled' | 'failed'; readonly text: string };

/** The export of this tab; one at a time. */
export const $exportRun = atom<ExportRun>({ state: 'idle' });

const LEAVE_QUESTION = 'The export is still running. Do you really want to leave and stop it?';
const TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const;

const job = createJob({
  guard: () =>
    guardUnsaved({ question: () => (job.isStopping() ? undefined : LEAVE_QUESTION), discard: cancelExport }),
});

/** Stops the export; nothing of it is kept. */
export const cancelExport = (): void => job.abandon();

/** Whether the collection has fields with files. */
export const canExportFiles = ({ collection }: ExportSubject): boolean =>
  collection.fields.some(({ type }) => type === 'file');

function taskOf(subject: ExportSubject, scope: ExportScope, stored: ExportChoices): PlannedExport {
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

function showProgress(changed: Partial<ExportProgress>): void {
  const shown = $exportRun.get();
  if (shown.state === 'busy') $exportRun.set({ ...shown, ...changed });
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

async function exportNow(subject: ExportSubject, own: AbortSignal): Promise<void> {
  const task = taskOf(subject, $chosenScope.get(), $exportChoices.get());
  const { collection, choices } = task;
  const at = new Date();
  const nameWith = (extension: string) => exportName(collection.name, at, extension);
  const session = sessionSignal.current();
  $exportRun.set({ state: 'busy', what: 'records', done: 0, total: undefined, rate: 0, isWaiting: false });
  let file: WrittenFile | undefined;
  try {
    file = choices.hasFiles
      ? await writeFile(nameWith('zip'), 'application/zip')
      : await writeFile(nameWith(choices.format), TYPES[choices.format]);
    if (!file) return $exportRun.set({ state: 'idle' });
    const text = await writeExport(task, {
      file,
      recordsName: nameWith(choices.format),
      signal: AbortSignal.any([own, session]),
      onProgress: showProgress,
    });
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
    // After a failure, another request may be under way.
    cancelExport();
  }
}

/** Exports to a file, which is removed if incomplete. Must begin in a press or key. Reports in {@link $exportRun}. */
export async function startExport(): Promise<void> {
  const subject = $exportSubject.get();
  if (subject) await job.run(({ signal }) => exportNow(subject, signal));
}

const STOP_QUESTION = 'The export is still running. Do you really want to stop it?';

/** Asks before closing the panel stops an export. */
export async function confirmStop(): Promise<boolean> {
  if (!job.isRunning()) return true;
  if (!(await confirm(STOP_QUESTION, { loss: '' }))) return false;
  cancelExport();
  return true;
}

/** Takes over what the list shows; another address closes the panel. Returns a function that ends this. */
export function startExportPanel(): () => void {
  if (!job.isRunning()) $exportRun.set({ state: 'idle' });
  const stopSubject = startSubject();
  const stopClosing = $hash.listen(() => {
    if (!job.isRunning() || !showsRecords()) closeRecordTool();
  });
  return stopAll(stopClosing, stopSubject);
}
