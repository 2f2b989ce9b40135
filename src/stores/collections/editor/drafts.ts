import type { WritableAtom } from 'nanostores';
import type { Collection } from '#domain/collections/collection.ts';
import { isDirty } from '#domain/collections/editor/body.ts';
import {
  formatKeptDraft,
  type KeptDraft,
  keptDraftKeys,
  parseKeptDraft,
  rebaseKeptDraft,
} from '#domain/collections/editor/draft.ts';
import { mergeDrafts } from '#domain/collections/editor/merge.ts';
import { draftOf, newDraft } from '#domain/collections/editor/values.ts';
import { createDraftKeeper, type DraftKeeper } from '#stores/factories/create-draft-keeper.ts';
import type { CollectionForm } from './form.ts';

/** Keeps what is typed in the editor of a collection. */
export interface EditorKeeper extends Omit<DraftKeeper<KeptDraft>, 'open'> {
  /** Looks for a draft of the collection that is edited now; one that makes no sense is forgotten. */
  readonly open: () => void;
  /** The collection as it was when it was first edited: others may have saved it since. */
  readonly begun: () => Collection | undefined;
}

/**
 * Makes the keeper of one editor. Nothing in a collection is secret, so all of the draft is kept. A restored
 * draft that others' changes are in conflict with is edited on the state that it was begun on (`$saved`).
 */
export function createEditorKeeper(
  form: CollectionForm,
  $saved: WritableAtom<Collection | undefined>,
): EditorKeeper {
  let begun: Collection | undefined;
  const baseOf = (saved: Collection | undefined) => (saved ? draftOf(saved) : newDraft());
  const rebase = (kept: KeptDraft) => rebaseKeptDraft(kept, $saved.get(), form.$tools.get());
  const keeper = createDraftKeeper<KeptDraft>({
    typed: () => (form.$isDirty.get() ? { draft: form.$values.get(), base: $saved.get(), begun } : undefined),
    parse: (text) => {
      const kept = parseKeptDraft(text, $saved.get());
      return kept && isDirty(rebase(kept).draft, form.$values.get(), form.$tools.get()) ? kept : undefined;
    },
    format: formatKeptDraft,
    merge: (offered, typed) => {
      const { base, begun, draft } = rebase(offered);
      return { base, begun, draft: mergeDrafts(baseOf(typed.base), typed.draft, draft) };
    },
    restore: (offered) => {
      const kept = rebase(offered);
      const typed = form.$values.get();
      // A copy that was only opened is no edit: the draft takes its place.
      const isTyped = form.$isDirty.get();
      const [mine, theirs] = kept.base === $saved.get() ? [kept.draft, typed] : [typed, kept.draft];
      begun = kept.begun;
      const original = kept.base === $saved.get() ? form.$base.get() : baseOf(kept.base);
      const draft = isTyped ? mergeDrafts(form.$base.get(), mine, theirs) : kept.draft;
      $saved.set(kept.base);
      form.reset(original, draft);
    },
  });
  return {
    ...keeper,
    open: () => {
      begun = $saved.get();
      keeper.open(...keptDraftKeys($saved.get()?.id));
      if (!keeper.$draft.get()) keeper.drop();
    },
    begun: () => begun,
  };
}
