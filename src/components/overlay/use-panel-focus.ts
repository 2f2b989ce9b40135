import { useEffect, useLayoutEffect, useRef } from 'react';
import { keepFocus, pathOf, restoreFocus } from '#components/hooks/keep-focus.ts';

/**
 * Keeps the focus in a panel when its focused element is removed. Returns a function to call when the panel closes,
 * with the element that had the focus before, or null if it was removed; the focus then moves near it.
 * @param finalFocus returns an element that gets the focus instead
 */
export function usePanelFocus(
  shown: boolean,
  element: HTMLElement | null,
  finalFocus: (() => HTMLElement | null) | undefined,
): (opener: HTMLElement | null) => boolean {
  const origin = useRef<readonly Element[]>([]);
  useLayoutEffect(() => {
    if (shown) origin.current = pathOf(document.activeElement);
  }, [shown]);
  useEffect(() => (element ? keepFocus(element, () => element) : undefined), [element]);
  return (opener) => {
    const target = finalFocus?.();
    // A cell of that row, for example, that had the focus before.
    if (target && !(opener && target.contains(opener))) {
      target.focus();
      return false;
    }
    if (!opener) restoreFocus(origin.current);
    return true;
  };
}
