import { atom, onMount } from 'nanostores';
import { $collections, followActiveCollection } from '#stores/collections/list.ts';
import { startRecords } from './list.ts';

/** Has no value: what the collections screen lives on runs while somebody listens. */
const $collectionsPage = atom(undefined);

onMount($collectionsPage, () => {
  const stops = [$collections.listen(() => {}), followActiveCollection(), startRecords()];
  return () => {
    for (const stop of stops.toReversed()) stop();
  };
});

/**
 * Starts what the collections screen lives on, unless it runs already. The page's own script calls it so that data is
 * under way while React still loads. Returns what stops that.
 */
export function startCollectionsPage(): () => void {
  return $collectionsPage.listen(() => {});
}
