import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import {
  createCollection,
  deleteCollection,
  getCollection,
  updateCollection,
} from '../../lib/api/collections.ts';
import type { Collection, CollectionType, FieldType } from '../../lib/domain/collection.ts';
import {
  type Draft,
  draftOf,
  duplicateDraft,
  newDraft,
  setRule,
  setType,
} from '../../lib/domain/schema/draft.ts';
import { requestBody } from '../../lib/domain/schema/draft-body.ts';
import { addField, duplicateField, nextFieldKey } from '../../lib/domain/schema/draft-fields.ts';
import { type EditorTab, keysWithOptionErrors } from '../../lib/domain/schema/editor-errors.ts';
import { localErrors } from '../../lib/domain/schema/local-errors.ts';
import { type RuleName, ruleOf, toggleLock } from '../../lib/domain/schema/rules.ts';
import {
  $collectionList,
  hideDeletedCollection,
  loadCollections,
  showSavedCollection,
  tellOtherTabs,
} from '../collections.ts';
import { confirm } from '../confirm.ts';
import { report } from '../report.ts';
import { addToast } from '../toasts.ts';
import { createDraftStore, type DraftStore } from './draft-store.ts';
import { type Review, reviewOf } from './review.ts';

/** What the owner of an editor wants to hear. */
export interface EditorEvents {
  /** The panel is gone. */
  readonly onClose: () => void;
  readonly onSaved: (collection: Collection, isNew: boolean) => void;
  /** An unsaved copy is to be opened in place of this panel. */
  readonly onDuplicate: (draft: Draft) => void;
}

export interface EditorOptions extends EditorEvents {
  /** The collection to edit; undefined for a new one. */
  readonly collection?: Collection | undefined;
  /** What a new one starts with. */
  readonly draft?: Draft | undefined;
}

/** A panel that creates or edits one collection (CE-01). Every action reports its own errors. */
export interface CollectionEditor extends DraftStore {
  /** Different for every editor of the page, fit for a key. */
  readonly id: number;
  /** The collection as it is stored; undefined for a new one. */
  readonly saved: Collection | undefined;
  /** The tab on screen (CE-05). */
  readonly $tab: WritableAtom<EditorTab>;
  /** Key of the field whose options are open; opening one closes the others (FD-05). */
  readonly $openField: WritableAtom<string | undefined>;
  /** Key of a field that has just been added, whose name takes the focus (FD-02). */
  readonly $newField: WritableAtom<string | undefined>;
  readonly $canSave: ReadableAtom<boolean>;
  readonly $isBusy: ReadableAtom<boolean>;
  /** What waits to be confirmed (CE-14). */
  readonly $review: ReadableAtom<Review | undefined>;
  readonly setType: (type: CollectionType) => void;
  readonly addField: (type: FieldType) => void;
  readonly duplicateField: (key: string) => void;
  /** Locks a rule, or unlocks it with the text it had before (RU-04). */
  readonly toggleRule: (name: RuleName) => void;
  /** Saves, or asks first where the changes want it (CE-12 to CE-14); true when it was saved. */
  readonly save: () => Promise<boolean>;
  /** Saves what was confirmed. */
  readonly confirmReview: () => Promise<boolean>;
  readonly cancelReview: () => void;
  /** Asks about unsaved changes when there are any, then closes; false when it stays (CE-17). */
  readonly close: () => Promise<boolean>;
  /** Closes without asking. */
  readonly dispose: () => void;
  /** Opens an unsaved copy instead (CE-19). */
  readonly duplicate: () => Promise<void>;
  /** Asks, then deletes the collection (CE-20). */
  readonly remove: () => Promise<void>;
}

const CLOSE_QUESTION = 'You have unsaved changes. Do you really want to close the panel?';
const DISCARD_QUESTION = 'You have unsaved changes. Do you really want to discard them?';

let lastId = 0;

