import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Button, Spinner } from '#components/elements/Button.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import type { PickedList } from '#stores/field-types/pick-list.ts';

/** Distance to the end at which the next page is requested, in px. */
const THRESHOLD = 100;

/** Calls `loadMore` near the end, but not after a failure: every retry would show another message. */
export function useLoadOnScroll(
  scroller: RefObject<HTMLElement | null>,
  list: PickedList,
  loadMore: () => void,
): () => void {
  const check = () => {
    const element = scroller.current;
    if (!element || list.state !== 'ready' || list.hasLoadMoreError) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= THRESHOLD) loadMore();
  };
  const checkNow = useEffectEvent(check);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a loaded page may not fill the element.
  useEffect(() => checkNow(), [list]);
  return check;
}

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
