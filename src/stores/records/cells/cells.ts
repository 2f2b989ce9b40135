import { batch, computed } from 'nanostores';
import { countText } from '#domain/app/count-text.ts';
import { cellDraftKey } from '#domain/app/later-keys.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { truncate } from '#domain/app/value-text.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { FormValue } from '#domain/field-types/form-value.ts';
import { type CellDrafts, formatCellDrafts, parseCellDrafts } from '#domain/records/cells/draft.ts';
import { lockReason } from '#domain/records/cells/editable.ts';
import type { CellPlace } from '#domain/records/cells/range.ts';
import { draftOf } from '#domain/records/panel/draft.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { type RowValues, readRow } from '#domain/records/panel/row-values.ts';
import { type FieldMoves, fieldMoves, type OrphanedValue } from '#domain/records/panel/schema-change.ts';
import { valueSummary } from '#domain/records/panel/value-summary.ts';
import { parseHash } from '#routing/hash.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import { isExcerpted, shownRows } from '../list.ts';
import { $gone } from '../list-changes.ts';
import { createRecordForm } from '../panel/form.ts';
import {
  createCellSave,
  createCellSaver,
  keepChanged,
  type Misfits,
  shownRow,
  type WaitingRecord,
} from './save.ts';
import { $waitingRows } from './use.ts';

export type EditableCell =
  | { readonly field: FormField; readonly value: FormValue }
  | { readonly lock: string };

/** Returns what can be edited in cells of the loaded rows; reads each row only once. */
function readCells(
  { id: collectionId, type }: Collection,
  fields: readonly FormField[],
  waiting: ReadonlyMap<string, WaitingRecord>,
): (place: CellPlace) => EditableCell {
  const rows = new Map(shownRows().map((row) => [row.id, row]));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const read = new Map<string, RowValues | undefined>();
  const valuesOf = (id: string) => {
    const row = rows.get(id);
    if (row && !read.has(id))
      read.set(id, readRow(fields, { row, isExcerpt: (name) => isExcerpted(collectionId, name) }));
    return read.get(id);
  };
  return ({ id, name }) => {
    if (type === 'view') return { lock: 'The records of a view can’t be changed.' };
    if ($gone.get().get(id) === 'deleted') return { lock: 'This record was deleted elsewhere.' };
    const field = byName.get(name);
    const typed = ownOf(waiting.get(id)?.form.$values.get() ?? {}, name);
    const stored = valuesOf(id);
    const known = stored?.awaited.has(name) ? undefined : ownOf(stored?.values ?? {}, name);
    const value = typed ?? known;
    const lock = lockReason(field, value !== undefined);
    if (lock !== undefined || !field || value === undefined) return { lock: lock ?? '' };
    return { field, value };
  };
}

const NO_MISFITS: Misfits = new Map();
export const changes = (count: number): string => countText(count, 'change', 'changes');

/** Characters of changes that can't be saved, in a toast from which they can be copied. */
const MAX_LOST = 1000;
/** Time for which it stays, in ms. */
const LOST_MS = 60_000;

function warnOfLost(lost: readonly OrphanedValue[]): void {
  const names = [...new Set(lost.map(({ name }) => name))].join(', ');
  if (!names) return;
  const texts = lost.map(({ name, value }) => `${name}: ${valueSummary(value)}`).join('; ');
  const message = `The collection has no field ${names} any more: changes there can’t be saved. ${texts}`;
  addToast('warning', truncate(message, MAX_LOST), { duration: LOST_MS });
}

/** Reasons under the present names of their fields. */
const movedMisfits = (reasons: Misfits, before: readonly FormField[], moves: FieldMoves): Misfits =>
  new Map(
    [...reasons].flatMap(([name, reason]): [string, string][] => {
      // Columns that no form has, such as the id, are never renamed.
      const now = before.some((field) => field.name === name) ? moves.get(name)?.name : name;
      return now === undefined ? [] : [[now, reason]];
    }),
  );

