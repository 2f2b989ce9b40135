import { type CallOptions, toApiError } from '#api/client.ts';
import { type ApiError, isUnreachable } from '#domain/app/api-error.ts';

/** How requests of an import go on after a failure that is not about their content. */
export interface Link extends CallOptions {
  /** Aborted when the import was cancelled and waits for nothing any more. */
  readonly signal: AbortSignal;
  /** Waits until requests may work again: the backend responds, or somebody has signed in and resumed. */
  readonly wait: (error: ApiError) => Promise<void>;
}

/** Whether the session has ended: requests were aborted with it, or are refused. */
export const isSessionEnd = ({ status, isAbort }: ApiError): boolean =>
  isAbort || status === 401 || status === 403;

/** Whether a failure says nothing about the request. */
export const isInterruption = (error: ApiError): boolean => isUnreachable(error) || isSessionEnd(error);

/** Repeats a request that changes nothing until it is not interrupted; throws ApiError. */
export async function readSurely<T>(request: () => Promise<T>, link: Link): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (thrown) {
      const error = toApiError(thrown);
      if (link.signal.aborted || !isInterruption(error)) throw error;
      await link.wait(error);
    }
  }
}
