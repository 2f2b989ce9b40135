import { type RefObject, useCallback, useEffect, useState } from 'react';

const HIDE_MS = 150;

export type PopupState = 'closed' | 'open' | 'closing';

export interface Popup {
  readonly state: PopupState;
  readonly isOpen: boolean;
  readonly setOpen: (open: boolean) => void;
}

/** Known before the library that renders the popup, which sees presses only on elements that were there before it. */
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
    const closeIfOutside = ({ target }: Event) => {
      if (!(target instanceof Element) || trigger.current?.contains(target)) return;
      // The message that the popup could not be fetched is shown next to the toasts.
      if (!target.closest('[data-popup-open], [data-toasts]')) close();
    };
    document.addEventListener('pointerdown', closeIfOutside, options);
    document.addEventListener('focusin', closeIfOutside, options);
    // The event of a change just before the popup opened may come after it.
    const { href } = location;
    window.addEventListener('hashchange', () => location.href !== href && close(), options);
    const visibility = new IntersectionObserver(([entry]) => entry?.isIntersecting || close());
    visibility.observe(element);
    return () => {
      stop.abort();
      visibility.disconnect();
    };
  }, [state, anchor, trigger, setOpen]);

  return { state, isOpen: state === 'open', setOpen };
}

/** Closes a popup whose code could not be fetched. */
export const closePopup = ({ popup }: { readonly popup: Popup }): void => popup.setOpen(false);
