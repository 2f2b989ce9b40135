/** A function, because access to the property already throws when storage is blocked. */
type GetStorage = () => Storage;

const getLocalStorage: GetStorage = () => localStorage;
const getTabStorage: GetStorage = () => sessionStorage;

/** Reads a storage; undefined when it is blocked or the key is absent. */
function read(getStorage: GetStorage, key: string): string | undefined {
  try {
    return getStorage().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes a storage, or removes the key for undefined. Returns false when it is full or blocked. */
function write(getStorage: GetStorage, key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) getStorage().removeItem(key);
    else getStorage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Reads local storage; undefined when it is blocked or the key is absent. */
export const readStored = (key: string): string | undefined => read(getLocalStorage, key);

/** Writes local storage, or removes the key for undefined. Returns false when it is full or blocked. */
export const store = (key: string, value: string | undefined): boolean => write(getLocalStorage, key, value);

/** Reads the storage of this tab, which survives a reload; undefined when it is blocked or the key is absent. */
export const readInTab = (key: string): string | undefined => read(getTabStorage, key);

/** Writes the storage of this tab, or removes the key for undefined. Returns false when it is full or blocked. */
export const storeInTab = (key: string, value: string | undefined): boolean =>
  write(getTabStorage, key, value);

/** Calls `read` when another tab changes a key of local storage. Returns a function that stops this. */
export function onStored(key: string, read: () => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key, all of the storage was cleared.
    if (event.key === null || event.key === key) read();
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}
