import { type PersistentListener, persistentAtom, setPersistentEngine } from '@nanostores/persistent';
import type { WritableAtom } from 'nanostores';
import { listen } from '#browser/listen.ts';
import { onStored, readStored, store } from '#browser/storage.ts';
import { stopAll } from './running.ts';

/** Choices that could not be stored, by key: valid during this visit, until another tab stores the key. */
const unstored = new Map<string, string | undefined>();

/** The runtime that prerenders may provide a local storage too, which must not be used. */
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

/** Local storage in the form that the library expects: an object that never throws. */
const engine = new Proxy<Record<string, string>>(
  {},
  {
    get: (_target, key) => read(String(key)),
    has: (_target, key) => read(String(key)) !== undefined,
    set: (_target, key, value) => write(String(key), String(value)),
    deleteProperty: (_target, key) => write(String(key), undefined),
  },
);

const stopByListener = new Map<PersistentListener, () => void>();

const events = {
  addEventListener(key: string, listener: PersistentListener, restore: () => void): void {
    if (isPrerendering()) return;
    const stopStorage = onStored(key, () => {
      unstored.delete(key);
      // The event may be older than a value that this tab has stored since.
      const newValue = readStored(key);
      listener(newValue === undefined ? { key: '', newValue: '' } : { key, newValue });
    });
    stopByListener.set(listener, stopAll(stopStorage, listen(window, ['pageshow'], restore)));
  },
  removeEventListener(_key: string, listener: PersistentListener): void {
    stopByListener.get(listener)?.();
    stopByListener.delete(listener);
  },
};

setPersistentEngine(engine, events);

export interface PreferenceOptions<T> {
  readonly key: string;
  readonly initial: T;
  /** Parses the stored text; must accept any text, for example by returning the initial value. */
  readonly decode: (text: string) => T;
  /** The text to store; undefined removes the key. */
  readonly encode: (value: T) => string | undefined;
}

export interface Preference<T> {
  /** The latest choice of any tab; follows other tabs while it has listeners. */
  readonly $value: WritableAtom<T>;
  /** Changes what any tab has stored; false when storage is full or blocked: the choice is valid during this visit. */
  update(change: (stored: T) => T): boolean;
}

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

/** The JSON of a list or an object, for `encode`; undefined when it is empty. */
export const jsonUnlessEmpty = (value: object): string | undefined =>
  Object.keys(value).length ? JSON.stringify(value) : undefined;

/** Creates a preference that is on or off, stored as `1` or `0` unless it is what it was at first. */
export const createFlagPreference = (key: string, initial = false): Preference<boolean> =>
  createPreference({
    key,
    initial,
    decode: (text) => (initial ? text !== '0' : text === '1'),
    encode: (value) => (value === initial ? undefined : String(Number(value))),
  });

const asIs = (text: string) => text;

/** Creates a preference that is a text as it is stored; '' while the key is absent, and removes it. */
export const createTextPreference = (key: string): Preference<string> =>
  createPreference({ key, initial: '', decode: asIs, encode: (text) => text || undefined });
