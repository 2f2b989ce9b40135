import { atom, batch } from 'nanostores';
import { getCollection } from '#api/collections/collections.ts';
import { saveRecord, type UploadProgress } from '#api/records/record.ts';
import { ApiError, fieldErrors } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/own.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FormValues } from '#domain/field-types/form-value.ts';
import { createBody, updateBody, uploadSize } from '#domain/records/panel/body.ts';
import { alteredFields, changedFields, ignoredFields } from '#domain/records/panel/changes.ts';
import { type FieldProblems, findProblems, problemMessage } from '#domain/records/panel/check.ts';
import type { FormField } from '#domain/records/panel/fields.ts';
import { type Conflict, mergeRecord, resolveConflict, type Side } from '#domain/records/panel/merge.ts';
import type { RecordSource } from '#domain/records/panel/record-source.ts';
import { carryValues } from '#domain/records/panel/schema-change.ts';
import { readValues } from '#domain/records/panel/values.ts';
import { addToast } from '#stores/app/toasts.ts';
import { type FormCall, MAY_BE_SAVED } from '#stores/factories/create-form.ts';
import type { RecordForm } from './form.ts';
import { createLostResponse } from './lost-response.ts';
import { readStored } from './read-stored.ts';

/** What saving is about to do. */
export type Saving =
  | { readonly state: 'idle' }
  /** Looking for changes by others, or waiting for the answer. */
  | { readonly state: 'saving' }
  /** Sending files: bytes sent of all bytes. */
  | ({ readonly state: 'uploading' } & UploadProgress);

/** A record that was stored. */
export interface Saved {
  readonly source: RecordSource;
  /** Names of the fields that the backend stored otherwise than they were sent; they stay as typed. */
  readonly altered: readonly string[];
  /** Names of the fields that were sent in vain: the collection was changed meanwhile. They stay as typed. */
  readonly ignored: readonly string[];
}

const IDLE: Saving = { state: 'idle' };

