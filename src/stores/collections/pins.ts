import { atom } from 'nanostores';
import { readStoredList, store } from '#browser/storage.ts';
import { PINNED_KEY } from '#domain/app/storage-keys.ts';

/** Ids of the pinned collections on this device (CS-07). */
export const $pins = atom<readonly string[]>([]);

/** Pins a collection or takes its pin away (CS-06). */
export function togglePin(id: string): void {
  const pins = $pins.get();
  const next = pins.includes(id) ? pins.filter((pin) => pin !== id) : [...pins, id];
  $pins.set(next);
  store(PINNED_KEY, JSON.stringify(next));
}

/** Reads the stored pins and follows other tabs. Returns what stops that. */
export function startPins(): () => void {
  const read = () => $pins.set(readStoredList(PINNED_KEY));
  const reread = (event: StorageEvent) => {
    // Without a key everything was cleared.
    if (event.key === null || event.key === PINNED_KEY) read();
  };
  read();
  window.addEventListener('storage', reread);
  return () => window.removeEventListener('storage', reread);
}
