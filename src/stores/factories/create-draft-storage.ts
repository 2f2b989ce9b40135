import { atom } from 'nanostores';
import { listen } from '#browser/listen.ts';
import { handOver, readShared, storeShared } from '#browser/shared-storage.ts';
import { onStored, readStored, storeInTab, store as storeText } from '#browser/storage.ts';
import { list, parseJson, text as textOf } from '#domain/app/lenient.ts';
import { waitingDraftsKey } from '#domain/app/storage-keys.ts';
import { draftOwner, stamped } from '#domain/app/stored.ts';
import { $adminId } from '#stores/app/session.ts';
import { stopAll } from '#stores/base/running.ts';
import { lineNow } from '#wire/capabilities.ts';

/** How long typing must pause before the draft is written, in ms. */
const PAUSE = 300;
/** Writing a large draft is slow: the next pause is this many times as long as the last write, up to `MAX_PAUSE` ms. */
const PAUSE_FACTOR = 20;
const MAX_PAUSE = 3000;

export interface DraftForm<T> {
  /** The edits that a draft may contain; undefined when there are none. */
  readonly typed: () => T | undefined;
  /** Parses a stored draft; undefined when it is invalid or does not differ from the form. */
  readonly parse: (text: string) => T | undefined;
  readonly format: (draft: T) => string;
  /** Returns a smaller draft, which is stored when the whole one does not fit. */
  readonly shorten?: (draft: T) => T;
  /** Merges later edits into a draft that is still offered; the edits win. */
  readonly merge: (offered: T, typed: T) => T;
  readonly restore: (draft: T) => void;
}

const taken = new Set<string>();

/** The storage key of an administrator's draft: the key itself unless another administrator's draft is there. */
function storageKeyOf(key: string, owner: string | undefined, own: string): string {
  if (readShared(own) !== undefined) return own;
  const other = draftOwner(readShared(key) ?? '');
  return other === undefined || other === owner ? key : own;
}

/** The place of a form's draft in the storage, which other tabs and administrators may use, too. */
function createPlace(onChange: () => void) {
  /** Undefined until the form is opened, and when other forms use all its keys. */
  let key: string | undefined;
  /** Storage key of the draft: {@link key}, or a key of this administrator only. */
  let storageKey = '';
  let waitingKey = '';
  let owner: string | undefined;
  /** The draft of this tab as the form has found or stored it. Any other shared one was typed in another tab. */
  let known: string | undefined;
  /** The text of the draft that was offered last. */
  let found: string | undefined;
  /** Whether it waits, because edits have replaced a part of it before the user decided about it. */
  let isWaiting = false;
  let hasStored = false;
  let stopStored = () => {};

  const readForeign = () => {
    const shared = readStored(storageKey);
    return shared === known ? undefined : shared;
  };

  const readWaiting = () => list(parseJson(readStored(waitingKey)), textOf);

  /** Lets a draft of another tab wait that is about to be replaced; false when the storage is full. */
  const keepOthers = (replaced?: string) => {
    const others = readWaiting().filter((text) => text !== known && text !== found);
    const texts = [...others, isWaiting && found, replaced].filter(Boolean);
    return storeText(waitingKey, texts.length ? JSON.stringify(texts) : undefined);
  };

  return {
    has: (): boolean => key !== undefined,
    /** Whether a form of the page uses it: this one, or another one after this was closed. */
    isTaken: (): boolean => key !== undefined && taken.has(key),
    isEmpty: (): boolean => readStored(storageKey) === undefined,
    /** Takes the first key that no other form of the page uses; returns the texts to offer, the latest first. */
    claim: (keys: readonly string[]): readonly (string | undefined)[] => {
      key = keys.find((wanted) => !taken.has(wanted));
      if (key === undefined) return [];
      taken.add(key);
      owner = $adminId.get();
      const ownKey = `${key}@${owner ?? ''}`;
      storageKey = storageKeyOf(key, owner, ownKey);
      waitingKey = waitingDraftsKey(ownKey);
      stopStored = onStored(storageKey, onChange);
      known = readShared(storageKey);
      hasStored = known !== readStored(storageKey);
      return [known, ...readWaiting().toReversed()];
    },
    offer: (text: string | undefined): void => {
      found = text;
      isWaiting = found !== known;
    },
    letWait: (waits: boolean): void => {
      isWaiting = waits;
    },
    /** Stores the draft, at least for this tab; whether it was stored for later, too. */
    store: (text: string): boolean => {
      const owned = stamped(text, lineNow(), owner);
      hasStored = true;
      const isStored = keepOthers(readForeign()) && storeShared(storageKey, owned);
      if (isStored) known = owned;
      else storeInTab(storageKey, owned);
      return isStored;
    },
    remove: (): void => {
      (readForeign() === undefined ? storeShared : storeInTab)(storageKey, undefined);
      keepOthers();
    },
    /** What is stored there counts as that of this tab. */
    adopt: (): void => {
      known = readStored(storageKey);
    },
    forgetWaiting: (): void => {
      storeText(waitingKey, undefined);
    },
    handOver: () => handOver(storageKey),
    release: (): void => {
      stopStored();
      if (key === undefined) return;
      taken.delete(key);
      // A tab that was duplicated has an older copy of what the other one goes on typing, or has let wait.
      if (!hasStored && readStored(storageKey) !== known) storeInTab(storageKey, undefined);
      else if (keepOthers(readForeign())) handOver(storageKey);
    },
  };
}

