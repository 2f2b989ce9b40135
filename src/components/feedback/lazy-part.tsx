import type { ComponentType, ReactNode } from 'react';
import { LoadFailure } from './LoadFailure.tsx';
import { type LazyPart, lazySlot } from './lazy-slot.tsx';

export type { LazyPart } from './lazy-slot.tsx';

export interface LazyPartOptions<Props extends object> {
  /** Shown until the part is loaded; should have its size. */
  readonly fallback?: ReactNode;
  /** Cancels showing the part; adds a close button to the message that it could not be fetched. */
  readonly onClose?: (props: Props) => void;
  /** The part floats above the page, and so does the message that it could not be fetched. */
  readonly floats?: boolean;
}

/**
 * A part that is fetched when it is first shown. It differs from React's `lazy` in two ways. It appears without
 * delay: a prefetched part in the same render, any other without the 300 ms for which Suspense keeps its fallback. A
 * part that can't be fetched is replaced by a retry button and its surroundings keep their state; React's `lazy`
 * unmounts everything up to the next error boundary and never retries.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const { fallback, onClose, floats } = options;
  return lazySlot(load, {
    fallback,
    failed: ({ props, retryFailed, busy, onRetry }) => (
      <LoadFailure
        retryFailed={retryFailed}
        busy={busy}
        onRetry={onRetry}
        onClose={onClose && (() => onClose(props))}
        floats={floats}
      />
    ),
  });
}

/** `onClose` of parts whose props have it. */
export const closeByProps = ({ onClose }: { readonly onClose: () => void }): void => onClose();

/** A {@link lazyPart} that floats above the page; `onClose` cancels showing it. */
export const lazyPanel = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  onClose?: (props: Props) => void,
): LazyPart<Props> => lazyPart(load, { onClose, floats: true });
