/**
 * The reason of every abort. One of its own would hold what ran when it was made, such as the functions of a panel
 * with its elements, until the next request.
 */
const REPLACED = new DOMException('Replaced or left.', 'AbortError');

/** Creates the controller of requests of one kind: a new one aborts the one before. */
export function createLatest() {
  let controller = new AbortController();
  return {
    /** Aborts the previous request and returns the signal of a new one. */
    begin: (): AbortSignal => {
      controller.abort(REPLACED);
      controller = new AbortController();
      return controller.signal;
    },
    /** Aborts the pending request. */
    abort: (): void => controller.abort(REPLACED),
    /** Whether a newer request has replaced the one with this signal. */
    isReplaced: (signal: AbortSignal): boolean => signal !== controller.signal,
  };
}
