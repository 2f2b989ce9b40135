import type { MenuItem } from './menu-item.ts';

/** Props of {@link MenuLine}. */
export interface MenuLineProps {
  readonly item: MenuItem;
  readonly onChoose: (item: MenuItem) => void;
}

const LOOK =
  'flex min-h-8 w-full cursor-pointer items-center gap-2 rounded-field px-2 text-left outline-offset-[-2px] hover:bg-base-content/10 focus:bg-base-content/10 aria-disabled:cursor-default aria-disabled:opacity-50 max-sm:min-h-10';

const TICKS = {
  box: { on: 'icon-[ri--checkbox-fill]', off: 'icon-[ri--checkbox-blank-line] text-muted' },
  radio: { on: 'icon-[ri--radio-button-fill]', off: 'icon-[ri--checkbox-blank-circle-line] text-muted' },
} as const;

/** One line of a menu: a link, a ticked item or a plain one. */
export function MenuLine({ item, onChoose }: MenuLineProps) {
  const { label, icon, href, checked, radio, danger, disabled } = item;
  const ticked = checked !== undefined;
  const shared = {
    role: !ticked ? 'menuitem' : radio ? 'menuitemradio' : 'menuitemcheckbox',
    tabIndex: -1,
    'aria-checked': ticked ? checked : undefined,
    'aria-disabled': disabled || undefined,
    className: `${LOOK} ${danger ? 'text-error' : ''}`,
    // The pointer takes the focus along, so that there is one marked line, not two.
    onPointerMove: (event: { currentTarget: HTMLElement }) =>
      event.currentTarget.focus({ preventScroll: true }),
  } as const;
  const tick = checked
    ? `${TICKS[radio ? 'radio' : 'box'].on} text-primary`
    : TICKS[radio ? 'radio' : 'box'].off;
  const content = (
    <>
      {ticked && <span aria-hidden="true" className={`${tick} size-4 shrink-0`} />}
      {icon && (
        <span aria-hidden="true" className={`${icon} size-4 shrink-0 ${danger ? '' : 'text-muted'}`} />
      )}
      <span className="truncate">{label}</span>
    </>
  );
  if (href === undefined || disabled) {
    return (
      <button type="button" {...shared} onClick={() => onChoose(item)}>
        {content}
      </button>
    );
  }
  return (
    <a
      {...shared}
      href={href}
      onClick={() => onChoose(item)}
      onKeyDown={(event) => {
        // Enter follows a link by itself, Space does not.
        if (event.key !== ' ') return;
        event.preventDefault();
        event.currentTarget.click();
      }}
    >
      {content}
    </a>
  );
}
