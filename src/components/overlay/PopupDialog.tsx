import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { IconButton, type IconButtonProps } from '#components/elements/IconButton.tsx';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import { closePopup, usePopup } from './use-popup.ts';

const PopupDialogBox = lazyPanel(() => import('./PopupDialogBox.tsx'), closePopup);

export interface PopupDialogProps {
  readonly label: string;
  /** The button; its tooltip is shown to its left. */
  readonly trigger: Pick<IconButtonProps, 'icon' | 'label' | 'tooltip' | 'variant' | 'className'>;
  readonly className: string;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** Created again each time the dialog opens. */
  readonly children: (close: () => void) => ReactNode;
}

/** The code of the dialog is fetched when the button is first hovered, focused or pressed. */
export function PopupDialog(props: PopupDialogProps) {
  const { label, className, initialFocus, children } = props;
  const { tooltip, ...button } = { tooltip: props.trigger.label, ...props.trigger };
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popup = usePopup(trigger);
  const { state, isOpen, setOpen } = popup;
  return (
    <>
      <IconButton
        {...button}
        ref={trigger}
        tooltip={isOpen ? undefined : tooltip}
        tooltipSide="left"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-popup-open={isOpen ? '' : undefined}
        onPointerEnter={PopupDialogBox.preload}
        onFocus={PopupDialogBox.preload}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          // The button keeps the focus while the dialog is fetched.
          if (event.key !== 'Escape' || !isOpen) return;
          setOpen(false);
          event.preventDefault();
        }}
      />
      {state !== 'closed' && (
        <PopupDialogBox {...{ id, label, className, initialFocus, trigger, popup }}>
          {children(() => setOpen(false))}
        </PopupDialogBox>
      )}
    </>
  );
}
