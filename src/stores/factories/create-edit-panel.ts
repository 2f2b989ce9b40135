import { atom, type ReadableAtom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { isOutcomeUnknown } from '#domain/app/api-error.ts';
import { CLOSE_QUESTION, type ConfirmOptions, confirm, DISCARD_QUESTION } from '#stores/app/confirm.ts';
import { $path } from '#stores/app/route.ts';
import { addToast, type ToastAction } from '#stores/app/toasts.ts';
import { warnOnUnload } from '#stores/app/unsaved.ts';
import { stopAll } from '#stores/base/running.ts';
import type { DraftStorage } from './create-draft-storage.ts';
import type { Form } from './create-form.ts';

export interface EditPanelOptions<Draft> {
  readonly form: Pick<Form<object>, '$isBusy' | '$isDirty' | 'run'>;
  readonly drafts: Omit<DraftStorage<Draft>, 'open' | 'openLoaded'>;
  readonly stop: () => void;
  readonly onClose?: (() => void) | undefined;
}

/** Notes a removal; without `isSure` it got no response, and may not have worked. */
type NoteRemoval = (isSure: boolean) => ToastAction | undefined | Promise<ToastAction | undefined>;

export interface Removal extends Pick<ConfirmOptions, '$details'> {
  readonly question: string;
  /** What is removed, with its name or number, see {@link confirm}. */
  readonly loss: string;
  /** Runs before the request; its result notes the removal and returns what the message offers. May throw Declined. */
  readonly prepare?: (signal: AbortSignal) => Promise<NoteRemoval>;
  readonly request: (signal: AbortSignal) => Promise<void>;
  /** Shown when the user stops waiting for the response. */
  readonly warning: string;
  readonly message: string;
  readonly onRemoved: () => void;
}

let lastId = 0;

/** What all edit panels share: closing with a question, the offered draft, duplicating and removing the object. */
export function createEditPanel<Draft>({ form, drafts, stop, onClose }: EditPanelOptions<Draft>) {
  lastId += 1;
  let isClosed = false;
  /** Whether a try to remove got no response: if it worked, the next one finds nothing. */
  let mayBeRemoved = false;
  /** Notes what that try has removed: the next one finds nothing to keep. */
  let firstNote: NoteRemoval | undefined;

  const dispose = () => {
    if (isClosed) return;
    isClosed = true;
    stop();
    drafts.stop();
    onClose?.();
    void firstNote?.(false);
  };

  /** Asks before edits are discarded; false while a call is pending or when the user declines. */
  const confirmLoss = async (question: string): Promise<boolean> => {
    if (form.$isBusy.get()) return false;
    if (!form.$isDirty.get()) return true;
    if (!(await confirm(question, { loss: '' }))) return false;
    drafts.clearEdits();
    return true;
  };

  const confirmClose = () => confirmLoss(CLOSE_QUESTION);

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
    confirmClose,
    /** Asks if there are unsaved changes, then closes; false when the panel stays open. */
    close: async (): Promise<boolean> => {
      if (!(await confirmClose())) return false;
      dispose();
      return true;
    },
    /** Closes without a question; unsaved edits stay in the draft, unless the user has discarded them. */
    dispose,
    /** Closes after a save, unless it is to stay open or has edits: they become the draft that `openDrafts` opens. */
    afterSave: (openDrafts: () => void, keepOpen = false): void => {
      const wasClosed = isClosed;
      const isUnsaved = form.$isDirty.get();
      if (!isUnsaved && !keepOpen) {
        dispose();
        return;
      }
      openDrafts();
      if (isUnsaved) drafts.touch();
      if (wasClosed) drafts.stop();
    },
    /** Asks about unsaved changes, then calls `open`, which replaces the panel by an unsaved copy. */
    duplicate: async (open: () => unknown): Promise<void> => {
      if (await confirmLoss(DISCARD_QUESTION)) await open();
    },
    remove: async (removal: Removal): Promise<void> => {
      const { question, loss, $details, prepare, request, warning, message, onRemoved } = removal;
      if (!(await confirm(question, { loss, $details }))) return;
      let note: NoteRemoval | undefined;
      const isRemoved = await form.run(async ({ signal, sending }) => {
        note = await prepare?.(signal);
        sending(warning);
        try {
          await request(signal);
        } catch (thrown) {
          const error = toApiError(thrown);
          if (mayBeRemoved && error.status === 404) {
            note = firstNote;
            return;
          }
          if (isOutcomeUnknown(error)) {
            mayBeRemoved = true;
            firstNote ??= note;
            // The panel was closed meanwhile, as when another screen is opened.
            if (isClosed) void firstNote?.(false);
          }
          throw thrown;
        }
      });
      if (!isRemoved) return;
      firstNote = undefined;
      drafts.drop();
      dispose();
      addToast('success', message, { action: await note?.(true) });
      onRemoved();
    },
  };
}

/** Creates the list of open panels of one kind, lowest first: the page's panel, then those opened on top of it. */
export function createPanelStack<Panel extends { $isDirty: ReadableAtom<boolean>; dispose: () => void }>() {
  const $panels = atom<readonly Panel[]>([]);
  const disposeAll = (): void => {
    for (const panel of $panels.get().toReversed()) panel.dispose();
  };
  return {
    $panels,
    push: (panel: Panel) => $panels.set([...$panels.get(), panel]),
    remove: (panel: Panel | undefined) => $panels.set($panels.get().filter((other) => other !== panel)),
    /** Closes every panel without a question, topmost first; unsaved edits stay in the drafts. */
    disposeAll,
    /** Closes the panels when the route changes, and warns before a reload. Returns a function that stops this. */
    start: (): (() => void) => {
      const stopPath = $path.listen(disposeAll);
      const stopWarning = warnOnUnload(() => $panels.get().some(({ $isDirty }) => $isDirty.get()));
      return stopAll(stopPath, stopWarning, disposeAll);
    },
  };
}
