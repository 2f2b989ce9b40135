import type { ReadableAtom } from 'nanostores';
import type { Collection } from '../../lib/domain/collection.ts';
import { draftOf, newDraft } from '../../lib/domain/schema/draft.ts';
import { isDirty } from '../../lib/domain/schema/draft-body.ts';
import {
  formatKeptDraft,
  type KeptDraft,
  keptDraftKeys,
  parseKeptDraft,
} from '../../lib/domain/schema/kept-draft.ts';
import { mergeDrafts } from '../../lib/domain/schema/merge-drafts.ts';
import { createDraftKeeper, type DraftKeeper } from '../draft-keeper.ts';
import type { DraftStore } from './draft-store.ts';

/** Keeps what is typed in the editor of a collection. */
export interface EditorKeeper extends Omit<DraftKeeper<KeptDraft>, 'open'> {
  /** Looks for a draft of the collection that is edited now; one that makes no sense is forgotten. */
  readonly open: () => void;
  /** Whether the draft on screen holds what others saved after it was begun. */
  readonly isMerged: () => boolean;
}

/** Makes the keeper of one editor. Nothing in a collection is secret, so all of the draft is kept. */
export function createEditorKeeper(
  store: DraftStore,
  $saved: ReadableAtom<Collection | undefined>,
): EditorKeeper {
  let isMerged = false;
  const baseOf = (saved: Collection | undefined) => (saved ? draftOf(saved) : newDraft());
  const keeper = createDraftKeeper<KeptDraft>({
    typed: () =>
      store.$isDirty.get() ? { draft: store.$draft.get(), base: $saved.get(), isMerged } : undefined,
    parse: (text) => {
      const kept = parseKeptDraft(text, $saved.get());
      return kept && isDirty(kept.draft, store.$draft.get(), store.$tools.get()) ? kept : undefined;
    },
    format: formatKeptDraft,
    merge: (offered, typed) => ({
      draft: mergeDrafts(baseOf(typed.base), typed.draft, offered.draft),
      base: typed.base,
      isMerged: offered.isMerged || typed.isMerged,
    }),
    restore: (kept) => {
      isMerged = kept.isMerged;
      // A copy that was only opened is no edit: the draft takes its place.
      const isTyped = store.$isDirty.get();
      store.replace(isTyped ? mergeDrafts(baseOf(kept.base), kept.draft, store.$draft.get()) : kept.draft);
    },
  });
  return {
    ...keeper,
    open: () => {
      isMerged = false;
      keeper.open(...keptDraftKeys($saved.get()?.id));
      if (!keeper.$draft.get()) keeper.drop();
    },
    isMerged: () => isMerged,
  };
}
