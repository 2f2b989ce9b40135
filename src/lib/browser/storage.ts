/** Merely naming a storage throws where it is blocked. */
type Place = () => Storage;

const ofAllTabs: Place = () => localStorage;
const ofThisTab: Place = () => sessionStorage;

function read(place: Place, key: string): string | undefined {
  try {
    return place().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(place: Place, key: string, value: string | undefined): boolean {
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
 * Reads what this tab has stored last under a key of local storage that other tabs write to as well, as long
 * as there is anything under it: who removes it speaks for all. Undefined where it is blocked or absent.
 */
export function readShared(key: string): string | undefined {
  const shared = readStored(key);
  return shared === undefined ? undefined : (read(ofThisTab, key) ?? shared);
}

/** Writes local storage as {@link store} does, and what this tab reads by {@link readShared}. */
export function storeShared(key: string, value: string | undefined): boolean {
  // A copy that could not be written is older than what all tabs have: it must not win.
  if (!write(ofThisTab, key, value)) write(ofThisTab, key, undefined);
  return store(key, value);
}

/**
 * Ends what {@link storeShared} began: what this tab stored is for all tabs now, which may go on with it. Where it
 * has no room there, it stays this tab's.
 */
export function handOver(key: string): void {
  const own = readShared(key);
  if (own !== undefined && own !== readStored(key) && !store(key, own)) return;
  write(ofThisTab, key, undefined);
}

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
