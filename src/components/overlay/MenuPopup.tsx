import { Menu, type MenuStoreProps, useMenuStore } from '@ariakit/react/menu';
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import { MenuLine } from './MenuLine.tsx';
import { isMenuItem, type MenuEntry, type MenuItem } from './menu-item.ts';
import { popupProps } from './popup-props.ts';
import type { Popup } from './use-popup.ts';
import { useTypeahead } from './use-typeahead.ts';

export interface MenuPopupProps {
  readonly id: string;
  /** Accessible name. */
  readonly label: string;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly popup: Popup;
  readonly items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly placement: NonNullable<MenuStoreProps['placement']>;
  /** The item that gets the focus. */
  readonly startAt: 'first' | 'last';
}

/** The menu of a dropdown while it is open or closing: arrows, Home, End and letters move the focus. */
export default function MenuPopup(props: MenuPopupProps) {
  const { id, label, trigger, popup, items, placement, startAt } = props;
  const { state, isOpen, setOpen } = popup;
  const menu = useMenuStore({ open: isOpen, setOpen, placement, focusLoop: true });
  const typeahead = useTypeahead(menu);

  useLayoutEffect(() => {
    if (!isOpen) return;
    menu.setAnchorElement(trigger.current);
    menu.setDisclosureElement(trigger.current);
    menu.setInitialFocus(startAt);
    menu.setAutoFocusOnShow(true);
  }, [isOpen, menu, trigger, startAt]);

  function close() {
    setOpen(false);
    trigger.current?.focus();
  }

  function choose(item: MenuItem) {
    // The trigger gets the focus back before the action can move it on.
    if (item.checked === undefined) close();
    item.onSelect?.();
  }

  const entries = typeof items === 'function' ? items() : items;
  return (
    <Menu
      {...popupProps(state, 'max-w-80 min-w-40')}
      id={id}
      store={menu}
      aria-label={label}
      typeahead={false}
      onKeyDown={(event: KeyboardEvent) => {
        // Tab continues from the trigger.
        if (event.key === 'Tab') close();
        else typeahead(event);
      }}
    >
      {entries.map((entry, index) =>
        isMenuItem(entry) ? (
          <MenuLine key={entry.key ?? entry.label} item={entry} onChoose={choose} />
        ) : entry === 'separator' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity other than their position.
          <hr key={`line-${index}`} className="-mx-1 my-1 border-base-300" />
        ) : (
          <div
            key={`of ${entry.heading}`}
            role="presentation"
            className="px-2 py-1 text-xs wrap-anywhere text-muted"
          >
            {entry.heading}
          </div>
        ),
      )}
    </Menu>
  );
}
