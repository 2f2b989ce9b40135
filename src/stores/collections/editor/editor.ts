import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import { loadLeastVersion } from '#api/app/least-version.ts';
import { toApiError } from '#api/client.ts';
import { getSound, reloadMemory } from '#api/collections/memory.ts';
import { deleteCollection, truncateCollection } from '#api/collections/save.ts';
import { countRecords } from '#api/records/list.ts';
import { abortable } from '#domain/app/abortable.ts';
import { fieldErrors } from '#domain/app/api-error.ts';
import type { Collection, CollectionType } from '#domain/backend/collection.ts';
import { type FieldType, ownMembers } from '#domain/backend/field.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { isSameCollection } from '#domain/collections/compare.ts';
import { collectionLoss } from '#domain/collections/editor/changes.ts';
import { type EditorTab, keysWithOptionErrors } from '#domain/collections/editor/errors.ts';
import { addField, duplicateField, nextFieldKey } from '#domain/collections/editor/fields.ts';
import { localProblems } from '#domain/collections/editor/local-problems.ts';
import { collectionAfterSave } from '#domain/collections/editor/merge.ts';
import {
  type CollectionValues,
  duplicateValues,
  newCollectionValues,
  setIndex,
  setRule,
  setType,
  valuesOf,
} from '#domain/collections/editor/values.ts';
import { type EditedRule, ruleOf } from '#domain/collections/rules.ts';
import { MEND_QUESTION, WrongMemory } from '#domain/collections/wrong-memory.ts';
import { defaultOptions, type FieldOptions } from '#domain/field-types/options.ts';
import { needsOption } from '#domain/field-types/summary.ts';
import { $leastVersion, can } from '#stores/app/capabilities.ts';
import { confirm } from '#stores/app/confirm.ts';
import { $backend } from '#stores/app/line.ts';
import { report } from '#stores/app/report.ts';
import { setQuery } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { createLatest } from '#stores/base/running.ts';
import { createEditPanel, createPanelStack } from '#stores/factories/create-edit-panel.ts';
import { collectionText } from '#wire/collection-text.ts';
import { blankField, copyOf, firstParts, systemFields } from '#wire/save-collection.ts';
import {
  $collectionList,
  hideDeletedCollection,
  loadCollections,
  notifyOtherTabs,
  showSavedCollection,
} from '../list.ts';
import { type CollectionForm, createCollectionForm, createEditorDrafts } from './form.ts';
import { endOwnTokens } from './own-session.ts';
import { createCollectionSave } from './save.ts';
import { createTrial } from './trial.ts';

/** The state of the stored collection; 'failed' if it could not be read, 'wrong' if the backend's memory is. */
export type Freshness = 'loading' | 'ready' | 'failed' | 'deleted' | 'wrong';

/** Reads the collection of an editor again: the list may be old. What is stored replaces it unless somebody types. */
function createFreshnessCheck(
  $saved: WritableAtom<Collection | undefined>,
  isTyped: () => boolean,
  adoptStored: (stored: Collection) => void,
) {
  const $freshness = atom<Freshness>('ready');
  const loading = createLatest();

  function setDeleted() {
    $freshness.set('deleted');
    void loadCollections();
  }

  async function load() {
    const opened = $saved.get();
    if (!opened) return;
    $freshness.set('loading');
    try {
      const stored = await getSound(opened.id, { signal: loading.begin() });
      $freshness.set('ready');
      if (isTyped() || $saved.get() !== opened || isSameCollection(opened, stored)) return;
      adoptStored(stored);
      void loadCollections();
    } catch (thrown) {
      const { isAbort, status } = toApiError(thrown);
      if (isAbort) return;
      if (thrown instanceof WrongMemory) return $freshness.set('wrong');
      if (status === 404) return setDeleted();
      report(thrown);
      $freshness.set('failed');
    }
  }

  return {
    $freshness,
    /** Reads the stored collection, unless the collection is new. Reports errors. */
    load,
    setReady: (): void => $freshness.set('ready'),
    setWrong: (): void => $freshness.set('wrong'),
    setDeleted,
    stop: loading.abort,
  };
}

/** The question about a delete does not wait longer for the number of records, in ms. */
const COUNT_PATIENCE = 1000;

