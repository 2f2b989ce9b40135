import type { ComponentProps } from 'react';

const PRESSED = 'cursor-pointer rounded-field text-muted hover:bg-tint hover:text-base-content';
const CENTERED = 'inline-flex shrink-0 items-center justify-center';

const VARIANTS = {
  /** 32 px, 40 px on small screens. */
  large: 'btn btn-ghost btn-sm btn-square max-sm:size-10',
  /** 28 px; the caller sets the size on small screens. */
  medium: `${CENTERED} ${PRESSED} size-7`,
  /** 24 px, 40 px on small screens. */
  small: `${CENTERED} ${PRESSED} size-6 max-sm:size-10`,
  /** Only shows its tooltip, on touch screens when tapped; the caller sets size and colour. */
  hint: `${CENTERED} cursor-help rounded-full`,
  /** The caller sets all styles. */
  plain: '',
} as const;

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'type'> {
  readonly icon: string;
  readonly iconSize?: string;
  readonly label: string;
  /** Defaults to the label; undefined for no tooltip. */
  readonly tooltip?: string | undefined;
  readonly tooltipSide?: 'left' | 'right' | 'bottom';
  readonly variant?: keyof typeof VARIANTS;
}

/** With `aria-disabled` it ignores presses and keeps the focus, which browsers take from a disabled button. */
export function IconButton(props: IconButtonProps) {
  const { icon, iconSize = 'size-4', label, tooltipSide, variant = 'large', ...given } = props;
  const { tooltip, className = '', ...rest } = { tooltip: label, ...given };
  return (
    <button
      {...rest}
      type="button"
      onClick={rest['aria-disabled'] ? undefined : rest.onClick}
      aria-label={label}
      data-tooltip={tooltip}
      data-tooltip-side={tooltipSide}
      data-tooltip-tap={variant === 'hint' ? '' : undefined}
      className={`${VARIANTS[variant]} ${className}`}
    >
      <span aria-hidden="true" className={`${icon} ${iconSize}`} />
    </button>
  );
}
