import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the prerendered page and while it is being woken, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