export interface EditorOptions {
  /** Undefined for a new one, which begins with the values. */
  readonly collection?: Collection | undefined;
  readonly values?: CollectionValues | undefined;
  readonly onClose: () => void;
  readonly onSaved: (collection: Collection, isNew: boolean) => void;
  /** The owner has to open an unsaved copy in place of this panel. */
  readonly onDuplicate: (values: CollectionValues) => void;
}

function blankOptions(type: FieldType): FieldOptions {
  const blank = blankField(type);
  return blank ? ownMembers(blank) : defaultOptions(type);
}

/** Asks a backend of the newer line whose version nobody knows what it can do, once. */
async function learnVersion(): Promise<void> {
  if (!can().listsBuiltIn || $backend.get()?.version || $leastVersion.get() !== undefined) return;
  // What it does not tell is not offered.
  $leastVersion.set((await loadLeastVersion().catch(() => undefined)) ?? '');
}

function problemsOf(form: CollectionForm, values: CollectionValues): readonly Problem[] {
  const columns = systemFields(values.type, values.query);
  const { keepsSecretsBy } = can();
  const check = { tools: form.$tools.get(), collections: $collectionList.get(), columns, keepsSecretsBy };
  return localProblems(values, form.$base.get(), check);
}

/** What the editor shows of a collection. */
const createView = () => ({
  $tab: atom<EditorTab>('fields'),
  /** Key of the field whose options are open; opening one closes the others. */
  $openField: atom<string | undefined>(undefined),
  /** Key of a field that has just been added, whose name takes the focus. */
  $newField: atom<string | undefined>(undefined),
});

type EditorView = ReturnType<typeof createView>;

/** Checks what is typed, and shows messages where they can be seen. */
function createChecks(form: CollectionForm, { $tab, $openField }: EditorView) {
  function showErrors(sent: CollectionValues, problems: readonly Problem[]) {
    form.takeErrors(sent, problems);
    const tabs = form.$tabErrors.get();
    const [first] = tabs;
    // Opens the first tab and the first options that have messages.
    if (first && !tabs.has($tab.get())) $tab.set(first);
    const keys = keysWithOptionErrors(form.$fieldErrors.get());
    if (keys.length > 0 && !keys.includes($openField.get() ?? '')) $openField.set(keys[0]);
  }

  /** Whether the values may be sent; shows messages if not. */
  function isSendable(values: CollectionValues): boolean {
    const wrong = problemsOf(form, values);
    if (wrong.length) showErrors(values, wrong);
    return !wrong.length;
  }

  return { showErrors, isSendable };
}

function createEdits(form: CollectionForm, { $tab, $openField, $newField }: EditorView) {
  const { $values, edit } = form;
  const rememberedRules = new Map<EditedRule, string>();
  return {
    setType: (type: CollectionType): void => {
      // Clears messages about indexes, because a view has none, and about fields, because its columns replace them.
      edit(
        (values) => setType(values, type, firstParts(type).fields),
        ...['auth', 'query', 'manageRule', 'authRule', 'fields', 'indexes'],
      );
      if (type !== 'auth' && $tab.get() === 'options') $tab.set('fields');
    },
    /** Why a statement can't be the index at this position, as a sentence; undefined if it can. Needs the tools. */
    indexProblem: (position: number, sql: string): string | undefined =>
      form.$tools.get()?.indexProblem(sql) ??
      fieldErrors(problemsOf(form, setIndex($values.get(), position, sql)))[`indexes.${position}`],
    addField: (type: FieldType): void => {
      const key = nextFieldKey($values.get());
      // The backend may have refused the empty list of fields.
      edit(
        (values) => addField(values, type, blankField(type)),
        ...(form.$errors.get()['fields'] ? ['fields'] : []),
      );
      $newField.set(key);
      if (needsOption(type)) $openField.set(key);
    },
    duplicateField: (key: string): void => {
      const copy = nextFieldKey($values.get());
      edit((values) => duplicateField(values, key));
      $newField.set(copy);
    },
    /** Locks a rule, or unlocks it with the text it had before. */
    toggleRule: (name: EditedRule): void => {
      const before = ruleOf($values.get(), name);
      const rule = before === null ? (rememberedRules.get(name) ?? '') : null;
      if (before !== null) rememberedRules.set(name, before);
      edit((values) => setRule(values, name, rule), name);
    },
  };
}

const NO_PROVIDERS = 'Secrets of OAuth2 providers can’t be copied: the copy begins without providers.';

