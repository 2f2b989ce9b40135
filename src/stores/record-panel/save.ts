import { atom, type ReadableAtom } from 'nanostores';
import { cancelRecordRequest, getRecord, saveRecord, type UploadProgress } from '../../lib/api/record.ts';
import { ApiError, FALLBACK_MESSAGE, fieldErrors } from '../../lib/domain/api-error.ts';
import type { Collection } from '../../lib/domain/collection.ts';
import { createBody, updateBody } from '../../lib/domain/record-form/body.ts';
import { alteredFields, changedFields } from '../../lib/domain/record-form/changes.ts';
import { findProblems } from '../../lib/domain/record-form/check.ts';
import type { FormField } from '../../lib/domain/record-form/fields.ts';
import {
  type Conflict,
  mergeRecord,
  resolveConflict,
  type Side,
} from '../../lib/domain/record-form/merge.ts';
import type { RecordSource } from '../../lib/domain/record-form/record-source.ts';
import { type FormValues, readValues } from '../../lib/domain/record-form/values.ts';
import { report } from '../report.ts';
import { addToast } from '../toasts.ts';
import type { RecordForm } from './form.ts';
import { createLostAnswer } from './lost-answer.ts';

/** What saving is about to do. */
export type Saving =
  | { readonly state: 'idle' }
  /** Looking for changes by others, or waiting for the answer. */
  | { readonly state: 'saving' }
  /** Sending files: bytes sent of all bytes. */
  | ({ readonly state: 'uploading' } & UploadProgress);

export interface Saver {
  readonly $saving: ReadableAtom<Saving>;
  /** Fields that somebody else changed too, to be decided before anything is sent; empty otherwise. */
  readonly $conflicts: ReadableAtom<readonly Conflict[]>;
  /** Sends what was changed. Gives the stored record, or undefined: refused, cancelled or conflicts. */
  readonly save: () => Promise<RecordSource | undefined>;
  /** Decides every conflict; fields without a choice keep mine. The form is ready to be saved again. */
  readonly settle: (choices: Readonly<Record<string, Side>>) => void;
  /** Puts the decision off: nothing is sent and the next save asks again. */
  readonly cancelConflicts: () => void;
  /** Stops a save under way; what was typed stays. */
  readonly cancel: () => void;
}

const IDLE: Saving = { state: 'idle' };

/** Makes the saving half of a record panel: check, merge with others' changes, send (RP-07, RP-08). */
export function createSaver(options: {
  collection: Collection;
  form: RecordForm;
  /** Id of the record, undefined while it is new. */
  recordId: () => string | undefined;
  requestKey: string;
}): Saver {
  const { collection, form, recordId } = options;
  const checkKey = `${options.requestKey}_check`;
  const saveKey = `${options.requestKey}_save`;
  const $saving = atom<Saving>(IDLE);
  const $conflicts = atom<readonly Conflict[]>([]);
  let theirs: FormValues = {};
  let merged: FormValues = {};
  let isCancelled = false;
  /** What the form held when the record itself was sent; what came of it is not known yet. */
  let sentValues: FormValues | undefined;
  const lostAnswer = createLostAnswer(collection, checkKey);

  /** Stops before anything is sent when a value can't be stored as it is typed (RP-21). */
  const assertSendable = (id: string | undefined) => {
    const fields = form.$fields.get();
    const values = form.$values.get();
    const sent = id === undefined ? fields : changedFields(fields, form.$base.get(), values);
    const data = findProblems(sent, values);
    if (!Object.keys(data).length) return;
    const body = { code: 400, message: '', data };
    throw new ApiError({ url: '', status: 400, body, isAbort: false, message: FALLBACK_MESSAGE });
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

  /** Tells of values that the backend changed on the way in: nothing changes without a word. */
  const tellAltered = (fields: readonly FormField[], sent: FormValues) => {
    const altered = alteredFields(fields, sent, form.$base.get());
    if (!altered.length) return;
    const names = altered.map(({ name }) => name).join(', ');
    addToast('warning', `The backend stored other values than were typed: ${names}.`);
  };

  const send = async (): Promise<RecordSource | undefined> => {
    const id = recordId();
    assertSendable(id);
    let source: RecordSource | undefined;
    if (id !== undefined) {
      source = await getRecord(collection.id, id, checkKey);
      if (isCancelled || !mergeWithStored(source)) return undefined;
    } else {
      const found = await lostAnswer.find();
      if (isCancelled || found === false) return undefined;
      if (found) {
        // What was changed since it was sent stays typed, as changes of that record.
        form.becomeExisting(found.source, found.sent);
        return found.source;
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
      source = await saveRecord({
        collection: collection.id,
        id,
        parts,
        requestKey: saveKey,
        onProgress: (progress) => $saving.set({ state: 'uploading', ...progress }),
      });
    }
    if (source) {
      form.becomeExisting(source, values);
      tellAltered(sent, values);
    }
    return source;
  };

  return {
    $saving,
    $conflicts,
    save: async () => {
      if ($saving.get().state !== 'idle') return undefined;
      isCancelled = false;
      sentValues = undefined;
      $saving.set({ state: 'saving' });
      $conflicts.set([]);
      form.setErrors({});
      try {
        return await send();
      } catch (thrown) {
        if (recordId() === undefined && sentValues) lostAnswer.failed(thrown, sentValues);
        form.setErrors(fieldErrors(report(thrown).body.data));
        return undefined;
      } finally {
        $saving.set(IDLE);
      }
    },
    settle: (choices) => {
      const chosen = $conflicts.get().map((conflict) => {
        const { name } = conflict.field;
        return [name, resolveConflict(conflict, choices[name] ?? 'mine')] as const;
      });
      form.reset(theirs, { ...merged, ...Object.fromEntries(chosen) });
      $conflicts.set([]);
    },
    cancelConflicts: () => $conflicts.set([]),
    cancel: () => {
      if ($saving.get().state === 'saving' && sentValues) {
        addToast('warning', 'No answer was waited for: it may have been saved all the same.');
      }
      isCancelled = true;
      cancelRecordRequest(checkKey);
      cancelRecordRequest(saveKey);
    },
  };
}
