import { type RefObject, useState } from 'react';
import { Button } from '#components/elements/Button.tsx';
import { Spinner } from '#components/elements/Spinner.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import type { PickedList } from '#stores/field-types/pick-list.ts';

/** Props of {@link PickListEnd}. */
export interface PickListEndProps {
  /** What scrolls: the focus stays in it when the button goes. */
  readonly scroller: RefObject<HTMLElement | null>;
  readonly list: PickedList;
  readonly loadMore: () => Promise<void>;
}

/** What stands below the rows of a picker: that more is on its way, or that it could not be had (PK-02, FP-04). */
export function PickListEnd({ scroller, list, loadMore }: PickListEndProps) {
  const [isAsked, setAsked] = useState(false);
  const isStuck = isAsked || (list.state === 'ready' && list.isStuck === true);
  useFocusAfterRemoval(isStuck ? 1 : 0, () =>
    scroller.current?.querySelector<HTMLElement>('[aria-pressed]:not([tabindex="-1"])'),
  );

  async function tryAgain() {
    setAsked(true);
    await loadMore();
    setAsked(false);
  }

  if (isStuck) {
    return (
      <div className="flex flex-wrap items-center justify-center gap-2 p-2 text-sm">
        <p role="alert" className="text-muted">
          More records could not be loaded.
        </p>
        <Button busy={isAsked} onClick={() => void tryAgain()}>
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
