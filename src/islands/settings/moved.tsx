// chunks: moved
import { Spinner } from '#components/elements/Button.tsx';
import { lazyPart } from '#components/feedback/lazy-part.tsx';
import { useIsHydrated } from '#components/hooks/use-is-hydrated.ts';
import { can } from '#stores/app/capabilities.ts';

const options = { fallback: <Spinner label="Loading" /> };

export const AuthCollections = lazyPart(() => import('./AuthCollections.tsx'), options);

/** In place of a page that this backend has in each collection. */
export const MovedPage = lazyPart(() => import('./MovedPage.tsx'), options);

/** Whether what a page is about belongs to each collection instead; the prerendered page is that of the settings. */
export const useIsMoved = (): boolean => useIsHydrated() && Boolean(can().hasOwnAuth);
