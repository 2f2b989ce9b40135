import { atom, type ReadableAtom } from 'nanostores';
import { CLOSE_QUESTION, confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { addToast } from '#stores/app/toasts.ts';
import type { DraftStorage } from './create-draft-storage.ts';
import type { FormCall } from './create-form.ts';

/** What an edit panel needs of its form. */
interface PanelForm {
  readonly $isBusy: ReadableAtom<boolean>;
  /** Whether closing would lose something. */
  readonly $isDirty: ReadableAtom<boolean>;
  readonly run: (action: (call: FormCall) => Promise<void>) => Promise<boolean>;
}

export interface EditPanelOptions<Draft> {
  readonly form: PanelForm;
  readonly drafts: Omit<DraftStorage<Draft>, 'open'>;
  /** Ends what the panel began. */
  readonly stop: () => void;
  /** Called when the panel was closed. */
  readonly onClose?: (() => void) | undefined;
}

/** A removal: its question, its request and its messages. */
export interface Removal {
  readonly question: string;
  readonly request: (signal: AbortSignal) => Promise<void>;
  /** Shown when the user stops waiting for the answer. */
  readonly warning: string;
  readonly message: string;
  /** Called once the panel was closed. */
  readonly onRemoved: () => void;
}

let lastId = 0;

/**
 * Makes the part that all edit panels share: it asks before edits are lost, offers the draft of an earlier visit, is
 * replaced by an unsaved copy, and removes what it edits.
 */
export function createEditPanel<Draft>({ form, drafts, stop, onClose }: EditPanelOptions<Draft>) {
  lastId += 1;
  let isClosed = false;

  const dispose = () => {
    if (isClosed) return;
    isClosed = true;
    stop();
    drafts.stop();
    onClose?.();
  };

  /** Asks before edits are discarded; false while a call is under way. */
  const mayLose = async (question: string): Promise<boolean> => {
    if (form.$isBusy.get()) return false;
    if (!form.$isDirty.get()) return true;
    if (!(await confirm(question))) return false;
    drafts.clearEdits();
    return true;
  };

  const mayClose = () => mayLose(CLOSE_QUESTION);

  return {
    /** Unique among the panels of the page; usable as a React key. */
    id: lastId,
    /** Edits that were never saved, offered until they are restored or discarded. */
    $offeredDraft: drafts.$draft,
    /** True while edits can't be kept for later: local storage is full or blocked. */
    $isDraftFull: drafts.$isFull,
    restoreDraft: drafts.restore,
    discardDraft: drafts.discard,
    isClosed: (): boolean => isClosed,
    /** Asks about unsaved changes when there are any; true when the panel may close (RP-05, CE-17). */
    mayClose,
    /** Asks if need be, then closes; false when the panel stays. */
    close: async (): Promise<boolean> => {
      if (!(await mayClose())) return false;
      dispose();
      return true;
    },
    /** Closes without asking: what is typed stays in the draft unless the user gave it up. */
    dispose,
    /** Asks about unsaved changes, then runs what opens an unsaved copy in place of the panel (RP-12, CE-19). */
    duplicate: async (open: () => unknown): Promise<void> => {
      if (await mayLose(DISCARD_QUESTION)) await open();
    },
    /** Asks, then removes what the panel edits; reports its own errors. */
    remove: async ({ question, request, warning, message, onRemoved }: Removal): Promise<void> => {
      if (!(await confirm(question))) return;
      const isRemoved = await form.run(({ signal, sending }) => {
        sending(warning);
        return request(signal);
      });
      if (!isRemoved) return;
      drafts.drop();
      dispose();
      addToast('success', message);
      onRemoved();
    },
  };
}

/** Makes the open panels of one kind, lowest first: the page's own, then those opened on top of it. */
export function createPanelStack<Panel extends { readonly dispose: () => void }>() {
  const $panels = atom<readonly Panel[]>([]);
  return {
    $panels,
    /** Adds a panel on top. */
    push: (panel: Panel) => $panels.set([...$panels.get(), panel]),
    /** Takes a closed panel out. */
    remove: (panel: Panel | undefined) => $panels.set($panels.get().filter((other) => other !== panel)),
    /** Closes every panel without asking, topmost first; what was typed stays in the drafts. */
    disposeAll: (): void => {
      for (const panel of $panels.get().toReversed()) panel.dispose();
    },
  };
}
