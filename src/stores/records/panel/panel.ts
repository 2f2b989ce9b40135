import { atom, batch, computed } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { deleteRecord } from '#api/records/record.ts';
import type { Load } from '#domain/app/load.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { draftKey, moveDraft } from '#domain/records/panel/draft.ts';
import { duplicateValues } from '#domain/records/panel/duplicate.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { type FormValue, textOf } from '#domain/records/panel/values.ts';
import type { RecordData } from '#domain/records/record.ts';
import { CLOSE_QUESTION, confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { $collectionList, loadCollections } from '#stores/collections/list.ts';
import { createExternalAuths } from './auths.ts';
import { createRecordDraftKeeper } from './drafts.ts';
import { createRecordForm } from './form.ts';
import { createMails } from './mails.ts';
import { readFitting } from './read-stored.ts';
import { createSaver, type Saved } from './save.ts';
import { tellSaved } from './tell-saved.ts';
import type { PanelOptions, PanelRisk, RecordPanel, SaveOptions } from './types.ts';

export type { PanelEvents, PanelOptions, RecordPanel } from './types.ts';

const REMOVE_QUESTION = 'Do you really want to delete the selected record?';
const VERIFIED_QUESTION = 'Do you really want to manually change the verified account state?';

let lastId = 0;

/** Opens the store of a record panel: an existing record is loaded fresh at once. */
export function createRecordPanel(options: PanelOptions): RecordPanel {
  const collectionId = options.collection.id;
  lastId += 1;
  const id = lastId;
  const $recordId = atom(options.recordId);
  const $record = atom<Load<RecordData | undefined>>(
    options.recordId === undefined ? { state: 'ready', value: undefined } : { state: 'busy' },
  );
  const $changePassword = atom(options.recordId === undefined);
  const form = createRecordForm(options.collection, options.recordId === undefined, options.initial);
  const draft = createRecordDraftKeeper(form);
  const openDraft = (recordId: string) => draft.open(draftKey(collectionId, recordId));
  const loading = new AbortController();
  const mails = createMails(collectionId);
  const listed = () => $collectionList.get().find((known) => known.id === collectionId);
  const isNewer = (one: Collection | undefined, other: Collection | undefined) =>
    one !== undefined && other !== undefined && one.updated > other.updated;

  const follow = (collection: Collection) => {
    const before = form.$collection.get();
    const followed = form.follow(collection);
    if (form.$collection.get() === before) return followed;
    draft.change((offered) => moveDraft(followed.moves, offered));
    if (isNewer(collection, listed())) void loadCollections();
    return followed;
  };
  const saver = createSaver({ form, recordId: () => $recordId.get(), follow });
  let isClosed = false;

  /** Follows the page's list of collections; what a save has sent is first compared with its answer. */
  const followList = () => {
    if (saver.$saving.get().state !== 'idle') return;
    const collection = listed();
    // The list may be older than what a save has read.
    if (!collection || !isNewer(collection, form.$collection.get())) return;
    // They name fields as they were; the next save asks again.
    saver.cancelConflicts();
    follow(collection);
  };
  const stopFollowing = [$collectionList.subscribe(followList), saver.$saving.listen(followList)];

  const storedEmail = () => {
    const record = $record.get();
    const email = record.state === 'ready' ? record.value?.['email'] : undefined;
    return typeof email === 'string' ? email : '';
  };

  const dispose = () => {
    if (isClosed) return;
    isClosed = true;
    for (const stop of stopFollowing) stop();
    loading.abort();
    saver.cancel();
    draft.stop();
    options.onClose?.();
  };

  const load = async (recordId: string) => {
    try {
      const { collection, source } = await readFitting(collectionId, recordId, form.$fields.get, {
        signal: loading.signal,
      });
      // It was changed, and nobody has told this page.
      if (collection) follow(collection);
      form.becomeExisting(source);
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
    draft.forgetTyped();
    return true;
  };

  const finishSave = (saved: Saved, isNew: boolean, keepOpen: boolean) => {
    const { record } = saved.source;
    // The draft of a new record lies under an empty id.
    draft.forgetTyped();
    batch(() => {
      $recordId.set(record.id);
      $record.set({ state: 'ready', value: record });
      // One that was typed meanwhile must not be sent unseen.
      $changePassword.set(textOf(form.$values.get()['password']) !== '');
    });
    openDraft(record.id);
    tellSaved(saved, isNew);
    // What was typed while it was being sent, or was not stored, is not saved yet.
    const isUnsaved = form.$isDirty.get();
    const staysOpen = keepOpen || isUnsaved || saved.altered.length > 0;
    options.onSaved?.(record, isNew, staysOpen);
    if (isUnsaved) draft.touch();
    if (!staysOpen) dispose();
  };

  const $canSave = computed(
    [$recordId, $record, saver.$saving, form.$isChanged],
    (recordId, record, saving, isChanged) =>
      record.state === 'ready' && saving.state === 'idle' && (recordId === undefined || isChanged),
  );

  let keepsOpen = false;
  const save = async (keepOpen: boolean, problems?: SaveOptions['problems']) => {
    keepsOpen = keepOpen;
    const isNew = $recordId.get() === undefined;
    draft.flush();
    const saved = await saver.save(problems);
    if (!saved) return false;
    if (!isClosed) finishSave(saved, isNew, keepOpen);
    else if (!saved.ignored.length) draft.forgetTyped();
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
    $collection: form.$collection,
    $recordId,
    $record,
    $fields: form.$fields,
    $base: form.$base,
    $values: form.$values,
    $gone: form.$gone,
    $errors: form.$errors,
    $isDirty: form.$isDirty,
    $changePassword,
    $canSave,
    $saving: saver.$saving,
    $risk: computed(
      [saver.$saving, form.$hasFiles, form.$isDirty, draft.$isFull],
      (saving, hasFiles, isDirty, isFull): PanelRisk | undefined => {
        if (saving.state !== 'idle') return 'saving';
        return hasFiles || (isDirty && isFull) ? 'unkept' : undefined;
      },
    ),
    $conflicts: saver.$conflicts,
    $draft: draft.$draft,
    $isDraftFull: draft.$isFull,
    auths: createExternalAuths(collectionId, () => $recordId.get()),
    dropGone: (value) => {
      form.dropGone(value);
      draft.touch();
    },
    set,
    setChangePassword: (on) => {
      $changePassword.set(on);
      if (!on) form.assign({ password: '', passwordConfirm: '' });
    },
    save: async ({ keepOpen = false, problems } = {}) => $canSave.get() && save(keepOpen, problems),
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
      const copied = duplicateValues(formFieldsOf(form.$collection.get(), true), form.stored());
      options.onDuplicate?.(copied);
      dispose();
    },
    remove: async () => {
      const recordId = $recordId.get();
      if (recordId === undefined || !(await confirm(REMOVE_QUESTION))) return;
      try {
        await deleteRecord(collectionId, recordId);
        addToast('success', 'Successfully deleted record.');
        draft.drop();
        options.onRemoved?.(recordId);
        dispose();
      } catch (thrown) {
        report(thrown);
      }
    },
    sendVerification: () => mails.sendVerification(storedEmail()),
    sendPasswordReset: () => mails.sendPasswordReset(storedEmail()),
    toggleVerified: async () => {
      if ($recordId.get() !== undefined && !(await confirm(VERIFIED_QUESTION))) return;
      set('verified', form.$values.get()['verified'] !== true);
    },
  };
}
