import { atom, type ReadableAtom } from 'nanostores';
import { handOver, readShared, storeShared } from '#browser/shared-storage.ts';
import { draftOwner, withDraftOwner } from '#domain/app/draft-owner.ts';
import { $adminId } from '#stores/app/session.ts';

/** How long typing must pause before the draft is written, in ms. */
const PAUSE = 300;
/** A draft of megabytes takes its time: the next pause is this many times as long, up to `MAX_PAUSE` ms. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE = 3000;

/** How a form and its drafts are turned into each other; `T` is what is kept. */
export interface DraftForm<T> {
  /** What was typed and may be kept; undefined when nothing was. */
  readonly typed: () => T | undefined;
  /** Reads what is stored; undefined when nothing usable is in it, or nothing that the form doesn't hold. */
  readonly parse: (text: string) => T | undefined;
  readonly format: (draft: T) => string;
  /** A smaller draft, for a storage that is nearly full. */
  readonly shorten?: (draft: T) => T;
  /** A draft that is still offered, with what was typed since, which wins. */
  readonly merge: (offered: T, typed: T) => T;
  /** Puts a draft into the form. */
  readonly restore: (draft: T) => void;
}

/**
 * Keeps what is typed in a form in local storage until it is saved or given up, and a copy for this tab while
 * the form is open: of two tabs that type in the same thing each finds its own text after a reload. A draft
 * belongs to the administrator who is signed in when the form is opened: those of others are neither offered nor
 * touched. One that does not say whose it is may be anybody's.
 */
export interface DraftKeeper<T> {
  /** A draft found when the form was opened, until it is restored or discarded (RP-10). */
  readonly $draft: ReadableAtom<T | undefined>;
  /** True while edits can't be kept because the storage is full or blocked. */
  readonly $isFull: ReadableAtom<boolean>;
  /** Looks for a draft under the first of these keys that no other form of the page writes to. */
  readonly open: (...keys: string[]) => void;
  /** Call after an edit: it is written once typing pauses, or when the page is left. */
  readonly touch: () => void;
  /** Writes a pending edit at once. */
  readonly flush: () => void;
  /** Puts the draft into the form. */
  readonly restore: () => void;
  /** Changes the draft that is offered, as when the form's fields were changed. */
  readonly change: (change: (offered: T) => T) => void;
  /** Forgets what was typed, which was saved or given up (RP-05, RP-09); a draft that is still offered stays. */
  readonly forgetTyped: () => void;
  /** Deletes the draft and what was typed, for example because what was edited no longer exists. */
  readonly drop: () => void;
  /** Forgets the draft that the banner offers; what was typed since stays kept. */
  readonly discard: () => void;
  /** Writes what is pending and stops. */
  readonly stop: () => void;
}

/** Keys that a form of the page writes to. */
const taken = new Set<string>();

/** The storage key of an administrator's draft: the key itself unless a draft of another administrator has it. */
function placeOf(key: string, owner: string | undefined): string {
  const own = `${key}@${owner ?? ''}`;
  if (readShared(own) !== undefined) return own;
  const other = draftOwner(readShared(key) ?? '');
  return other === undefined || other === owner ? key : own;
}

/** Makes the keeper of one form; nothing is read or written before it is opened. */
export function createDraftKeeper<T>(form: DraftForm<T>): DraftKeeper<T> {
  const $draft = atom<T | undefined>(undefined);
  const $isFull = atom(false);
  /** Undefined until the form is opened, and when other forms hold all its keys. */
  let key: string | undefined;
  /** Where the draft lies: {@link key}, or one of this administrator's own. */
  let place = '';
  let owner: string | undefined;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = PAUSE;

  const release = () => {
    if (key === undefined || isStopped) return;
    taken.delete(key);
    handOver(place);
  };

  const keep = (draft: T) => storeShared(place, withDraftOwner(form.format(draft), owner));

  const write = () => {
    if (key === undefined || isStopped) return;
    const offered = $draft.get();
    const typed = form.typed();
    // What is typed before the user decides neither overwrites nor adopts an offered draft.
    const draft =
      offered !== undefined && typed !== undefined ? form.merge(offered, typed) : (typed ?? offered);
    if (draft === undefined) {
      storeShared(place, undefined);
      $isFull.set(false);
      return;
    }
    $isFull.set(!(keep(draft) || (form.shorten !== undefined && keep(form.shorten(draft)))));
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
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
  };
  /** Another tab saved or gave up the same thing, and took along what was typed here. */
  const keepAgain = (event: StorageEvent) => {
    if (key !== undefined && event.key === place && event.newValue === null && form.typed() !== undefined)
      touch();
  };
  window.addEventListener('pagehide', flush);
  window.addEventListener('storage', keepAgain);
  document.addEventListener('visibilitychange', flushWhenHidden);

  const forgetPending = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  const forgetTyped = () => {
    forgetPending();
    $isFull.set(false);
    // Once this form is closed the next one may have found the draft and offer it.
    if (key === undefined || (isStopped && taken.has(key))) return;
    const offered = $draft.get();
    if (offered === undefined) storeShared(place, undefined);
    else keep(offered);
    if (isStopped) handOver(place);
  };

  return {
    $draft,
    $isFull,
    open: (...keys) => {
      release();
      isStopped = false;
      key = keys.find((wanted) => !taken.has(wanted));
      if (key !== undefined) {
        taken.add(key);
        owner = $adminId.get();
        place = placeOf(key, owner);
      }
      const text = key === undefined ? undefined : readShared(place);
      $draft.set(text === undefined ? undefined : form.parse(text));
    },
    touch,
    flush,
    restore: () => {
      const draft = $draft.get();
      if (draft === undefined) return;
      form.restore(draft);
      $draft.set(undefined);
    },
    change: (change) => {
      const offered = $draft.get();
      if (offered !== undefined) $draft.set(change(offered));
      touch();
    },
    forgetTyped,
    drop: () => {
      $draft.set(undefined);
      forgetTyped();
    },
    discard: () => {
      forgetPending();
      $draft.set(undefined);
      write();
    },
    stop: () => {
      flush();
      release();
      isStopped = true;
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('storage', keepAgain);
      document.removeEventListener('visibilitychange', flushWhenHidden);
    },
  };
}
