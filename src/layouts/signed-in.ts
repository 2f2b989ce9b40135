import { startDrawer } from '#stores/app/drawer.ts';
import { startPrefetch } from './prefetch.ts';

/** Starts what the screens of administrators share. */
export function startSignedIn(): void {
  startDrawer();
  startPrefetch();
}
