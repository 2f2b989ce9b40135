import type { Placement } from '@floating-ui/dom';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { isComposing } from '#domain/app/is-composing.ts';
import { MenuLine } from './MenuLine.tsx';
import { createTypeahead, isMenuItem, type MenuEntry, type MenuItem } from './menu-item.ts';
import { POPUP, usePopup } from './use-popup.ts';

/** Props of {@link Dropdown}. */
export interface DropdownProps {
  /** Accessible name of the trigger and of the menu. */
  readonly label: string;
  /** What the trigger shows. */
  readonly children: ReactNode;
  /** Lines of the menu, or a function that makes them when it opens. */
  readonly items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly placement?: Placement;
  readonly triggerClass?: string;
  readonly tooltip?: string;
  readonly tooltipSide?: 'top' | 'bottom' | 'left' | 'right';
  readonly disabled?: boolean;
}

/**
 * A button with a menu (UI-05). Opens by click, Enter, Space and arrows; inside, arrows, Home, End and
 * letters move, Enter and Space choose, Escape and Tab close. Ticked items keep the menu open.
 */
export function Dropdown(props: DropdownProps) {
  const { label, children, items, placement = 'bottom-end', triggerClass = 'btn btn-ghost btn-sm' } = props;
  const { tooltip, tooltipSide, disabled } = props;
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [startAt, setStartAt] = useState<'first' | 'last'>('first');
  const [typeahead] = useState(() => createTypeahead());
  const { state, open, close } = usePopup(trigger, menu, { placement });
  const isOpen = state === 'open';

  const lines = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const focusLine = (index: number) => {
    const all = lines();
    all[(index + all.length) % all.length]?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the opening moves the focus.
  useEffect(() => {
    if (isOpen) focusLine(startAt === 'first' ? 0 : -1);
  }, [isOpen]);

  function openAt(place: 'first' | 'last') {
    setStartAt(place);
    open();
  }

  function choose(item: MenuItem) {
    if (item.disabled) return;
    if (item.checked === undefined && !item.staysOpen) close(true);
    item.onSelect?.();
  }

  function onTriggerKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openAt(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  function onMenuKey(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const all = lines();
    const index = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 };
    const move = moves[event.key];
    if (move !== undefined) focusLine(move);
    else if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') close(true);
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
      const found = typeahead(
        event,
        all.map((line) => line.textContent ?? ''),
        index,
      );
      if (found !== undefined) focusLine(found);
    } else return;
    // Tab goes on from the trigger to what follows it.
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  }

  const entries = state === 'closed' ? [] : typeof items === 'function' ? items() : items;
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
        data-tooltip={isOpen ? undefined : tooltip}
        data-tooltip-side={tooltipSide}
        disabled={disabled}
        onClick={() => (isOpen ? close(true) : openAt('first'))}
        onKeyDown={onTriggerKey}
      >
        {children}
      </button>
      {state !== 'closed' && (
        <div
          ref={menu}
          id={id}
          role="menu"
          tabIndex={-1}
          popover="manual"
          aria-label={label}
          data-state={state}
          data-popup-open=""
          className={`${POPUP} max-w-80 min-w-40`}
          onKeyDown={onMenuKey}
        >
          {entries.map((entry, index) =>
            isMenuItem(entry) ? (
              <MenuLine key={entry.key} item={entry} onChoose={choose} />
            ) : entry === 'separator' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else to be known by.
              <hr key={`line-${index}`} className="-mx-1 my-1 border-base-300" />
            ) : (
              <div
                key={entry.heading}
                role="presentation"
                className="px-2 py-1 text-xs wrap-anywhere text-muted"
              >
                {entry.heading}
              </div>
            ),
          )}
        </div>
      )}
    </>
  );
}
