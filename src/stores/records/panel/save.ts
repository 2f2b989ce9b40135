import { atom, batch } from 'nanostores';
import type { CallOptions } from '#api/client.ts';
import { getCollection } from '#api/collections/collection.ts';
import { getRecord, listNewest, saveRecord } from '#api/records/record.ts';
import type { UploadProgress } from '#api/upload.ts';
import { ApiError, fieldErrors } from '#domain/app/api-error.ts';
import { ownOf } from '#domain/app/lenient.ts';
import { type Collection, fieldWith } from '#domain/backend/collection.ts';
import { countFiles } from '#domain/field-types/file-value.ts';
import { type FormValue, type FormValues, filesOf } from '#domain/field-types/form-value.ts';
import type { Side } from '#domain/model/parts.ts';
import { type FieldProblems, findProblems, isSaidBeside, problemList } from '#domain/records/panel/check.ts';
import { type FormField, formFieldsOf } from '#domain/records/panel/fields.ts';
import { type FieldConflict, mergeRecord, resolveConflict } from '#domain/records/panel/merge.ts';
import { isSavedDuplicate, isStored, recordAfterSave } from '#domain/records/panel/row-values.ts';
import { carryValues, followSchema, hasEveryField } from '#domain/records/panel/schema-change.ts';
import {
  alteredFields,
  changedFields,
  createBody,
  ignoredFields,
  isSameValue,
  readValues,
  updateBody,
  uploadSize,
} from '#domain/records/panel/values.ts';
import type { RecordSource } from '#domain/records/record-source.ts';
import { changeBetween } from '#domain/records/undo/change.ts';
import { confirm } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createEditSession } from '#stores/factories/create-edit-session.ts';
import { Declined, MAY_BE_SAVED } from '#stores/factories/create-form.ts';
import { type JournalEntry, noteChanges, type RecordChange } from '../journal.ts';
import { undoAction } from '../undo/action.ts';
import type { RecordForm } from './form.ts';

export interface Stored {
  readonly collection: Collection;
  readonly source: RecordSource;
}

/** Loads a record and its collection with a matching schema; throws ApiError. */
async function loadStored(collectionId: string, id: string, options: CallOptions): Promise<Stored> {
  const read = async () => {
    const requests = [getCollection(collectionId, options), getRecord(collectionId, id, options)] as const;
    const [collection, source] = await Promise.all(requests);
    return { collection, source };
  };
  const stored = await read();
  const fields = formFieldsOf(stored.collection, false);
  // The schema was changed between the two responses.
  return hasEveryField(fields, stored.source.record) ? stored : read();
}

/** Loads a record for a form with these fields, with the collection if the record lacks some. Throws ApiError. */
export async function loadFitting(
  collectionId: string,
  id: string,
  fields: () => readonly FormField[],
  options: CallOptions,
): Promise<Pick<Stored, 'source'> & Partial<Stored>> {
  const source = await getRecord(collectionId, id, options);
  return hasEveryField(fields(), source.record) ? { source } : loadStored(collectionId, id, options);
}

const NEWEST = 30;

function question(collection: Collection, { record }: RecordSource): string {
  const date = fieldWith(collection, 'created')?.name;
  const created = date === undefined ? '' : `, created ${String(record[date])}`;
  return `The last try got no response, but a record with these values is stored: id ${record.id}${created}. Do you want to go on with it? If not, saving again creates another one.`;
}

/** Looks for a new record whose response was lost, and asks whether to go on with it; false if not. Throws ApiError. */
async function findCreated(collection: Collection, sent: FormValues, options: CallOptions) {
  const newest = await listNewest(collection.id, NEWEST, options);
  const duplicate = newest.find((stored) => isSavedDuplicate(collection, sent, stored));
  // Requested alone, because a list rounds numbers.
  const source = duplicate && (await getRecord(collection.id, duplicate.record.id, options));
  return source && (await confirm(question(collection, source))) && source;
}

