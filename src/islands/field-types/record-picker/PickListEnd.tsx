import { type RefObject, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import type { PickedList } from '#stores/field-types/pick-list.ts';

export interface PickListEndProps {
  /** The scroll container, which keeps the focus when the button disappears. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: PickedList;
  readonly loadMore: () => Promise<void>;
}

/** Shown below the rows of a picker while more records load, or when loading them failed. */
export function PickListEnd({ scroller, list, loadMore }: PickListEndProps) {
  const [isRetrying, setRetrying] = useState(false);
  const showsRetry = isRetrying || (list.state === 'ready' && list.hasLoadMoreError === true);
  useFocusAfterRemoval(showsRetry ? 1 : 0, () =>
    scroller.current?.querySelector<HTMLElement>('[aria-pressed]:not([tabindex="-1"])'),
  );

  async function retry() {
    setRetrying(true);
    await loadMore();
    setRetrying(false);
  }

  if (showsRetry) {
    return (
      <div className="flex flex-wrap items-center justify-center gap-2 p-2 text-sm">
        <p role="alert" className="text-muted">
          More records could not be loaded.
        </p>
        <Button busy={isRetrying} onClick={() => void retry()}>
          Try again
        </Button>
      </div>
    );
  }
  if (list.state !== 'ready' || list.loading !== 'more') return null;
  return (
    <div className="grid place-items-center py-3">
      <Spinner label="Loading more..." />
    </div>
  );
}