/** What replaces the panel by an unsaved copy, or deletes the collection. */
function createReplacements(
  form: CollectionForm,
  $saved: ReadableAtom<Collection | undefined>,
  panel: ReturnType<typeof createEditPanel>,
  onDuplicate: EditorOptions['onDuplicate'],
) {
  /** Undefined where that is not known soon. */
  const countForQuestion = async ({ id, type }: Collection): Promise<number | undefined> => {
    if (type === 'view' || form.$isBusy.get()) return undefined;
    const signal = AbortSignal.timeout(COUNT_PATIENCE);
    return countRecords(id, '', { signal }).catch(() => undefined);
  };
  return {
    duplicate: (): Promise<void> =>
      panel.duplicate(async () => {
        const saved = $saved.get();
        if (!saved) return;
        await form.run(async ({ signal }) => {
          const values = duplicateValues(copyOf(saved), await abortable(form.loadTools(), signal));
          if (saved.auth?.own?.providers.length) addToast('info', NO_PROVIDERS);
          panel.dispose();
          onDuplicate(values);
        });
      }),
    /** The stored collection as its backend has it. */
    json: (): string => collectionText({ raw: $saved.get()?.raw }),
    /** Asks, then deletes all records of the collection. */
    truncate: async (): Promise<void> => {
      const saved = $saved.get();
      if (!saved) return;
      const { id, name, type } = saved;
      const count = await countForQuestion(saved);
      const question = `Do you really want to delete all records of collection "${name}"? Their files, and records of other collections that are deleted with them, go too.`;
      if (panel.isClosed() || !(await confirm(question, { loss: collectionLoss(type, count) }))) return;
      const isDone = await form.run(async ({ signal, sending }) => {
        sending('Stopped waiting. The records may still have been deleted.');
        await truncateCollection(id, { signal });
      });
      if (!isDone) return;
      addToast('success', `Successfully deleted all records of collection "${name}".`);
      const { refreshRecords } = await import('#stores/records/list.ts');
      await refreshRecords();
    },
    /** Asks, then deletes the collection. */
    remove: async (): Promise<void> => {
      const saved = $saved.get();
      if (!saved) return;
      const { id, name, type } = saved;
      const count = await countForQuestion(saved);
      if (panel.isClosed()) return;
      await panel.remove({
        question: `Do you really want to delete collection "${name}" and all its records?`,
        loss: collectionLoss(type, count),
        request: (signal) => deleteCollection(id, { signal }),
        warning: 'Stopped waiting. The collection may still have been deleted.',
        message: `Successfully deleted collection "${name}".`,
        onRemoved: () => {
          hideDeletedCollection(id);
          notifyOtherTabs();
        },
      });
    },
  };
}

