import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { type CallOptions, toApiError } from '#api/client.ts';
import { getCollection } from '#api/collections/collection.ts';
import { getSound } from '#api/collections/memory.ts';
import { saveCollection } from '#api/collections/save.ts';
import { abortable } from '#domain/app/abortable.ts';
import { type Collection, listedFields } from '#domain/backend/collection.ts';
import type { Problem } from '#domain/backend/problem.ts';
import { isDirty, isSameCollection } from '#domain/collections/compare.ts';
import { toCollection } from '#domain/collections/editor/body.ts';
import { keyedValues, type Merge, mergeValues } from '#domain/collections/editor/merge.ts';
import type { CollectionValues } from '#domain/collections/editor/values.ts';
import { WrongMemory } from '#domain/collections/wrong-memory.ts';
import type { IndexTools } from '#domain/model/index-sql/load-tools.ts';
import type { Choices, Side } from '#domain/model/parts.ts';
import { isSameStructure } from '#domain/model/same-structure.ts';
import { visit } from '#stores/app/line.ts';
import { createEditSession, type Sent } from '#stores/factories/create-edit-session.ts';
import { Declined, type FormCall, MAY_BE_SAVED } from '#stores/factories/create-form.ts';
import { $collectionList, loadCollections } from '../list.ts';
import type { CollectionForm, EditorDrafts } from './form.ts';
import {
  countChoices,
  type Edited,
  isDecided,
  type ReplacedChoice,
  type Review,
  replacedChoices,
  reviewOf,
} from './review.ts';

const isCreatedFrom = (stored: Collection, sent: CollectionValues): boolean => {
  const names = sent.fields.filter(({ toDelete }) => !toDelete).map(({ name }) => name);
  const made = listedFields(stored).map(({ name }) => name);
  return stored.type === sent.type && (sent.type === 'view' || names.join() === made.join());
};

/** Finds what a creation without a response made: its name is in use. `known` ids are older. Throws ApiError. */
async function findCreated(sent: CollectionValues, known: ReadonlySet<string>, options: CallOptions) {
  try {
    const stored = await getCollection(sent.name, options);
    return !known.has(stored.id) && isCreatedFrom(stored, sent) ? stored : undefined;
  } catch (thrown) {
    if (toApiError(thrown).status !== 404) throw thrown;
    return undefined;
  }
}

/** Whether a save sends the list of OAuth2 providers. */
const sendsProviders = (values: CollectionValues, stored: Collection): boolean =>
  !isSameStructure(values.options['providers'], stored.auth?.own?.providers);

export interface SavingOptions {
  readonly form: CollectionForm;
  readonly $saved: WritableAtom<Collection | undefined>;
  readonly $canSave: ReadableAtom<boolean>;
  readonly drafts: EditorDrafts;
  /** Whether the values may be sent; shows messages if not. */
  readonly isSendable: (values: CollectionValues) => boolean;
  readonly showErrors: (sent: CollectionValues, problems: readonly Problem[]) => void;
  readonly onSaved: (sent: CollectionValues, result: Collection, isNew: boolean) => void;
  readonly onRead: () => void;
  /** What the backend has in memory is not what it has stored: nothing was sent. */
  readonly onWrongMemory: () => void;
  readonly onDeleted: () => void;
  /** Called after the save of a review with choices that are replaced in the records. */
  readonly onReplace: (collection: Collection, replaced: readonly ReplacedChoice[]) => void;
}

/** The collection as it is stored now, and the code that parses its indexes. */
interface Stored {
  readonly collection: Collection;
  readonly tools: IndexTools;
}

