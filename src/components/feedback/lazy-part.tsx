import type { ComponentType, ReactNode } from 'react';
import { LoadFailure } from './LoadFailure.tsx';
import { type LazyPart, lazySlot } from './lazy-slot.tsx';

export type { LazyPart } from './lazy-slot.tsx';

/** Options of {@link lazyPart}. */
export interface LazyPartOptions<Props extends object> {
  /** Shown until the part is here; should be of its size. */
  readonly meanwhile?: ReactNode;
  /** Takes back the request for the part; what stands in its place has a button for it. */
  readonly onClose?: (props: Props) => void;
  /** The part floats above the page, and so does what tells that it could not be fetched. */
  readonly floats?: boolean;
}

/**
 * A part that is fetched when it is first shown. Unlike React's `lazy` it appears at once: what was fetched ahead in
 * the very same render, anything else without the 300 ms for which Suspense keeps its fallback. A part that can't be
 * fetched fails alone: what is around it stays, with all it holds, and a retry stands in its place; React's own takes
 * everything up to the next error boundary with it and keeps the failure for ever.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const { meanwhile, onClose, floats } = options;
  return lazySlot(load, {
    meanwhile,
    failed: ({ props, again, busy, onRetry }) => (
      <LoadFailure
        again={again}
        busy={busy}
        onRetry={onRetry}
        onClose={onClose && (() => onClose(props))}
        floats={floats}
      />
    ),
  });
}
