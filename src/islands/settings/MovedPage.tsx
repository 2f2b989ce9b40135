import type { ReactNode } from 'react';
import { Spinner } from '#components/elements/Button.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { can } from '#stores/app/capabilities.ts';
import { SettingsHeader } from './SettingsHeader.tsx';

/** Fetched where it is shown. */
export const AuthCollections = lazyPart(() => import('./AuthCollections.tsx'), {
  fallback: <Spinner label="Loading" />,
});

/** Whether what a page is about belongs to each collection instead; the prerendered page is that of the settings. */
export const useIsMoved = (): boolean => useIsHydrated() && can().hasOwnAuth;

interface InsteadProps {
  readonly title: string;
  /** Why there is nothing else. */
  readonly text: string;
  readonly children?: ReactNode;
}

/** In place of a page that this backend has no use for. */
export function InsteadPage({ title, text, children }: InsteadProps) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <div className="min-h-0 grow overflow-y-auto px-4 py-1">
        <p className="mb-3 max-w-3xl text-muted">{text}</p>
        {children}
      </div>
    </div>
  );
}

/** In place of a page that this backend has in each collection. */
export const MovedPage = (props: InsteadProps) => (
  <InsteadPage {...props}>
    <AuthCollections />
  </InsteadPage>
);
