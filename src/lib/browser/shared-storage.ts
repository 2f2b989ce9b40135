import { readInTab, readStored, store, storeInTab } from './storage.ts';

/** What this tab stored last under a key that other tabs write, too; undefined if storage is blocked or it is gone. */
export function readShared(key: string): string | undefined {
  const shared = readStored(key);
  return shared === undefined ? undefined : (readInTab(key) ?? shared);
}

/** Writes local storage as {@link store} does, and this tab's copy for {@link readShared}. */
export function storeShared(key: string, value: string | undefined): boolean {
  // If the copy can't be written, the old one is removed: it would hide the newer shared value.
  if (!storeInTab(key, value)) storeInTab(key, undefined);
  return store(key, value);
}

/** Makes the value of this tab the shared one and removes this tab's copy. If storage is full, the copy stays. */
export function handOver(key: string): void {
  const own = readShared(key);
  if (own !== undefined && own !== readStored(key) && !store(key, own)) return;
  storeInTab(key, undefined);
}
