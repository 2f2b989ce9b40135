import type { ReadableAtom, WritableAtom } from 'nanostores';
import type { Collection, CollectionType, FieldType } from '#domain/collections/collection.ts';
import type { EditorTab } from '#domain/collections/editor/errors.ts';
import type { RuleName } from '#domain/collections/editor/rules.ts';
import type { Draft } from '#domain/collections/editor/values.ts';
import type { EditorKeeper } from './drafts.ts';
import type { DraftStore } from './form.ts';
import type { Freshness } from './opening.ts';
import type { Review } from './review.ts';
import type { Saving } from './save.ts';

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
  /** The collection as it is stored; undefined while it is new. */
  readonly $saved: ReadableAtom<Collection | undefined>;
  /** The tab on screen (CE-05). */
  readonly $tab: WritableAtom<EditorTab>;
  /** Key of the field whose options are open; opening one closes the others (FD-05). */
  readonly $openField: WritableAtom<string | undefined>;
  /** Key of a field that has just been added, whose name takes the focus (FD-02). */
  readonly $newField: WritableAtom<string | undefined>;
  readonly $canSave: ReadableAtom<boolean>;
  readonly $isBusy: ReadableAtom<boolean>;
  /** What is known of the collection as it is stored; always 'ready' for a new one. */
  readonly $freshness: ReadableAtom<Freshness>;
  /** Reads it once more after that failed. */
  readonly loadStored: () => Promise<void>;
  /** Call before a part is edited by its position: what is stored is brought in by saving only, from then on. */
  readonly holdStill: () => void;
  /** What waits to be confirmed (CE-14). */
  readonly $review: ReadableAtom<Review | undefined>;
  /** Edits that were never saved, offered until they are restored or discarded. */
  readonly $offeredDraft: EditorKeeper['$draft'];
  /** True while edits can't be kept for later: local storage is full or blocked. */
  readonly $isDraftFull: EditorKeeper['$isFull'];
  readonly setType: (type: CollectionType) => void;
  readonly addField: (type: FieldType) => void;
  readonly duplicateField: (key: string) => void;
  /** Locks a rule, or unlocks it with the text it had before (RU-04). */
  readonly toggleRule: (name: RuleName) => void;
  /**
   * Reads what is stored and merges it with what was typed, then saves, or asks first where that or the changes
   * want it (CE-12 to CE-14); true when it was saved. The panel closes then, unless more was typed in the
   * meantime.
   */
  readonly save: () => Promise<boolean>;
  /** Chooses which side of a conflict stays. */
  readonly choose: Saving['choose'];
  /** Saves what was confirmed, once every conflict is decided; asks again when others have saved since. */
  readonly confirmReview: () => Promise<boolean>;
  readonly cancelReview: () => void;
  /** Gives up a call without an answer; the panel stays as it is. */
  readonly stopWaiting: () => void;
  readonly restoreDraft: () => void;
  readonly discardDraft: () => void;
  /**
   * Asks about unsaved changes when there are any, then closes; false when it stays (CE-17). What is given up
   * is dropped from the draft as well.
   */
  readonly close: () => Promise<boolean>;
  /** Closes without asking: what was typed stays in the draft. */
  readonly dispose: () => void;
  /** Opens an unsaved copy instead (CE-19). */
  readonly duplicate: () => Promise<void>;
  /** Asks, then deletes the collection (CE-20). */
  readonly remove: () => Promise<void>;
}
