import { atom, batch, computed } from 'nanostores';
import type { FieldErrors } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { changedFields, isDirty } from '#domain/records/panel/changes.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import {
  type FieldMoves,
  fieldMoves,
  followSchema,
  type OrphanedValue,
} from '#domain/records/panel/schema-change.ts';
import { newValues, readValues } from '#domain/records/panel/values.ts';
import { valuesAfterSave } from '#domain/records/panel/values-after-save.ts';
import { createForm } from '#stores/factories/create-form.ts';

/** Where the fields of a form went when its collection was changed. */
export interface Followed {
  readonly moves: FieldMoves;
  /** What has no field any more. */
  readonly orphaned: readonly OrphanedValue[];
}

/** Messages under the names that their fields have after the collection was changed. */
const moveErrors = (moves: FieldMoves, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) => {
      const [name = '', ...rest] = path.split('.');
      const field = moves.get(name);
      return field ? [[[field.name, ...rest].join('.'), message]] : [];
    }),
  );

/** Makes the form of a record panel; `known` are values of a new record that are given. */
export function createRecordForm(opened: Collection, startsNew: boolean, known: FormValues = {}) {
  let isNew = startsNew;
  const $collection = atom(opened);
  const $fields = atom<readonly FormField[]>(formFieldsOf(opened, isNew));
  const form = createForm<FormValues>({
    initial: newValues($fields.get()),
    isShown: (path) => $fields.get().some(({ name }) => name === path),
  });
  const { $base, $values, $errors, reset } = form;
  form.reset($base.get(), newValues($fields.get(), known));
  const $orphaned = atom<readonly OrphanedValue[]>([]);
  const $changed = computed([$fields, $base, $values], changedFields);
  let stored = $base.get();

  const addOrphaned = (values: readonly OrphanedValue[]): void => {
    if (values.length) $orphaned.set([...$orphaned.get(), ...values]);
  };

  return {
    ...form,
    /** The collection as the form knows it. */
    $collection,
    $fields,
    /** What was typed in fields that the collection does not have any more. */
    $orphaned,
    /** Whether closing would lose something (RP-04). */
    $isDirty: computed([$changed, $orphaned], (changed, orphaned) => isDirty(changed) || orphaned.length > 0),
    /** Whether files were chosen, removed or moved, which no draft keeps. */
    $hasFiles: computed($changed, (changed) => changed.some(({ kind }) => kind === 'file')),
    /** Whether any field, a password too, differs from what is stored. */
    $isChanged: computed($changed, (changed) => changed.length > 0),
    /** Takes values over as if they had been typed. */
    assign: (values: FormValues): void => $values.set({ ...$values.get(), ...values }),
    /**
     * The fields of an existing record instead of a new one's, with its values. After a save `sent` is what the
     * form held when it began: what was typed since stays, and so does what the fields in `refused` hold.
     */
    becomeExisting: (source: RecordSource, sent?: FormValues, refused?: ReadonlySet<string>): void => {
      isNew = false;
      const fields = formFieldsOf($collection.get(), false);
      stored = readValues(fields, source);
      batch(() => {
        $fields.set(fields);
        reset(stored, sent && valuesAfterSave(fields, sent, $values.get(), stored, refused));
      });
    },
    /** The record as it was last loaded or saved; a restored draft has a base of its own. */
    stored: (): FormValues => stored,
    /** Goes on with another state of the collection: what was typed goes with its fields, or to `$orphaned`. */
    follow: (collection: Collection): Followed => {
      const fields = $fields.get();
      // Opened panels must not be drawn anew for nothing.
      if (collection.updated === $collection.get().updated)
        return { moves: fieldMoves(fields, fields), orphaned: [] };
      const typed = { fields, base: $base.get(), values: $values.get() };
      const after = followSchema(typed, formFieldsOf(collection, isNew), isNew);
      stored = followSchema({ ...typed, values: stored }, after.fields, isNew).values;
      const errors = moveErrors(after.moves, $errors.get());
      batch(() => {
        $collection.set(collection);
        $fields.set(after.fields);
        reset(after.base, after.values);
        addOrphaned(after.orphaned);
        $errors.set(errors);
      });
      return after;
    },
    /** Adds to `$orphaned`, as a restored draft does. */
    addOrphaned,
    /** Takes one out of `$orphaned`. */
    removeOrphaned: (value: OrphanedValue): void =>
      $orphaned.set($orphaned.get().filter((other) => other !== value)),
  };
}

/** What is typed in a record panel, beside what it is compared with. */
export type RecordForm = ReturnType<typeof createRecordForm>;
