import { type FocusEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { lazySlot } from '#components/feedback/lazy-slot.tsx';
import type { Toast, ToastItemProps } from './ToastItem.tsx';

export interface ToastsProps {
  /** Newest last. */
  readonly toasts: readonly Toast[];
  readonly onClose: (id: number) => void;
  readonly onPause?: () => void;
  readonly onResume?: () => void;
  readonly children?: ReactNode;
}

/** Without its code, a toast is its message. */
export const ToastItem = lazySlot<ToastItemProps>(() => import('./ToastItem.tsx'), {
  failed: ({ props: { toast } }) => (
    <p
      role="alert"
      className="pointer-events-auto rounded-box bg-raised px-3 py-2 text-base-content shadow-popup"
    >
      {toast.message}
    </p>
  ),
});

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
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onClose={(event) => close(event, toast.id)} />
      ))}
    </section>
  );
}