/** Makes the saving half of a record panel: check, merge with others' changes, send (RP-07, RP-08). */
export function createSaver(options: {
  form: RecordForm;
  /** Id of the record, undefined while it is new. */
  recordId: () => string | undefined;
  /** Goes on with the collection as it is stored. */
  follow: RecordForm['follow'];
}) {
  const { form, recordId, follow } = options;
  const collectionId = form.$collection.get().id;
  const $saving = atom<Saving>(IDLE);
  const $conflicts = atom<readonly Conflict[]>([]);
  let theirs: FormValues = {};
  let merged: FormValues = {};
  /** What the form held when the record itself was sent; what came of it is not known yet. */
  let sentValues: FormValues | undefined;
  const lostResponse = createLostResponse();

  /** Stops before anything is sent when a value can't be stored as it is typed (RP-21). */
  const assertSendable = (id: string | undefined, problems: FieldProblems) => {
    const fields = form.$fields.get();
    const values = form.$values.get();
    const sent = id === undefined ? fields : changedFields(fields, form.$base.get(), values);
    const data = { ...findProblems(sent, values), ...problems };
    if (!Object.keys(data).length) return;
    const body = { code: 400, message: '', data };
    throw new ApiError({ url: '', status: 400, body, isAbort: false, message: problemMessage(data) });
  };

  /** Brings in what others saved since the record was opened; false when they changed the same fields. */
  const mergeWithStored = (source: RecordSource): boolean => {
    const fields = form.$fields.get();
    theirs = readValues(fields, source);
    const merge = mergeRecord(fields, form.$base.get(), form.$values.get(), theirs);
    merged = merge.values;
    if (merge.conflicts.length) {
      $conflicts.set(merge.conflicts);
      return false;
    }
    form.reset(theirs, merged);
    if (merge.taken.length) {
      addToast('info', `Merged with what was saved meanwhile: ${merge.taken.join(', ')}.`);
    }
    return true;
  };

  /** Goes on with the stored schema; false when something typed has no field any more: that is not left out unseen. */
  const takeSchema = (collection: Collection): boolean => {
    const names = follow(collection).orphaned.map(({ name }) => name);
    if (!names.length) return true;
    addToast('warning', `Nothing was saved: the collection has no field ${names.join(', ')} any more.`);
    return false;
  };

  /** Takes the answer over. What is not in it as it was sent stays typed: nothing goes without a word. */
  const takeAnswer = async (
    source: RecordSource,
    sent: readonly FormField[],
    values: FormValues,
    signal: AbortSignal,
  ): Promise<Saved> => {
    const ignored = ignoredFields(sent, form.$base.get(), values, source.record);
    // When it can't be read, the values stay under the names that are known.
    const changed = ignored.length
      ? await getCollection(collectionId, { signal }).catch(() => undefined)
      : undefined;
    const { moves } = follow(changed ?? form.$collection.get());
    const namesOf = (fields: readonly FormField[]) => fields.map(({ name }) => moves.get(name)?.name ?? name);
    const kept = carryValues(moves, values);
    const fields = sent.flatMap(({ name }) => moves.get(name) ?? []);
    const lost = new Set(namesOf(ignored));
    const altered = alteredFields(fields, kept, readValues(fields, source)).filter(
      ({ name }) => !lost.has(name),
    );
    form.becomeExisting(source, kept, new Set([...lost, ...altered.map(({ name }) => name)]));
    return { source, ignored: [...lost], altered: altered.map(({ name }) => name) };
  };

  const send = async (problems: FieldProblems, { signal, sending }: FormCall): Promise<Saved | undefined> => {
    const id = recordId();
    assertSendable(id, problems);
    let source: RecordSource | undefined;
    if (id !== undefined) {
      const stored = await readStored(collectionId, id, { signal });
      if (!takeSchema(stored.collection) || !mergeWithStored(stored.source)) return undefined;
      source = stored.source;
    } else {
      const collection = await getCollection(collectionId, { signal });
      if (!takeSchema(collection)) return undefined;
      const found = await lostResponse.find(collection, { signal });
      if (signal.aborted || found === false) return undefined;
      if (found) {
        // What was changed since it was sent stays typed, as changes of that record.
        form.becomeExisting(found.source, found.sent);
        return { source: found.source, ignored: [], altered: [] };
      }
    }
    const fields = form.$fields.get();
    const base = form.$base.get();
    const values = form.$values.get();
    const parts = id === undefined ? createBody(fields, values) : updateBody(fields, base, values);
    const sent = id === undefined ? fields : changedFields(fields, base, values);
    // Everything typed is what the backend holds already: there is nothing to send.
    if (id === undefined || parts.length) {
      sentValues = values;
      const size = uploadSize(parts);
      // Nothing is stored before all of it has arrived.
      if (size === 0) sending(MAY_BE_SAVED);
      source = await saveRecord(
        {
          collection: collectionId,
          id,
          parts,
          onProgress: (progress) => {
            $saving.set({ state: 'uploading', ...progress });
            if (progress.loaded >= progress.total) sending(MAY_BE_SAVED);
          },
        },
        { signal },
      );
    }
    return source && takeAnswer(source, sent, values, signal);
  };

  return {
    $saving,
    /** Fields that somebody else changed too, to be decided before anything is sent; empty otherwise. */
    $conflicts,
    /** Sends what was changed. Undefined when nothing was saved: refused, stopped or to be decided first. */
    save: async (problems: FieldProblems = {}): Promise<Saved | undefined> => {
      let saved: Saved | undefined;
      await form.run(
        async (call) => {
          sentValues = undefined;
          batch(() => {
            $saving.set({ state: 'saving' });
            $conflicts.set([]);
            form.setErrors({});
          });
          try {
            saved = await send(problems, call);
          } catch (thrown) {
            if (recordId() === undefined && sentValues) {
              lostResponse.failed(thrown, sentValues, form.$collection.get());
            }
            throw thrown;
          } finally {
            $saving.set(IDLE);
          }
        },
        (thrown) => form.setErrors(fieldErrors(form.report(thrown).body.data)),
      );
      return saved;
    },
    /** Decides every conflict; fields without a choice keep mine. The form is ready to be saved again. */
    settle: (choices: Readonly<Record<string, Side>>): void => {
      const chosen = $conflicts.get().map((conflict) => {
        const { name } = conflict.field;
        return [name, resolveConflict(conflict, ownOf(choices, name) ?? 'mine')] as const;
      });
      form.reset(theirs, { ...merged, ...Object.fromEntries(chosen) });
      $conflicts.set([]);
    },
    /** Puts the decision off: nothing is sent and the next save asks again. */
    cancelConflicts: (): void => $conflicts.set([]),
  };
}
