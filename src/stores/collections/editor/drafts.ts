import type { WritableAtom } from 'nanostores';
import type { Collection } from '#domain/collections/collection.ts';
import { collectionOf, isDirty } from '#domain/collections/editor/body.ts';
import {
  type CollectionDraft,
  draftKeys,
  formatDraft,
  parseDraft,
  rebaseDraft,
} from '#domain/collections/editor/draft.ts';
import { mergeValues } from '#domain/collections/editor/merge.ts';
import { newCollectionValues, valuesOf } from '#domain/collections/editor/values.ts';
import { createDraftStorage, type DraftStorage } from '#stores/factories/create-draft-storage.ts';
import type { CollectionForm } from './form.ts';

/** Keeps unsaved edits of a collection. */
export interface EditorDrafts extends Omit<DraftStorage<CollectionDraft>, 'open' | 'openLoaded'> {
  /** Looks for a draft of the edited collection; deletes one that can't be parsed or does not differ from the form. */
  readonly open: () => void;
  /** The collection as it was when the edits began; others may have saved it since. */
  readonly firstBase: () => Collection | undefined;
}

/**
 * Creates the drafts of one editor. A collection contains no secrets, so drafts contain all edits. If a restored draft
 * conflicts with changes by others, `$saved` becomes the base of the draft.
 */
export function createEditorDrafts(
  form: CollectionForm,
  $saved: WritableAtom<Collection | undefined>,
): EditorDrafts {
  let firstBase: Collection | undefined;
  const baseOf = (saved: Collection | undefined) => (saved ? valuesOf(saved) : newCollectionValues());
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
      const draft = parseDraft(text, $saved.get());
      return draft && isDirty(rebase(draft).values, form.$values.get(), form.$tools.get())
        ? draft
        : undefined;
    },
    format: formatDraft,
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
    open: () => {
      firstBase = $saved.get();
      drafts.openLoaded(...draftKeys($saved.get()?.id));
    },
    firstBase: () => firstBase,
  };
}
