import { $collections, followActiveCollection } from '#stores/collections/list.ts';
import { startPins } from '#stores/collections/pins.ts';
import { startRecords } from './list.ts';

let isStarted = false;

/**
 * Starts what the collections screen lives on, on its first visit. The page's own script calls it so
 * that data is under way while React still loads.
 */
export function startCollectionsPage(): void {
  if (isStarted) return;
  isStarted = true;
  $collections.listen(() => {});
  followActiveCollection();
  startPins();
  startRecords();
}
