import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ErrorState } from '#components/feedback/ErrorState.tsx';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { useFocusAfterRemoval } from '#components/hooks/use-focus-after-removal.ts';
import { relativeTime } from '#domain/app/relative-time.ts';
import { useInitial } from '#islands/island.tsx';
import { $now } from '#stores/app/now.ts';
import type { Card } from '#stores/home/cards.ts';

export function CardSkeleton() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="">
      <Skeleton className="h-24" />
    </div>
  );
}

export interface CardBodyProps<T> {
  readonly card: Card<T>;
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

export function Ago({ date }: { readonly date: string }) {
  return relativeTime(date, useStore($now));
}

export function HomeLines({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className="-mx-2">
      {children}
    </ul>
  );
}

export interface HomeLineProps {
  readonly href: string;
  readonly icon?: string;
  readonly note?: string | undefined;
  readonly aside?: ReactNode;
  readonly children: string;
}

/** A line of a card, which is a link as a whole. */
export function HomeLine({ href, icon, note, aside, children }: HomeLineProps) {
  return (
    <li>
      <a
        href={href}
        className="flex min-h-8 items-center gap-2 rounded-field px-2 py-1 hover:bg-tint max-sm:min-h-10"
      >
        {icon && <span aria-hidden="true" className={`${icon} size-4 shrink-0`} />}
        <span className="min-w-0 grow">
          <bdi className="block truncate" data-tooltip-clipped="">
            {children}
          </bdi>
          {note && <span className="block truncate text-xs text-muted">{note}</span>}
        </span>
        {aside && <span className="shrink-0 text-xs text-muted tabular-nums">{aside}</span>}
      </a>
    </li>
  );
}
