import { read, readStored, store, write } from './storage.ts';

const ofThisTab = () => sessionStorage;

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
