import { $collections, followActiveCollection } from './collections.ts';
import { startPins } from './pins.ts';
import { startRecords } from './records.ts';

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
