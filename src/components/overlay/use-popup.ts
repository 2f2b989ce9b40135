import type { Placement } from '@floating-ui/dom';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { float } from './float.ts';

/** How long a popup takes to go, in ms (UI-05). */
const HIDE_MS = 150;

/** Of a popup: not there, there, or going. */
export type PopupState = 'closed' | 'open' | 'closing';

/** How a popup is placed beside its trigger. */
export interface PopupOptions {
  readonly placement: Placement;
  /** At least as wide as what it is placed at. */
  readonly matchWidth?: boolean;
  /** What it is placed at, the trigger when missing. */
  readonly anchor?: RefObject<HTMLElement | null>;
}

/** What {@link usePopup} gives. */
export interface Popup {
  readonly state: PopupState;
  readonly open: () => void;
  /** Closes; `focusTrigger` gives the focus back, as after Escape or a choice. */
  readonly close: (focusTrigger: boolean) => void;
}

/**
 * What menus and lists share: a popover in the top layer beside its trigger, closed by a press or focus
 * elsewhere and by a change of the route (SH-07), gone after 150 ms (UI-05). The popup element carries
 * `data-popup-open`, by which panels know that this Escape is not theirs (OP-12).
 */
export function usePopup(
  trigger: RefObject<HTMLElement | null>,
  popup: RefObject<HTMLElement | null>,
  options: PopupOptions,
): Popup {
  const { placement, matchWidth, anchor = trigger } = options;
  const [state, setState] = useState<PopupState>('closed');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const open = useCallback(() => {
    clearTimeout(timer.current);
    setState('open');
  }, []);

  const close = useCallback(
    (focusTrigger: boolean) => {
      setState((now) => (now === 'open' ? 'closing' : now));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setState('closed'), HIDE_MS);
      if (focusTrigger) trigger.current?.focus();
    },
    [trigger],
  );

  useEffect(() => () => clearTimeout(timer.current), []);

  const present = state !== 'closed';
  useLayoutEffect(() => {
    const element = popup.current;
    const reference = anchor.current;
    if (!present || !element || !reference) return;
    element.showPopover();
    return float(reference, element, { placement, gap: 4, matchWidth, onLost: () => close(false) });
  }, [present, placement, matchWidth, popup, anchor, close]);

  useEffect(() => {
    if (state !== 'open') return;
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const leave = (event: Event) => {
      const target = event.target;
      if (!(target instanceof Node)) return;
      if (popup.current?.contains(target) || trigger.current?.contains(target)) return;
      close(false);
    };
    document.addEventListener('pointerdown', leave, options);
    document.addEventListener('focusin', leave, options);
    window.addEventListener('hashchange', () => close(false), options);
    return () => stop.abort();
  }, [state, popup, trigger, close]);

  return { state, open, close };
}

/** Look of every popup; it fades in once it is placed and out while closing. */
export const POPUP =
  'fixed inset-auto m-0 overflow-y-auto rounded-box border border-base-300 bg-raised p-1 text-sm text-base-content shadow-lg opacity-0 data-placed:opacity-100 data-[state=closing]:pointer-events-none data-[state=closing]:opacity-0 transition-opacity duration-150 motion-reduce:transition-none';
