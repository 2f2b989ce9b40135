/** Requests of one kind: a new one aborts the one before. */
export interface Latest {
  /** Aborts the previous request and returns the signal of a new one. */
  readonly begin: () => AbortSignal;
  /** Aborts the pending request. */
  readonly abort: () => void;
  /** Whether a newer request has replaced the one with this signal. */
  readonly isReplaced: (signal: AbortSignal) => boolean;
}

/**
 * The reason of every abort. One of its own would hold what ran when it was made, such as the functions of a panel
 * with its elements, until the next request.
 */
const REPLACED = new DOMException('Replaced or left.', 'AbortError');

/** Creates the controller of requests of one kind. */
export function createLatest(): Latest {
  let controller = new AbortController();
  return {
    begin: () => {
      controller.abort(REPLACED);
      controller = new AbortController();
      return controller.signal;
    },
    abort: () => controller.abort(REPLACED),
    isReplaced: (signal) => signal !== controller.signal,
  };
}
