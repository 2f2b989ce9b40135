import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns the focus to a button that was disabled during an action: the browser drops it. */
export function useKeptFocus(ref: RefObject<HTMLElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  const wasBusy = useRef(busy);
  // Once the attribute is committed, the focus may already be lost.
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