export type Saving =
  | { readonly state: 'idle' }
  | { readonly state: 'saving' }
  | ({ readonly state: 'uploading' } & UploadProgress);

export interface Saved {
  readonly source: RecordSource;
  /** Names of fields that the backend stored with other values than were sent; the form keeps the typed values. */
  readonly altered: readonly string[];
  /** Names of fields that the backend ignored because the collection was changed; the form keeps the typed values. */
  readonly ignored: readonly string[];
  /** By which the save can be undone; undefined when it created the record or changed nothing. */
  readonly entry?: JournalEntry | undefined;
}

/** Shows the result of a save; reports success only if the collection has all sent fields. */
export function announceSaved({ ignored, altered, entry }: Saved, isNew: boolean): void {
  const done = isNew ? 'created' : 'updated';
  if (ignored.length) {
    const names = ignored.join(', ');
    addToast('warning', `The record was ${done} without ${names}: the collection was changed meanwhile.`);
  } else addToast('success', `Successfully ${done} record.`, { action: entry && undoAction(entry) });
  if (altered.length) {
    addToast('warning', `The backend stored other values than were typed: ${altered.join(', ')}.`);
  }
}

const IDLE: Saving = { state: 'idle' };

export interface RecordSaveOptions {
  readonly form: RecordForm;
  readonly recordId: () => string | undefined;
  /** Reads the record and its collection; by default one request for each. */
  readonly read?: typeof loadStored;
  /** Notes what a save changed, by default as an action of its own. */
  readonly note?: (collection: Collection, change: RecordChange) => JournalEntry | undefined;
  readonly onError?: (thrown: unknown) => ApiError;
}

function problemsIn(form: RecordForm, isNew: boolean): FieldProblems {
  const [fields, values] = [form.$fields.get(), form.$values.get()];
  return findProblems(isNew ? fields : changedFields(fields, form.$base.get(), values), values);
}

/** Values that were sent to a former state of a collection, by the present names of its fields. */
function valuesFor(collection: Collection, sentTo: Collection, values: FormValues): FormValues {
  const fields = formFieldsOf(sentTo, true);
  return followSchema({ fields, base: values, values }, formFieldsOf(collection, true), true).values;
}

/** The sent fields whose change can be undone: not where files of others would be deleted. */
function undoable(sent: readonly FormField[], values: FormValues, source: RecordSource): FormField[] {
  const after = readValues(sent, source);
  return sent.filter(({ name }) => countFiles(filesOf(after[name])) <= countFiles(filesOf(values[name])));
}

/** Takes over the stored schema; ends the save, with a toast, when a field with edits no longer exists. */
function takeSchema(form: RecordForm, collection: Collection): void {
  const names = form.follow(collection).orphaned.map(({ name }) => name);
  if (!names.length) return;
  addToast('warning', `Nothing was saved: the collection has no field ${names.join(', ')} any more.`);
  throw new Declined();
}

/** Takes over the response. The form keeps values that the backend did not store as they were sent. */
async function takeResponse(
  form: RecordForm,
  source: RecordSource,
  sent: readonly FormField[],
  values: FormValues,
  signal: AbortSignal,
): Promise<Saved> {
  const ignored = ignoredFields(sent, form.$base.get(), values, source.record);
  // If the collection can't be read, the values keep their known field names.
  const changed = ignored.length
    ? await getCollection(form.$collection.get().id, { signal }).catch(() => undefined)
    : undefined;
  const { moves } = form.follow(changed ?? form.$collection.get());
  const kept = carryValues(moves, values);
  const fields = sent.flatMap(({ name }) => moves.get(name) ?? []);
  const lost = new Set(ignored.map(({ name }) => moves.get(name)?.name ?? name));
  const altered = alteredFields(fields, kept, readValues(fields, source))
    .map(({ name }) => name)
    .filter((name) => !lost.has(name));
  form.becomeExisting(source, kept, new Set([...lost, ...altered]));
  return { source, ignored: [...lost], altered };
}

