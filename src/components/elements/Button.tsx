import {
  type ComponentProps,
  type MouseEvent,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';

/** A spinner of the size of the surrounding text; with a label, screen readers say it. */
export function Spinner({ label, className = '' }: { readonly label?: string; readonly className?: string }) {
  const ring = `icon-[ri--loader-4-line] size-[1.2em] shrink-0 animate-spin ${className}`;
  if (!label) return <span className={ring} aria-hidden="true" />;
  return (
    <span role="status" className="inline-flex items-center">
      <span className={ring} aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  );
}

const VARIANTS = {
  primary: 'btn-primary',
  neutral: 'border-button-line bg-base-100 hover:border-button-line hover:bg-base-200',
  ghost: 'btn-ghost',
  outline: 'btn-outline',
  danger: 'btn-error',
} as const;

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: keyof typeof VARIANTS;
  /** `md` for the one main action of a full page (40 px), else `sm` (32 px, 40 px on small screens). */
  readonly size?: 'sm' | 'md';
  /** Class of an icon before the text, e.g. `icon-[ri--add-line]`. Without children only the icon is shown. */
  readonly icon?: string;
  /** The action is running: the button is disabled, keeps its width and shows a spinner over its text. */
  readonly busy?: boolean;
}

/** Returns the focus to a button that was disabled during an action: the browser drops it. */
function useKeptFocus(ref: RefObject<HTMLElement | null>, busy: boolean): void {
  const hadFocus = useRef(false);
  const wasBusy = useRef(busy);
  // Once the attribute is committed, the focus may already be lost.
  if (busy && !wasBusy.current && ref.current && document.activeElement === ref.current) {
    hadFocus.current = true;
  }
  useLayoutEffect(() => {
    wasBusy.current = busy;
    if (busy || !hadFocus.current) return;
    hadFocus.current = false;
    const active = document.activeElement;
    if (!active || active === document.body) ref.current?.focus();
  }, [busy, ref]);
}

const ignorePress = (event: MouseEvent) => event.preventDefault();

/** With `aria-disabled` it ignores presses and keeps the focus, which browsers take from a disabled button. */
export function Button(props: ButtonProps) {
  const { variant = 'neutral', size = 'sm', icon, busy = false, ref, ...others } = props;
  const { className = '', children, ...rest } = others;
  const buttonRef = useRef<HTMLButtonElement>(null);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => buttonRef.current);
  useKeptFocus(buttonRef, busy);
  const shape = icon && !children ? 'btn-square' : '';
  const height = size === 'sm' ? 'btn-sm max-sm:h-10 max-sm:min-w-10' : '';
  return (
    <button
      type="button"
      {...rest}
      ref={buttonRef}
      disabled={busy || rest.disabled}
      onClick={rest['aria-disabled'] ? ignorePress : rest.onClick}
      aria-busy={busy || undefined}
      className={`btn ${VARIANTS[variant]} ${height} ${shape} relative text-sm font-medium ${className}`}
    >
      {/* Transparent, not hidden: the button must keep its accessible name. */}
      <span className={`inline-flex items-center gap-1.5 ${busy ? 'opacity-0' : ''}`}>
        {icon && <span className={`${icon} size-4 shrink-0`} aria-hidden="true" />}
        {children}
      </span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}
