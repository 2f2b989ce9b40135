import { useStore } from '@nanostores/react';
import type { Store, StoreValue } from 'nanostores';
import type { ComponentType } from 'react';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { ErrorBoundary } from '#components/feedback/ErrorState.tsx';
import { $route, type Route } from '#stores/app/route.ts';
import { $zone } from '#stores/app/zone.ts';

/* For the prerendered page, whose first rendering in the browser has to be the same. All others use `useStore`. */

/** The value of a store; while the page is prerendered and hydrated, its initial one. */
export const useInitial = <S extends Store>(store: S): StoreValue<S> => useStore(store, { ssr: 'initial' });

/** For a store whose initial value differs in the browser: `value` while the page is prerendered and hydrated. */
export const usePrerendered = <S extends Store>(store: S, value: StoreValue<S>): StoreValue<S> =>
  useStore(store, { ssr: () => value });

/** An island for a screen, rendered only while its route is on screen; prerendered and at first for every route. */
export function island(isShown: (route: Route) => boolean, Content: ComponentType): ComponentType {
  return function Island() {
    const route = usePrerendered($route, undefined);
    const isActive = !route || isShown(route);
    const zone = useInitial($zone);
    return (
      <ZoneContext value={zone}>
        <ErrorBoundary>{isActive && <Content />}</ErrorBoundary>
      </ZoneContext>
    );
  };
}

export const inFrame =
  (...frames: string[]) =>
  (route: Route): boolean =>
    frames.includes(route.definition.frame);
