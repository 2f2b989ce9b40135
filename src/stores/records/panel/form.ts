import { atom, batch, computed, type ReadableAtom } from 'nanostores';
import type { FieldErrors } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { changedFields, isDirty } from '#domain/records/panel/changes.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import {
  type FieldMoves,
  fieldMoves,
  followSchema,
  type GoneValue,
} from '#domain/records/panel/schema-change.ts';
import { type FormValue, type FormValues, newValues, readValues } from '#domain/records/panel/values.ts';
import { valuesAfterSave } from '#domain/records/panel/values-after-save.ts';

/** Where the fields of a form went when its collection was changed. */
export interface Followed {
  readonly moves: FieldMoves;
  /** What has no field any more. */
  readonly gone: readonly GoneValue[];
}

/** What is typed in a record panel, beside what it is compared with. */
export interface RecordForm {
  /** The collection as the form knows it. */
  readonly $collection: ReadableAtom<Collection>;
  readonly $fields: ReadableAtom<readonly FormField[]>;
  /** What the backend holds; the empty form for a new record. */
  readonly $base: ReadableAtom<FormValues>;
  readonly $values: ReadableAtom<FormValues>;
  /** What was typed in fields that the collection does not have any more. */
  readonly $gone: ReadableAtom<readonly GoneValue[]>;
  /** Messages by field name (ER-07, RP-20). */
  readonly $errors: ReadableAtom<FieldErrors>;
  /** Whether closing would lose something (RP-04). */
  readonly $isDirty: ReadableAtom<boolean>;
  /** Whether files were chosen, removed or moved, which no draft keeps. */
  readonly $hasFiles: ReadableAtom<boolean>;
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
   * form held when it began: what was typed since stays, and so does what the fields in `refused` hold.
   */
  readonly becomeExisting: (source: RecordSource, sent?: FormValues, refused?: ReadonlySet<string>) => void;
  /** The record as it was last loaded or saved; a restored draft has a base of its own. */
  readonly stored: () => FormValues;
  /** Goes on with another state of the collection: what was typed goes with its fields, or to {@link $gone}. */
  readonly follow: (collection: Collection) => Followed;
  /** Adds to {@link $gone}, as a restored draft does. */
  readonly keepGone: (values: readonly GoneValue[]) => void;
  /** Takes one out of {@link $gone}. */
  readonly dropGone: (value: GoneValue) => void;
  readonly setErrors: (errors: FieldErrors) => void;
}

const withoutErrorOf = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([key]) => key !== name && !key.startsWith(`${name}.`)));

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
export function createRecordForm(opened: Collection, startsNew: boolean, known: FormValues = {}): RecordForm {
  let isNew = startsNew;
  const $collection = atom(opened);
  const $fields = atom<readonly FormField[]>(formFieldsOf(opened, isNew));
  const $base = atom<FormValues>(newValues($fields.get()));
  const $values = atom<FormValues>(newValues($fields.get(), known));
  const $gone = atom<readonly GoneValue[]>([]);
  const $errors = atom<FieldErrors>({});
  const $changed = computed([$fields, $base, $values], changedFields);
  let stored = $base.get();

  const reset = (base: FormValues, values = base) =>
    batch(() => {
      $base.set(base);
      $values.set(values);
    });

  const keepGone = (values: readonly GoneValue[]) => {
    if (values.length) $gone.set([...$gone.get(), ...values]);
  };

  return {
    $collection,
    $fields,
    $base,
    $values,
    $gone,
    $errors,
    $isDirty: computed([$changed, $gone], (changed, gone) => isDirty(changed) || gone.length > 0),
    $hasFiles: computed($changed, (changed) => changed.some(({ kind }) => kind === 'file')),
    $isChanged: computed($changed, (changed) => changed.length > 0),
    set: (name, value) =>
      batch(() => {
        $values.set({ ...$values.get(), [name]: value });
        $errors.set(withoutErrorOf($errors.get(), name));
      }),
    assign: (values) => $values.set({ ...$values.get(), ...values }),
    reset,
    becomeExisting: (source, sent, refused) => {
      isNew = false;
      const fields = formFieldsOf($collection.get(), false);
      const read = readValues(fields, source);
      stored = read;
      batch(() => {
        $fields.set(fields);
        reset(read, sent && valuesAfterSave(fields, sent, $values.get(), read, refused));
      });
    },
    stored: () => stored,
    follow: (collection) => {
      const fields = $fields.get();
      // Opened panels must not be drawn anew for nothing.
      if (collection.updated === $collection.get().updated)
        return { moves: fieldMoves(fields, fields), gone: [] };
      const typed = { fields, base: $base.get(), values: $values.get() };
      const after = followSchema(typed, formFieldsOf(collection, isNew), isNew);
      stored = followSchema({ ...typed, values: stored }, after.fields, isNew).values;
      batch(() => {
        $collection.set(collection);
        $fields.set(after.fields);
        reset(after.base, after.values);
        keepGone(after.gone);
        $errors.set(moveErrors(after.moves, $errors.get()));
      });
      return after;
    },
    keepGone,
    dropGone: (value) => $gone.set($gone.get().filter((other) => other !== value)),
    setErrors: (errors) => $errors.set(errors),
  };
}
