import { startRecords } from '#stores/records/list.ts';
import { $collections, followActiveCollection } from './list.ts';
import { startPins } from './pins.ts';

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
