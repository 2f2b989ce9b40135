import { atom, onMount } from 'nanostores';
import { isReachable } from '#api/app/reachable.ts';
import { within } from '#domain/app/within.ts';
import { startPoll } from '#stores/base/running.ts';

/** Time between two tries, and after which one counts as failed, in ms. */
const POLL_MS = 3000;
const TIMEOUT = 10_000;

/** Whether the backend can't be reached. It is asked again until it can. */
export const $isOffline = atom(false);

/** How often the backend could be reached after {@link checkConnection}. */
export const $timesReached = atom(0);

let stopAsking: (() => void) | undefined;

function stop() {
  stopAsking?.();
  stopAsking = undefined;
}

function ask() {
  stop();
  stopAsking = startPoll({
    ms: POLL_MS,
    isImmediate: true,
    action: async (signal) => {
      const limits = { ms: TIMEOUT, message: '', signal };
      const isBack = await within(limits, (limited) => isReachable({ signal: limited })).catch(() => false);
      if (signal.aborted) return;
      if (isBack) stop();
      $isOffline.set(!isBack);
      if (isBack) $timesReached.set($timesReached.get() + 1);
    },
  });
}

/** Finds out whether the backend can be reached, for example because a request got no response. */
export function checkConnection(): void {
  if (!stopAsking) ask();
}

onMount($isOffline, () => {
  const isOver = new AbortController();
  const { signal } = isOver;
  // Not in tests without a browser.
  globalThis.window?.addEventListener('offline', ask, { signal });
  globalThis.window?.addEventListener('online', () => stopAsking && ask(), { signal });
  return () => {
    isOver.abort();
    stop();
    $isOffline.set(false);
  };
});

/** Calls back each time when the backend can be reached again. Returns a function that stops this. */
export const onReconnect = (reload: () => void): (() => void) =>
  $isOffline.listen((isOffline) => {
    if (!isOffline) reload();
  });
