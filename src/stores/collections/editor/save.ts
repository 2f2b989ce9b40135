import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { createCollection, getCollection, updateCollection } from '#api/collections/collections.ts';
import { abortable } from '#domain/app/abortable.ts';
import type { Collection } from '#domain/collections/collection.ts';
import { requestBody } from '#domain/collections/editor/body.ts';
import type { Merge } from '#domain/collections/editor/merge.ts';
import type { Choices, Side } from '#domain/collections/editor/part-merger.ts';
import { isSameCollection, isSameStructure } from '#domain/collections/editor/same-structure.ts';
import { type CollectionValues, valuesOf } from '#domain/collections/editor/values.ts';
import { type FormCall, MAY_BE_SAVED } from '#stores/factories/create-form.ts';
import { $collectionList, loadCollections } from '../list.ts';
import { countChoices } from './count-choices.ts';
import type { EditorDrafts } from './drafts.ts';
import type { CollectionForm } from './form.ts';
import { createLostCreate, type FoundCollection } from './lost-create.ts';
import { type Edited, isDecided, type Review, reviewOf } from './review.ts';

/** The parts of the editor that saving uses. */
export interface SavingOptions {
  readonly form: CollectionForm;
  readonly $saved: WritableAtom<Collection | undefined>;
  readonly $canSave: ReadableAtom<boolean>;
  readonly drafts: EditorDrafts;
  /** Whether the values may be sent; shows messages if not. */
  readonly isSendable: (values: CollectionValues) => boolean;
  readonly showErrors: (sent: CollectionValues, data: unknown) => void;
  readonly onSaved: (sent: CollectionValues, result: Collection, isNew: boolean) => void;
  /** Called when the stored collection was read. */
  readonly onRead: () => void;
  /** Called when the collection was deleted elsewhere. */
  readonly onDeleted: () => void;
}

/** A review that waits for the user, and the state of the collection that it is about. */
interface Pending {
  readonly edited: Edited;
  readonly review: Review;
}

/** The values of the stored collection, with the field keys of the editor. */
function storedValues(stored: Collection, { fields }: CollectionValues): CollectionValues {
  const keys = new Map(fields.filter(({ id }) => id !== '').map(({ id, key }) => [id, key]));
  return valuesOf(stored, ({ id }) => keys.get(id) ?? id);
}

/** Creates the saving part of an editor: reads the stored collection, merges, asks and sends (CE-12 to CE-16). */
export function createSaving(options: SavingOptions) {
  const { form, $saved, drafts, isSendable, showErrors } = options;
  const $review = atom<Review | undefined>(undefined);
  const lostCreate = createLostCreate();
  let pending: Pending | undefined;

  /** Runs a call about a collection that may have been deleted; `sent` are the values that errors are about. */
  async function run(action: (call: FormCall) => Promise<void>, sent?: CollectionValues) {
    let isDeleted = false;
    const isDone = await form.run(action, (thrown) => {
      isDeleted = $saved.get() !== undefined && toApiError(thrown).status === 404;
      if (isDeleted) return;
      const { body } = form.report(thrown);
      if (sent) showErrors(sent, body.data);
    });
    if (isDeleted) options.onDeleted();
    return isDone;
  }

  /**
   * Continues with the collection of the last try if it is stored although no response came. False when that can't be
   * found out.
   */
  async function findLost(): Promise<boolean> {
    let found: FoundCollection | undefined;
    const isDone = await run(async ({ signal }) => {
      found = await lostCreate.find({ signal });
    });
    if (isDone && found) options.onSaved(found.sent, found.stored, true);
    return isDone;
  }

  async function send(): Promise<boolean> {
    const values = form.$values.get();
    // The user may have typed more during the comparison with the stored collection.
    if (!isSendable(values)) return false;
    const saved = $saved.get();
    let result: Collection | undefined;
    const isSent = await run(async ({ signal, sending }) => {
      const body = requestBody(values, await abortable(form.loadTools(), signal));
      sending(MAY_BE_SAVED);
      result = saved
        ? await updateCollection(saved.id, body, { signal })
        : await createCollection(body, { signal }).catch((thrown) => {
            lostCreate.failed(thrown, values, $collectionList.get());
            throw thrown;
          });
    }, values);
    if (!isSent || !result) return false;
    options.onSaved(values, result, !saved);
    return true;
  }

  /** Shows the merged values and makes the stored ones the base. */
  function showMerged({ values }: Merge, { stored, versions }: Edited) {
    $saved.set(stored);
    form.reset(versions.theirs, values);
  }

  /**
   * Reads the stored collection and merges; true when the result may be sent, because it needs no confirmation or the
   * user has confirmed the same changes in `agreed`.
   */
  async function prepare(saved: Collection, agreed?: Pending): Promise<boolean> {
    let isReady = false;
    const isDone = await run(async ({ signal }) => {
      const [stored, tools] = await Promise.all([
        getCollection(saved.id, { signal }),
        abortable(form.loadTools(), signal),
      ]);
      options.onRead();
      const isKnown = agreed && isSameCollection(agreed.edited.stored, stored);
      const choices: Choices = isKnown ? agreed.review.choices : new Map();
      const read = (): Edited => {
        const base = form.$base.get();
        return {
          versions: { base, mine: form.$values.get(), theirs: storedValues(stored, base) },
          firstBase: drafts.firstBase() ?? saved,
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
        // The user may have typed more while the records were counted.
        edited = read();
        ({ merge, review } = reviewOf(edited, choices));
        if (review) return showReview(edited, merge, { ...review, counts });
      }
      showMerged(merge, edited);
      isReady = true;
    });
    return isDone && isReady;
  }

  function showReview(edited: Edited, merge: Merge, review: Review) {
    const { base, mine, theirs } = edited.versions;
    const isMerged = review.conflicts.length === 0;
    // Without conflicts the form shows the merge already, so that it remains after a cancel.
    if (isMerged) showMerged(merge, edited);
    const versions = isMerged ? { base: theirs, mine: merge.values, theirs } : { base, mine, theirs };
    pending = { edited: { ...edited, versions }, review };
    $review.set(review);
  }

  return {
    /** The review that waits for a confirmation (CE-14). */
    $review,
    /**
     * Merges the edits with the stored collection, then saves them, or shows a review first if one is needed (CE-12 to
     * CE-14); true when the collection was saved.
     */
    save: async (): Promise<boolean> => {
      if (!options.$canSave.get()) return false;
      drafts.flush();
      if (!isSendable(form.$values.get())) return false;
      if (!$saved.get()) {
        if (!(await findLost())) return false;
        if ($saved.get() && !form.$isDirty.get()) return true;
      }
      const saved = $saved.get();
      if (saved && !(await prepare(saved))) return false;
      return send();
    },
    /** Chooses the side of a conflict and updates the review. */
    choose: (conflictId: string, side: Side): void => {
      if (!pending || !$review.get()) return;
      const { edited, review } = pending;
      const choices = new Map(review.choices).set(conflictId, side);
      const { review: next } = reviewOf(edited, choices);
      if (!next) return;
      pending = { edited, review: { ...next, counts: review.counts } };
      $review.set(pending.review);
    },
    /** Saves the confirmed changes; shows another review if others have saved different changes since. */
    confirmReview: async (): Promise<boolean> => {
      const agreed = pending;
      const saved = $saved.get();
      if (!saved || !agreed || !$review.get() || !isDecided(agreed.review)) return false;
      $review.set(undefined);
      return (await prepare(saved, agreed)) && send();
    },
  };
}
