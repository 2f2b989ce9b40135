import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { keepFocus } from '#components/hooks/focus-keeper.ts';
import { isComposing } from '#domain/app/is-composing.ts';
import { POPUP, type Popup } from './use-popup.ts';

/** Gives what closes an open popup by Escape, the focus back at its trigger; the panel around it stays. */
export function closesOnEscape({ state, close }: Popup): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape' || state !== 'open' || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    close(true);
  };
}

/** Props of {@link PopupDialog}. */
export interface PopupDialogProps {
  /** What {@link usePopup} gave for `element`. */
  readonly popup: Popup;
  readonly element: RefObject<HTMLDivElement | null>;
  /** Accessible name. */
  readonly label: string;
  /** Its size. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A little dialog beside its trigger, in the page while it is open or going. */
export function PopupDialog({ popup, element, label, className, children }: PopupDialogProps) {
  const { state } = popup;
  const isOpen = state === 'open';
  // Focus that leaves the popup closes it: it must not leave because a button in it is gone.
  useEffect(() => {
    const dialog = element.current;
    return isOpen && dialog ? keepFocus(dialog, () => dialog) : undefined;
  }, [isOpen, element]);
  if (state === 'closed') return null;
  return (
    <div
      ref={element}
      role="dialog"
      tabIndex={-1}
      aria-label={label}
      popover="manual"
      data-state={state}
      data-popup-open=""
      inert={state === 'closing'}
      className={`${POPUP} z-10 ${className}`}
      onKeyDown={closesOnEscape(popup)}
    >
      {children}
    </div>
  );
}
