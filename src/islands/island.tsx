import { useStore } from '@nanostores/react';
import type { ComponentType } from 'react';
import { ErrorBoundary } from '#components/feedback/ErrorBoundary.tsx';
import { $route, type Route } from '#stores/app/route.ts';

/**
 * Makes an island of a screen: it renders while its route is on screen and nothing after that, and a
 * crash inside stays inside. The prerendered page and the first render show it whatever the route.
 */
export function island(isShown: (route: Route) => boolean, Content: ComponentType): ComponentType {
  return function Island() {
    const route = useStore($route, { ssr: () => undefined });
    const isActive = !route || isShown(route);
    return <ErrorBoundary>{isActive && <Content />}</ErrorBoundary>;
  };
}

/** The gate of a screen that fills a frame of its own. */
export const inFrame =
  (...frames: string[]) =>
  (route: Route): boolean =>
    frames.includes(route.definition.frame);
