import { atom, batch, computed, type WritableAtom } from 'nanostores';
import { fieldErrors } from '#domain/app/api-error.ts';
import type { Collection } from '#domain/backend/collection.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { isDirty } from '#domain/collections/compare.ts';
import { collectionOf } from '#domain/collections/editor/body.ts';
import {
  type CollectionDraft,
  draftKeys,
  formatDraft,
  parseDraft,
  rebaseDraft,
} from '#domain/collections/editor/draft.ts';
import {
  errorLabel,
  errorsByField,
  fieldErrorPath,
  gatherListErrors,
  isShownError,
  tabsWithErrors,
} from '#domain/collections/editor/errors.ts';
import { fieldByKey } from '#domain/collections/editor/fields.ts';
import { mergeValues } from '#domain/collections/editor/merge.ts';
import { type CollectionValues, newCollectionValues, valuesOf } from '#domain/collections/editor/values.ts';
import { type IndexTools, loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { createDraftStorage } from '#stores/factories/create-draft-storage.ts';
import { createForm } from '#stores/factories/create-form.ts';
import { readCollection } from '#wire/collections.ts';
import { firstParts, readDraft, storedCollection } from '#wire/save-collection.ts';

function failToLoad(cause: unknown): never {
  const message = 'The code for indexes could not be loaded. Check your connection, then try again.';
  throw new Error(message, { cause });
}

/** Creates the form of a collection. The backend's messages name fields and indexes by their positions when sent. */
export function createCollectionForm(initial: CollectionValues) {
  const $tools = atom<IndexTools | undefined>(undefined);
  /** The values that the messages are about. */
  const $sent = atom(initial);
  const form = createForm<CollectionValues>({
    initial,
    isShown: (path, { type }) => isShownError(type, path),
    labelOf: (path, values) => errorLabel(values, path),
  });
  const { $base, $values, $errors } = form;
  /** Two states of which either may be stored; the base is a mix of them. */
  let unsure: readonly [base: CollectionValues, other: CollectionValues] | undefined;
  // A part that was put back to the base is compared with the other state, so that it counts as a change.
  const mixBase = () => unsure && $base.set(mergeValues($values.get(), ...unsure, $tools.get()));
  $values.listen(mixBase);

  return {
    ...form,
    $isDirty: computed([$values, $base, $tools], isDirty),
    /** Parses index statements; undefined until the code is fetched. */
    $tools,
    $fieldErrors: computed([$sent, $errors], errorsByField),
    $tabErrors: computed([$values, $errors], tabsWithErrors),
    reset: (base: CollectionValues, values: CollectionValues): void =>
      batch(() => {
        unsure = undefined;
        form.reset(base, values);
        $sent.set(values);
      }),
    /** Tells that `other` may be stored in place of the base; undefined if it is not. */
    doubtBase: (other: CollectionValues | undefined): void => {
      const base = unsure?.[0] ?? $base.get();
      unsure = other && [base, other];
      $base.set(base);
      mixBase();
    },
    /** Changes one field and clears the messages of a part such as `name` or `max`, by default of all parts. */
    editField: (
      key: string,
      change: (values: CollectionValues, key: string) => CollectionValues,
      part?: string,
    ): void => {
      const before = fieldByKey($values.get(), key);
      form.edit((values) => change(values, key));
      if (fieldByKey($values.get(), key) === before) return;
      const path = fieldErrorPath($sent.get(), key);
      if (path) form.clearErrors(part ? `${path}.${part}` : path);
    },
    /** Fetches the code that parses index statements; throws an Error with a message for users. */
    loadTools: async (): Promise<IndexTools> => {
      const tools = $tools.get() ?? (await loadIndexTools().catch(failToLoad));
      $tools.set(tools);
      return tools;
    },
    /** Shows the messages about the sent values; an empty object clears all messages. */
    takeErrors: (sent: CollectionValues, problems: readonly Problem[]): void =>
      batch(() => {
        $sent.set(sent);
        form.setErrors(gatherListErrors(sent, fieldErrors(problems)));
      }),
  };
}

export type CollectionForm = ReturnType<typeof createCollectionForm>;

const FORMAT = { write: storedCollection, read: readCollection, readDraft, firstParts };

/** The drafts of an editor. If a restored one conflicts with changes by others, `$saved` becomes its base. */
export function createEditorDrafts(form: CollectionForm, $saved: WritableAtom<Collection | undefined>) {
  let firstBase: Collection | undefined;
  const baseOf = (saved: Collection | undefined) =>
    saved ? valuesOf(saved) : newCollectionValues('base', firstParts('base'));
  const rebase = (draft: CollectionDraft) => rebaseDraft(draft, $saved.get(), form.$tools.get());
  const drafts = createDraftStorage<CollectionDraft>({
    typed: () => {
      if (!form.$isDirty.get()) return undefined;
      const saved = $saved.get();
      // A part that was put back has another base while it is not known which one is stored.
      const base = saved && collectionOf(saved, form.$base.get(), form.$tools.get());
      return { values: form.$values.get(), base, firstBase };
    },
    parse: (text) => {
      const draft = parseDraft(text, $saved.get(), FORMAT);
      const isChange = draft && isDirty(rebase(draft).values, form.$values.get(), form.$tools.get());
      return isChange ? draft : undefined;
    },
    format: (draft) => formatDraft(draft, FORMAT),
    merge: (offered, typed) => {
      const { base, firstBase, values } = rebase(offered);
      return { base, firstBase, values: mergeValues(baseOf(typed.base), typed.values, values) };
    },
    restore: (offered) => {
      const draft = rebase(offered);
      const saved = $saved.get();
      const isMerged = draft.base === saved;
      const typed = form.$values.get();
      // An untouched copy holds no edits, so the draft replaces it.
      const isTyped = form.$isDirty.get();
      const [mine, theirs] = isMerged ? [draft.values, typed] : [typed, draft.values];
      firstBase = draft.firstBase;
      const base = isMerged ? form.$base.get() : baseOf(draft.base);
      const values = isTyped ? mergeValues(form.$base.get(), mine, theirs) : draft.values;
      $saved.set(draft.base);
      form.reset(base, values);
      if (isMerged) return;
      // Of the parts that the draft has changed, others have stored another state than its base.
      const stored = baseOf(saved);
      const rest = mergeValues(values, base, stored, form.$tools.get());
      form.doubtBase(mergeValues(rest, stored, base, form.$tools.get()));
    },
  });
  return {
    ...drafts,
    /** Looks for a draft of the edited collection; deletes one that can't be parsed or does not differ from the form. */
    open: (): void => {
      firstBase = $saved.get();
      drafts.openLoaded(...draftKeys($saved.get()?.id));
    },
    /** The collection as it was when the edits began; others may have saved it since. */
    firstBase: () => firstBase,
  };
}

export type EditorDrafts = ReturnType<typeof createEditorDrafts>;
