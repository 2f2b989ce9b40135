import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False in the prerendered page and during hydration, true afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
