import { atom, type ReadableAtom } from 'nanostores';
import {
  type Draft,
  draftKey,
  draftOf,
  formatDraft,
  parseDraft,
} from '../../lib/domain/record-form/draft.ts';
import { readStored, store } from '../../lib/storage.ts';
import type { RecordForm } from './form.ts';

/** How long typing must pause before the draft is written, in ms. */
const PAUSE = 300;
/** A draft of megabytes takes its time: the next pause is this many times as long, up to `MAX_PAUSE` ms. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE = 3000;

export interface DraftKeeper {
  /** A draft found when the record was opened, until it is restored or discarded (RP-10). */
  readonly $draft: ReadableAtom<Draft | undefined>;
  /** True while edits can't be kept because the storage is full or blocked. */
  readonly $isFull: ReadableAtom<boolean>;
  /** Looks for a stored draft of this record. */
  readonly open: (recordId: string) => void;
  /** Call after an edit: it is written once typing pauses, or when the page is left. */
  readonly touch: () => void;
  /** Writes a pending edit at once. */
  readonly flush: () => void;
  /** Puts the draft into the form. */
  readonly restore: () => void;
  /** Forgets the draft, what was written since included (RP-05, RP-09, RP-10). */
  readonly drop: () => void;
  /** Forgets the draft that the banner offers; what was typed since stays kept. */
  readonly discard: () => void;
  /** Writes what is pending and stops. */
  readonly stop: () => void;
}

/** Keys that a panel writes to: of two for new records of one collection, the first keeps its drafts. */
const taken = new Set<string>();

/** Keeps what is typed in a form in local storage, without files and passwords (RP-09, ST-03). */
export function createDraftKeeper(collectionId: string, form: RecordForm): DraftKeeper {
  const $draft = atom<Draft | undefined>(undefined);
  const $isFull = atom(false);
  /** Undefined until the record is known, and while another panel has the key. */
  let key: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = PAUSE;

  const claim = (wanted: string | undefined) => {
    if (key !== undefined) taken.delete(key);
    key = wanted !== undefined && taken.has(wanted) ? undefined : wanted;
    if (key !== undefined) taken.add(key);
  };

  const write = () => {
    if (key === undefined) return;
    const found = $draft.get();
    const typed = draftOf(form.$fields.get(), form.$base.get(), form.$values.get());
    // An offered draft is neither lost nor taken over by what is typed before the decision.
    const draft =
      found && typed
        ? { values: { ...found.values, ...typed.values }, base: { ...found.base, ...typed.base } }
        : (typed ?? found);
    if (!draft) {
      store(key, undefined);
      $isFull.set(false);
      return;
    }
    // Without its base a draft is half as long; only a change since then would go unnoticed.
    const isKept = store(key, formatDraft(draft)) || store(key, formatDraft({ ...draft, base: {} }));
    $isFull.set(!isKept);
  };

  const flush = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    const start = performance.now();
    write();
    pause = Math.min(MAX_PAUSE, Math.max(PAUSE, PAUSE_FACTOR * (performance.now() - start)));
  };
  const flushWhenHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flushWhenHidden);

  return {
    $draft,
    $isFull,
    open: (recordId) => {
      claim(draftKey(collectionId, recordId));
      const draft = key === undefined ? undefined : parseDraft(form.$fields.get(), readStored(key));
      const isNews =
        draft && draftOf(form.$fields.get(), form.$values.get(), { ...form.$values.get(), ...draft.values });
      $draft.set(isNews ? draft : undefined);
    },
    touch: () => {
      clearTimeout(timer);
      timer = setTimeout(flush, pause);
    },
    flush,
    restore: () => {
      const draft = $draft.get();
      if (!draft) return;
      // Compared with what was stored when it was typed, a change by somebody else since shows on saving.
      form.reset({ ...form.$base.get(), ...draft.base }, { ...form.$values.get(), ...draft.values });
      $draft.set(undefined);
    },
    drop: () => {
      clearTimeout(timer);
      timer = undefined;
      $draft.set(undefined);
      $isFull.set(false);
      if (key !== undefined) store(key, undefined);
    },
    discard: () => {
      clearTimeout(timer);
      timer = undefined;
      $draft.set(undefined);
      write();
    },
    stop: () => {
      flush();
      claim(undefined);
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', flushWhenHidden);
    },
  };
}
