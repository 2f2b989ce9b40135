import { atom, computed } from 'nanostores';
import { deleteCollection } from '#api/collections/collections.ts';
import type { Collection, CollectionType } from '#domain/collections/collection.ts';
import {
  type EditorTab,
  errorLabel,
  isShownError,
  keysWithOptionErrors,
} from '#domain/collections/editor/errors.ts';
import { addField, duplicateField, nextFieldKey } from '#domain/collections/editor/fields.ts';
import { localErrors } from '#domain/collections/editor/local-errors.ts';
import { type RuleName, ruleOf, toggleLock } from '#domain/collections/editor/rules.ts';
import {
  type Draft,
  draftOf,
  duplicateDraft,
  newDraft,
  setRule,
  setType,
} from '#domain/collections/editor/values.ts';
import { draftAfterSave } from '#domain/collections/editor/values-after-save.ts';
import { CLOSE_QUESTION, confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import { hideDeletedCollection, showSavedCollection, tellOtherTabs } from '../list.ts';
import { createEditorKeeper } from './drafts.ts';
import { createDraftStore } from './form.ts';
import { createOpening } from './opening.ts';
import { createRunner } from './runner.ts';
import { createSaving } from './save.ts';
import type { CollectionEditor, EditorOptions } from './types.ts';

export type { CollectionEditor, EditorEvents, EditorOptions } from './types.ts';

let lastId = 0;

/** Makes the store of one editor. */
export function createEditor(options: EditorOptions): CollectionEditor {
  const { collection, onClose, onSaved, onDuplicate } = options;
  const $saved = atom(collection);
  const store = createDraftStore(collection ? draftOf(collection) : (options.draft ?? newDraft()));
  const { $draft, $isDirty } = store;
  const keeper = createEditorKeeper(store, $saved);
  const $tab = atom<EditorTab>('fields');
  const $openField = atom<string | undefined>(undefined);
  const $newField = atom<string | undefined>(undefined);
  let isClosed = false;
  let isHeld = false;
  const rememberedRules = new Map<RuleName, string>();
  /** Options of the types that the collection had before: trying another one must not cost a long query. */
  const rememberedOptions = new Map<CollectionType, Draft['options']>();
  lastId += 1;
  const { $isBusy, run, stop } = createRunner({
    isShown: (name) => isShownError($draft.get().type, name),
    labelOf: (name) => errorLabel($draft.get(), name),
  });
  const opening = createOpening({
    $saved,
    isTyped: () => $isDirty.get() || $isBusy.get() || isHeld,
    takeOver: (stored) => {
      $saved.set(stored);
      store.replace(draftOf(stored), draftOf(stored));
      keeper.open();
      loadToolsForIndexes();
    },
  });
  const $canSave = computed(
    [$saved, $isDirty, $isBusy, opening.$freshness],
    (saved, isDirty, isBusy, freshness) => (!saved || isDirty) && !isBusy && freshness !== 'gone',
  );
  const saving = createSaving({
    store,
    $saved,
    $canSave,
    keeper,
    run,
    isSendable,
    showErrors,
    onSaved: finishSave,
    onRead: opening.setReady,
    onGone: opening.setGone,
  });

  function showErrors(sent: Draft, data: unknown) {
    store.setErrors(sent, data);
    const tabs = store.$tabErrors.get();
    const [first] = tabs;
    // Messages must not hide behind another tab, nor in options that are closed.
    if (first && !tabs.has($tab.get())) $tab.set(first);
    const keys = keysWithOptionErrors(store.$fieldErrors.get());
    if (keys.length > 0 && !keys.includes($openField.get() ?? '')) $openField.set(keys[0]);
  }

  /** Whether the draft may be sent; else its messages are shown. */
  function isSendable(draft: Draft): boolean {
    const wrong = localErrors(draft, store.$original.get());
    if (wrong) showErrors(draft, wrong);
    return !wrong;
  }

  function finishSave(sent: Draft, result: Collection, isNew: boolean) {
    const wasClosed = isClosed;
    keeper.forgetTyped();
    const after = draftAfterSave(sent, $draft.get(), result);
    $saved.set(result);
    store.replace(after.draft, after.original);
    if ($isDirty.get()) {
      // What was typed while it was being sent is not saved yet.
      keeper.open();
      keeper.touch();
      if (wasClosed) keeper.stop();
    } else dispose();
    addToast('success', `Successfully ${isNew ? 'created' : 'updated'} collection.`);
    showSavedCollection(result);
    tellOtherTabs();
    // Who went to another screen stays there.
    if (!wasClosed) onSaved(result, isNew);
  }

  /** An index says what it says only through its grammar: chips, and typed-back changes of names. */
  function loadToolsForIndexes() {
    if ($draft.get().indexes.length > 0) void store.loadTools().catch(() => {});
  }

  function dispose() {
    if (isClosed) return;
    isClosed = true;
    saving.$review.set(undefined);
    opening.stop();
    keeper.stop();
    onClose();
  }

  /** Asks before what was typed is given up; true when nothing was, or it may go. */
  async function mayLose(question: string): Promise<boolean> {
    if (!$isDirty.get()) return true;
    if (!(await confirm(question))) return false;
    keeper.forgetTyped();
    return true;
  }

  const editor: CollectionEditor = {
    ...store,
    ...saving,
    id: lastId,
    $saved,
    $tab,
    $openField,
    $newField,
    $isBusy,
    $freshness: opening.$freshness,
    $canSave,
    $offeredDraft: keeper.$draft,
    $isDraftFull: keeper.$isFull,
    setType: (type) => {
      const before = $draft.get();
      rememberedOptions.set(before.type, before.options);
      // Indexes go, and the messages about fields would be taken for those about a query's columns.
      store.edit(
        (draft) => setType(draft, type, rememberedOptions.get(type)),
        'options',
        'schema',
        'indexes',
      );
      if (type !== 'auth' && $tab.get() === 'options') $tab.set('fields');
    },
    addField: (type) => {
      const key = nextFieldKey($draft.get());
      // Having no field at all is what the list itself may be refused for.
      store.edit((draft) => addField(draft, type), ...(store.$errors.get()['schema'] ? ['schema'] : []));
      $newField.set(key);
    },
    duplicateField: (key) => {
      const copy = nextFieldKey($draft.get());
      store.edit((draft) => duplicateField(draft, key));
      $newField.set(copy);
    },
    toggleRule: (name) => {
      const { rule, remembered } = toggleLock({
        rule: ruleOf($draft.get(), name),
        remembered: rememberedRules.get(name) ?? '',
      });
      rememberedRules.set(name, remembered);
      store.edit((draft) => setRule(draft, name, rule), name === 'manageRule' ? `options.${name}` : name);
    },
    cancelReview: () => saving.$review.set(undefined),
    loadStored: opening.load,
    holdStill: () => {
      isHeld = true;
    },
    stopWaiting: stop,
    restoreDraft: () => {
      keeper.restore();
      if ($draft.get().type !== 'auth' && $tab.get() === 'options') $tab.set('fields');
      loadToolsForIndexes();
    },
    discardDraft: keeper.discard,
    close: async () => {
      if ($isBusy.get() || !(await mayLose(CLOSE_QUESTION))) return false;
      dispose();
      return true;
    },
    dispose,
    duplicate: async () => {
      const saved = $saved.get();
      if (!saved || !(await mayLose(DISCARD_QUESTION))) return;
      await run(async ({ signal }) => {
        const draft = duplicateDraft(saved, await store.loadTools());
        if (signal.aborted) return;
        dispose();
        onDuplicate(draft);
      });
    },
    remove: async () => {
      const saved = $saved.get();
      if (!saved) return;
      const { id, name } = saved;
      if (!(await confirm(`Do you really want to delete collection "${name}" and all its records?`))) return;
      const isDeleted = await run(({ signal, sending }) => {
        sending('deleted');
        return deleteCollection(id, { signal });
      });
      if (!isDeleted) return;
      keeper.drop();
      dispose();
      addToast('success', `Successfully deleted collection "${name}".`);
      hideDeletedCollection(id);
      tellOtherTabs();
    },
  };
  keeper.open();
  $draft.listen(keeper.touch);
  loadToolsForIndexes();
  void opening.load();
  return editor;
}