/** Makes the store of one editor. */
export function createEditor(options: EditorOptions): CollectionEditor {
  const { collection: saved, onClose, onSaved, onDuplicate } = options;
  const store = createDraftStore(saved ? draftOf(saved) : (options.draft ?? newDraft()));
  const { $draft, $isDirty } = store;
  const $tab = atom<EditorTab>('fields');
  const $openField = atom<string | undefined>(undefined);
  const $newField = atom<string | undefined>(undefined);
  const $isBusy = atom(false);
  const $review = atom<Review | undefined>(undefined);
  const rememberedRules = new Map<RuleName, string>();
  /** Options of the types that the collection had before: trying another one must not cost a long query. */
  const rememberedOptions = new Map<CollectionType, Draft['options']>();
  lastId += 1;

  /** Runs one call at a time; false when it failed, which has been reported. */
  async function run(action: () => Promise<void>, onError?: (data: unknown) => void): Promise<boolean> {
    if ($isBusy.get()) return false;
    $isBusy.set(true);
    try {
      await action();
      return true;
    } catch (thrown) {
      const error = report(thrown);
      onError?.(error.body.data);
      return false;
    } finally {
      $isBusy.set(false);
    }
  }

  function showErrors(sent: Draft, data: unknown) {
    store.setErrors(sent, data);
    const tabs = store.$tabErrors.get();
    const [first] = tabs;
    // Messages must not hide behind another tab, nor in options that are closed.
    if (first && !tabs.has($tab.get())) $tab.set(first);
    const keys = keysWithOptionErrors(store.$fieldErrors.get());
    if (keys.length > 0 && !keys.includes($openField.get() ?? '')) $openField.set(keys[0]);
  }

  async function send(): Promise<boolean> {
    const draft = $draft.get();
    let result: Collection | undefined;
    const isSent = await run(
      async () => {
        const body = requestBody(draft, await store.loadTools());
        result = saved ? await updateCollection(saved.id, body) : await createCollection(body);
      },
      (data) => showErrors(draft, data),
    );
    if (!isSent || !result) return false;
    const done = result;
    dispose();
    addToast('success', `Successfully ${saved ? 'updated' : 'created'} collection.`);
    showSavedCollection(done);
    tellOtherTabs();
    onSaved(done, !saved);
    return true;
  }

  async function save(): Promise<boolean> {
    if (!editor.$canSave.get()) return false;
    const wrong = localErrors($draft.get());
    if (wrong) {
      showErrors($draft.get(), wrong);
      return false;
    }
    if (!saved) return send();
    const isReady = await run(async () => {
      const [stored, tools] = await Promise.all([getCollection(saved.id), store.loadTools()]);
      const review = reviewOf($draft.get(), saved, stored, $collectionList.get(), tools);
      $review.set(review);
      // Whoever cancels and opens the panel anew sees what is stored.
      if (review?.changedElsewhere) void loadCollections();
    });
    return isReady && !$review.get() ? send() : false;
  }

  function dispose() {
    $review.set(undefined);
    onClose();
  }

  const editor: CollectionEditor = {
    ...store,
    id: lastId,
    saved,
    $tab,
    $openField,
    $newField,
    $isBusy,
    $review,
    $canSave: computed([$isDirty, $isBusy], (isDirty, isBusy) => (!saved || isDirty) && !isBusy),
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
    save,
    confirmReview: async () => {
      $review.set(undefined);
      return send();
    },
    cancelReview: () => $review.set(undefined),
    close: async () => {
      if ($isBusy.get()) return false;
      if ($isDirty.get() && !(await confirm(CLOSE_QUESTION))) return false;
      dispose();
      return true;
    },
    dispose,
    duplicate: async () => {
      if (!saved) return;
      if ($isDirty.get() && !(await confirm(DISCARD_QUESTION))) return;
      await run(async () => {
        const draft = duplicateDraft(saved, await store.loadTools());
        dispose();
        onDuplicate(draft);
      });
    },
    remove: async () => {
      if (!saved) return;
      const { id, name } = saved;
      if (!(await confirm(`Do you really want to delete collection "${name}" and all its records?`))) return;
      if (!(await run(() => deleteCollection(id)))) return;
      dispose();
      addToast('success', `Successfully deleted collection "${name}".`);
      hideDeletedCollection(id);
      tellOtherTabs();
    },
  };
  // An index says what it says only through its grammar: chips, and typed-back changes of names.
  if ($draft.get().indexes.length > 0) void store.loadTools().catch(() => {});
  return editor;
}
