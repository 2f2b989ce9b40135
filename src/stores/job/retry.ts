import { isReachable } from '#api/app/reachable.ts';
import { type CallOptions, toApiError } from '#api/client.ts';
import type { KeyOptions } from '#api/records/by-key.ts';
import { abortable } from '#domain/app/abortable.ts';
import { type ApiError, isOutcomeUnknown, isUnreachable } from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { $timesReached, checkConnection } from '#stores/app/connection.ts';
import { startPoll } from '#stores/base/running.ts';

/** How the requests of a job go on after a failure that is not about their content. */
export interface Link extends CallOptions {
  /** Aborted when the job was cancelled and waits for nothing any more. */
  readonly signal: AbortSignal;
  /** Waits until requests may work again, after a lost connection or the end of the session; else throws ApiError. */
  readonly wait: (error: ApiError) => Promise<void>;
  readonly maxTries?: number;
}

/** Whether the session has ended: requests were aborted with it, or are refused. */
export const isSessionEnd = ({ status, isAbort }: ApiError): boolean =>
  isAbort || status === 401 || status === 403;

/** Whether all other requests would fail with the same error. */
export const isFatal = (error: ApiError): boolean =>
  isSessionEnd(error) || isOutcomeUnknown(error) || error.status === 421;

/** Whether a failure says nothing about the request. */
export const isInterruption = (error: ApiError): boolean => isUnreachable(error) || isSessionEnd(error);

/**
 * Whether a failed write may have been stored all the same: it got no response, or a fault of the backend, whose hooks
 * may fail after it.
 */
export const mayBeStored = (error: ApiError): boolean =>
  error.isAbort || error.status >= 500 || isOutcomeUnknown(error);

/** How often a request is sent, and the first pause before it is sent again, in ms; each one is doubled. */
export const MAX_TRIES = 5;
const FIRST_PAUSE = 500;

/** Waits before a request is sent again to a busy backend; ends at once when `signal` is aborted. */
export const pauseAfter = (tries: number, signal: AbortSignal): Promise<void> =>
  abortable(
    new Promise<void>((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** (tries - 1))),
    signal,
  ).catch(() => {});

/**
 * The one rule of what follows a failure: waits as long as the connection is lost or the session over, for as long as
 * the link does, and pauses for a busy backend and after a response that was cut. False if it is of no use to send the
 * request again: it was refused, sent often enough, or its job is cancelled. A write that may have been stored must be
 * read back before that. Throws what the link throws.
 */
export async function mayWorkAgain(error: ApiError, tries: number, link: Link): Promise<boolean> {
  const { signal, wait, maxTries = MAX_TRIES } = link;
  if (signal.aborted || error.isFault) return false;
  // Nobody was asked for anything: it is no try.
  if (isSessionEnd(error)) await wait(error);
  else if (tries >= maxTries) return false;
  else if (isUnreachable(error)) await wait(error);
  else if (error.status === 429 || mayBeStored(error)) await pauseAfter(tries, signal);
  else return false;
  return true;
}

/** Sends a request that only reads, again as long as {@link mayWorkAgain}. Throws ApiError. */
export async function readSurely<T>(request: () => Promise<T>, link: Link): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request();
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!(await mayWorkAgain(error, tries, link))) throw error;
    }
  }
}

/** The options of requests that only read, for what sends them one after the other. */
export const readingBy = (link: Link): Required<Pick<KeyOptions, 'signal' | 'send'>> => ({
  ...link,
  send: (request) => readSurely(request, link),
});

/** The link of a job that ends with the connection: what it has sent may be stored, and it can't tell what is. */
export const endingLink = (signal: AbortSignal): Link => ({
  signal,
  wait: async (error) => {
    throw error;
  },
});

/** Time between two tries to reach another backend, in ms. */
const POLL_MS = 3000;

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

/** The link of a job that only reads: it waits for the connection, which `onWait` is told, and ends with the session. */
export const readingLink = (
  { signal, backend }: Pick<Link, 'signal' | 'backend'>,
  onWait: (isWaiting: boolean) => void,
): Link => ({
  ...{ signal, backend },
  wait: async (error) => {
    if (isSessionEnd(error)) throw error;
    onWait(true);
    try {
      await untilReachable(signal, backend);
    } catch (thrown) {
      throw toApiError(thrown);
    } finally {
      onWait(false);
    }
  },
});
