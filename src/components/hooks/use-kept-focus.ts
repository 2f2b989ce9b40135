import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus back to a button that was disabled for the time of an action: the browser drops the
 * focus of a disabled button, and a keyboard user would start again at the top of the page.
 */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  const wasBusy = useRef(busy);
  // Read while rendering: once the attribute is committed the focus may be gone already.
  if (busy && !wasBusy.current && ref.current && document.activeElement === ref.current) {
    hadFocus.current = true;
  }
  useLayoutEffect(() => {
    wasBusy.current = busy;
    if (busy || !hadFocus.current) return;
    hadFocus.current = false;
    const active = document.activeElement;
    if (!active || active === document.body) ref.current?.focus();
  }, [busy, ref]);
}
