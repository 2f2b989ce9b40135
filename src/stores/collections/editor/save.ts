import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { createCollection, getCollection, updateCollection } from '#api/collections/collections.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { requestBody } from '#domain/collections/editor/body.ts';
import type { Merge } from '#domain/collections/editor/merge.ts';
import type { Choices, Side } from '#domain/collections/editor/merging.ts';
import { isSameCollection, isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { type Draft, draftOf } from '#domain/collections/editor/values.ts';
import { $collectionList, loadCollections } from '../list.ts';
import { countChoices } from './count-choices.ts';
import type { EditorKeeper } from './drafts.ts';
import type { DraftStore } from './form.ts';
import { type Edited, isDecided, type Review, reviewOf } from './review.ts';
import type { Call, Runner } from './runner.ts';

/** The saving half of an editor. */
export interface Saving {
  /** What waits to be confirmed (CE-14). */
  readonly $review: WritableAtom<Review | undefined>;
  /** Brings in what is stored, asks where that or the changes want it, then sends; true when it was saved. */
  readonly save: () => Promise<boolean>;
  /** Chooses the side of a conflict; the review says what saving does then. */
  readonly choose: (conflictId: string, side: Side) => void;
  /** Saves what was confirmed; asks again when others have saved something else since. */
  readonly confirmReview: () => Promise<boolean>;
}

/** What saving needs of the editor. */
export interface SavingOptions {
  readonly store: DraftStore;
  readonly $saved: WritableAtom<Collection | undefined>;
  readonly $canSave: ReadableAtom<boolean>;
  readonly keeper: EditorKeeper;
  readonly run: Runner['run'];
  /** Whether the draft may be sent; else its messages are shown. */
  readonly isSendable: (draft: Draft) => boolean;
  readonly showErrors: (sent: Draft, data: unknown) => void;
  readonly onSaved: (sent: Draft, result: Collection, isNew: boolean) => void;
  /** What is stored was read. */
  readonly onRead: () => void;
  /** The collection was deleted elsewhere. */
  readonly onGone: () => void;
}

/** What was asked: the review and the state of the collection that it is about. */
interface Pending {
  readonly edited: Edited;
  readonly review: Review;
}

/** The collection as it is stored, its fields under the keys that they have in the editor. */
export function storedDraft(stored: Collection, { fields }: Draft): Draft {
  const keys = new Map(fields.filter(({ id }) => id !== '').map(({ id, key }) => [id, key]));
  return draftOf(stored, ({ id }) => keys.get(id) ?? id);
}

/** Makes the saving half of an editor: read what is stored, merge, ask, send (CE-12 to CE-16). */
export function createSaving(options: SavingOptions): Saving {
  const { store, $saved, keeper, run, isSendable, showErrors } = options;
  const $review = atom<Review | undefined>(undefined);
  let pending: Pending | undefined;

  /** Runs a call about the stored collection, which may be gone. */
  async function runStored(action: (call: Call) => Promise<void>, onError?: (data: unknown) => void) {
    let isGone = false;
    const isDone = await run(async (call) => {
      try {
        await action(call);
      } catch (thrown) {
        isGone = toApiError(thrown).status === 404;
        if (!isGone) throw thrown;
      }
    }, onError);
    if (isGone) options.onGone();
    return isDone && !isGone;
  }

  async function send(): Promise<boolean> {
    const draft = store.$draft.get();
    // More may have been typed while it was compared with what is stored.
    if (!isSendable(draft)) return false;
    const saved = $saved.get();
    let result: Collection | undefined;
    const isSent = await (saved ? runStored : run)(
      async ({ signal, sending }) => {
        const body = requestBody(draft, await store.loadTools());
        if (signal.aborted) return;
        sending('saved');
        result = saved
          ? await updateCollection(saved.id, body, { signal })
          : await createCollection(body, { signal });
      },
      (data) => showErrors(draft, data),
    );
    if (!isSent || !result) return false;
    options.onSaved(draft, result, !saved);
    return true;
  }

  /** Shows what would be sent, with what is stored brought in. */
  function take({ draft }: Merge, { stored, versions }: Edited) {
    $saved.set(stored);
    store.replace(draft, versions.theirs);
  }

  /** Reads what is stored and merges; true when it may be sent: nothing is to be asked, or it was `agreed` to. */
  async function prepare(saved: Collection, agreed?: Pending): Promise<boolean> {
    let isReady = false;
    const isDone = await runStored(async ({ signal }) => {
      const [stored, tools] = await Promise.all([getCollection(saved.id, { signal }), store.loadTools()]);
      if (signal.aborted) return;
      options.onRead();
      const isKnown = agreed && isSameCollection(agreed.edited.stored, stored);
      const choices: Choices = isKnown ? agreed.review.choices : new Map();
      const read = (): Edited => {
        const base = store.$original.get();
        return {
          versions: { base, mine: store.$draft.get(), theirs: storedDraft(stored, base) },
          begun: keeper.begun() ?? saved,
          stored,
          collections: $collectionList.get(),
          tools,
        };
      };
      let edited = read();
      let { merge, review } = reviewOf(edited, choices);
      const isAgreed =
        isKnown && review && isDecided(review) && isSameStructure(agreed.review.changes, review.changes);
      if (review && !isAgreed) {
        if (review.elsewhere.length > 0) void loadCollections();
        const counts = await countChoices(saved.id, review.changes, { signal });
        if (signal.aborted) return;
        // More may have been typed while the records were counted.
        edited = read();
        ({ merge, review } = reviewOf(edited, choices));
        if (review) return ask(edited, merge, { ...review, counts });
      }
      take(merge, edited);
      isReady = true;
    });
    return isDone && isReady;
  }

  function ask(edited: Edited, merge: Merge, review: Review) {
    const { base, mine, theirs } = edited.versions;
    const isMerged = review.conflicts.length === 0;
    // Without a conflict, who cancels goes on with what is stored now.
    if (isMerged) take(merge, edited);
    const versions = isMerged ? { base: theirs, mine: merge.draft, theirs } : { base, mine, theirs };
    pending = { edited: { ...edited, versions }, review };
    $review.set(review);
  }

  return {
    $review,
    save: async () => {
      if (!options.$canSave.get()) return false;
      keeper.flush();
      if (!isSendable(store.$draft.get())) return false;
      const saved = $saved.get();
      if (saved && !(await prepare(saved))) return false;
      return send();
    },
    choose: (conflictId, side) => {
      if (!pending || !$review.get()) return;
      const { edited, review } = pending;
      const choices = new Map(review.choices).set(conflictId, side);
      const { review: next } = reviewOf(edited, choices);
      if (!next) return;
      pending = { edited, review: { ...next, counts: review.counts } };
      $review.set(pending.review);
    },
    confirmReview: async () => {
      const agreed = pending;
      const saved = $saved.get();
      if (!saved || !agreed || !$review.get() || !isDecided(agreed.review)) return false;
      $review.set(undefined);
      return (await prepare(saved, agreed)) && send();
    },
  };
}
