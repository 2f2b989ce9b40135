import { atom } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { canBackup } from '#api/settings/backups.ts';
import { followHidden } from '#browser/listen.ts';
import { within } from '#domain/app/within.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { startPoll } from '#stores/base/running.ts';

/** Time between two requests, in ms. */
const POLL_MS = 3000;
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

/**
 * Asks every 3 s while the tab is visible, and at once when it becomes visible. Failures are silent: the backend may be
 * restarting. Returns a function that stops this.
 */
export function startHealth(): () => void {
  let hasFailed = false;
  const action = async (signal: AbortSignal) => {
    try {
      const can = await checkHealth(signal);
      if (signal.aborted) return;
      const isReady = hasFailed || (can && !$canBackup.get());
      hasFailed = false;
      $canBackup.set(can);
      if (isReady) $recoveries.set($recoveries.get() + 1);
    } catch (thrown) {
      if (!signal.aborted && !toApiError(thrown).isAbort) hasFailed = true;
    }
  };
  let stopPoll: (() => void) | undefined;
  const follow = (isHidden: boolean) => {
    stopPoll?.();
    stopPoll = isHidden ? undefined : startPoll({ ms: POLL_MS, isImmediate: true, action });
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
