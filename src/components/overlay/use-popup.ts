import { type RefObject, useCallback, useEffect, useState } from 'react';

/** How long a popup takes to go, in ms (UI-05). */
const HIDE_MS = 150;

/** Of a popup: not there, there, or going. */
export type PopupState = 'closed' | 'open' | 'closing';

/** What {@link usePopup} gives. */
export interface Popup {
  readonly state: PopupState;
  readonly isOpen: boolean;
  readonly setOpen: (open: boolean) => void;
}

/**
 * What menus, lists and small dialogs share, and a button has before the library that draws them is here: a press or
 * focus elsewhere closes them, so does a change of the route (SH-07) and an anchor that is out of sight; they are gone
 * after 150 ms (UI-05). The library knows of a press elsewhere only where it saw an element when it opened.
 */
export function usePopup(anchor: RefObject<Element | null>, trigger = anchor): Popup {
  const [state, setState] = useState<PopupState>('closed');
  const setOpen = useCallback((open: boolean) => {
    setState((now) => (open ? 'open' : now === 'open' ? 'closing' : now));
  }, []);

  useEffect(() => {
    if (state !== 'closing') return;
    const timer = setTimeout(() => setState('closed'), HIDE_MS);
    return () => clearTimeout(timer);
  }, [state]);

  useEffect(() => {
    const element = anchor.current;
    if (state !== 'open' || !element) return;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const close = () => setOpen(false);
    const leave = ({ target }: Event) => {
      if (!(target instanceof Element) || trigger.current?.contains(target)) return;
      // Beside the toasts stands what says that the popup could not be fetched.
      if (!target.closest('[data-popup-open], [data-toasts]')) close();
    };
    document.addEventListener('pointerdown', leave, options);
    document.addEventListener('focusin', leave, options);
    window.addEventListener('hashchange', close, options);
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting || close());
    sight.observe(element);
    return () => {
      stop.abort();
      sight.disconnect();
    };
  }, [state, anchor, trigger, setOpen]);

  return { state, isOpen: state === 'open', setOpen };
}
