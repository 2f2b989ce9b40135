import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { canBackup, listBackups } from '#api/settings/backups.ts';
import { followHidden } from '#browser/listen.ts';
import { within } from '#domain/app/within.ts';
import { can } from '#stores/app/capabilities.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { $path } from '#stores/app/route.ts';
import { startPoll } from '#stores/base/running.ts';
import { createLoader } from '#stores/factories/create-loader.ts';

/** Time between two requests, in ms. */
const POLL_MS = 3000;
/** The same where each request is an entry of the backend's log, and nothing is running. */
const SLOW_POLL_MS = 20_000;
/** After this time without a response the backend counts as not responding, in ms. */
const TIMEOUT = 10_000;

/** Whether no backup is being made or restored, also by other administrators. */
export const $canBackup = atom(true);

/** Counts how often a backup or restore has ended, or the backend has responded again. */
export const $recoveries = atom(0);

/** Asks the backend for {@link $canBackup}; throws if it does not respond in time. */
export const checkHealth = (signal: AbortSignal): Promise<boolean> =>
  within({ ms: TIMEOUT, message: 'The backend does not respond.', signal }, (limited) =>
    canBackup({ signal: limited }),
  );

let askAgain: (() => void) | undefined;

/** Asks at once, for example because the own backup has ended. */
export const askHealth = (): void => askAgain?.();

/** Asks again and again while the tab is visible, silently: the backend may be restarting. Returns what stops this. */
export function startHealth(): () => void {
  let hasFailed = false;
  const action = async (signal: AbortSignal) => {
    try {
      const isIdle = await checkHealth(signal);
      if (signal.aborted) return;
      const isReady = hasFailed || (isIdle && !$canBackup.get());
      hasFailed = false;
      $canBackup.set(isIdle);
      if (isReady) $recoveries.set($recoveries.get() + 1);
    } catch (thrown) {
      if (!signal.aborted && !toApiError(thrown).isAbort) hasFailed = true;
    }
  };
  const pause = () => (can().logsHealth && $canBackup.get() && !hasFailed ? SLOW_POLL_MS : POLL_MS);
  let stopPoll: (() => void) | undefined;
  const follow = (isHidden: boolean) => {
    stopPoll?.();
    stopPoll = isHidden ? undefined : startPoll({ ms: pause, isImmediate: true, action });
  };
  // It may have been away for less time than is between two requests.
  const stopReconnect = onReconnect(() => $recoveries.set($recoveries.get() + 1));
  const stopHidden = followHidden(follow);
  askAgain = () => follow(document.hidden);
  return () => {
    askAgain = undefined;
    stopReconnect();
    stopHidden();
    stopPoll?.();
    $canBackup.set(true);
  };
}

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
