import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { useInitial } from '#islands/use-prerendered.ts';
import type { Card } from '#stores/home/cards.ts';

/** A card that is loading. */
export function CardSkeleton() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="">
      <Skeleton className="h-24" />
    </div>
  );
}

export interface CardBodyProps<T> {
  readonly card: Card<T>;
  /** Shown when the data could not be loaded. */
  readonly failed: string;
  readonly children: (value: T) => ReactNode;
}

/** The content of a card, which loads for itself. */
export function CardBody<T>({ card, failed, children }: CardBodyProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const load = useInitial(card.$load);
  useEffect(() => card.start(), [card]);
  // 'Try again' disappears when it is pressed.
  useFocusAfterRemoval(Number(load.state === 'failed'), () => box.current);
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      {load.state === 'busy' && <CardSkeleton />}
      {load.state === 'failed' && <ErrorState title={failed} error={load.error} onRetry={card.load} />}
      {load.state === 'ready' && children(load.value)}
    </div>
  );
}
