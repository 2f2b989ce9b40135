/** Requests of one kind of which only the newest counts (AU-07). */
export interface Latest {
  /** Aborts the request before and gives the signal of a new one; once it is aborted, its answer is dropped. */
  readonly begin: () => AbortSignal;
  /** Aborts the request under way. */
  readonly abort: () => void;
  /** Whether a newer request took the place of the one with this signal. */
  readonly isOvertaken: (signal: AbortSignal) => boolean;
}

/** Makes the controller of requests of one kind. */
export function createLatest(): Latest {
  let controller = new AbortController();
  return {
    begin: () => {
      controller.abort();
      controller = new AbortController();
      return controller.signal;
    },
    abort: () => controller.abort(),
    isOvertaken: (signal) => signal !== controller.signal,
  };
}
