import { Popover, usePopoverStore } from '@ariakit/react/popover';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keepFocus } from '#components/hooks/keep-focus.ts';
import { popupProps } from './popup-props.ts';
import type { Popup } from './use-popup.ts';

export interface PopupDialogBoxProps {
  readonly id: string;
  readonly label: string;
  readonly className: string;
  readonly initialFocus: RefObject<HTMLElement | null> | undefined;
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly popup: Popup;
  readonly children: ReactNode;
}

export default function PopupDialogBox(props: PopupDialogBoxProps) {
  const { id, label, className, initialFocus, trigger, popup, children } = props;
  const { state, isOpen, setOpen } = popup;
  const dialog = useRef<HTMLDivElement>(null);
  const store = usePopoverStore({ open: isOpen, setOpen, placement: 'bottom-end' });
  const { ref, ...shared } = popupProps(state, className);
  useLayoutEffect(() => {
    if (!isOpen) return;
    store.setAnchorElement(trigger.current);
    store.setDisclosureElement(trigger.current);
  }, [isOpen, store, trigger]);
  // The popup closes when the focus leaves it. The removal of a button in it must not cause that.
  useEffect(() => {
    const element = dialog.current;
    return isOpen && element ? keepFocus(element, () => element) : undefined;
  }, [isOpen]);
  return (
    <Popover
      {...shared}
      id={id}
      store={store}
      ref={(element) => {
        dialog.current = element;
        ref(element);
      }}
      aria-label={label}
      initialFocus={initialFocus}
    >
      {children}
    </Popover>
  );
}
