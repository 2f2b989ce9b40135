import { atom, computed, effect, onMount } from 'nanostores';
import { recentFiltersKey } from '#domain/app/storage-keys.ts';
import { parseTextList } from '#domain/app/text-list.ts';
import { $filter } from '#stores/app/list-address.ts';
import { createPreference, jsonUnlessEmpty, type Preference } from '#stores/base/create-preference.ts';
import { $activeCollection } from '#stores/collections/list.ts';
import { $records } from './list.ts';

/** Filters that are kept for a collection. */
const MOST = 10;
/** Characters of a filter that is kept. */
const LONGEST = 2000;

const $collectionId = computed($activeCollection, (collection) => collection?.id);

let preference: Preference<readonly string[]> | undefined;

/** The last filters of the active collection, newest first; stored on this device. */
export const $recentFilters = atom<readonly string[]>([]);

onMount($recentFilters, () =>
  effect($collectionId, (id) => {
    $recentFilters.set([]);
    if (id === undefined) return;
    preference = createPreference<readonly string[]>({
      key: recentFiltersKey(id),
      initial: [],
      decode: (text) => parseTextList(text).slice(0, MOST),
      encode: jsonUnlessEmpty,
    });
    const stop = preference.$value.subscribe((filters) => $recentFilters.set(filters));
    return () => {
      stop();
      preference = undefined;
    };
  }),
);

/** Keeps each filter once its list has arrived: none that the backend refuses. Returns a function that stops this. */
export function noteFilters(): () => void {
  const stop = $recentFilters.listen(() => {});
  const stopNoting = $records.subscribe((list) => {
    if (list.state !== 'ready' || list.loading || list.isRefused || list.page === 0) return;
    const filter = $filter.get().trim();
    if (!filter || filter.length > LONGEST || $recentFilters.get()[0] === filter) return;
    preference?.update((stored) => [filter, ...stored.filter((other) => other !== filter)].slice(0, MOST));
  });
  return () => {
    stopNoting();
    stop();
  };
}

/** Forgets a filter of the active collection. */
export const forgetFilter = (filter: string): void =>
  void preference?.update((stored) => stored.filter((other) => other !== filter));

/** Forgets all filters of the active collection. */
export const clearRecentFilters = (): void => void preference?.update(() => []);
