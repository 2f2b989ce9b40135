import type { ComponentType } from 'react';
import { ZoneContext } from '#components/elements/zone-context.ts';
import { ErrorBoundary } from '#components/feedback/ErrorBoundary.tsx';
import { useInitial, usePrerendered } from '#islands/use-prerendered.ts';
import { $route, type Route } from '#stores/app/route.ts';
import { $zone } from '#stores/app/zone.ts';

/**
 * Creates an island for a screen. It renders only while its route is on screen, and a crash does not leave it. The
 * prerendered page and the first render show it for every route.
 */
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

/** Matches the routes of the given frames; for {@link island}. */
export const inFrame =
  (...frames: string[]) =>
  (route: Route): boolean =>
    frames.includes(route.definition.frame);
