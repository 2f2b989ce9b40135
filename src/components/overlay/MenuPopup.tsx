import { MenuItem as Item, Menu, type MenuStoreProps, useMenuStore } from '@ariakit/react/menu';
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react';
import { isMenuItem, type MenuEntry, type MenuItem } from './menu-item.ts';
import { popupProps } from './popup-props.ts';
import type { Popup } from './use-popup.ts';
import { useTypeahead } from './use-typeahead.ts';

const LINE =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-field px-2 text-left outline-offset-[-2px] hover:bg-tint focus:bg-tint aria-disabled:cursor-default aria-disabled:opacity-50 max-sm:min-h-10';

const TICKS = {
  box: { on: 'icon-[ri--checkbox-fill] text-primary', off: 'icon-[ri--checkbox-blank-line] text-muted' },
  radio: {
    on: 'icon-[ri--radio-button-fill] text-primary',
    off: 'icon-[ri--checkbox-blank-circle-line] text-muted',
  },
} as const;

function MenuLine({ item, onChoose }: { item: MenuItem; onChoose: (item: MenuItem) => void }) {
  const { label, icon, href, checked, radio, danger, disabled = false } = item;
  const ticked = checked !== undefined;
  const tick = TICKS[radio ? 'radio' : 'box'][checked ? 'on' : 'off'];
  return (
    <Item
      role={!ticked ? 'menuitem' : radio ? 'menuitemradio' : 'menuitemcheckbox'}
      aria-checked={checked}
      disabled={disabled}
      accessibleWhenDisabled
      hideOnClick={false}
      blurOnHoverEnd={false}
      render={href === undefined || disabled ? <button type="button" /> : <a href={href} />}
      className={`${LINE} ${danger ? 'text-error' : ''}`}
      onClick={() => onChoose(item)}
    >
      {ticked && <span aria-hidden="true" className={`${tick} size-4 shrink-0`} />}
      {icon && (
        <span aria-hidden="true" className={`${icon} size-4 shrink-0 ${danger ? '' : 'text-muted'}`} />
      )}
      <span className="truncate">{label}</span>
    </Item>
  );
}

export interface MenuPopupProps {
  readonly id: string;
  readonly label: string;
  readonly trigger: RefObject<HTMLElement | null>;
  readonly popup: Popup;
  readonly items: readonly MenuEntry[] | (() => readonly MenuEntry[]);
  readonly placement: NonNullable<MenuStoreProps['placement']>;
  readonly startAt: 'first' | 'last';
}

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
