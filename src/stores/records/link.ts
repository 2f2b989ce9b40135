import { type CallOptions, toApiError } from '#api/client.ts';
import { abortable } from '#domain/app/abortable.ts';
import { type ApiError, isOutcomeUnknown, isUnreachable } from '#domain/app/api-error.ts';
import { $adminId } from '#stores/app/session.ts';

/** How the requests of a long job, such as an import, go on after a failure that is not about their content. */
export interface Link extends CallOptions {
  /** Aborted when the job was cancelled and waits for nothing any more. */
  readonly signal: AbortSignal;
  /** Waits until requests may work again: the backend responds, or somebody has signed in and resumed. */
  readonly wait: (error: ApiError) => Promise<void>;
  readonly maxTries?: number;
}

/** Whether the session has ended: requests were aborted with it, or are refused. */
export const isSessionEnd = ({ status, isAbort }: ApiError): boolean =>
  isAbort || status === 401 || status === 403;

/** Whether somebody else than this administrator has signed in since: what that one did is not for the next. */
export function hasNewOwner(owner: string | undefined): boolean {
  const now = $adminId.get();
  return now !== undefined && now !== owner;
}

/** Whether all other requests would fail with the same error. */
export const isFatal = (error: ApiError): boolean =>
  isSessionEnd(error) || isOutcomeUnknown(error) || error.status === 421;

/** Whether a failure says nothing about the request. */
export const isInterruption = (error: ApiError): boolean => isUnreachable(error) || isSessionEnd(error);

/** How often a request is sent to a busy backend, and the first pause, in ms; each one is doubled. */
export const MAX_TRIES = 5;
const FIRST_PAUSE = 500;

export const isBusy = ({ status }: ApiError): boolean => status === 429 || status >= 500;

/** Waits before a request is sent again to a busy backend; ends at once when `signal` is aborted. */
export const pauseAfter = (tries: number, signal: AbortSignal): Promise<void> =>
  abortable(
    new Promise<void>((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** (tries - 1))),
    signal,
  ).catch(() => {});

/** Repeats a request that only reads until it is not interrupted; a few times while busy. Throws ApiError. */
export async function readSurely<T>(request: () => Promise<T>, link: Link): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await request();
    } catch (thrown) {
      const error = toApiError(thrown);
      if (link.signal.aborted) throw error;
      if (isInterruption(error)) await link.wait(error);
      else if (isBusy(error) && tries < (link.maxTries ?? MAX_TRIES)) await pauseAfter(tries, link.signal);
      else throw error;
    }
  }
}