type Session = ReturnType<typeof createEditSession<FormValues, RecordSource, Saved>>;

function createMerging(form: RecordForm, session: () => Session) {
  const $conflicts = atom<readonly FieldConflict[]>([]);
  let theirs: FormValues = {};
  let merged: FormValues = {};
  /** The fields that were sent last: the other values of a form are those of others. */
  let lastSent: readonly FormField[] = [];
  /** The stored values that these fields had before; none once others are stored. */
  let sentOver: FormValues = {};

  return {
    /** Fields that others changed too; nothing is sent until the user has decided them. */
    $conflicts,
    sending: (fields: readonly FormField[], base: FormValues): void => {
      lastSent = fields;
      sentOver = base;
    },
    sent: (): void => {
      sentOver = {};
    },
    /** Merges changes that others saved since the record was opened; false when there are conflicts. */
    merge: (source: RecordSource, unconfirmed: FormValues = {}): boolean => {
      const [fields, typed] = [form.$fields.get(), form.$values.get()];
      theirs = readValues(fields, source);
      // What was sent from here is no change by others, and is not sent again.
      const own = lastSent.filter((field) => isStored(field, unconfirmed, theirs));
      const unsent = lastSent.filter((field) => isStored(field, sentOver, theirs));
      const merge = mergeRecord(fields, {
        base: { ...form.$base.get(), ...recordAfterSave([...own, ...unsent], {}, {}, theirs) },
        mine: { ...typed, ...recordAfterSave(own, unconfirmed, typed, theirs) },
        theirs,
      });
      merged = { ...theirs, ...merge.values };
      if (merge.conflicts.length) {
        $conflicts.set(merge.conflicts);
        return false;
      }
      form.rebase(theirs, merged);
      // What became of the last save is known: from now on, its values are those of others, too.
      if (own.length || !session().unconfirmed()) {
        session().forget();
        sentOver = {};
      }
      if (merge.taken.length) {
        addToast('info', `Merged with what was saved meanwhile: ${merge.taken.join(', ')}.`);
      }
      return true;
    },
    /** `base`, unless an edit puts it back while another value may be stored: unanswered, or a newer `stored`. */
    baseOf: (field: FormField, value: FormValue, base: FormValue, stored = base): FormValue => {
      if (field.kind === 'password' || !isSameValue(field, base, value)) return base;
      const sent = lastSent.some(({ name }) => name === field.name) ? session().unconfirmed() : undefined;
      const unsure = sent ? [sentOver, sent].map((values) => ownOf(values, field.name)) : [];
      return [...unsure, stored].find((one) => one !== undefined && !isSameValue(field, one, value)) ?? base;
    },
    /** Resolves every conflict, with mine where no side is chosen. After that the form can be saved again. */
    resolveConflicts: (choices: Readonly<Record<string, Side>>): void => {
      const chosen = $conflicts.get().map((conflict) => {
        const { name } = conflict.field;
        return [name, resolveConflict(conflict, ownOf(choices, name) ?? 'mine')] as const;
      });
      form.rebase(theirs, { ...merged, ...Object.fromEntries(chosen) });
      $conflicts.set([]);
    },
    /** Closes the conflicts without a decision: nothing is sent, and the next save finds them again. */
    cancelConflicts: (): void => $conflicts.set([]),
  };
}

