import { Popover, PopoverDisclosure, PopoverProvider } from '@ariakit/react/popover';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { IconButton, type IconButtonProps } from '#components/elements/IconButton.tsx';
import { keepFocus } from '#components/hooks/focus-keeper.ts';
import { popupProps } from './popup-props.ts';
import { usePopup } from './use-popup.ts';

/** Props of {@link PopupDialog}. */
export interface PopupDialogProps {
  /** Accessible name of the dialog. */
  readonly label: string;
  /** The button; its tooltip is at its left. */
  readonly trigger: Pick<IconButtonProps, 'icon' | 'label' | 'tooltip' | 'variant' | 'className'>;
  /** Size of the dialog. */
  readonly className: string;
  /** Takes the focus on opening instead of the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Made anew each time the dialog opens. */
  readonly children: (close: () => void) => ReactNode;
}

/** An icon button with a small dialog beside it. */
export function PopupDialog(props: PopupDialogProps) {
  const { label, className, initialFocus, children } = props;
  const { tooltip, ...button } = { tooltip: props.trigger.label, ...props.trigger };
  const trigger = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const { state, isOpen, setOpen } = usePopup(trigger);
  const { ref, ...shared } = popupProps(state, className);
  // Focus that leaves the popup closes it: it must not leave because a button in it is gone.
  useEffect(() => {
    const element = dialog.current;
    return isOpen && element ? keepFocus(element, () => element) : undefined;
  }, [isOpen]);
  return (
    <PopoverProvider open={isOpen} setOpen={setOpen} placement="bottom-end">
      <PopoverDisclosure
        ref={trigger}
        render={<IconButton {...button} tooltip={isOpen ? undefined : tooltip} tooltipSide="left" />}
      />
      {state !== 'closed' && (
        <Popover
          {...shared}
          ref={(element) => {
            dialog.current = element;
            ref(element);
          }}
          aria-label={label}
          initialFocus={initialFocus}
        >
          {children(() => setOpen(false))}
        </Popover>
      )}
    </PopoverProvider>
  );
}
