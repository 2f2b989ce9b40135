import { atom, computed } from 'nanostores';
import { toApiError } from '../../lib/api/client.ts';
import { cancelRecordRequest, deleteRecord, getRecord } from '../../lib/api/record.ts';
import type { Load } from '../../lib/domain/load.ts';
import type { RecordData } from '../../lib/domain/record.ts';
import { draftKey } from '../../lib/domain/record-form/draft.ts';
import { duplicateValues } from '../../lib/domain/record-form/duplicate.ts';
import { formFieldsOf } from '../../lib/domain/record-form/fields.ts';
import type { RecordSource } from '../../lib/domain/record-form/record-source.ts';
import { type FormValue, textOf } from '../../lib/domain/record-form/values.ts';
import { CLOSE_QUESTION, confirm, DISCARD_QUESTION } from '../confirm.ts';
import { report } from '../report.ts';
import { addToast } from '../toasts.ts';
import { createExternalAuths } from './auths.ts';
import { createRecordDraftKeeper } from './draft-keeper.ts';
import { createRecordForm } from './form.ts';
import { sendPasswordReset, sendVerification } from './mails.ts';
import type { PanelOptions, RecordPanel } from './panel-types.ts';
import { createSaver } from './save.ts';

export type { PanelEvents, PanelOptions, RecordPanel } from './panel-types.ts';

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
  const draft = createRecordDraftKeeper(form);
  const openDraft = (recordId: string) => draft.open(draftKey(collection.id, recordId));
  const saver = createSaver({ collection, form, recordId: () => $recordId.get(), requestKey });
  let isClosed = false;
  /** The record as it was last loaded or saved; a restored draft has a base of its own. */
  let stored = form.$base.get();

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
      stored = form.$base.get();
      $record.set({ state: 'ready', value: source.record });
      openDraft(recordId);
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
    // One that was typed meanwhile must not be sent unseen.
    $changePassword.set(textOf(form.$values.get()['password']) !== '');
    stored = form.$base.get();
    openDraft(source.record.id);
    addToast('success', `Successfully ${isNew ? 'created' : 'updated'} record.`);
    options.onSaved?.(source.record, isNew, keepOpen);
    // What was typed while it was being sent is not saved yet.
    if (form.$isDirty.get()) draft.touch();
    else if (!keepOpen) dispose();
  };

  const $canSave = computed(
    [$recordId, $record, saver.$saving, form.$isChanged],
    (recordId, record, saving, isChanged) =>
      record.state === 'ready' && saving.state === 'idle' && (recordId === undefined || isChanged),
  );

  let keepsOpen = false;
  const save = async (keepOpen: boolean) => {
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

  if (options.recordId === undefined) openDraft('');
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
    $canSave,
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
    save: async ({ keepOpen = false } = {}) => $canSave.get() && save(keepOpen),
    cancelSave: saver.cancel,
    settle: (choices) => {
      saver.settle(choices);
      draft.touch();
      return save(keepsOpen);
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
      const copied = duplicateValues(formFieldsOf(collection, true), stored);
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
