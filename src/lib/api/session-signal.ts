import { abortEarly } from '#browser/early.ts';

/** Creates the parent signal of all requests of a session. */
function createSessionSignal() {
  let controller = new AbortController();
  return {
    /** Aborted by {@link abort}. Read it again for every call. */
    current: (): AbortSignal => controller.signal,
    /** Aborts every pending call; later calls, such as the next sign-in, are not affected. */
    abort: (): void => {
      controller.abort();
      controller = new AbortController();
      abortEarly();
    },
  };
}

/** The one parent of all calls of the page. */
export const sessionSignal = createSessionSignal();