function createWaiting(opened: Collection) {
  const collectionId = opened.id;
  let collection = opened;
  let fields = formFieldsOf(collection, false);
  const waiting = new Map<string, WaitingRecord>();
  const misfits = new Map<string, Misfits>();
  let isStopped = false;

  const show = (ids: Iterable<string>) => {
    // Another administrator may see the list before the last response of a save arrives.
    if (isStopped) return;
    const rows = new Map($waitingRows.get());
    for (const id of ids) {
      const form = waiting.get(id)?.form;
      if (form && !form.$isBusy.get() && !form.$changed.get().length) waiting.delete(id);
      const row = shownRow(waiting.get(id), misfits.get(id) ?? NO_MISFITS);
      if (row) rows.set(id, row);
      else rows.delete(id);
    }
    $waitingRows.set(rows);
    drafts.touch();
  };

  const drafts: DraftStorage<CellDrafts> = createDraftStorage<CellDrafts>({
    typed: () => {
      const typed = [...waiting].flatMap(([id, { form }]) => {
        const draft = draftOf(fields, form.$base.get(), form.$values.get(), form.$orphaned.get());
        return draft ? [[id, draft] as const] : [];
      });
      return typed.length ? new Map(typed) : undefined;
    },
    parse: (text) => parseCellDrafts(fields, text),
    format: (found) => formatCellDrafts(fields, found),
    merge: (offered, typed) => new Map([...offered, ...typed]),
    restore: (found) => {
      for (const [id, { base, values, orphaned }] of found) {
        const { form } = recordOf(id);
        form.reset(base, values);
        form.addOrphaned(orphaned);
      }
      warnOfLost([...found.values()].flatMap(({ orphaned }) => orphaned));
      show(found.keys());
    },
  });

  const recordOf = (id: string): WaitingRecord => {
    const known = waiting.get(id);
    if (known) return known;
    const form = createRecordForm(collection, false);
    form.reset({}, {});
    const record: WaitingRecord = { form, saver: createCellSaver(form, id, save) };
    waiting.set(id, record);
    return record;
  };

  const save = createCellSave({ collectionId, waiting, show, follow });

  function follow(next: Collection): void {
    if (next.updated === collection.updated) return;
    const before = fields;
    collection = next;
    fields = formFieldsOf(next, false);
    const moves = fieldMoves(before, fields);
    for (const [id, reasons] of misfits) misfits.set(id, movedMisfits(reasons, before, moves));
    const lost = [...waiting.values()].flatMap(({ form }) => form.follow(next).orphaned);
    for (const { form } of waiting.values()) keepChanged(form);
    warnOfLost(lost);
    show([...waiting.keys(), ...misfits.keys()]);
  }

  const forget = () => {
    const ids = [...$waitingRows.get().keys()];
    waiting.clear();
    misfits.clear();
    show(ids);
    drafts.clearEdits();
  };

  const reader = () => readCells(collection, fields, waiting);

  const put = ({ id, name }: CellPlace, value: FormValue, field: FormField, stored: FormValue) => {
    const { form, saver } = recordOf(id);
    const base = ownOf(form.$base.get(), name) ?? stored;
    form.$base.set({ ...form.$base.get(), [name]: saver.baseOf(field, value, base) });
    form.set(name, value);
    const others = new Map(misfits.get(id));
    others.delete(name);
    misfits.set(id, others);
  };

  return {
    ...{ waiting, misfits, drafts, save, show, follow, forget, reader, put },
    fields: (): readonly FormField[] => fields,
    stop: (): void => {
      save.stop();
      drafts.stop();
      isStopped = true;
      $waitingRows.set(new Map());
    },
  };
}

const $count = computed($waitingRows, (rows) =>
  [...rows.values()].reduce((sum, { values }) => sum + Object.keys(values).length, 0),
);

