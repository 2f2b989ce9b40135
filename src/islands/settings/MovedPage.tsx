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

/** In place of a page that this backend has in each collection. */
export function MovedPage({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <SettingsHeader title={title} />
      <div className="min-h-0 grow overflow-y-auto px-4 py-1">
        <p className="mb-3 max-w-3xl text-muted">{text}</p>
        <AuthCollections />
      </div>
    </div>
  );
}