/** The reviews of an editor: what others changed, what is lost, and what the user has decided. */
function createReviews(form: CollectionForm, $saved: WritableAtom<Collection | undefined>) {
  const $review = atom<Review | undefined>(undefined);
  /** What the review is about. */
  let reviewing: Edited | undefined;
  /** The review that the user has confirmed, and of what, during the save that follows. */
  let agreed: { readonly stored: Collection; readonly review: Review } | undefined;
  /** What the user has chosen for removed choices; see `Review`. */
  const replacements = new Map<string, string>();
  /** What the next successful save replaces in the records, also if it is found to be saved later. */
  let replaced: readonly ReplacedChoice[] = [];

  /** Shows the merged values and makes the stored ones the base. */
  function showMerged({ values }: Merge, { stored, versions }: Edited) {
    $saved.set(stored);
    form.reset(versions.theirs, values);
  }

  function show(edited: Edited, merge: Merge, review: Review) {
    const { base, mine, theirs } = edited.versions;
    const isMerged = review.conflicts.length === 0;
    // Without conflicts the form shows the merge already, so that it remains after a cancel.
    if (isMerged) showMerged(merge, edited);
    const versions = isMerged ? { base: theirs, mine: merge.values, theirs } : { base, mine, theirs };
    reviewing = { ...edited, versions };
    $review.set(review);
  }

  return {
    $review,
    show,
    showMerged,
    /** The review that the user has confirmed of the collection as it is stored. */
    agreedFor: (stored: Collection): Review | undefined =>
      agreed && isSameCollection(agreed.stored, stored) ? agreed.review : undefined,
    /** Chooses the side of a conflict and updates the review. */
    choose: (conflictId: string, side: Side): void => {
      const review = $review.get();
      if (!reviewing || !review) return;
      const choices = new Map(review.choices).set(conflictId, side);
      const { review: next } = reviewOf(reviewing, choices);
      if (next) $review.set({ ...next, counts: review.counts });
    },
    /** Chooses what the records with a removed choice get in its place; '' for nothing. */
    replaceChoice: (key: string, to: string): void => {
      const review = $review.get();
      if (!review) return;
      replacements.set(key, to);
      $review.set({ ...review, replacements: new Map(review.replacements).set(key, to) });
    },
    /** Closes the review as confirmed for the save that follows; false when there is none, or it is not decided. */
    confirm: (): boolean => {
      const review = $review.get();
      if (!reviewing || !review || !isDecided(review)) return false;
      const { stored } = reviewing;
      agreed = { stored, review };
      replaced = replacedChoices(stored, review);
      $review.set(undefined);
      return true;
    },
    end: (): void => {
      agreed = undefined;
    },
    replaced: {
      chosen: replacements,
      take: (): readonly ReplacedChoice[] => {
        const taken = replaced;
        replaced = [];
        replacements.clear();
        return taken;
      },
      forget: (): void => {
        replaced = [];
      },
    },
  };
}

/** Reads what was typed, together with what is stored `now`. */
function createReading(
  { form, drafts }: SavingOptions,
  opened: Collection,
  { collection: stored, tools }: Stored,
  unconfirmed: CollectionValues | undefined,
  kept: Pick<Edited, 'lost' | 'replacements'>,
): () => Edited {
  const before = keyedValues(opened, form.$base.get());
  const found = keyedValues(stored, before);
  const isSent = unconfirmed && !isDirty(mergeValues(before, unconfirmed, found, tools), found, tools);
  return () => {
    const mine = form.$values.get();
    // What was changed again after a save whose response was lost is compared with what that save has stored.
    const base = isSent ? mergeValues(mine, unconfirmed, before, tools) : form.$base.get();
    return {
      versions: { base, mine, theirs: keyedValues(stored, base) },
      firstBase: drafts.firstBase() ?? opened,
      collections: $collectionList.get(),
      ...kept,
      stored,
      tools,
    };
  };
}

/** Merges what was read; `review` is what the user has to confirm of it, unless that is what `same` says. */
async function reviewed(read: () => Edited, same: Review | undefined, id: string, signal: AbortSignal) {
  const choices: Choices = same?.choices ?? new Map();
  const edited = read();
  const { merge, review } = reviewOf(edited, choices);
  const isAgreed = same && review && isDecided(review) && isSameStructure(same.changes, review.changes);
  if (!review || isAgreed) return { edited, merge };
  if (review.elsewhere.length > 0) void loadCollections();
  const counts = await countChoices(id, review.changes, { signal });
  signal.throwIfAborted();
  // The user may have typed more while the records were counted.
  const again = read();
  const now = reviewOf(again, choices);
  return { edited: again, merge: now.merge, review: now.review && { ...now.review, counts } };
}

