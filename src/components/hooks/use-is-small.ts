import { useSyncExternalStore } from 'react';

/** Narrower than `--breakpoint-sm` in tokens.css. */
export const SMALL = '(width < 48rem)';
/** Too low for more than a list, such as a phone on its side or a page at 200 %. */
const LOW = '(height < 32rem)';

/** Whether the window meets a media query; false in the prerendered page. */
function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Whether the screen is small; false in the prerendered page. */
export const useIsSmall = (): boolean => useMedia(SMALL);

/** Whether the window is low; false in the prerendered page. */
export const useIsLow = (): boolean => useMedia(LOW);
