import type { ReactNode } from 'react';
import { Skeleton } from '#components/feedback/Skeleton.tsx';
import { PROVIDER_KEYS } from '#domain/auth/providers.ts';

export const CARD = 'flex h-12 items-center gap-3 rounded-box border border-base-300 bg-base-100 pr-2 pl-3';

/** Columns of cards: one on small screens, four on wide ones. */
export function ProviderGrid({ children }: { readonly children: ReactNode }) {
  return <ul className="grid gap-2 grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))]">{children}</ul>;
}

/** Has the size of the cards of all providers. */
export function LoadingCards() {
  return (
    <div role="status" aria-label="Loading" data-skeleton="">
      <ProviderGrid>
        {PROVIDER_KEYS.map((key) => (
          <li key={key} className={CARD}>
            <Skeleton className="size-6" />
            <Skeleton className="h-4 w-32" />
          </li>
        ))}
      </ProviderGrid>
    </div>
  );
}
