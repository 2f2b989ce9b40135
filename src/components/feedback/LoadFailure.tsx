import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { reloadFresh } from '#browser/reload.ts';
import { Button } from '#components/elements/Button.tsx';
import { RELOAD_KEEPS, UPDATED_TEXT } from '#domain/app/update.ts';
import { ErrorState } from './ErrorState.tsx';

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

export interface LoadFailureProps {
  readonly onRetry: () => void;
  readonly busy?: boolean;
  /** The retry failed too. Some browsers cache the failure until the page reloads, so a reload is offered as well. */
  readonly retryFailed?: boolean;
  readonly onClose?: (() => void) | undefined;
  /** Shown above the page and its panels, next to the toasts, instead of in place. */
  readonly floats?: boolean | undefined;
}

/** Shown in place of a part whose code could not be fetched: offers a retry, or a reload after an update. */
export function LoadFailure({ onRetry, busy, retryFailed = false, onClose, floats }: LoadFailureProps) {
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
      busy={busy ?? false}
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
