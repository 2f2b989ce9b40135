import { dequal } from 'dequal/lite';
import { atom, batch, computed } from 'nanostores';
import { type FieldErrors, fieldErrors } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/lenient.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { findProblems, problemList } from '#domain/records/panel/check.ts';
import { draftOf, formatDraft, parseDraft, type RecordDraft } from '#domain/records/panel/draft.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { recordAfterSave } from '#domain/records/panel/row-values.ts';
import {
  type FieldMoves,
  fieldMoves,
  followSchema,
  type OrphanedValue,
} from '#domain/records/panel/schema-change.ts';
import { changedFields, isDirty, newRecordValues, readValues } from '#domain/records/panel/values.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import { createForm } from '#stores/factories/create-form.ts';

/** Puts messages under the current names of their fields; drops those of removed fields. */
const moveErrors = (moves: FieldMoves, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([path, message]) => {
      const [name = '', ...rest] = path.split('.');
      const field = moves.get(name);
      return field ? [[[field.name, ...rest].join('.'), message]] : [];
    }),
  );

/** `after`, with the same objects as `before` where they are equal: controls then don't load their labels again. */
const keepEqual = (before: FormValues, after: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const known = ownOf(before, name);
      return [name, dequal(known, value) ? (known ?? value) : value];
    }),
  );

/** Creates the form of a record; `initial` are given values of a new one, or what is known until it is loaded. */
export function createRecordForm(opened: Collection, startsNew: boolean, initial: FormValues = {}) {
  let isNew = startsNew;
  const $collection = atom(opened);
  const $fields = atom<readonly FormField[]>(formFieldsOf(opened, isNew));
  const form = createForm<FormValues>({
    initial: newRecordValues($fields.get()),
    isShown: (path) => $fields.get().some(({ name }) => name === path),
  });
  const { $base, $values, $errors, reset } = form;
  const given = newRecordValues($fields.get(), initial);
  // What is known of an existing record does not count as a change.
  form.reset(isNew ? $base.get() : given, given);
  const $orphaned = atom<readonly OrphanedValue[]>([]);
  const $changed = computed([$fields, $base, $values], changedFields);
  const $moves = atom<FieldMoves>(new Map());
  let stored = $base.get();

  const addOrphaned = (values: readonly OrphanedValue[]): void => {
    if (values.length) $orphaned.set([...$orphaned.get(), ...values]);
  };

  return {
    ...form,
    /** Sets the backend's messages; those whose reason a check here knows have its words. */
    setErrors: (errors: FieldErrors): void => {
      const refused = $fields.get().filter(({ name }) => ownOf(errors, name) !== undefined);
      form.setErrors({ ...errors, ...fieldErrors(problemList(findProblems(refused, $values.get()))) });
    },
    $collection,
    $fields,
    /** How the fields changed with the latest state of the collection, by their names before. */
    $moves,
    /** Edited values of fields that the collection no longer has. */
    $orphaned,
    /** The fields whose value differs from the stored record, including passwords. */
    $changed,
    $isDirty: computed([$changed, $orphaned], (changed, orphaned) => isDirty(changed) || orphaned.length > 0),
    /** Whether files were chosen, removed or moved, which drafts don't contain. */
    $hasFiles: computed($changed, (changed) => changed.some(({ kind }) => kind === 'file')),
    /** Whether any field differs from the stored record, including passwords. */
    $isChanged: computed($changed, (changed) => changed.length > 0),
    assign: (values: FormValues): void => $values.set({ ...$values.get(), ...values }),
    /** Shows an existing record. After a save, edits since `sent` stay, and so do values of the fields in `refused`. */
    becomeExisting: (source: RecordSource, sent?: FormValues, refused?: ReadonlySet<string>): void => {
      isNew = false;
      const fields = formFieldsOf($collection.get(), false);
      stored = readValues(fields, source);
      batch(() => {
        $fields.set(fields);
        reset(stored, sent && recordAfterSave(fields, sent, $values.get(), stored, refused));
      });
    },
    /** Shows the loaded record. Edits stay, compared with what was known: a save finds changes by others. */
    becomeLoaded: (source: RecordSource): void => {
      const fields = formFieldsOf($collection.get(), false);
      const [known, typed] = [$base.get(), $values.get()];
      const loaded = keepEqual(known, readValues(fields, source));
      const edited = changedFields(fields, known, typed);
      const conflicting = changedFields(edited, known, loaded);
      stored = loaded;
      batch(() => {
        $fields.set(fields);
        reset(
          { ...loaded, ...newRecordValues(conflicting, known) },
          { ...loaded, ...newRecordValues(edited, typed) },
        );
      });
    },
    rebase: (now: FormValues, values: FormValues): void => {
      stored = now;
      reset(now, values);
    },
    /** The values of the record when it was last read or saved; a restored draft may have another base. */
    stored: (): FormValues => stored,
    /** Takes over another state of the collection. Edits without a field move to `$orphaned`. */
    follow: (collection: Collection): Pick<ReturnType<typeof followSchema>, 'moves' | 'orphaned'> => {
      const fields = $fields.get();
      // Avoids a needless render of the panel.
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
      $moves.set(after.moves);
      return after;
    },
    addOrphaned,
    removeOrphaned: (value: OrphanedValue): void =>
      $orphaned.set($orphaned.get().filter((other) => other !== value)),
  };
}

export type RecordForm = ReturnType<typeof createRecordForm>;

export type RecordDrafts = DraftStorage<RecordDraft>;

/** Creates the drafts of a form, without files and passwords. Until it `isComplete`, any draft may differ from it. */
export function createRecordDrafts(form: RecordForm, isComplete: () => boolean): RecordDrafts {
  return createDraftStorage<RecordDraft>({
    typed: () => draftOf(form.$fields.get(), form.$base.get(), form.$values.get(), form.$orphaned.get()),
    parse: (text) => {
      const draft = parseDraft(form.$fields.get(), text);
      if (!isComplete()) return draft;
      const values = form.$values.get();
      return draft && draftOf(form.$fields.get(), values, { ...values, ...draft.values }, draft.orphaned)
        ? draft
        : undefined;
    },
    format: (draft) => formatDraft(form.$fields.get(), draft),
    // Without its base a draft needs half the space, but a change by others since then can't be noticed.
    shorten: (draft) => ({ ...draft, base: {} }),
    merge: (offered, typed) => ({
      values: { ...offered.values, ...typed.values },
      base: { ...offered.base, ...typed.base },
      orphaned: [...offered.orphaned, ...typed.orphaned],
    }),
    // Restores the base too, so that saving can find changes by others since then.
    restore: ({ values, base, orphaned }) => {
      form.reset({ ...form.$base.get(), ...base }, { ...form.$values.get(), ...values });
      form.addOrphaned(orphaned);
    },
  });
}
