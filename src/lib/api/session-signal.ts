/** Makes the parent of all requests of a session, each of which hands its signal on to the call. */
function createSessionSignal() {
  let controller = new AbortController();
  return {
    /** Aborted when what is under way now is no longer wanted. Ask for it anew with every call. */
    current: (): AbortSignal => controller.signal,
    /** Aborts every call under way (ER-08, ER-09); later ones, such as the next sign-in, are not concerned. */
    abort: (): void => {
      controller.abort();
      controller = new AbortController();
    },
  };
}

/** The one parent of all calls of the page. */
export const sessionSignal = createSessionSignal();
