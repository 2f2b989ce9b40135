import { atom, onMount } from 'nanostores';
import { isReachable } from '#api/app/reachable.ts';
import { within } from '#domain/app/within.ts';
import { startPoll } from '#stores/base/poll.ts';

/** Time between two tries, and after which one counts as failed, in ms. */
const POLL_MS = 3000;
const TIMEOUT = 10_000;

/** Whether the backend can't be reached. It is asked again until it can. */
export const $isOffline = atom(false);

let stopAsking: (() => void) | undefined;
/** Callers of {@link untilReachable}. */
const waiting = new Set<() => void>();

function stop() {
  stopAsking?.();
  stopAsking = undefined;
}

/** Ends the old tries, and asks at once. */
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
      if (isBack) for (const goOn of waiting) goOn();
    },
  });
}

/** Finds out whether the backend can be reached, for example because a request got no response. */
export function checkConnection(): void {
  if (!stopAsking) ask();
}

/** Resolves when the backend can be reached; rejects when `signal` is aborted. */
export async function untilReachable(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  waiting.add(resolve);
  checkConnection();
  await promise.finally(() => {
    waiting.delete(resolve);
    signal.removeEventListener('abort', giveUp);
  });
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
