import { atom, computed } from 'nanostores';
import { deleteCollection } from '#api/collections/collections.ts';
import { abortable } from '#domain/app/abortable.ts';
import type { Collection, CollectionType } from '#domain/collections/collection.ts';
import { type EditorTab, keysWithOptionErrors } from '#domain/collections/editor/errors.ts';
import { addField, duplicateField, nextFieldKey } from '#domain/collections/editor/fields.ts';
import { localErrors } from '#domain/collections/editor/local-errors.ts';
import { type RuleName, ruleOf, toggleLock } from '#domain/collections/editor/rules.ts';
import {
  type CollectionValues,
  duplicateValues,
  newValues,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { valuesAfterSave } from '#domain/collections/editor/values-after-save.ts';
import type { FieldType } from '#domain/field-types/field-type.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createEditPanel } from '#stores/factories/create-edit-panel.ts';
import { hideDeletedCollection, loadCollections, notifyOtherTabs, showSavedCollection } from '../list.ts';
import { createEditorDrafts } from './drafts.ts';
import { createCollectionForm } from './form.ts';
import { createFreshnessCheck } from './freshness-check.ts';
import { createSaving } from './save.ts';

/** Shown when the user stops waiting for the answer to a delete. */
const MAY_BE_DELETED = 'Stopped waiting. The collection may still have been deleted.';

/** Events of an editor. */
export interface EditorEvents {
  /** The panel was closed. */
  readonly onClose: () => void;
  readonly onSaved: (collection: Collection, isNew: boolean) => void;
  /** The owner has to open an unsaved copy in place of this panel. */
  readonly onDuplicate: (values: CollectionValues) => void;
}

export interface EditorOptions extends EditorEvents {
  /** The collection to edit; undefined for a new one. */
  readonly collection?: Collection | undefined;
  /** What a new one starts with. */
  readonly values?: CollectionValues | undefined;
}

/** Makes a panel that creates or edits one collection (CE-01). Every action reports its own errors. */
export function createEditor(options: EditorOptions) {
  const { collection, onClose, onSaved, onDuplicate } = options;
  const $saved = atom(collection);
  const form = createCollectionForm(collection ? valuesOf(collection) : (options.values ?? newValues()));
  const { $values, $isBusy, $isDirty, edit } = form;
  const drafts = createEditorDrafts(form, $saved);
  const $tab = atom<EditorTab>('fields');
  const $openField = atom<string | undefined>(undefined);
  const $newField = atom<string | undefined>(undefined);
  let arePositionsFrozen = false;
  const rememberedRules = new Map<RuleName, string>();
  /** Options by type, so that changing the type back and forth does not lose a long query. */
  const rememberedOptions = new Map<CollectionType, CollectionValues['options']>();
  const freshnessCheck = createFreshnessCheck({
    $saved,
    isTyped: () => $isDirty.get() || $isBusy.get() || arePositionsFrozen,
    adoptStored: (stored) => {
      $saved.set(stored);
      form.reset(valuesOf(stored), valuesOf(stored));
      drafts.open();
      loadToolsForIndexes();
    },
  });
  const $canSave = computed(
    [$saved, $isDirty, $isBusy, freshnessCheck.$freshness],
    (saved, isDirty, isBusy, freshness) => (!saved || isDirty) && !isBusy && freshness !== 'deleted',
  );
  const saving = createSaving({
    form,
    $saved,
    $canSave,
    drafts,
    isSendable,
    showErrors,
    onSaved: finishSave,
    onRead: freshnessCheck.setReady,
    onDeleted: freshnessCheck.setDeleted,
  });

  function showErrors(sent: CollectionValues, data: unknown) {
    form.takeErrors(sent, data);
    const tabs = form.$tabErrors.get();
    const [first] = tabs;
    // Messages must not be hidden in another tab or in closed options.
    if (first && !tabs.has($tab.get())) $tab.set(first);
    const keys = keysWithOptionErrors(form.$fieldErrors.get());
    if (keys.length > 0 && !keys.includes($openField.get() ?? '')) $openField.set(keys[0]);
  }

  /** Whether the values may be sent; shows messages if not. */
  function isSendable(values: CollectionValues): boolean {
    const wrong = localErrors(values, form.$base.get());
    if (wrong) showErrors(values, wrong);
    return !wrong;
  }

  function finishSave(sent: CollectionValues, result: Collection, isNew: boolean) {
    const wasClosed = isClosed();
    drafts.clearEdits();
    const after = valuesAfterSave(sent, $values.get(), result);
    $saved.set(result);
    form.reset(after.base, after.values);
    if ($isDirty.get()) {
      // What was typed during the request is not saved yet.
      drafts.open();
      drafts.touch();
      if (wasClosed) drafts.stop();
    } else dispose();
    addToast('success', `Successfully ${isNew ? 'created' : 'updated'} collection.`);
    showSavedCollection(result);
    notifyOtherTabs();
    // If the user has opened another screen meanwhile, it stays.
    if (!wasClosed) onSaved(result, isNew);
  }

  /** Indexes need the SQL tools, to show their columns and to compare them. */
  function loadToolsForIndexes() {
    if ($values.get().indexes.length > 0) void form.loadTools().catch(() => {});
  }

  const panel = createEditPanel({
    form,
    drafts,
    stop: () => {
      saving.$review.set(undefined);
      freshnessCheck.stop();
    },
    onClose,
  });
  const { dispose, isClosed } = panel;

  drafts.open();
  $values.listen(drafts.touch);
  loadToolsForIndexes();
  void freshnessCheck.load();

  return {
    ...form,
    ...saving,
    ...panel,
    /** The collection as it is stored; undefined while it is new. */
    $saved,
    /** The tab on screen (CE-05). */
    $tab,
    /** Key of the field whose options are open; opening one closes the others (FD-05). */
    $openField,
    /** Key of a field that has just been added, whose name takes the focus (FD-02). */
    $newField,
    /** What is known of the collection as it is stored; always 'ready' for a new one. */
    $freshness: freshnessCheck.$freshness,
    $canSave,
    setType: (type: CollectionType): void => {
      const before = $values.get();
      rememberedOptions.set(before.type, before.options);
      // A view has no indexes, and messages about fields would be read as messages about its columns.
      edit((values) => setType(values, type, rememberedOptions.get(type)), 'options', 'schema', 'indexes');
      if (type !== 'auth' && $tab.get() === 'options') $tab.set('fields');
    },
    addField: (type: FieldType): void => {
      const key = nextFieldKey($values.get());
      // The backend may have refused the empty list of fields.
      edit((values) => addField(values, type), ...(form.$errors.get()['schema'] ? ['schema'] : []));
      $newField.set(key);
    },
    duplicateField: (key: string): void => {
      const copy = nextFieldKey($values.get());
      edit((values) => duplicateField(values, key));
      $newField.set(copy);
    },
    /** Locks a rule, or unlocks it with the text it had before (RU-04). */
    toggleRule: (name: RuleName): void => {
      const { rule, remembered } = toggleLock({
        rule: ruleOf($values.get(), name),
        remembered: rememberedRules.get(name) ?? '',
      });
      rememberedRules.set(name, remembered);
      edit((values) => setRule(values, name, rule), name === 'manageRule' ? `options.${name}` : name);
    },
    cancelReview: (): void => saving.$review.set(undefined),
    /** Reads the stored collection once more after that failed. */
    loadStored: freshnessCheck.load,
    /** Call before a part is edited by its position: from then on only saving merges what others have stored. */
    freezePositions: (): void => {
      arePositionsFrozen = true;
    },
    /** Stops waiting for an answer; the panel stays as it is. */
    stopWaiting: (): void => {
      if (form.stop()) void loadCollections();
    },
    restoreDraft: (): void => {
      drafts.restore();
      if ($values.get().type !== 'auth' && $tab.get() === 'options') $tab.set('fields');
      loadToolsForIndexes();
    },
    /** Opens an unsaved copy instead (CE-19). */
    duplicate: (): Promise<void> =>
      panel.duplicate(async () => {
        const saved = $saved.get();
        if (!saved) return;
        await form.run(async ({ signal }) => {
          const values = duplicateValues(saved, await abortable(form.loadTools(), signal));
          dispose();
          onDuplicate(values);
        });
      }),
    /** Asks, then deletes the collection (CE-20). */
    remove: async (): Promise<void> => {
      const saved = $saved.get();
      if (!saved) return;
      const { id, name } = saved;
      await panel.remove({
        question: `Do you really want to delete collection "${name}" and all its records?`,
        request: (signal) => deleteCollection(id, { signal }),
        warning: MAY_BE_DELETED,
        message: `Successfully deleted collection "${name}".`,
        onRemoved: () => {
          hideDeletedCollection(id);
          notifyOtherTabs();
        },
      });
    },
  };
}

export type CollectionEditor = ReturnType<typeof createEditor>;
