import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import type { FieldErrors } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { FieldProblem, FormValue } from '#domain/field-types/form-value.ts';
import {
  changeableFields,
  changeProblems,
  type FieldChange,
  type How,
  newChange,
} from '#domain/records/bulk/field-change.ts';
import type { FieldProblems } from '#domain/records/panel/check.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { CLOSE_QUESTION, confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { $adminId } from '#stores/app/session.ts';
import { guardUnsaved } from '#stores/app/unsaved.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { $collectionList, checkCollections } from '#stores/collections/list.ts';
import { readMany } from '#stores/job/read-many.ts';
import type { RecordSelection } from '../selection.ts';
import type { Prepared } from './run.ts';
import { runChanges } from './run-changes.ts';
import { readTargets } from './targets.ts';

const SAMPLE = 3;

export type ChangeStep =
  | { readonly state: 'edit' }
  | { readonly state: 'reading'; readonly done: number }
  | { readonly state: 'review'; readonly prepared: Prepared; readonly sample: readonly RecordSource[] };

const EDIT: ChangeStep = { state: 'edit' };

/** What was chosen and not made in all records, for example because the session ended, and by whom; in memory. */
let kept: { readonly by: string; readonly changes: readonly FieldChange[] } | undefined;

const MOVED: FieldProblem = {
  code: 'moved_field',
  message: 'This field was changed meanwhile. Remove it, then choose it again.',
};

export function createFieldChanges(collection: Collection, selection: RecordSelection) {
  const by = `${$adminId.get()} ${collection.id}`;
  const $changes = atom<readonly FieldChange[]>(kept?.by === by ? kept.changes : []);
  const $errors = atom<FieldErrors>({});
  const $step = atom<ChangeStep>(EDIT);
  const reading = createLatest();
  const current = () => $collectionList.get().find(({ id }) => id === collection.id);

  const change = (changes: readonly FieldChange[], name: string) => {
    const { [name]: _removed, ...errors } = $errors.get();
    $errors.set(errors);
    $changes.set(changes);
    kept = changes.length ? { by, changes } : undefined;
  };
  const update = (name: string, next: (before: FieldChange) => FieldChange) =>
    change(
      $changes.get().map((each) => (each.field.name === name ? next(each) : each)),
      name,
    );

  /** Fields that are no longer as they were when they were chosen. */
  const movedFields = (): FieldProblems => {
    const now = current();
    const fields = now ? changeableFields(now) : [];
    const moved = $changes
      .get()
      .filter(({ field }) => !fields.some((other) => dequal(field, other)))
      .map(({ field }) => [field.name, MOVED] as const);
    return Object.fromEntries(moved);
  };

  const read = async (): Promise<void> => {
    const signal = reading.begin();
    const onFound = (done: number) => $step.set({ state: 'reading', done });
    onFound(0);
    const options = { onFound, signal };
    const targets = await readTargets(collection.id, selection, options);
    const query = { filter: targets.filter ?? '' };
    const sample = await readMany(collection.id, targets.ids.slice(0, SAMPLE), query, { signal });
    const prepared = { collection: current() ?? collection, selection, targets };
    $step.set({ state: 'review', prepared, sample });
  };

  return {
    $changes,
    $errors,
    $step,
    $choosable: computed([$changes, $collectionList], (changes) => {
      const isChosen = new Set(changes.map(({ field }) => field.name));
      return changeableFields(current() ?? collection).filter(({ name }) => !isChosen.has(name));
    }),
    choose: (name: string): void => {
      const isChosen = $changes.get().some(({ field }) => field.name === name);
      const field = changeableFields(current() ?? collection).find((each) => each.name === name);
      if (field && !isChosen) change([...$changes.get(), newChange(field)], name);
    },
    remove: (name: string): void =>
      change(
        $changes.get().filter(({ field }) => field.name !== name),
        name,
      ),
    setHow: (name: string, how: How): void => update(name, (before) => ({ ...before, how })),
    setValue: (name: string, value: FormValue): void => update(name, (before) => ({ ...before, value })),
    /** Finds the records, unless a value can't be sent, or by what the screen `found`; true to go on. */
    review: async (found: FieldProblems = {}): Promise<boolean> => {
      const changes = $changes.get();
      if (!changes.length || $step.get().state !== 'edit') return false;
      $step.set({ state: 'reading', done: 0 });
      await checkCollections();
      const problems = { ...found, ...changeProblems(changes), ...movedFields() };
      $errors.set(Object.fromEntries(Object.entries(problems).map(([name, { message }]) => [name, message])));
      if (Object.keys(problems).length) {
        $step.set(EDIT);
        return false;
      }
      try {
        await read();
        return true;
      } catch (thrown) {
        report(thrown);
        $step.set(EDIT);
        return false;
      }
    },
    back: (): void => {
      reading.abort();
      $step.set(EDIT);
    },
    /** Makes the changes that were reviewed; the result is in `$bulk`. What could not be made is offered again. */
    start: async (): Promise<void> => {
      const step = $step.get();
      if (step.state !== 'review') return;
      if (await runChanges(step.prepared, $changes.get())) change([], '');
    },
    mayClose: async (): Promise<boolean> => {
      if ($changes.get().length && !(await confirm(CLOSE_QUESTION, { loss: '' }))) return false;
      change([], '');
      return true;
    },
    /** Asks before leaving the screen or the page discards changes. Returns a function that stops this. */
    open: (): (() => void) => {
      const stopGuard = guardUnsaved({
        question: () => ($changes.get().length ? CLOSE_QUESTION : undefined),
        discard: () => change([], ''),
      });
      return stopAll(reading.abort, stopGuard);
    },
  };
}

export type FieldChanges = ReturnType<typeof createFieldChanges>;
