/** Where storage is blocked, already the access to the property throws. */
type Place = () => Storage;

const ofAllTabs: Place = () => localStorage;

/** Reads a storage; undefined where it is blocked or the key is absent. */
export function read(place: Place, key: string): string | undefined {
  try {
    return place().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes a storage, or removes the key for undefined. Returns false when it is full or blocked. */
export function write(place: Place, key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) place().removeItem(key);
    else place().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Reads local storage; undefined where it is blocked or the key is absent. */
export const readStored = (key: string): string | undefined => read(ofAllTabs, key);

/** Writes local storage, or removes the key for undefined. Returns false when it is full or blocked. */
export const store = (key: string, value: string | undefined): boolean => write(ofAllTabs, key, value);

/**
 * Calls `read` whenever another tab changed what local storage has under a key. Returns what stops that.
 */
export function onStored(key: string, read: () => void): () => void {
  const follow = (event: StorageEvent) => {
    // Without a key everything was cleared.
    if (event.key === null || event.key === key) read();
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}
