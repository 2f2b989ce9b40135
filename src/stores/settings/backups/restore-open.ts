import { atom, onMount } from 'nanostores';
import { $path, guardLeaving } from '#stores/app/route.ts';
import { stopAll } from '#stores/base/running.ts';
import { storageSignal } from './list.ts';

/** The popup of a backup that may be restored. */
export interface Restore {
  readonly key: string;
  /** `restarting`: the backend has accepted the request and replaces its data. */
  readonly state: 'asking' | 'sending' | 'restarting';
  /** What is known when the backend takes minutes, in sentences. */
  readonly note?: string | undefined;
}

/** The popup 'Restore {backup name}', if it is open. */
export const $restore = atom<Restore | undefined>(undefined);

const isRestoring = (): boolean => {
  const restore = $restore.get();
  return restore !== undefined && restore.state !== 'asking';
};

onMount($restore, () => {
  // A change of the route closes the popup, and nothing closes it while the backup is restored.
  const stopClosing = $path.listen(closeRestore);
  const stopGuard = guardLeaving(() => !isRestoring());
  return stopAll(stopClosing, stopGuard);
});

export function openRestore(key: string): void {
  $restore.set({ key, state: 'asking' });
  storageSignal().addEventListener('abort', closeRestore);
}

/** Closes the popup, unless the backup is being restored. */
export function closeRestore(): void {
  if (!isRestoring()) $restore.set(undefined);
}
