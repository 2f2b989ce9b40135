import { atom, onMount, type WritableAtom } from 'nanostores';
import { onStored, readStored, store } from '#browser/storage.ts';

/** Choices that storage did not take: they hold for this visit, until another tab stores the same key. */
const unstored = new Map<string, string | undefined>();

/** The runtime that prerenders may have a local storage of its own. */
const isPrerendering = () => typeof window === 'undefined';

function read(key: string): string | undefined {
  if (unstored.has(key)) return unstored.get(key);
  return isPrerendering() ? undefined : readStored(key);
}

function write(key: string, value: string | undefined) {
  if (store(key, value)) unstored.delete(key);
  else unstored.set(key, value);
}

export interface PreferenceOptions<T> {
  /** Local storage key. */
  readonly key: string;
  /** Value of a key that is absent. */
  readonly initial: T;
  /** Reads the stored text; what makes no sense becomes the initial value. */
  readonly decode: (text: string) => T;
  /** The text to store; undefined removes the key. */
  readonly encode: (value: T) => string | undefined;
}

/** A choice that is remembered on this device. */
export interface Preference<T> {
  /** The choice as any tab made it last; follows other tabs while it has listeners. */
  readonly $value: WritableAtom<T>;
  /**
   * Changes the choice as it is stored now: another tab may have written what its event has not told yet.
   * Returns false when storage is full or blocked; the choice then holds for this visit.
   */
  update(change: (stored: T) => T): boolean;
}

/** A choice in local storage. */
export function createPreference<T>({ key, initial, decode, encode }: PreferenceOptions<T>): Preference<T> {
  const parse = (text: string | undefined) => (text === undefined ? initial : decode(text));
  let known = read(key);
  // What islands are hydrated with is what they were prerendered with.
  const $value = Object.assign(atom(parse(known)), { init: initial });
  const show = $value.set;
  $value.set = (value) => {
    known = encode(value);
    write(key, known);
    show(value);
  };
  const restore = () => {
    const text = read(key);
    if (text !== known) $value.set(parse(text));
  };

  onMount($value, () => {
    if (isPrerendering()) return undefined;
    restore();
    const stop = onStored(key, () => {
      unstored.delete(key);
      // The event may be older than what this tab has stored since.
      show(parse(readStored(key)));
    });
    window.addEventListener('pageshow', restore);
    return () => {
      stop();
      window.removeEventListener('pageshow', restore);
    };
  });

  return {
    $value,
    update(change) {
      $value.set(change(parse(read(key))));
      return !unstored.has(key);
    },
  };
}