/** Creates what checks, merges and sends a record. The form of an existing one may have only some of its values. */
export function createRecordSave(options: RecordSaveOptions) {
  const {
    form,
    recordId,
    read = loadStored,
    note = (collection, change) => noteChanges(collection, [change], 'save'),
    onError = (thrown) => (quiet && thrown === quiet ? quiet : form.report(thrown)),
  } = options;
  let problems: FieldProblems = {};
  /** The last error that needs no toast. */
  let quiet: ApiError | undefined;
  const collectionId = form.$collection.get().id;
  const $saving = atom<Saving>(IDLE);
  /** The state of the collection to which the last values were sent. */
  let sentTo = form.$collection.get();
  const { merge, sending: noteSending, sent: noteSent, ...merging } = createMerging(form, () => session);

  /** Throws ApiError if a value can't be stored as it was typed, before anything is sent. */
  const assertSendable = () => {
    const found = { ...problemsIn(form, recordId() === undefined), ...problems };
    if (!Object.keys(found).length) return;
    const error = new ApiError({ status: 400, problems: problemList(found), message: '' });
    if (isSaidBeside(found)) quiet = error;
    throw error;
  };

  const session = createEditSession<FormValues, RecordSource, Saved>({
    read: async ({ signal }) => {
      const id = recordId();
      assertSendable();
      const { collection, source } =
        id === undefined
          ? { collection: await getCollection(collectionId, { signal }) }
          : await read(collectionId, id, { signal });
      takeSchema(form, collection);
      return source;
    },
    settle: async (source, _typed, unconfirmed) => {
      if (source && !merge(source, unconfirmed)) throw new Declined();
      // Typing may have gone on since the first check.
      assertSendable();
      return form.$values.get();
    },
    findCreated: async (values, { signal }) => {
      const collection = form.$collection.get();
      const sent = valuesFor(collection, sentTo, values);
      const source = await findCreated(collection, sent, { signal });
      if (!source) return source;
      // Edits since then stay in the form, as changes to that record.
      form.becomeExisting(source, sent);
      return { source, ignored: [], altered: [] };
    },
    send: async (values, stored, { signal, sending }) => {
      const id = recordId();
      const [fields, base] = [form.$fields.get(), form.$base.get()];
      const parts = stored ? updateBody(fields, base, values) : createBody(fields, values);
      const sent = stored ? changedFields(fields, base, values) : fields;
      // Without differences to the stored record there is nothing to send.
      if (stored && !parts.length) return takeResponse(form, stored, sent, values, signal);
      sentTo = form.$collection.get();
      noteSending(sent, base);
      // With files, the backend stores nothing before the whole upload has arrived.
      if (uploadSize(parts) === 0) sending(MAY_BE_SAVED);
      const onProgress = (progress: UploadProgress) => {
        $saving.set({ state: 'uploading', ...progress });
        if (progress.loaded >= progress.total) sending(MAY_BE_SAVED);
      };
      const source = await saveRecord({ collection: collectionId, id, parts, onProgress }, { signal });
      noteSent();
      const change = stored && changeBetween(sentTo, stored, source, undoable(sent, values, source));
      const entry = change && note(sentTo, change);
      return { ...(await takeResponse(form, source, sent, values, signal)), entry };
    },
  });

  return {
    $saving,
    ...merging,
    /** Sends the changes. Undefined when nothing was saved: on an error, when stopped, or because of conflicts. */
    save: async (found: FieldProblems = {}): Promise<Saved | undefined> => {
      let saved: Saved | undefined;
      problems = found;
      await form.run(
        async (call) => {
          batch(() => {
            $saving.set({ state: 'saving' });
            merging.$conflicts.set([]);
            form.setErrors({});
          });
          try {
            saved = (await session.save(form.$values.get(), call)).result;
          } finally {
            $saving.set(IDLE);
          }
        },
        (thrown) => form.setErrors(fieldErrors(onError(thrown).problems)),
      );
      return saved;
    },
    /** Merges what others saved since; what was changed here, too, conflicts. Undefined if that failed. */
    compare: async (): Promise<RecordSource | undefined> => {
      const id = recordId();
      if (id === undefined) return undefined;
      let compared: RecordSource | undefined;
      await form.run(async ({ signal }) => {
        const { collection, source } = await loadStored(collectionId, id, { signal });
        signal.throwIfAborted();
        form.follow(collection);
        merge(source, session.unconfirmed());
        compared = source;
      });
      return compared;
    },
  };
}
