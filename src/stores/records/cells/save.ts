import { atom, batch } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collection.ts';
import { type ApiError, fieldErrors } from '#domain/app/api-error.ts';
import { numberText, recordCount } from '#domain/app/count-text.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { dateToSend } from '#domain/app/typed-date.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import type { Side } from '#domain/model/parts.ts';
import { stampOf } from '#domain/model/version.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import type { FieldConflict } from '#domain/records/panel/merge.ts';
import { pickKnown } from '#domain/records/panel/values.ts';
import { presentableText, type RecordData } from '#domain/records/record.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createJob, type JobRun } from '#stores/job/job.ts';
import { isFatal } from '#stores/job/retry.ts';
import { noteChanges, type RecordChange } from '../journal.ts';
import { shownRows } from '../list.ts';
import { showSavedValues } from '../list-update.ts';
import type { RecordForm } from '../panel/form.ts';
import { createRecordSave, loadFitting } from '../panel/save.ts';
import { undoAction } from '../undo/action.ts';
import type { WaitingRow } from './use.ts';

export interface WaitingRecord {
  /** Has only the values that were changed, and the stored ones when that was done. */
  readonly form: RecordForm;
  readonly saver: ReturnType<typeof createRecordSave>;
  reason?: string | undefined;
  /** Of its last save. */
  error?: ApiError | undefined;
}

/** Reasons why something did not fit into cells, by the names of their fields. */
export type Misfits = ReadonlyMap<string, string>;

/** Leaves only changed values in a form. Not during a save: what was put back meanwhile is a change after it. */
export function keepChanged(form: RecordForm): void {
  if (form.$isBusy.get()) return;
  const changed = form.$changed.get();
  const errors = form.$errors.get();
  batch(() => {
    form.reset(pickKnown(changed, form.$base.get()), pickKnown(changed, form.$values.get()));
    form.setErrors(pickKnown(changed, errors));
  });
}

const shownValue = ({ kind }: FormField, value: FormValue | undefined): unknown =>
  kind === 'date' && typeof value === 'string' ? (dateToSend(value) ?? value) : value;

const mark = (reason: string | undefined, isChanged: boolean) => ({
  'data-mark': reason === undefined ? 'waiting' : 'refused',
  'aria-description': `${isChanged ? 'Changed, not saved.' : 'Not changed.'} ${reason ?? ''}`.trim(),
  ...(reason !== undefined && { 'data-tooltip': reason, 'aria-invalid': 'true' }),
});

/** What the row of a record shows; undefined for what is stored. */
export function shownRow(record: WaitingRecord | undefined, misfits: Misfits): WaitingRow | undefined {
  const changed = record?.form.$changed.get() ?? [];
  if (!changed.length && !misfits.size) return undefined;
  const values = record?.form.$values.get() ?? {};
  const errors = record?.form.$errors.get() ?? {};
  return {
    values: Object.fromEntries(
      changed.map((field) => [field.name, shownValue(field, ownOf(values, field.name))]),
    ),
    marks: new Map([
      ...[...misfits].map(([name, reason]) => [name, mark(reason, false)] as const),
      ...changed.map(({ name }) => {
        const reason = ownOf(errors, name) ?? misfits.get(name) ?? record?.reason;
        return [name, mark(reason, true)] as const;
      }),
    ]),
  };
}

interface CellSaveOptions {
  readonly collectionId: string;
  readonly waiting: ReadonlyMap<string, WaitingRecord>;
  readonly show: (ids: readonly string[]) => void;
  readonly follow: (collection: Collection) => void;
}

const records = (count: number) => (count === 1 ? 'record' : `${numberText(count)} records`);

interface Run {
  readonly collection: Collection;
  readonly noted: RecordChange[];
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
  const job = createJob();
  let current: Run | undefined;

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
    waits.error = undefined;
    const names = form.$changed.get().map(({ name }) => name);
    const saved = await saver.save();
    const altered = saved ? [...saved.altered, ...saved.ignored] : [];
    if (altered.length) waits.reason = 'The backend stored another value.';
    keepChanged(form);
    show([id]);
    if (!saved) return undefined;
    const { record } = saved.source;
    const stamp = [stampOf(form.$collection.get()) ?? []].flat();
    const values = Object.fromEntries([...names, ...stamp].map((name) => [name, ownOf(record, name)]));
    return { values, altered };
  };

  const saveAll = async (ids: readonly string[], run: JobRun): Promise<void> => {
    const { signal } = run;
    const rows = new Map<string, Partial<RecordData>>();
    const altered = new Set<string>();
    let [done, refused] = [0, 0];
    const showDone = () => $saving.set({ done, total: ids.length });
    showDone();
    try {
      const collection = await getCollection(collectionId, { signal });
      follow(collection);
      const now: Run = { collection, noted: [] };
      current = now;
      const known = ids.flatMap((id) => {
        const record = waiting.get(id);
        return record ? [{ id, record }] : [];
      });
      await run.each(known, async ({ id, record }) => {
        await run.attempt(async () => {
          const saved = await saveOne(id, record);
          if (saved) rows.set(id, saved.values);
          else if (record.error) throw record.error;
          for (const name of saved?.altered ?? []) altered.add(name);
        });
        const isAsked = record.saver.$conflicts.get().length > 0;
        if (!rows.has(id) && !isAsked && !run.fatal && !signal.aborted) refused += 1;
        done += 1;
        showDone();
      });
      if (run.fatal) report(run.fatal);
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
  const save = async (ids: readonly string[]): Promise<void> => {
    if (ids.length) await job.run((run) => saveAll(ids, run));
  };

  return {
    $saving,
    /** The first of the records about which the user has to decide. */
    $conflict,
    run: save,
    stop: (): void => {
      job.abandon();
      for (const { form } of waiting.values()) form.stop();
    },
    resolve: async (choices: Readonly<Record<string, Side>>): Promise<void> => {
      const id = $conflict.get()?.id ?? '';
      waiting.get(id)?.saver.resolveConflicts(choices);
      await save([id]);
    },
    /** Leaves the records as they are: the next save finds the conflicts again. */
    cancel: (): void => {
      for (const { saver } of waiting.values()) saver.cancelConflicts();
      askAboutConflict();
    },
    current: () => current,
    /** Notes why a record was not saved: a reason for all of them is told once, at the end. */
    refuse: (id: string, thrown: unknown): ApiError => {
      const error = toApiError(thrown);
      const record = waiting.get(id);
      if (!record) return error;
      record.error = error;
      const errors = fieldErrors(error.problems);
      // A message beside its field says enough.
      if (
        !isFatal(error) &&
        !record.form.$changed.get().some(({ name }) => ownOf(errors, name) !== undefined)
      )
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
