import { atom, computed, type ReadableAtom } from 'nanostores';
import { toApiError } from '../../lib/api/client.ts';
import { cancelRecordRequest, deleteRecord, getRecord } from '../../lib/api/record.ts';
import type { Collection } from '../../lib/domain/collection.ts';
import type { Load } from '../../lib/domain/load.ts';
import type { RecordData } from '../../lib/domain/record.ts';
import { duplicateValues } from '../../lib/domain/record-form/duplicate.ts';
import { formFieldsOf } from '../../lib/domain/record-form/fields.ts';
import type { RecordSource } from '../../lib/domain/record-form/record-source.ts';
import type { FormValue, FormValues } from '../../lib/domain/record-form/values.ts';
import { confirm } from '../confirm.ts';
import { report } from '../report.ts';
import { addToast } from '../toasts.ts';
import { createExternalAuths, type ExternalAuths } from './auths.ts';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';
import { createRecordForm, type RecordForm } from './form.ts';
import { sendPasswordReset, sendVerification } from './mails.ts';
import { createSaver, type Saver } from './save.ts';

/** What the owner of a panel wants to hear. */
export interface PanelEvents {
  /** The panel is gone. */
  readonly onClose?: () => void;
  /** The record was created or updated; `isKept` tells whether the panel stays open. */
  readonly onSaved?: (record: RecordData, isNew: boolean, isKept: boolean) => void;
  readonly onRemoved?: (id: string) => void;
  /** An unsaved copy with these values is to be opened in place of this panel. */
  readonly onDuplicate?: (values: FormValues) => void;
}

export interface PanelOptions extends PanelEvents {
  readonly collection: Collection;
  /** The record to edit; undefined for a new one. */
  readonly recordId?: string | undefined;
  /** Values of a new record that are given, which count as changes. */
  readonly initial?: FormValues;
}

/** A panel that creates or edits one record. Every action reports its own errors. */
export interface RecordPanel {
  /** Different for every panel of the page, fit for a key. */
  readonly id: number;
  readonly collection: Collection;
  /** Id of the record, undefined while it is new. */
  readonly $recordId: ReadableAtom<string | undefined>;
  /** The record as it is stored; ready without a value while it is new (RP-02). */
  readonly $record: ReadableAtom<Load<RecordData | undefined>>;
  readonly $fields: RecordForm['$fields'];
  readonly $base: RecordForm['$base'];
  readonly $values: RecordForm['$values'];
  readonly $errors: RecordForm['$errors'];
  readonly $isDirty: RecordForm['$isDirty'];
  /** Whether 'Change password' is ticked; always true for a new auth record (RF-19). */
  readonly $changePassword: ReadableAtom<boolean>;
  /** RP-03. */
  readonly $canSave: ReadableAtom<boolean>;
  readonly $saving: Saver['$saving'];
  readonly $conflicts: Saver['$conflicts'];
  readonly $draft: DraftKeeper['$draft'];
  /** True while edits can't be kept for later: local storage is full or blocked. */
  readonly $isDraftFull: DraftKeeper['$isFull'];
  /** The providers of an auth record (RP-17, RP-18). */
  readonly auths: ExternalAuths;
  readonly set: (name: string, value: FormValue) => void;
  /** Ticks 'Change password' or clears both fields (RF-19). */
  readonly setChangePassword: (on: boolean) => void;
  /** Saves, and closes unless told otherwise (RP-06 to RP-08, RP-20); true when it went through. */
  readonly save: (options?: { keepOpen?: boolean }) => Promise<boolean>;
  readonly cancelSave: () => void;
  /** Decides the conflicts, mine where no side is chosen, and goes on saving. */
  readonly settle: (...args: Parameters<Saver['settle']>) => Promise<boolean>;
  readonly cancelConflicts: () => void;
  readonly restoreDraft: () => void;
  readonly discardDraft: () => void;
  /** Asks about unsaved changes when there are any; true when the panel may close (RP-05). */
  readonly mayClose: () => Promise<boolean>;
  /** Asks if need be, then closes; false when it stays. */
  readonly close: () => Promise<boolean>;
  /** Closes without asking: what is typed stays in the draft unless {@link mayClose} dropped it. */
  readonly dispose: () => void;
  /** Opens an unsaved copy instead (RP-12). */
  readonly duplicate: () => Promise<void>;
  /** Asks, then deletes the record (RP-13). */
  readonly remove: () => Promise<void>;
  readonly sendVerification: () => Promise<void>;
  readonly sendPasswordReset: () => Promise<void>;
  /** Flips 'verified' in the form, after a question for an existing record (RP-19). */
  readonly toggleVerified: () => Promise<void>;
}

const CLOSE_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';
const DISCARD_QUESTION = 'You have unsaved changes. Do you really want to discard them?';
const REMOVE_QUESTION = 'Do you really want to delete the selected record?';
const VERIFIED_QUESTION = 'Do you really want to manually change the verified account state?';

let lastId = 0;

