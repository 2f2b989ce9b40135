import { MenuItem as Item } from '@ariakit/react/menu';
import type { MenuItem } from './menu-item.ts';

export interface MenuLineProps {
  readonly item: MenuItem;
  readonly onChoose: (item: MenuItem) => void;
}

const LINE =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-field px-2 text-left outline-offset-[-2px] hover:bg-tint focus:bg-tint aria-disabled:cursor-default aria-disabled:opacity-50 max-sm:min-h-10';

const TICKS = {
  box: { on: 'icon-[ri--checkbox-fill]', off: 'icon-[ri--checkbox-blank-line] text-muted' },
  radio: { on: 'icon-[ri--radio-button-fill]', off: 'icon-[ri--checkbox-blank-circle-line] text-muted' },
} as const;

/** One line of a menu: a link, a ticked item or a plain one. */
export function MenuLine({ item, onChoose }: MenuLineProps) {
  const { label, icon, href, checked, radio, danger, disabled = false } = item;
  const ticked = checked !== undefined;
  const tick = checked
    ? `${TICKS[radio ? 'radio' : 'box'].on} text-primary`
    : TICKS[radio ? 'radio' : 'box'].off;
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
