import { useSyncExternalStore } from 'react';

/** Narrower than `--breakpoint-sm` in tokens.css. */
const SMALL = '(width < 48rem)';

function subscribe(onChange: () => void): () => void {
  const media = matchMedia(SMALL);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Whether the screen is small; false in the prerendered page. */
export const useIsSmall = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(SMALL).matches,
    () => false,
  );
