import { atom, computed, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '../../lib/domain/api-error.ts';
import type { Collection } from '../../lib/domain/collection.ts';
import { valuesAfterSave } from '../../lib/domain/record-form/after-save.ts';
import { changedFields, isDirty } from '../../lib/domain/record-form/changes.ts';
import { type FormField, formFieldsOf } from '../../lib/domain/record-form/fields.ts';
import type { RecordSource } from '../../lib/domain/record-form/record-source.ts';
import {
  type FormValue,
  type FormValues,
  newValues,
  readValues,
} from '../../lib/domain/record-form/values.ts';

/** What is typed in a record panel, beside what it is compared with. */
export interface RecordForm {
  readonly $fields: ReadableAtom<readonly FormField[]>;
  /** What the backend holds; the empty form for a new record. */
  readonly $base: ReadableAtom<FormValues>;
  readonly $values: ReadableAtom<FormValues>;
  /** Messages by field name (ER-07, RP-20). */
  readonly $errors: ReadableAtom<FieldErrors>;
  /** Whether closing would lose something (RP-04). */
  readonly $isDirty: ReadableAtom<boolean>;
  /** Whether any field, a password too, differs from what is stored. */
  readonly $isChanged: ReadableAtom<boolean>;
  /** Changes a field and clears its error. */
  readonly set: (name: string, value: FormValue) => void;
  /** Takes values over as if they had been typed. */
  readonly assign: (values: FormValues) => void;
  /** Replaces both what is typed and what it is compared with. */
  readonly reset: (base: FormValues, values?: FormValues) => void;
  /**
   * The fields of an existing record instead of a new one's, with its values. After a save `sent` is what the
   * form held when it began: what was typed since stays.
   */
  readonly becomeExisting: (source: RecordSource, sent?: FormValues) => void;
  readonly setErrors: (errors: FieldErrors) => void;
}

const withoutErrorOf = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name && !key.startsWith(`${name}.`)));

/** Makes the form of a record panel; `known` are values of a new record that are given. */
export function createRecordForm(collection: Collection, isNew: boolean, known: FormValues = {}): RecordForm {
  const $fields = atom<readonly FormField[]>(formFieldsOf(collection, isNew));
  const $base = atom<FormValues>(newValues($fields.get()));
  const $values = atom<FormValues>(newValues($fields.get(), known));
  const $errors = atom<FieldErrors>({});
  const $changed = computed([$fields, $base, $values], changedFields);

  const reset = (base: FormValues, values = base) => {
    $base.set(base);
    $values.set(values);
  };

  return {
    $fields,
    $base,
    $values,
    $errors,
    $isDirty: computed($changed, isDirty),
    $isChanged: computed($changed, (changed) => changed.length > 0),
    set: (name, value) => {
      $values.set({ ...$values.get(), [name]: value });
      $errors.set(withoutErrorOf($errors.get(), name));
    },
    assign: (values) => $values.set({ ...$values.get(), ...values }),
    reset,
    becomeExisting: (source, sent) => {
      const fields = formFieldsOf(collection, false);
      const stored = readValues(fields, source);
      $fields.set(fields);
      reset(stored, sent && valuesAfterSave(fields, sent, $values.get(), stored));
    },
    setErrors: (errors) => $errors.set(errors),
  };
}
