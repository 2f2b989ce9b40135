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

/** Whether the server is known to hold another build than this page. */
const useIsUpdated = () =>
  useSyncExternalStore(
    onUpdated,
    () => 'updated' in document.documentElement.dataset,
    () => false,
  );

/** Props of {@link LoadFailure}. */
export interface LoadFailureProps {
  /** What could not be fetched, in one line. */
  readonly title?: string;
  readonly onRetry: () => void;
  readonly busy?: boolean;
  /** Trying again failed as well. Some browsers keep a failure as long as the page: then reloading is offered too. */
  readonly again?: boolean;
  /** Adds a button that gives the part up. */
  readonly onClose?: (() => void) | undefined;
  /** Above the page and its panels, beside the toasts, instead of where it is. */
  readonly floats?: boolean | undefined;
}

/** Stands in the place of a part whose code could not be fetched: tries again, or reloads after an update. */
export function LoadFailure({ title, onRetry, busy, again = false, onClose, floats }: LoadFailureProps) {
  const isUpdated = useIsUpdated();
  const failure = isUpdated ? (
    <ErrorState title={UPDATED_TEXT} message={RELOAD_KEEPS} retryLabel="Reload" onRetry={reloadFresh}>
      {onClose && <Button onClick={onClose}>Close</Button>}
    </ErrorState>
  ) : (
    <ErrorState
      title={title ?? 'This part of the page could not be loaded.'}
      message={
        again
          ? `Check your connection, then try again or reload the page. ${RELOAD_KEEPS}`
          : 'Check your connection, then try again.'
      }
      onRetry={onRetry}
      busy={busy ?? false}
    >
      {again && <Button onClick={reloadFresh}>Reload</Button>}
      {onClose && <Button onClick={onClose}>Close</Button>}
    </ErrorState>
  );
  if (!floats) return failure;
  return createPortal(
    <div className="pointer-events-auto w-full max-w-md rounded-box border border-base-300 bg-raised text-base-content shadow-lg">
      {failure}
    </div>,
    // A modal panel makes the rest of the page inert, but not the place of the toasts.
    document.querySelector('[data-toasts]') ?? document.body,
  );
}