/** The cells that did not fit, or that the backend refused, with their reasons as marks. */
const $refused = computed($waitingRows, (rows): readonly CellPlace[] =>
  [...rows].flatMap(([id, { marks }]) =>
    [...marks].flatMap(([name, mark]) => (mark['data-mark'] === 'refused' ? [{ id, name }] : [])),
  ),
);

/** Creates what edits the cells of a list: changes wait, over a reload as drafts, and are saved together. */
export function createCells(opened: Collection) {
  const collectionId = opened.id;
  const cells = createWaiting(opened);
  const { waiting, misfits, drafts, save, show, follow, forget, reader, put } = cells;

  const question = () => {
    const count = $count.get();
    if (save.$saving.get())
      return 'Changes are still being saved. Do you really want to stop that and leave?';
    return count
      ? `${changes(count)} in cells ${count === 1 ? 'is' : 'are'} not saved. Discard and leave?`
      : undefined;
  };

  return {
    $count,
    $refused,
    $saving: save.$saving,
    $conflict: save.$conflict,
    /** True while what waits can't be kept for after a reload. */
    $isDraftFull: drafts.$isFull,
    fields: cells.fields,
    /** A cell as it can be edited now; `reader` for many of them. */
    cellAt: (place: CellPlace) => reader()(place),
    reader,
    waitingValue: ({ id, name }: CellPlace): FormValue | undefined =>
      ownOf(waiting.get(id)?.form.$values.get() ?? {}, name),
    errorAt: ({ id, name }: CellPlace): string | undefined =>
      $waitingRows.get().get(id)?.marks.get(name)?.['data-tooltip'],
    set: (
      values: readonly (CellPlace & { readonly value: FormValue })[],
      refused: readonly (CellPlace & { readonly reason: string })[] = [],
    ): void => {
      const cellAt = reader();
      batch(() => {
        for (const { value, ...place } of values) {
          const cell = cellAt(place);
          if ('field' in cell) put(place, value, cell.field, cell.value);
        }
        for (const { id, name, reason } of refused)
          misfits.set(id, new Map(misfits.get(id)).set(name, reason));
      });
      for (const id of new Set(values.map(({ id }) => id))) {
        const record = waiting.get(id);
        if (!record) continue;
        record.reason = undefined;
        keepChanged(record.form);
      }
      show([...values, ...refused].map(({ id }) => id));
    },
    clearMisfits: (): void => {
      const ids = [...misfits.keys()];
      misfits.clear();
      show(ids);
    },
    save: (): Promise<void> => {
      drafts.flush();
      return save.run([...waiting.keys()]);
    },
    stopSaving: save.stop,
    resolveConflict: save.resolve,
    cancelConflict: save.cancel,
    discard: async (): Promise<boolean> => {
      if (save.$saving.get()) return false;
      const count = $count.get();
      if (
        count &&
        !(await confirm(`Do you really want to discard ${changes(count)} in cells?`, { loss: '' }))
      )
        return false;
      forget();
      return true;
    },
    /** Brings back what a reload has left, and asks before leaving; the result stops that, and keeps a draft. */
    start: (): (() => void) => {
      drafts.open(cellDraftKey(collectionId));
      if (drafts.$draft.get()) {
        drafts.restore();
        const count = $count.get();
        if (count)
          addToast('info', `${changes(count)} in cells ${count === 1 ? 'waits' : 'wait'} to be saved.`);
      }
      const stopGuard = guardUnsaved({
        question,
        discard: () => {
          save.stop();
          forget();
        },
        isKept: (hash) => {
          const { name, query } = parseHash(hash);
          return name === 'collections' && query['collectionId'] === collectionId;
        },
      });
      const stopFollowing = $collectionList.subscribe((list) => {
        const next = list.find(({ id }) => id === collectionId);
        if (next && !save.$saving.get()) follow(next);
      });
      return stopAll(stopGuard, stopFollowing, cells.stop);
    },
  };
}

export type Cells = ReturnType<typeof createCells>;
