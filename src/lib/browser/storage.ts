import type { NamedBackend } from '#domain/app/backends.ts';
import { currentBackend, storageKeyOf } from './backends.ts';

/* Every key belongs to the backend of this tab, or to the one that is given: see `storageKeyOf`. */

/** Functions, because access to the property already throws when storage is blocked. */
const local = () => localStorage;
const session = () => sessionStorage;

function read(get: () => Storage, key: string, backend?: NamedBackend): string | undefined {
  try {
    return get().getItem(storageKeyOf(backend ?? currentBackend(), key)) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(get: () => Storage, key: string, value?: string, backend?: NamedBackend): boolean {
  try {
    const ownKey = storageKeyOf(backend ?? currentBackend(), key);
    if (value === undefined) get().removeItem(ownKey);
    else get().setItem(ownKey, value);
    return true;
  } catch {
    return false;
  }
}

/** Reads local storage; undefined when it is blocked or the key is absent. */
export const readStored = (key: string, backend?: NamedBackend): string | undefined =>
  read(local, key, backend);

/** Writes local storage, or removes the key for undefined. Returns false when it is full or blocked. */
export const store = (key: string, value: string | undefined, backend?: NamedBackend): boolean =>
  write(local, key, value, backend);

/** Reads the storage of this tab, which survives a reload; undefined when it is blocked or the key is absent. */
export const readInTab = (key: string): string | undefined => read(session, key);

/** Writes the storage of this tab, or removes the key for undefined. Returns false when it is full or blocked. */
export const storeInTab = (key: string, value: string | undefined): boolean => write(session, key, value);

/** Calls `read` when another tab changes a key of local storage. Returns a function that stops this. */
export function onStored(key: string, read: () => void, backend?: NamedBackend): () => void {
  const ownKey = storageKeyOf(backend ?? currentBackend(), key);
  const handleStorage = (event: StorageEvent) => {
    // Without a key, all of the storage was cleared.
    if (event.key === null || event.key === ownKey) read();
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

/** Tells this tab that a key of local storage has changed, as the browser tells the others. */
export const tellStored = (key: string): void => {
  window.dispatchEvent(Object.assign(new Event('storage'), { key: storageKeyOf(currentBackend(), key) }));
};
