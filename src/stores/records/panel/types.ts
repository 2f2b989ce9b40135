import type { ReadableAtom } from 'nanostores';
import type { Load } from '#domain/app/load.ts';
import type { Collection } from '#domain/collections/collection.ts';
import type { FieldProblems } from '#domain/records/panel/check.ts';
import type { FormValue, FormValues } from '#domain/records/panel/values.ts';
import type { RecordData } from '#domain/records/record.ts';
import type { ExternalAuths } from './auths.ts';
import type { RecordDraftKeeper } from './drafts.ts';
import type { RecordForm } from './form.ts';
import type { Saver } from './save.ts';

/** What the owner of a panel wants to hear. */
export interface PanelEvents {
  /** The panel is gone. */
  readonly onClose?: () => void;
  /** The record was created or updated; `isKept` tells whether the panel stays open. */
  readonly onSaved?: (record: RecordData, isNew: boolean, isKept: boolean) => void;
  readonly onRemoved?: (id: string) => void;
  /** An unsaved copy with these values is to be opened in place of this panel. */
  readonly onDuplicate?: (values: FormValues) => void;
}

export interface PanelOptions extends PanelEvents {
  readonly collection: Collection;
  /** The record to edit; undefined for a new one. */
  readonly recordId?: string | undefined;
  /** Values of a new record that are given, which count as changes. */
  readonly initial?: FormValues;
}

export interface SaveOptions {
  readonly keepOpen?: boolean;
  /** What the screen found wrong by field name: nothing is sent then. */
  readonly problems?: FieldProblems;
}

/** What is lost with the panel although drafts are kept: a save under way, or changes that no draft holds. */
export type PanelRisk = 'saving' | 'unkept';

/** A panel that creates or edits one record. Every action reports its own errors. */
export interface RecordPanel {
  /** Different for every panel of the page, fit for a key. */
  readonly id: number;
  /** The collection as it is stored, as far as this page knows: it may be changed while the panel is open. */
  readonly $collection: RecordForm['$collection'];
  /** Id of the record, undefined while it is new. */
  readonly $recordId: ReadableAtom<string | undefined>;
  /** The record as it is stored; ready without a value while it is new (RP-02). */
  readonly $record: ReadableAtom<Load<RecordData | undefined>>;
  readonly $fields: RecordForm['$fields'];
  readonly $base: RecordForm['$base'];
  readonly $values: RecordForm['$values'];
  readonly $gone: RecordForm['$gone'];
  readonly $errors: RecordForm['$errors'];
  readonly $isDirty: RecordForm['$isDirty'];
  /** Whether 'Change password' is ticked; always true for a new auth record (RF-19). */
  readonly $changePassword: ReadableAtom<boolean>;
  /** RP-03. */
  readonly $canSave: ReadableAtom<boolean>;
  readonly $saving: Saver['$saving'];
  /** What leaving the page would lose; undefined when nothing. */
  readonly $risk: ReadableAtom<PanelRisk | undefined>;
  readonly $conflicts: Saver['$conflicts'];
  readonly $draft: RecordDraftKeeper['$draft'];
  /** True while edits can't be kept for later: local storage is full or blocked. */
  readonly $isDraftFull: RecordDraftKeeper['$isFull'];
  /** The providers of an auth record (RP-17, RP-18). */
  readonly auths: ExternalAuths;
  /** Gives up what was typed in a field that is gone. */
  readonly dropGone: RecordForm['dropGone'];
  readonly set: (name: string, value: FormValue) => void;
  /** Ticks 'Change password' or clears both fields (RF-19). */
  readonly setChangePassword: (on: boolean) => void;
  /**
   * Saves if {@link $canSave}, and closes unless told otherwise (RP-06 to RP-08, RP-20); true when it went
   * through. On false the errors or conflicts are in their stores. A panel with something that was not stored as it
   * was typed stays open.
   */
  readonly save: (options?: SaveOptions) => Promise<boolean>;
  readonly cancelSave: () => void;
  /** Decides the conflicts, mine where no side is chosen, and goes on saving. */
  readonly settle: (...args: Parameters<Saver['settle']>) => Promise<boolean>;
  readonly cancelConflicts: () => void;
  readonly restoreDraft: () => void;
  readonly discardDraft: () => void;
  /** Asks about unsaved changes when there are any; true when the panel may close (RP-05). */
  readonly mayClose: () => Promise<boolean>;
  /** Asks if need be, then closes; false when it stays. */
  readonly close: () => Promise<boolean>;
  /** Closes without asking: what is typed stays in the draft unless {@link mayClose} dropped it. */
  readonly dispose: () => void;
  /** Opens an unsaved copy instead (RP-12). */
  readonly duplicate: () => Promise<void>;
  /** Asks, then deletes the record (RP-13). */
  readonly remove: () => Promise<void>;
  readonly sendVerification: () => Promise<void>;
  readonly sendPasswordReset: () => Promise<void>;
  /** Flips 'verified' in the form, after a question for an existing record (RP-19). */
  readonly toggleVerified: () => Promise<void>;
}
