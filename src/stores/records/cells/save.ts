import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { type ApiError, fieldErrors, isUnreachable } from '#domain/app/api-error.ts';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import { inParallel } from '#domain/app/in-parallel.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Side } from '#domain/app/versions.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FieldConflict } from '#domain/records/panel/merge.ts';
import { presentableText, type RecordData } from '#domain/records/record.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { noteChanges, type RecordChange } from '../journal.ts';
import { shownRows } from '../list.ts';
import { showSavedValues } from '../list-update.ts';
import type { RecordForm } from '../panel/form.ts';
import { createRecordSave, loadFitting } from '../panel/save.ts';
import { undoAction } from '../undo/action.ts';
import { keepChanged, type WaitingRecord } from './waiting.ts';

const PARALLEL = 8;

export interface CellSaveOptions {
  readonly collectionId: string;
  readonly waiting: ReadonlyMap<string, WaitingRecord>;
  readonly show: (ids: readonly string[]) => void;
  readonly follow: (collection: Collection) => void;
}

const records = (count: number) => (count === 1 ? 'record' : `${numberText(count)} records`);

interface Run {
  readonly collection: Collection;
  readonly noted: RecordChange[];
  /** No record can be saved any more: the session has ended, or the backend can't be reached. */
  isOver: boolean;
}

function tell({ collection, noted }: Run, saved: number, refused: number, altered: ReadonlySet<string>) {
  const entry = noted.length ? noteChanges(collection, noted) : undefined;
  if (saved)
    addToast('success', `Successfully updated ${records(saved)}.`, { action: entry && undoAction(entry) });
  if (altered.size)
    addToast('warning', `The backend stored other values than were typed: ${[...altered].join(', ')}.`);
  if (refused) addToast('error', `The backend refused ${recordCount(refused)}: the marked cells say why.`);
}

/** Creates what saves the changes that wait in cells. */
export function createCellSave({ collectionId, waiting, show, follow }: CellSaveOptions) {
  /** How far a save is, in records. */
  const $saving = atom<{ readonly done: number; readonly total: number } | undefined>(undefined);
  const $conflict = atom<
    { readonly id: string; readonly label: string; readonly conflicts: readonly FieldConflict[] } | undefined
  >(undefined);
  let current: Run | undefined;
  let stopped = new AbortController();

  const askAboutConflict = () => {
    const found = [...waiting].find(([, { saver }]) => saver.$conflicts.get().length);
    if (!found) return $conflict.set(undefined);
    const [id, { form, saver }] = found;
    const row = shownRows().find((shown) => shown.id === id);
    const label = row ? presentableText(row, form.$collection.get()) : id;
    $conflict.set({ id, label, conflicts: saver.$conflicts.get() });
  };

  /** Saves one record. Returns the stored values of the changed fields; undefined if it was not saved. */
  const saveOne = async (id: string, waits: WaitingRecord) => {
    const { form, saver } = waits;
    waits.reason = undefined;
    const names = form.$changed.get().map(({ name }) => name);
    const saved = await saver.save();
    const altered = saved ? [...saved.altered, ...saved.ignored] : [];
    if (altered.length) waits.reason = 'The backend stored another value.';
    keepChanged(form);
    show([id]);
    if (!saved) return undefined;
    const { record } = saved.source;
    const values = Object.fromEntries([...names, 'updated'].map((name) => [name, ownOf(record, name)]));
    return { values, altered };
  };

  const run = async (ids: readonly string[]): Promise<void> => {
    if ($saving.get() || !ids.length) return;
    stopped = new AbortController();
    const { signal } = stopped;
    $saving.set({ done: 0, total: ids.length });
    const rows = new Map<string, Partial<RecordData>>();
    const altered = new Set<string>();
    let refused = 0;
    try {
      const collection = await getCollection(collectionId, { signal });
      follow(collection);
      const now: Run = { collection, noted: [], isOver: false };
      current = now;
      let done = 0;
      const known = ids.filter((id) => waiting.has(id));
      await inParallel(
        known,
        PARALLEL,
        async (id) => {
          const record = waiting.get(id);
          const saved = record && (await saveOne(id, record));
          if (saved) {
            rows.set(id, saved.values);
            for (const name of saved.altered) altered.add(name);
          } else if (record && !record.saver.$conflicts.get().length && !now.isOver && !signal.aborted)
            refused += 1;
          done += 1;
          $saving.set({ done, total: ids.length });
        },
        () => !now.isOver && !signal.aborted,
      );
      tell(now, rows.size, refused, altered);
      await showSavedValues(collectionId, rows);
    } catch (thrown) {
      if (!signal.aborted) report(thrown);
    } finally {
      current = undefined;
      $saving.set(undefined);
      askAboutConflict();
    }
  };

  return {
    $saving,
    /** The first of the records about which the user has to decide. */
    $conflict,
    run,
    stop: (): void => {
      stopped.abort();
      for (const { form } of waiting.values()) form.stop();
    },
    resolve: async (choices: Readonly<Record<string, Side>>): Promise<void> => {
      const id = $conflict.get()?.id ?? '';
      waiting.get(id)?.saver.resolveConflicts(choices);
      await run([id]);
    },
    /** Leaves the records as they are: the next save finds the conflicts again. */
    cancel: (): void => {
      for (const { saver } of waiting.values()) saver.cancelConflicts();
      askAboutConflict();
    },
    current: () => current,
    /** Notes why a record was not saved: a reason for all of them is told once. */
    refuse: (id: string, thrown: unknown): ApiError => {
      const error = toApiError(thrown);
      const record = waiting.get(id);
      const isForAll = isUnreachable(error) || error.status === 401 || error.status === 403;
      const isFirst = current && !current.isOver;
      if (isForAll && current) current.isOver = true;
      if (isForAll) return report(error, { toast: isFirst ?? true });
      const errors = fieldErrors(error.problems);
      // A message beside its field says enough.
      if (record && !record.form.$changed.get().some(({ name }) => ownOf(errors, name) !== undefined))
        record.reason = error.status === 404 ? 'This record was deleted elsewhere.' : error.message;
      return error;
    },
  };
}

type CellSave = ReturnType<typeof createCellSave>;

/** Creates what saves the changes of one record, as a panel does. */
export const createCellSaver = (form: RecordForm, id: string, save: CellSave): WaitingRecord['saver'] =>
  createRecordSave({
    form,
    recordId: () => id,
    read: async (collectionId, recordId, options) => {
      const found = await loadFitting(collectionId, recordId, form.$fields.get, options);
      return { collection: save.current()?.collection ?? form.$collection.get(), ...found };
    },
    note: (_, change) => {
      save.current()?.noted.push(change);
      return undefined;
    },
    onError: (thrown) => save.refuse(id, thrown),
  });
