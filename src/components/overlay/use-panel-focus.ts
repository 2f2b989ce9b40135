import { useEffect, useLayoutEffect, useRef } from 'react';
import { focusHome, keepFocus, pathOf } from '#components/hooks/focus-keeper.ts';

/**
 * Keeps the focus in a panel when what has it there goes, and gives a function for the moment in which the panel
 * closes: with what had the focus before, or null when that is gone, and its home gets the focus instead (UI-04).
 */
export function usePanelFocus(
  shown: boolean,
  element: HTMLElement | null,
): (opener: HTMLElement | null) => boolean {
  const origin = useRef<readonly Element[]>([]);
  useLayoutEffect(() => {
    if (shown) origin.current = pathOf(document.activeElement);
  }, [shown]);
  useEffect(() => (element ? keepFocus(element, () => element) : undefined), [element]);
  return (opener) => {
    if (!opener) focusHome(origin.current);
    return true;
  };
}