/** Opens the store of a record panel: an existing record is loaded fresh at once. */
export function createRecordPanel(options: PanelOptions): RecordPanel {
  const { collection } = options;
  lastId += 1;
  const id = lastId;
  const requestKey = `record_panel_${id}`;
  const $recordId = atom(options.recordId);
  const $record = atom<Load<RecordData | undefined>>(
    options.recordId === undefined ? { state: 'ready', value: undefined } : { state: 'busy' },
  );
  const $changePassword = atom(options.recordId === undefined);
  const form = createRecordForm(collection, options.recordId === undefined, options.initial);
  const draft = createDraftKeeper(collection.id, form);
  const saver = createSaver({ collection, form, recordId: () => $recordId.get(), requestKey });
  let isClosed = false;

  const storedEmail = () => {
    const record = $record.get();
    const email = record.state === 'ready' ? record.value?.['email'] : undefined;
    return typeof email === 'string' ? email : '';
  };

  const dispose = () => {
    if (isClosed) return;
    isClosed = true;
    cancelRecordRequest(`${requestKey}_load`);
    saver.cancel();
    draft.stop();
    options.onClose?.();
  };

  const load = async (recordId: string) => {
    try {
      const source = await getRecord(collection.id, recordId, `${requestKey}_load`);
      if (isClosed) return;
      form.becomeExisting(source);
      $record.set({ state: 'ready', value: source.record });
      draft.open(recordId);
    } catch (thrown) {
      if (isClosed) return;
      const error = toApiError(thrown);
      if (!error.isAbort) $record.set({ state: 'failed', error });
      report(error, { message: `Unable to load record with id "${recordId}"` });
      dispose();
    }
  };

  const mayLose = async (question: string) => {
    if (saver.$saving.get().state !== 'idle') return false;
    if (!form.$isDirty.get()) return true;
    if (!(await confirm(question))) return false;
    draft.drop();
    return true;
  };

  const finishSave = (source: RecordSource, isNew: boolean, keepOpen: boolean) => {
    // The draft of a new record lies under an empty id.
    draft.drop();
    $recordId.set(source.record.id);
    $record.set({ state: 'ready', value: source.record });
    $changePassword.set(false);
    draft.open(source.record.id);
    addToast('success', `Successfully ${isNew ? 'created' : 'updated'} record.`);
    options.onSaved?.(source.record, isNew, keepOpen);
    if (!keepOpen) dispose();
  };

  let keepsOpen = false;
  const save = async ({ keepOpen = false } = {}) => {
    keepsOpen = keepOpen;
    const isNew = $recordId.get() === undefined;
    draft.flush();
    const source = await saver.save();
    if (!source) return false;
    if (isClosed) draft.drop();
    else finishSave(source, isNew, keepOpen);
    return true;
  };

  const set = (name: string, value: FormValue) => {
    form.set(name, value);
    draft.touch();
  };

  if (options.recordId === undefined) draft.open('');
  else void load(options.recordId);

  return {
    id,
    collection,
    $recordId,
    $record,
    $fields: form.$fields,
    $base: form.$base,
    $values: form.$values,
    $errors: form.$errors,
    $isDirty: form.$isDirty,
    $changePassword,
    $canSave: computed(
      [$recordId, $record, saver.$saving, form.$isChanged],
      (recordId, record, saving, isChanged) =>
        record.state === 'ready' && saving.state === 'idle' && (recordId === undefined || isChanged),
    ),
    $saving: saver.$saving,
    $conflicts: saver.$conflicts,
    $draft: draft.$draft,
    $isDraftFull: draft.$isFull,
    auths: createExternalAuths(collection.id, () => $recordId.get()),
    set,
    setChangePassword: (on) => {
      $changePassword.set(on);
      if (!on) form.assign({ password: '', passwordConfirm: '' });
    },
    save,
    cancelSave: saver.cancel,
    settle: (choices) => {
      saver.settle(choices);
      draft.touch();
      return save({ keepOpen: keepsOpen });
    },
    cancelConflicts: saver.cancelConflicts,
    restoreDraft: draft.restore,
    discardDraft: draft.discard,
    mayClose: () => mayLose(CLOSE_QUESTION),
    close: async () => {
      if (!(await mayLose(CLOSE_QUESTION))) return false;
      dispose();
      return true;
    },
    dispose,
    duplicate: async () => {
      if (!(await mayLose(DISCARD_QUESTION))) return;
      const copied = duplicateValues(formFieldsOf(collection, true), form.$values.get());
      options.onDuplicate?.(copied);
      dispose();
    },
    remove: async () => {
      const recordId = $recordId.get();
      if (recordId === undefined || !(await confirm(REMOVE_QUESTION))) return;
      try {
        await deleteRecord(collection.id, recordId);
        addToast('success', 'Successfully deleted record.');
        draft.drop();
        options.onRemoved?.(recordId);
        dispose();
      } catch (thrown) {
        report(thrown);
      }
    },
    sendVerification: () => sendVerification(collection.id, storedEmail()),
    sendPasswordReset: () => sendPasswordReset(collection.id, storedEmail()),
    toggleVerified: async () => {
      if ($recordId.get() !== undefined && !(await confirm(VERIFIED_QUESTION))) return;
      set('verified', form.$values.get()['verified'] !== true);
    },
  };
}
