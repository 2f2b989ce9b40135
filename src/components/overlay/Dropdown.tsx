import type { Placement } from '@floating-ui/dom';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { lazyPanel } from '#components/feedback/lazy-part.tsx';
import type { MenuEntry } from './menu-item.ts';
import { closePopup, usePopup } from './use-popup.ts';

const MenuPopup = lazyPanel(() => import('./MenuPopup.tsx'), closePopup);

/** An item with an icon, by its class. */
export const menuItem = (label: string, icon: string, onSelect: () => unknown, danger = false) => ({
  ...{ label, icon, danger },
  onSelect: () => void onSelect(),
});

export interface DropdownProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly placement?: Placement;
  readonly triggerClass?: string;
  readonly tooltip?: string | undefined;
  readonly tooltipSide?: 'top' | 'bottom' | 'left' | 'right';
  readonly disabled?: boolean;
}

/** The code of the menu is fetched when the button is first hovered, focused or pressed. */
export function Dropdown(props: DropdownProps) {
  const { label, children, items, placement = 'bottom-end', triggerClass = 'btn btn-ghost btn-sm' } = props;
  const { tooltip, tooltipSide, disabled } = props;
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [startAt, setStartAt] = useState<'first' | 'last'>('first');
  const popup = usePopup(trigger);
  const { state, isOpen, setOpen } = popup;

  function onKeyDown(event: KeyboardEvent) {
    const isUp = event.key === 'ArrowUp';
    if (isUp || event.key === 'ArrowDown') {
      setStartAt(isUp ? 'last' : 'first');
      setOpen(true);
      // The button keeps the focus while the menu is fetched.
    } else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={triggerClass}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-popup-open={isOpen ? '' : undefined}
        data-tooltip={isOpen ? undefined : tooltip}
        data-tooltip-side={tooltipSide}
        disabled={disabled}
        onPointerEnter={MenuPopup.preload}
        onFocus={MenuPopup.preload}
        onClick={() => {
          setStartAt('first');
          setOpen(!isOpen);
        }}
        onKeyDown={onKeyDown}
      >
        {children}
      </button>
      {state !== 'closed' && <MenuPopup {...{ id, label, trigger, popup, items, placement, startAt }} />}
    </>
  );
}
