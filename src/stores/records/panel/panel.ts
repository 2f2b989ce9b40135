import { atom, batch, computed, type WritableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { deleteRecord } from '#api/records/delete.ts';
import { ownOf, text } from '#domain/app/lenient.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import type { Collection } from '#domain/backend/collection.ts';
import { type FormValue, type FormValues, textOf } from '#domain/field-types/form-value.ts';
import type { Side } from '#domain/model/parts.ts';
import type { FieldProblems } from '#domain/records/panel/check.ts';
import { draftKey, moveDraft } from '#domain/records/panel/draft.ts';
import { duplicateValues, rescuedValues } from '#domain/records/panel/duplicate.ts';
import { formFieldsOf } from '#domain/records/panel/fields.ts';
import { type ListedRow, readRow } from '#domain/records/panel/row-values.ts';
import type { OrphanedValue } from '#domain/records/panel/schema-change.ts';
import type { RecordData } from '#domain/records/record.ts';
import type { FilledTemplate } from '#domain/records/templates/template.ts';
import { confirm } from '#stores/app/confirm.ts';
import { report } from '#stores/app/report.ts';
import { addToast } from '#stores/app/toasts.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList, loadCollections } from '#stores/collections/list.ts';
import { createEditPanel } from '#stores/factories/create-edit-panel.ts';
import { Declined } from '#stores/factories/create-form.ts';
import { readBack } from '#stores/job/read-many.ts';
import { deleteLoss, keepForUndo } from '../undo/delete.ts';
import { verifyingLoss } from '../verifying.ts';
import { createExternalAuths, createMails } from './account.ts';
import { createFileCopy } from './copy-files.ts';
import { createElsewhere } from './elsewhere.ts';
import { createRecordDrafts, createRecordForm, type RecordDrafts, type RecordForm } from './form.ts';
import { announceSaved, createRecordSave, loadFitting, type Saved } from './save.ts';

export type UsedTemplate = Omit<FilledTemplate, 'values'>;

export interface Begun {
  readonly template?: UsedTemplate | undefined;
  /** The record of which it is a copy, which has no files at first. */
  readonly original?: RecordData | undefined;
}

export interface PanelOptions extends Begun {
  readonly collection: Collection;
  readonly recordId?: string | undefined;
  /** The row of an existing record, shown until the record is loaded. */
  readonly listed?: ListedRow | undefined;
  /** Given values of a new record, which count as changes unless a template has them. */
  readonly initial?: FormValues;
  /** The `slot` of the panel that this one replaces on screen. */
  readonly slot?: number | undefined;
  readonly onClose?: () => void;
  /** The record was created or updated; `isKept` is true when the panel stays open. */
  readonly onSaved?: (record: RecordData, isNew: boolean, isKept: boolean) => void;
  readonly onRemoved?: (id: string) => void;
  /** The owner opens a new record with these values in place of this panel: a copy, or from a template. */
  readonly onDuplicate?: (values: FormValues, begun?: Begun) => void;
}

/** What closing the panel would lose in spite of drafts: a pending save, or edits that no draft contains. */
export type PanelRisk = 'saving' | 'unkept';

const REMOVE_QUESTION = 'Do you really want to delete the selected record?';
const VERIFIED_QUESTION = 'Do you really want to manually change the verified account state?';

const NOTHING: ReadonlySet<string> = new Set();

type RecordState = LoadState<RecordData | undefined>;

interface Shared {
  readonly options: PanelOptions;
  readonly form: RecordForm;
  readonly drafts: RecordDrafts;
  readonly $recordId: WritableAtom<string | undefined>;
  readonly $record: WritableAtom<RecordState>;
  readonly $awaited: WritableAtom<ReadonlySet<string> | undefined>;
  readonly saver: ReturnType<typeof createRecordSave>;
  readonly panel: ReturnType<typeof createEditPanel>;
}

/** Follows the collection of the page's list, which others may change; returns what ends that. */
function followCollection({ form, drafts, saver, $awaited }: Omit<Shared, 'panel'>): () => void {
  const listed = () => $collectionList.get().find((known) => known.id === form.$collection.get().id);
  const isNewer = (one: Collection | undefined, other: Collection | undefined) =>
    one !== undefined && other !== undefined && one.updated > other.updated;

  form.$moves.listen((moves) => {
    drafts.change((offered) => moveDraft(moves, offered));
    const awaited = $awaited.get();
    if (awaited?.size) $awaited.set(new Set([...awaited].map((name) => moves.get(name)?.name ?? name)));
    if (isNewer(form.$collection.get(), listed())) void loadCollections();
  });

  /** Takes the collection over, but not during a save, which compares the response first. */
  const follow = () => {
    if (saver.$saving.get().state !== 'idle') return;
    const collection = listed();
    // The list may be older than the collection that a save has read.
    if (!collection || !isNewer(collection, form.$collection.get())) return;
    // Conflicts use the old field names; the next save finds them again.
    saver.cancelConflicts();
    form.follow(collection);
  };
  return stopAll($collectionList.subscribe(follow), saver.$saving.listen(follow));
}

function createEdits({ form, drafts, $recordId, saver }: Shared) {
  const set = (name: string, value: FormValue) => {
    const field = form.$fields.get().find((one) => one.name === name);
    const base = ownOf(form.$base.get(), name);
    if (field && base !== undefined && $recordId.get() !== undefined) {
      const before = saver.baseOf(field, value, base, ownOf(form.stored(), name));
      if (before !== base) form.$base.set({ ...form.$base.get(), [name]: before });
    }
    form.set(name, value);
    drafts.touch();
  };

  return {
    set,
    removeOrphaned: (value: OrphanedValue): void => {
      form.removeOrphaned(value);
      drafts.touch();
    },
    putBack: (names: readonly string[]): void => {
      const stored = form.stored();
      for (const name of names) {
        const value = ownOf(stored, name);
        if (value === undefined) continue;
        // That of a restored draft may be older.
        form.$base.set({ ...form.$base.get(), [name]: value });
        set(name, value);
      }
    },
  };
}

function createAccount({ form, $recordId, $record }: Shared, set: (name: string, value: FormValue) => void) {
  const collectionId = form.$collection.get().id;
  const $changePassword = atom($recordId.get() === undefined);
  const mails = createMails(collectionId);
  const storedEmail = () => {
    const record = $record.get();
    return text(record.state === 'ready' ? record.value?.['email'] : undefined);
  };
  return {
    /** Whether 'Change password' is ticked; always true for a new auth record. */
    $changePassword,
    auths: createExternalAuths(collectionId, $recordId.get),
    setChangePassword: (on: boolean): void => {
      $changePassword.set(on);
      if (!on) form.assign({ password: '', passwordConfirm: '' });
    },
    sendVerification: () => mails.sendVerification(storedEmail()),
    sendPasswordReset: () => mails.sendPasswordReset(storedEmail()),
    /** Inverts 'verified' in the form, after a question for an existing record. */
    toggleVerified: async (): Promise<void> => {
      const isOn = form.$values.get()['verified'] !== true;
      const question = [VERIFIED_QUESTION, isOn && verifyingLoss()].filter(Boolean).join(' ');
      if ($recordId.get() !== undefined && !(await confirm(question))) return;
      set('verified', isOn);
    },
  };
}

/** What replaces the panel by one of a new record, or deletes its record. */
function createReplacements({ options, form, drafts, $recordId, $record, panel }: Shared) {
  const { id: collectionId } = options.collection;
  const replaceBy = (values: FormValues, begun?: Begun) => {
    options.onDuplicate?.(values, begun);
    panel.dispose();
  };
  return {
    ...createFileCopy(form, options.original),
    template: options.template,
    /** Replaces the panel of a record that was deleted elsewhere by a new record with the values of the form. */
    keepAsNew: (): void => {
      const kept = rescuedValues(formFieldsOf(form.$collection.get(), true), form.$values.get());
      options.onDuplicate?.(kept);
      drafts.drop();
      panel.dispose();
    },
    duplicate: (): Promise<void> =>
      panel.duplicate(() => {
        const copied = duplicateValues(formFieldsOf(form.$collection.get(), true), form.stored());
        const stored = $record.get();
        replaceBy(copied, stored.state === 'ready' ? { original: stored.value } : {});
      }),
    /** Asks about unsaved changes, then begins a new record from a template, or an empty one, in its place. */
    startFrom: ({ values, ...template }: FilledTemplate | { values: FormValues }): Promise<void> =>
      panel.duplicate(() => replaceBy(values, 'name' in template ? { template } : {})),
    remove: async (): Promise<void> => {
      const recordId = $recordId.get();
      if (recordId === undefined) return;
      await panel.remove({
        question: REMOVE_QUESTION,
        ...deleteLoss([recordId], form.$collection.get(), { ids: [recordId] }),
        prepare: async (signal) => {
          const copies = await keepForUndo(form.$collection.get(), [recordId], { signal });
          const [problem] = (await copies?.refresh([recordId], { signal }))?.values() ?? [];
          if (problem) addToast('warning', problem);
          if (!copies || problem) throw new Declined();
          return async (isSure) => {
            const stored = isSure ? [] : await readBack(collectionId, [recordId], 'id');
            return copies.note(stored?.length ? [] : [recordId]);
          };
        },
        request: (signal) => deleteRecord(collectionId, recordId, { signal }),
        warning: 'Stopped waiting. The record may still have been deleted.',
        message: 'Successfully deleted record.',
        onRemoved: () => options.onRemoved?.(recordId),
      });
    },
  };
}

function shownOf({ options, form, drafts, $recordId, $record, $awaited, saver }: Shared) {
  const { $collection, $fields, $base, $values, $orphaned, $errors, $isDirty, $isBusy } = form;
  return {
    $collection,
    $recordId,
    /** The record as it is stored; ready without a value while it is new. */
    $record,
    /** Names of fields that are not completely known until the record is loaded; undefined when none is known. */
    $awaited,
    /** The record, or its row in the list until the record is loaded. */
    $known: computed($record, (record) => (record.state === 'ready' ? record.value : options.listed?.row)),
    ...{ $fields, $base, $values, $orphaned, $errors, $isDirty, $isBusy },
    /** Names of the fields that differ from the stored record; none while the record is new. */
    $changed: computed(
      [$recordId, form.$changed],
      (recordId, changed): ReadonlySet<string> =>
        recordId === undefined ? NOTHING : new Set(changed.map(({ name }) => name)),
    ),
    $canSave: computed(
      [$recordId, $record, $isBusy, form.$isChanged],
      (recordId, record, isBusy, isChanged) =>
        record.state === 'ready' && !isBusy && (recordId === undefined || isChanged),
    ),
    $saving: saver.$saving,
    $conflicts: saver.$conflicts,
    /** What leaving the page would lose; undefined for nothing. */
    $risk: computed(
      [saver.$saving, form.$hasFiles, $isDirty, drafts.$isFull],
      (saving, hasFiles, isDirty, isFull): PanelRisk | undefined => {
        if (saving.state !== 'idle') return 'saving';
        return hasFiles || (isDirty && isFull) ? 'unkept' : undefined;
      },
    ),
  };
}

/** Loads the record of a panel; reports errors, and closes a panel without edits then. */
function createLoad({ options, form, drafts, $record, $awaited, panel }: Shared, onLoaded: () => void) {
  const { id: collectionId } = options.collection;
  return async (recordId: string, signal: AbortSignal): Promise<void> => {
    $record.set({ state: 'busy' });
    try {
      const { collection, source } = await loadFitting(collectionId, recordId, form.$fields.get, { signal });
      // The collection was changed since this page loaded it.
      if (collection) form.follow(collection);
      batch(() => {
        form.becomeLoaded(source);
        $awaited.set(NOTHING);
        $record.set({ state: 'ready', value: source.record });
      });
      // Else the last draft of what was typed until now would be offered.
      drafts.flush();
      drafts.openLoaded(draftKey(collectionId, recordId));
      onLoaded();
    } catch (thrown) {
      if (panel.isClosed()) return;
      const error = toApiError(thrown);
      $record.set({ state: 'failed', error });
      report(error, { message: `Unable to load record with id "${recordId}"` });
      // Edits that were made before the record was loaded stay on screen.
      if (!form.$isChanged.get() && !form.$isDirty.get()) panel.dispose();
    }
  };
}

/** Creates or edits a record, which is loaded at once; until then, what its row has can be edited. Reports errors. */
export function createRecordPanel(options: PanelOptions) {
  const { collection, recordId: firstId, listed: row } = options;
  const isNewAtFirst = firstId === undefined;
  const $recordId = atom(firstId);
  const $record = atom<RecordState>(isNewAtFirst ? { state: 'ready', value: undefined } : { state: 'busy' });
  const known = row && readRow(formFieldsOf(collection, false), row);
  const $awaited = atom<ReadonlySet<string> | undefined>(isNewAtFirst ? NOTHING : known?.awaited);
  const form = createRecordForm(collection, isNewAtFirst, known?.values ?? options.initial);
  if (options.template) form.reset(form.$values.get(), form.$values.get());
  const drafts = createRecordDrafts(form, () => $record.get().state === 'ready');
  const openDraft = (recordId: string) => drafts.open(draftKey(collection.id, recordId));
  const loading = new AbortController();
  const saver = createRecordSave({ form, recordId: $recordId.get });
  const own = { options, form, drafts, $recordId, $record, $awaited, saver };
  const stopFollowing = followCollection(own);
  const elsewhere = createElsewhere(form, $recordId, $record);
  const stop = stopAll(elsewhere.stop, stopFollowing, () => loading.abort(), form.stop);
  const panel = createEditPanel({ form, drafts, stop, onClose: options.onClose });
  const shared: Shared = { ...own, panel };
  const load = createLoad(shared, elsewhere.loaded);
  const shown = shownOf(shared);

  const edits = createEdits(shared);
  const account = createAccount(shared, edits.set);

  const finishSave = (saved: Saved, isNew: boolean, keepOpen: boolean) => {
    const { record } = saved.source;
    // The draft of a new record is stored under an empty id.
    drafts.clearEdits();
    const staysOpen = keepOpen || saved.altered.length > 0;
    if (!panel.isClosed()) {
      batch(() => {
        $recordId.set(record.id);
        $record.set({ state: 'ready', value: record });
        // A password typed during the save stays visible, so that the next save doesn't send it unnoticed.
        account.$changePassword.set(textOf(form.$values.get()['password']) !== '');
      });
      elsewhere.settle();
      announceSaved(saved, isNew);
      // Edits made during the request, or not stored by the backend, are not saved yet.
      options.onSaved?.(record, isNew, staysOpen || form.$isDirty.get());
    }
    panel.afterSave(() => openDraft(record.id), staysOpen);
  };

  let keepsOpen = false;
  const save = async (keepOpen: boolean, problems?: FieldProblems) => {
    keepsOpen = keepOpen;
    const isNew = $recordId.get() === undefined;
    drafts.flush();
    const saved = await saver.save(problems);
    if (saved) finishSave(saved, isNew, keepOpen);
    return saved !== undefined;
  };

  if (firstId === undefined) {
    openDraft('');
    // The values of a record that was deleted elsewhere, for example.
    if (form.$isDirty.get()) drafts.touch();
  } else {
    // Before the record is loaded, drafts are written but not offered.
    if (known) openDraft(firstId);
    void load(firstId, loading.signal);
  }

  return {
    ...{ ...panel, ...shown, ...account, ...edits, ...createReplacements(shared) },
    /** Identifies its place on screen: the same for all panels that replace one another there. */
    slot: options.slot ?? panel.id,
    /** Saves if `$canSave`; if false, errors or conflicts are in their stores. Stays open with `keepOpen` or edits. */
    save: async ({
      keepOpen = false,
      problems,
    }: {
      keepOpen?: boolean;
      problems?: FieldProblems;
    } = {}): Promise<boolean> => shown.$canSave.get() && save(keepOpen, problems),
    retryLoad: async (): Promise<void> => {
      const recordId = $recordId.get();
      if (recordId !== undefined && $record.get().state === 'failed') await load(recordId, loading.signal);
    },
    stopWaiting: form.stop,
    /** Resolves the conflicts, with mine where no side is chosen, and continues the save; true on success. */
    resolveConflicts: (choices: Readonly<Record<string, Side>>): Promise<boolean> => {
      saver.resolveConflicts(choices);
      drafts.touch();
      return save(keepsOpen);
    },
    cancelConflicts: saver.cancelConflicts,
    /** Whether somebody else changed or deleted the record since it was loaded. */
    $elsewhere: elsewhere.$elsewhere,
    /** Takes over what others saved in fields that were not changed here; the others become conflicts. */
    compare: async (): Promise<void> => {
      const source = await saver.compare();
      if (!source || panel.isClosed()) return;
      $record.set({ state: 'ready', value: source.record });
      drafts.touch();
      if (!saver.$conflicts.get().length) elsewhere.settle();
    },
  };
}

/** What a screen shows of a record and does with it: one flat object, to which each field on screen binds. */
export type RecordPanel = ReturnType<typeof createRecordPanel>;
