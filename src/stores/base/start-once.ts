import { atom, onMount } from 'nanostores';

/**
 * Returns a function that starts the stores of a screen, unless they run already. The page's own script calls it, so
 * that data is requested while React still loads, and so does the screen. It returns a function that stops this.
 */
export function startOnce(...starts: readonly (() => () => void)[]): () => () => void {
  // While it has listeners, the stores run.
  const $screen = atom(undefined);
  onMount($screen, () => {
    const stops = starts.map((start) => start());
    return () => {
      for (const stop of stops.toReversed()) stop();
    };
  });
  return () => $screen.listen(() => {});
}
