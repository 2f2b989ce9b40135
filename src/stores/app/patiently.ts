import { isReachable } from '#api/app/reachable.ts';
import { toApiError } from '#api/client.ts';
import { abortable } from '#domain/app/abortable.ts';
import { isOutcomeUnknown } from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { startPoll } from '#stores/base/running.ts';
import { $timesReached, checkConnection } from './connection.ts';

/** Time between two tries to reach another backend, in ms. */
const POLL_MS = 3000;

/** How often in a row a request may get no response while the backend can be reached. */
const MAX_TRIES = 5;

export interface Patience {
  readonly signal: AbortSignal;
  /** Called when the wait for the backend begins and ends. */
  readonly onWait: (isWaiting: boolean) => void;
  readonly backend?: NamedBackend | undefined;
}

/** Resolves when the backend can be reached; that of this tab is asked while `$isOffline` has listeners. */
export async function untilReachable(signal: AbortSignal, backend?: NamedBackend): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const tryBackend = async (aborted: AbortSignal) => {
    if (await isReachable({ signal: aborted, backend })) resolve();
  };
  const stop = backend
    ? startPoll({ ms: POLL_MS, isImmediate: true, action: tryBackend })
    : $timesReached.listen(() => resolve());
  if (!backend) checkConnection();
  await abortable(promise, signal).finally(stop);
}

/** Sends a request that reads, again when its response was lost and the backend can be reached. Throws ApiError. */
export async function patiently<T>(
  request: () => Promise<T>,
  { signal, onWait, backend }: Patience,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request();
    } catch (thrown) {
      const error = toApiError(thrown);
      const isLost = !error.isAbort && !error.isFault && isOutcomeUnknown(error);
      if (!isLost || signal.aborted || tries === MAX_TRIES) throw error;
    }
    onWait(true);
    try {
      await untilReachable(signal, backend);
    } catch (thrown) {
      throw toApiError(thrown);
    } finally {
      onWait(false);
    }
  }
}