/** Creates the saving part of an editor: reads the stored collection, merges, asks and sends. */
export function createCollectionSave(options: SavingOptions) {
  const { form, $saved, drafts, isSendable, showErrors } = options;
  const { show, showMerged, agreedFor, confirm, end, replaced, ...reviews } = createReviews(form, $saved);
  /** The collections when a new one was sent. */
  let known: ReadonlySet<string> = new Set();
  /** What messages of the backend are about; undefined before it is sent. */
  let sentValues: CollectionValues | undefined;
  /** What was sent without a response since the last save that got one. */
  const lost: CollectionValues[] = [];

  const session = createEditSession<CollectionValues, Stored, Collection>({
    read: async ({ signal }) => {
      const saved = $saved.get();
      if (!saved) return undefined;
      const [collection, tools] = await Promise.all([
        getSound(saved.id, { signal }),
        abortable(form.loadTools(), signal),
      ]);
      options.onRead();
      return { collection, tools };
    },
    settle,
    findCreated: (sent, { signal }) => findCreated(sent, known, { signal }),
    send: async (values, stored, { signal, sending }) => {
      // Where secrets stay depends on the version, which may be another one since the page was loaded.
      if (stored && sendsProviders(values, stored.collection)) await abortable(visit(signal), signal);
      // The user may have typed more during the comparison with the stored collection.
      if (!isSendable(values)) throw new Declined();
      const collection = toCollection(values, await abortable(form.loadTools(), signal));
      sentValues = values;
      if (stored) form.doubtBase(values);
      known = new Set($collectionList.get().map(({ id }) => id));
      sending(MAY_BE_SAVED);
      return saveCollection(collection, { signal });
    },
  });

  /** Goes on only if the merge needs no confirmation or the same changes are confirmed; else shows the review. */
  async function settle(
    now: Stored | undefined,
    typed: CollectionValues,
    unconfirmed: CollectionValues | undefined,
    { signal }: FormCall,
  ): Promise<CollectionValues> {
    if (!now) return typed;
    const opened = $saved.get() ?? now.collection;
    const same = agreedFor(now.collection);
    const kept = { lost, replacements: replaced.chosen };
    const read = createReading(options, opened, now, unconfirmed, kept);
    const { edited, merge, review } = await reviewed(read, same, opened.id, signal);
    if (review) {
      show(edited, merge, review);
      throw new Declined();
    }
    showMerged(merge, edited);
    return form.$values.get();
  }

  async function run(): Promise<boolean> {
    let isDeleted = false;
    let sent: Sent<CollectionValues, Collection> | undefined;
    sentValues = undefined;
    await form.run(
      async (call) => {
        sent = await session.save(form.$values.get(), call);
      },
      (thrown) => {
        isDeleted = $saved.get() !== undefined && toApiError(thrown).status === 404;
        if (isDeleted) return;
        if (thrown instanceof WrongMemory) options.onWrongMemory();
        if (sentValues && session.unconfirmed()) lost.push(sentValues);
        else if (sentValues) form.doubtBase(undefined);
        const { problems } = form.report(thrown);
        if (sentValues) showErrors(sentValues, problems);
      },
    );
    if (isDeleted) options.onDeleted();
    if (!sent) {
      // What was confirmed for a save that was refused is nothing that a later one may do.
      if (!session.unconfirmed()) replaced.forget();
      return false;
    }
    lost.length = 0;
    options.onSaved(sent.values, sent.result, sent.isNew);
    const choices = replaced.take();
    if (choices.length) options.onReplace(sent.result, choices);
    // What was typed since the save that got no response.
    return sent.isFound && form.$isDirty.get() ? run() : true;
  }

  return {
    ...reviews,
    /** Merges the edits with the stored collection and saves, or shows a review first; true when it was saved. */
    save: async (): Promise<boolean> => {
      if (!options.$canSave.get()) return false;
      drafts.flush();
      return isSendable(form.$values.get()) && run();
    },
    /** Saves the confirmed changes; shows another review if others have saved different changes since. */
    confirmReview: async (): Promise<boolean> => {
      if (!$saved.get() || !confirm()) return false;
      const isSaved = await run();
      end();
      return isSaved;
    },
  };
}
