import { abortEarly } from '#browser/early.ts';

let controller = new AbortController();

/** The one parent of all calls of the page. */
export const sessionSignal = {
  /** Aborted by {@link abort}. Read it again for every call. */
  current: (): AbortSignal => controller.signal,
  /** Aborts every pending call; later calls, such as the next sign-in, are not affected. */
  abort: (): void => {
    controller.abort();
    controller = new AbortController();
    abortEarly();
  },
};
