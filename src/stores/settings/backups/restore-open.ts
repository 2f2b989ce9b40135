import { atom, onMount } from 'nanostores';
import { listRestoreFailures } from '#api/settings/backups.ts';
import { readInTab, storeInTab } from '#browser/storage.ts';
import { isObject, parseJson, text } from '#domain/app/lenient.ts';
import { RESTORED_KEY } from '#domain/app/storage-keys.ts';
import { RESTORE_TEXTS, type RestoreFailure } from '#domain/settings/backups.ts';
import { $path, guardLeaving } from '#stores/app/route.ts';
import { addToast } from '#stores/app/toasts.ts';
import { startPoll, stopAll } from '#stores/base/running.ts';
import { storageSignal } from './list.ts';

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

/** Time between two looks into the log and their number: the backend writes its log every 3 s. */
const LOOK_MS = 2000;
const LOOKS = 4;

/** The backup, and the id of its last failure in the log before the restore; '' when there was none. */
function takeRestored() {
  const stored = parseJson(readInTab(RESTORED_KEY));
  storeInTab(RESTORED_KEY, undefined);
  if (!isObject(stored)) return undefined;
  return { key: text(stored['key']), lastFailure: text(stored['lastFailure']) };
}

// The backend accepts a restore before it opens the backup, and tells only its log that the backup was invalid.
async function lastFailure(key: string, signal?: AbortSignal): Promise<RestoreFailure | undefined> {
  const failures = await listRestoreFailures({ signal });
  return failures.find((failure) => failure.key === key);
}

/** Remembers across the reload what is restored. Call it once that is accepted: what the log has now is older. */
export async function rememberRestore(key: string): Promise<void> {
  try {
    const failure = await lastFailure(key);
    storeInTab(RESTORED_KEY, JSON.stringify({ key, lastFailure: failure?.id ?? '' }));
  } catch {
    // Without the log nothing is known about the outcome.
  }
}

/** After the reload, shows why the backup was not restored. Returns a function that stops this. */
export function startOutcome(): () => void {
  const restored = takeRestored();
  if (!restored) return () => {};
  let looks = 0;
  const stop = startPoll({
    ms: LOOK_MS,
    isImmediate: true,
    action: async (signal) => {
      // Without a response: the backend may still be restarting.
      const failure = await lastFailure(restored.key, signal).catch(() => undefined);
      if (signal.aborted) return;
      const isNew = failure !== undefined && failure.id !== restored.lastFailure;
      if (isNew) addToast('error', RESTORE_TEXTS.failed(restored.key, failure.reason));
      looks += 1;
      if (isNew || looks === LOOKS) stop();
    },
  });
  return stop;
}
