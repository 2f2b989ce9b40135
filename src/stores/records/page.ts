import { atom, onMount } from 'nanostores';
import { $collections, followActiveCollection } from '#stores/collections/list.ts';
import { startRecords } from './list.ts';

/** Has no value. While it has listeners, the stores of the collections screen run. */
const $collectionsPage = atom(undefined);

onMount($collectionsPage, () => {
  const stops = [$collections.listen(() => {}), followActiveCollection(), startRecords()];
  return () => {
    for (const stop of stops.toReversed()) stop();
  };
});

/**
 * Starts the stores of the collections screen, unless they run already. The page's own script calls it, so that data is
 * requested while React still loads. Returns a function that stops this.
 */
export function startCollectionsPage(): () => void {
  return $collectionsPage.listen(() => {});
}
