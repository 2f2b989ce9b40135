import type { ReadableAtom } from 'nanostores';
import { useRef } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { IconButton } from '#components/elements/IconButton.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { S3_TEXTS } from '#domain/settings/s3.ts';
import { useInitial } from '#islands/island.tsx';
import type { S3Connection } from '#stores/settings/s3-connection.ts';

const BADGE = 'inline-flex min-h-6 items-center gap-1.5 rounded-field px-2 text-left text-xs';

function Failed({ message }: { readonly message: string }) {
  return (
    <>
      <button
        type="button"
        data-tooltip={message}
        data-tooltip-tap=""
        className={`${BADGE} cursor-help border border-warning/50 bg-warning/10 max-sm:min-h-10`}
      >
        <span aria-hidden="true" className="icon-[ri--error-warning-line] size-4 shrink-0 text-warning" />
        {S3_TEXTS.failed}
      </button>
      <span className="sr-only">{message}</span>
    </>
  );
}

/** Result of the connection test; the message of a failed one is a tooltip. Empty while nothing is known. */
export function S3Badge({
  $connection,
  onRetry,
}: {
  $connection: ReadableAtom<S3Connection>;
  onRetry: () => void;
}) {
  const connection = useInitial($connection);
  const element = useRef<HTMLDivElement>(null);
  const isFailed = connection.state === 'failed';
  useFocusAfterRemoval(isFailed ? 1 : 0, () => element.current);
  return (
    <div ref={element} tabIndex={-1} className="flex min-w-0 items-center gap-1 rounded-field">
      <div role="status" className="flex min-w-0 items-center">
        {connection.state === 'testing' && (
          <span className={`${BADGE} text-muted`}>
            <Spinner />
            Testing...
          </span>
        )}
        {connection.state === 'connected' && (
          <span className={`${BADGE} border border-success/50 bg-success/10`}>
            <span
              aria-hidden="true"
              className="icon-[ri--checkbox-circle-line] size-4 shrink-0 text-success"
            />
            {S3_TEXTS.connected}
          </span>
        )}
        {isFailed && <Failed message={connection.message} />}
      </div>
      {isFailed && (
        <IconButton
          variant="medium"
          className="max-sm:size-10"
          icon="icon-[ri--refresh-line]"
          label="Test again"
          onClick={onRetry}
        />
      )}
    </div>
  );
}