/** Calls `write` after a pause in typing, or when the user leaves the page. */
function createPause(write: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = PAUSE;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const flush = () => {
    if (timer === undefined) return;
    cancel();
    const start = performance.now();
    write();
    pause = Math.min(MAX_PAUSE, Math.max(PAUSE, PAUSE_FACTOR * (performance.now() - start)));
  };
  const flushWhenHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  return {
    cancel,
    flush,
    touch: (): void => {
      clearTimeout(timer);
      timer = setTimeout(flush, pause);
    },
    /** Returns a function that stops this. */
    start: (): (() => void) =>
      stopAll(listen(window, ['pagehide'], flush), listen(document, ['visibilitychange'], flushWhenHidden)),
  };
}

/**
 * Keeps the edits of a form in local storage until they are saved or discarded, and a copy for this tab: if two tabs
 * edit the same thing, each finds its own text after a reload. A draft belongs to the administrator who is signed in
 * when the form is opened, one without an owner to everyone. A draft that one of another tab replaces without a
 * decision of the user waits beside that one, and is offered after it.
 */
export function createDraftStorage<T>(form: DraftForm<T>) {
  const $draft = atom<T | undefined>(undefined);
  const $isFull = atom(false);
  let isStopped = false;

  const place = createPlace(() => {
    // Another tab saved or discarded the same thing and deleted the edits of this tab as well.
    if (place.isEmpty() && form.typed() !== undefined) touch();
  });
  const store = (draft: T) => place.store(form.format(draft));

  const write = () => {
    if (!place.has() || isStopped) return;
    const offered = $draft.get();
    const typed = form.typed();
    let draft = typed ?? offered;
    if (offered !== undefined && typed !== undefined) {
      // What is typed before the user decides neither overwrites nor adopts an offered draft.
      draft = form.merge(offered, typed);
      if (form.format(form.merge(draft, offered)) !== form.format(draft)) place.letWait(true);
    } else place.letWait(false);
    if (draft === undefined) {
      place.remove();
      $isFull.set(false);
      return;
    }
    $isFull.set(!(store(draft) || (form.shorten !== undefined && store(form.shorten(draft)))));
  };

  const { touch, flush, cancel: cancelPending, start } = createPause(write);
  let stopPause = () => {};

  const clearEdits = () => {
    cancelPending();
    $isFull.set(false);
    // After this form was closed, another one may already offer the draft.
    if (!place.has() || (isStopped && place.isTaken())) return;
    place.letWait(false);
    const offered = $draft.get();
    if (offered === undefined) place.remove();
    else store(offered);
    if (isStopped) place.handOver();
  };

  const open = (...keys: string[]) => {
    if (!isStopped) place.release();
    isStopped = false;
    $isFull.set(false);
    stopPause();
    stopPause = start();
    const offer = place
      .claim(keys)
      .map((text) => ({ text, draft: text === undefined ? undefined : form.parse(text) }))
      .find(({ draft }) => draft !== undefined);
    place.offer(offer?.text);
    $draft.set(offer?.draft);
  };

  const drop = () => {
    $draft.set(undefined);
    place.adopt();
    clearEdits();
    place.forgetWaiting();
  };

  return {
    /** A draft found when the form was opened, until it is restored or discarded. */
    $draft,
    /** True while edits can't be stored because the storage is full or blocked. */
    $isFull,
    /** Looks for a draft under the first of these keys that no other form of the page uses. */
    open,
    /** The same for a form with the stored values: what offers nothing without edits is stored by now, and deleted. */
    openLoaded: (...keys: string[]): void => {
      open(...keys);
      if (place.has() && ($draft.get() ?? form.typed()) === undefined) drop();
    },
    /** Call after an edit: it is written after a pause in typing, or when the user leaves the page. */
    touch,
    flush,
    restore: (): void => {
      const draft = $draft.get();
      if (draft === undefined) return;
      form.restore(draft);
      $draft.set(undefined);
    },
    /** Changes the offered draft, for example after the fields of the form changed. */
    change: (change: (offered: T) => T | undefined): void => {
      const offered = $draft.get();
      if (offered !== undefined) $draft.set(change(offered));
      touch();
    },
    /** Deletes the stored edits, which were saved or discarded; a draft that is still offered stays. */
    clearEdits,
    /** Deletes the draft and the stored edits, for example because the edited record no longer exists. */
    drop,
    /** Deletes the offered draft; later edits stay stored. */
    discard: (): void => {
      cancelPending();
      $draft.set(undefined);
      write();
    },
    stop: (): void => {
      flush();
      if (!isStopped) place.release();
      isStopped = true;
      stopPause();
    },
  };
}

export type DraftStorage<T> = ReturnType<typeof createDraftStorage<T>>;
