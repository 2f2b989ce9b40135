import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { reloadFresh } from '#browser/reload.ts';
import { Button } from '#components/elements/Button.tsx';
import { RELOAD_KEEPS, UPDATED_TEXT } from '#domain/app/update.ts';
import { ErrorState } from './ErrorState.tsx';
import { type Failure, type LazyPart, lazySlot } from './lazy-slot.tsx';

function onUpdated(onChange: () => void) {
  const watch = new MutationObserver(onChange);
  watch.observe(document.documentElement, { attributeFilter: ['data-updated'] });
  return () => watch.disconnect();
}

const useIsUpdated = () =>
  useSyncExternalStore(
    onUpdated,
    () => 'updated' in document.documentElement.dataset,
    () => false,
  );

interface LoadFailureProps extends Omit<Failure<object>, 'error' | 'props'> {
  readonly onClose: (() => void) | undefined;
  readonly floats: boolean | undefined;
}

function LoadFailure({ onRetry, busy, retryFailed, onClose, floats }: LoadFailureProps) {
  const isUpdated = useIsUpdated();
  const failure = isUpdated ? (
    <ErrorState title={UPDATED_TEXT} message={RELOAD_KEEPS} retryLabel="Reload" onRetry={reloadFresh}>
      {onClose && <Button onClick={onClose}>Close</Button>}
    </ErrorState>
  ) : (
    <ErrorState
      title="This part of the page could not be loaded."
      message={
        retryFailed
          ? `Check your connection, then try again or reload the page. ${RELOAD_KEEPS}`
          : 'Check your connection, then try again.'
      }
      onRetry={onRetry}
      busy={busy}
    >
      {retryFailed && <Button onClick={reloadFresh}>Reload</Button>}
      {onClose && <Button onClick={onClose}>Close</Button>}
    </ErrorState>
  );
  if (!floats) return failure;
  return createPortal(
    <div className="pointer-events-auto w-full max-w-md rounded-box border border-base-300 bg-raised text-base-content shadow-popup">
      {failure}
    </div>,
    // A modal panel makes the rest of the page inert, but not the container of the toasts.
    document.querySelector('[data-toasts]') ?? document.body,
  );
}
export interface LazyPartOptions<Props extends object> {
  /** Shown until the part is loaded; should have its size. */
  readonly fallback?: ReactNode;
  /** Cancels showing the part; adds a close button to the message that it could not be fetched. */
  readonly onClose?: (props: Props) => void;
  /** The part floats above the page, and so does the message that it could not be fetched. */
  readonly floats?: boolean;
}

/** Fetched when first shown. React's `lazy` keeps its fallback for 300 ms, and never retries what it could not fetch. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const { fallback, onClose, floats } = options;
  return lazySlot(load, {
    fallback,
    failed: ({ error: _, props, ...failure }) => (
      <LoadFailure {...failure} onClose={onClose && (() => onClose(props))} floats={floats} />
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
