import { type FocusEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { Avatar } from '#components/elements/Avatar.tsx';
import { Button } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { avatarOf, type Drawing } from '#domain/app/drawings.ts';

/** A toast. Its owner decides how long it is shown. */
export interface ToastItem {
  readonly id: number;
  readonly type: 'info' | 'success' | 'warning' | 'error';
  readonly message: string;
  readonly drawing?: Drawing | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

export interface ToastsProps {
  /** Newest last. */
  readonly toasts: readonly ToastItem[];
  readonly onClose: (id: number) => void;
  readonly onPause?: () => void;
  readonly onResume?: () => void;
  readonly children?: ReactNode;
}

const ICONS = {
  info: 'icon-[ri--information-line] text-info',
  success: 'icon-[ri--checkbox-circle-line] text-success',
  warning: 'icon-[ri--alert-line] text-warning',
  error: 'icon-[ri--error-warning-line] text-error',
} as const;

const EDGES = {
  info: 'border-l-info',
  success: 'border-l-success',
  warning: 'border-l-warning',
  error: 'border-l-error',
} as const;

/** Where one taps, the browser leaves a pointer, and a toast that comes there would stay. */
const canHover = () => matchMedia('(hover: hover)').matches;

/** Always in the page, marked `data-toasts`, so that modal panels do not make it inert. */
export function Toasts({ toasts, onClose, onPause, onResume, children }: ToastsProps) {
  const cameFrom = useRef<HTMLElement>(null);

  function enter(event: FocusEvent<HTMLElement>) {
    const { currentTarget, relatedTarget } = event;
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) {
      cameFrom.current = relatedTarget;
    }
    onPause?.();
  }
  function leave(event: FocusEvent<HTMLElement>) {
    const { currentTarget, relatedTarget } = event;
    // Under a resting pointer they stay, as before the focus came.
    if (!currentTarget.contains(relatedTarget) && !(canHover() && currentTarget.matches(':hover')))
      onResume?.();
  }
  function close(event: MouseEvent<HTMLButtonElement>, id: number) {
    const toast = event.currentTarget.closest('[data-type]');
    const beside = toast?.nextElementSibling ?? toast?.previousElementSibling;
    // By keyboard: to the next toast, after the last one back to the previous focus. By pointer: back at once.
    const other = event.detail === 0 ? beside?.querySelector('button') : undefined;
    const next = other ?? (cameFrom.current?.isConnected ? cameFrom.current : undefined);
    next?.focus();
    onClose(id);
    // A removed element fires no leave or blur event.
    if (!next) onResume?.();
  }
  return (
    <section
      data-toasts=""
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 z-(--layer-toast) flex flex-col items-center gap-2 px-4"
      onPointerEnter={() => {
        if (canHover()) onPause?.();
      }}
      onPointerLeave={({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) onResume?.();
      }}
      onFocus={enter}
      onBlur={leave}
    >
      {children}
      {toasts.map(({ id, type, message, drawing, action }) => (
        <div
          key={id}
          role={type === 'error' || type === 'warning' ? 'alert' : 'status'}
          data-type={type}
          className={`pointer-events-auto flex max-h-60 max-w-[min(36rem,100%)] items-start gap-2 overflow-y-auto rounded-box border border-l-4 border-base-300 bg-raised py-1.5 pr-1.5 pl-3 text-base-content shadow-popup transition-opacity duration-150 starting:opacity-0 ${EDGES[type]}`}
        >
          {drawing ? (
            <Avatar number={avatarOf(drawing)} className="size-8 animate-rise max-sm:mt-1" />
          ) : (
            <span aria-hidden="true" className={`${ICONS[type]} mt-1 size-5 max-sm:mt-2.5 shrink-0`} />
          )}
          <span className="min-w-0 whitespace-pre-line py-1 max-sm:py-2.5 [overflow-wrap:anywhere]">
            {message}
          </span>
          {action && (
            <Button
              onClick={(event) => {
                close(event, id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton
            variant="medium"
            className="max-sm:size-10"
            icon="icon-[ri--close-line]"
            label="Close"
            tooltip={undefined}
            onClick={(event) => close(event, id)}
          />
        </div>
      ))}
    </section>
  );
}
