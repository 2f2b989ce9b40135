import { atom } from 'nanostores';
import { listBackups } from '#api/settings/backups.ts';
import { $path } from '#stores/app/route.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

const loader = createLoader({ request: (signal) => listBackups({ signal }), keepsValue: true });

/** All backups, newest first; they stay while they are loaded again. */
export const $backups = loader.$load;

/** Whether the list is loading, also while an older one is shown. */
export const $isLoadingBackups = atom(false);

let isOpen = false;
let storage = new AbortController();
let loads = 0;

/** Loads the list while the page is open; reports errors. */
export async function loadBackups(): Promise<void> {
  if (!isOpen) return;
  loads += 1;
  const current = loads;
  $isLoadingBackups.set(true);
  await loader.load();
  if (current === loads) $isLoadingBackups.set(false);
}

/** Aborted when the backups are kept in another storage from now on: a backup of the same name is another one. */
export const storageSignal = (): AbortSignal => storage.signal;

/** Removes the list and the questions about its backups, because the storage may be another one. */
export function forgetBackups(): void {
  storage.abort();
  storage = new AbortController();
  loader.clear();
}

/** Whether the list was requested before the screen is there. */
let isAhead = false;

/** Requests the list while React still loads; the screen then uses it, unless another one is visited before. */
export function loadAhead(): void {
  // The screen was faster.
  if (isOpen) return;
  isOpen = true;
  isAhead = true;
  void loadBackups();
  const stop = $path.listen(() => {
    isAhead = false;
    stop();
  });
}

/** Loads the list. Returns a function that stops this and removes the list from memory. */
export function startList(): () => void {
  isOpen = true;
  if (!isAhead) void loadBackups();
  isAhead = false;
  return () => {
    isOpen = false;
    loads += 1;
    $isLoadingBackups.set(false);
    loader.clear();
  };
}
