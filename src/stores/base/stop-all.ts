/** Returns a function that calls all of these, in their order. */
export const stopAll =
  (...stops: readonly (() => unknown)[]): (() => void) =>
  () => {
    for (const stop of stops) stop();
  };