/** Creates a panel that creates or edits one collection. Every action reports its errors. */
export function createEditor(options: EditorOptions) {
  const { collection, values = newCollectionValues('base', firstParts('base')), onClose, onSaved } = options;
  const $saved = atom(collection);
  const form = createCollectionForm(collection ? valuesOf(collection) : values);
  const { $values, $isBusy, $isDirty } = form;
  const drafts = createEditorDrafts(form, $saved);
  const view = createView();
  const { $tab } = view;
  const { stopTrial, ...trial } = createTrial();
  let arePositionsFrozen = false;
  let keepsOpen = false;
  const isTyped = () => $isDirty.get() || $isBusy.get() || arePositionsFrozen;
  const freshnessCheck = createFreshnessCheck($saved, isTyped, (stored) => {
    $saved.set(stored);
    form.reset(valuesOf(stored), valuesOf(stored));
    drafts.open();
    loadToolsForIndexes();
  });
  const $canSave = computed(
    [$saved, $isDirty, $isBusy, freshnessCheck.$freshness],
    (saved, isDirty, isBusy, freshness) => (!saved || isDirty) && !isBusy && freshness !== 'deleted',
  );
  const saving = createCollectionSave({
    form,
    $saved,
    $canSave,
    drafts,
    ...createChecks(form, view),
    onSaved: finishSave,
    onRead: freshnessCheck.setReady,
    onWrongMemory: freshnessCheck.setWrong,
    onDeleted: freshnessCheck.setDeleted,
    onReplace: (saved, replaced) =>
      void import('#stores/records/bulk/replace-choices.ts')
        .then(({ replaceChoices }) => replaceChoices(saved, replaced))
        .catch(report),
  });

  function finishSave(sent: CollectionValues, result: Collection, isNew: boolean) {
    const wasClosed = panel.isClosed();
    drafts.clearEdits();
    const after = collectionAfterSave(sent, $values.get(), result);
    $saved.set(result);
    form.reset(after.base, after.values);
    panel.afterSave(drafts.open, keepsOpen);
    addToast('success', `Successfully ${isNew ? 'created' : 'updated'} collection.`);
    showSavedCollection(result);
    notifyOtherTabs();
    endOwnTokens(sent);
    // Stays on the screen that the user may have opened meanwhile.
    if (!wasClosed) onSaved(result, isNew);
  }

  /** The tools are needed to show the columns of indexes and to compare indexes. */
  function loadToolsForIndexes() {
    if ($values.get().indexes.length > 0) void form.loadTools().catch(() => {});
  }

  const panel = createEditPanel({
    form,
    drafts,
    stop: () => {
      saving.$review.set(undefined);
      freshnessCheck.stop();
      stopTrial();
    },
    onClose,
  });

  drafts.open();
  $values.listen(drafts.touch);
  loadToolsForIndexes();
  void freshnessCheck.load();
  void learnVersion();

  return {
    ...form,
    ...saving,
    ...panel,
    /** The collection as it is stored; undefined while it is new. */
    $saved,
    ...view,
    ...trial,
    ...createEdits(form, view),
    ...createReplacements(form, $saved, panel, options.onDuplicate),
    $freshness: freshnessCheck.$freshness,
    $canSave,
    /** With `keepOpen` the panel stays open, also after a review. */
    save: ({ keepOpen = false } = {}): Promise<boolean> => {
      keepsOpen = keepOpen;
      return saving.save();
    },
    cancelReview: (): void => saving.$review.set(undefined),
    /** The options of a new field of a type. */
    blanksOf: (type: FieldType) => blankOptions(type),
    /** Asks, then makes the backend read its collections again, whose memory of this one is wrong. */
    mendMemory: async (): Promise<void> => {
      if (!(await confirm(MEND_QUESTION)) || panel.isClosed()) return;
      const isMended = await form.run(({ signal }) => reloadMemory({ signal }));
      if (isMended) await freshnessCheck.load();
    },
    /** Reads the stored collection again after a failure. */
    loadStored: freshnessCheck.load,
    /** Call before a list item is edited by its position: after that, only saving merges changes by others. */
    freezePositions: (): void => {
      arePositionsFrozen = true;
    },
    /** Stops waiting for a response; the panel keeps its edits. */
    stopWaiting: (): void => {
      if (form.stop()) void loadCollections();
    },
    restoreDraft: (): void => {
      drafts.restore();
      if ($values.get().type !== 'auth' && $tab.get() === 'options') $tab.set('fields');
      loadToolsForIndexes();
    },
  };
}

export type CollectionEditor = ReturnType<typeof createEditor>;

/** The open editors, lowest first: the page's editor, then those that relation fields open on top. */
const stack = createPanelStack<CollectionEditor>();
export const { $panels: $editors, disposeAll: disposeEditors, start: startEditors } = stack;

export interface OpenOptions {
  readonly collection?: Collection;
  readonly values?: CollectionValues;
  /** Called after a save; without it a new collection becomes the active one. */
  readonly onSaved?: (collection: Collection) => void;
}

/** Opens an editor on top of the others. */
export function openEditor({ collection, values, onSaved }: OpenOptions): CollectionEditor {
  const editor: CollectionEditor = createEditor({
    collection,
    values,
    onClose: () => stack.remove(editor),
    onSaved: (saved, isNew) => {
      if (onSaved) onSaved(saved);
      // Filter, sort and record belong to the previous collection.
      else if (isNew) {
        const rest = { filter: undefined, sort: undefined, recordId: undefined, recordOf: undefined };
        setQuery({ collectionId: saved.id, ...rest });
      }
    },
    onDuplicate: (copy) => void openEditor({ values: copy }),
  });
  stack.push(editor);
  return editor;
}

/** Opens the editor of a collection; does nothing for an unknown id. */
export function openListed(id: string, tab: EditorTab = 'fields'): void {
  const collection = $collectionList.get().find((listed) => listed.id === id);
  if (collection) openEditor({ collection }).$tab.set(tab);
}
