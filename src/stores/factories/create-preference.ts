import { type PersistentListener, persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';
import { onStored, readStored, store } from '#browser/storage.ts';

/** Choices that storage did not take: they hold for this visit, until another tab stores the same key. */
const unstored = new Map<string, string | undefined>();

/** The runtime that prerenders may have a local storage of its own. */
const isPrerendering = () => typeof window === 'undefined';

function read(key: string): string | undefined {
  if (unstored.has(key)) return unstored.get(key);
  return isPrerendering() ? undefined : readStored(key);
}

function write(key: string, value: string | undefined): true {
  if (store(key, value)) unstored.delete(key);
  else unstored.set(key, value);
  return true;
}

/** Local storage as the library wants it: an object that never throws. */
const engine = new Proxy<Record<string, string>>(
  {},
  {
    get: (_target, key) => read(String(key)),
    has: (_target, key) => read(String(key)) !== undefined,
    set: (_target, key, value) => write(String(key), String(value)),
    deleteProperty: (_target, key) => write(String(key), undefined),
  },
);

const following = new Map<PersistentListener, () => void>();

const events = {
  addEventListener(key: string, listener: PersistentListener, restore: () => void): void {
    if (isPrerendering()) return;
    const stopStorage = onStored(key, () => {
      unstored.delete(key);
      // The event may be older than what this tab has stored since.
      const newValue = readStored(key);
      listener(newValue === undefined ? { key: '', newValue: '' } : { key, newValue });
    });
    window.addEventListener('pageshow', restore);
    following.set(listener, () => {
      stopStorage();
      window.removeEventListener('pageshow', restore);
    });
  },
  removeEventListener(_key: string, listener: PersistentListener): void {
    following.get(listener)?.();
    following.delete(listener);
  },
};

setPersistentEngine(engine, events);

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
   * Changes the choice as it is stored now: another tab may have changed it before its event arrives.
   * Returns false when storage is full or blocked; the choice then holds for this visit.
   */
  update(change: (stored: T) => T): boolean;
}

/** A choice in local storage. */
export function createPreference<T>({ key, initial, decode, encode }: PreferenceOptions<T>): Preference<T> {
  // Islands must hydrate with the value they were prerendered with.
  const $value = Object.assign(persistentAtom<T>(key, initial, { decode, encode }), { init: initial });
  return {
    $value,
    update(change) {
      const text = read(key);
      $value.set(change(text === undefined ? initial : decode(text)));
      return !unstored.has(key);
    },
  };
}
