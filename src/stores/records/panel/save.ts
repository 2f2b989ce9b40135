import { atom, batch } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collections.ts';
import { saveRecord, type UploadProgress } from '#api/records/record.ts';
import { ApiError, fieldErrors, isOutcomeUnknown } from '#domain/app/api-error.ts';
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
import { isSameValue, readValues } from '#domain/records/panel/values.ts';
import { addToast } from '#stores/app/toasts.ts';
import { type FormCall, MAY_BE_SAVED } from '#stores/factories/create-form.ts';
import type { RecordForm } from './form.ts';
import { createLostResponse } from './lost-response.ts';
import { readStored } from './read-stored.ts';

/** State of a save. */
export type Saving =
  | { readonly state: 'idle' }
  /** Looking for changes by others, or waiting for the response. */
  | { readonly state: 'saving' }
  /** Sending files, with the progress in bytes. */
  | ({ readonly state: 'uploading' } & UploadProgress);

/** A saved record. */
export interface Saved {
  readonly source: RecordSource;
  /** Names of fields that the backend stored with other values than were sent; the form keeps the typed values. */
  readonly altered: readonly string[];
  /** Names of fields that the backend ignored because the collection was changed; the form keeps the typed values. */
  readonly ignored: readonly string[];
}

const IDLE: Saving = { state: 'idle' };

/** Creates the saving part of a record panel: checks, merges with changes by others and sends (RP-07, RP-08). */
export function createSaver(options: {
  form: RecordForm;
  /** Id of the record, undefined while it is new. */
  recordId: () => string | undefined;
  /** Takes over the stored state of the collection. */
  follow: RecordForm['follow'];
}) {
  const { form, recordId, follow } = options;
  const collectionId = form.$collection.get().id;
  const $saving = atom<Saving>(IDLE);
  const $conflicts = atom<readonly Conflict[]>([]);
  let theirs: FormValues = {};
  let merged: FormValues = {};
  /** The form's values when the record was sent; undefined before that. */
  let sentValues: FormValues | undefined;
  /** The form's values in an update whose outcome is unknown: the backend may have stored them. */
  let unconfirmed: FormValues | undefined;
  const lostResponse = createLostResponse();

  /** Throws ApiError if a value can't be stored as it was typed (RP-21), before anything is sent. */
  const assertSendable = (id: string | undefined, problems: FieldProblems) => {
    const fields = form.$fields.get();
    const values = form.$values.get();
    const sent = id === undefined ? fields : changedFields(fields, form.$base.get(), values);
    const data = { ...findProblems(sent, values), ...problems };
    if (!Object.keys(data).length) return;
    const body = { code: 400, message: '', data };
    throw new ApiError({ url: '', status: 400, body, isAbort: false, message: problemMessage(data) });
  };

  /** The values since which others may have changed the record; what was sent from here is no change by others. */
  const baseOf = (fields: readonly FormField[]): FormValues => {
    const own = fields.flatMap((field) => {
      const [sent, stored] = [unconfirmed ?? {}, theirs].map((side) => ownOf(side, field.name));
      if (sent === undefined || stored === undefined || !isSameValue(field, sent, stored)) return [];
      return [[field.name, stored] as const];
    });
    return { ...form.$base.get(), ...Object.fromEntries(own) };
  };

  /** Merges changes that others saved since the record was opened; false when there are conflicts. */
  const mergeWithStored = (source: RecordSource): boolean => {
    const fields = form.$fields.get();
    theirs = readValues(fields, source);
    const merge = mergeRecord(fields, baseOf(fields), form.$values.get(), theirs);
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

  /** Takes over the stored schema; false, with a toast, when a field with edits no longer exists. */
  const takeSchema = (collection: Collection): boolean => {
    const names = follow(collection).orphaned.map(({ name }) => name);
    if (!names.length) return true;
    addToast('warning', `Nothing was saved: the collection has no field ${names.join(', ')} any more.`);
    return false;
  };

  /** Takes over the response. The form keeps values that the backend did not store as they were sent. */
  const takeResponse = async (
    source: RecordSource,
    sent: readonly FormField[],
    values: FormValues,
    signal: AbortSignal,
  ): Promise<Saved> => {
    const ignored = ignoredFields(sent, form.$base.get(), values, source.record);
    // If the collection can't be read, the values keep their known field names.
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
        // Edits since then stay in the form, as changes to that record.
        form.becomeExisting(found.source, found.sent);
        return { source: found.source, ignored: [], altered: [] };
      }
    }
    const fields = form.$fields.get();
    const base = form.$base.get();
    const values = form.$values.get();
    const parts = id === undefined ? createBody(fields, values) : updateBody(fields, base, values);
    const sent = id === undefined ? fields : changedFields(fields, base, values);
    // Without differences to the stored record there is nothing to send.
    if (id === undefined || parts.length) {
      sentValues = values;
      const size = uploadSize(parts);
      // With files, the backend stores nothing before the whole upload has arrived.
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
    return source && takeResponse(source, sent, values, signal);
  };

  return {
    $saving,
    /** Fields that others changed too; nothing is sent until the user has decided them. */
    $conflicts,
    /** Sends the changes. Undefined when nothing was saved: on an error, when stopped, or because of conflicts. */
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
            if (saved) unconfirmed = undefined;
          } catch (thrown) {
            if (sentValues && recordId() === undefined)
              lostResponse.failed(thrown, sentValues, form.$collection.get());
            else if (sentValues && isOutcomeUnknown(toApiError(thrown))) unconfirmed = sentValues;
            throw thrown;
          } finally {
            $saving.set(IDLE);
          }
        },
        (thrown) => form.setErrors(fieldErrors(form.report(thrown).body.data)),
      );
      return saved;
    },
    /**
     * Takes over what others saved since the record was opened, as far as it was not changed here; the other fields
     * become conflicts. Undefined when that failed or was stopped.
     */
    compare: async (): Promise<RecordSource | undefined> => {
      const id = recordId();
      if (id === undefined) return undefined;
      let compared: RecordSource | undefined;
      await form.run(async ({ signal }) => {
        const { collection, source } = await readStored(collectionId, id, { signal });
        signal.throwIfAborted();
        follow(collection);
        mergeWithStored(source);
        compared = source;
      });
      return compared;
    },
    /** Resolves every conflict, with mine where no side is chosen. After that the form can be saved again. */
    resolveConflicts: (choices: Readonly<Record<string, Side>>): void => {
      const chosen = $conflicts.get().map((conflict) => {
        const { name } = conflict.field;
        return [name, resolveConflict(conflict, ownOf(choices, name) ?? 'mine')] as const;
      });
      form.reset(theirs, { ...merged, ...Object.fromEntries(chosen) });
      $conflicts.set([]);
    },
    /** Closes the conflicts without a decision: nothing is sent, and the next save finds them again. */
    cancelConflicts: (): void => $conflicts.set([]),
  };
}
