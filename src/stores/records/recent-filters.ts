import { atom, effect, onMount } from 'nanostores';
import { recentFiltersKey } from '#domain/app/later-keys.ts';
import { parseTextList } from '#domain/app/lenient.ts';
import { $filter } from '#stores/app/list-address.ts';
import { $adminId } from '#stores/app/session.ts';
import { jsonUnlessEmpty } from '#stores/base/create-preference.ts';
import { stopAll } from '#stores/base/running.ts';
import { createCollectionPreference } from './collection-preference.ts';
import { $records } from './list.ts';

const MOST = 10;
const LONGEST = 2000;

const { follow, update } = createCollectionPreference<readonly string[]>({
  keyOf: (id) => recentFiltersKey(id, $adminId.get() ?? ''),
  initial: [],
  decode: (text) => parseTextList(text).slice(0, MOST),
  encode: jsonUnlessEmpty,
});

/** The administrator's last filters of the active collection, newest first; stored on this device. */
export const $recentFilters = atom<readonly string[]>([]);

onMount($recentFilters, () => effect($adminId, () => follow((filters) => $recentFilters.set(filters))));

/** Keeps each filter once its list has arrived: none that the backend refuses. Returns a function that stops this. */
export function noteFilters(): () => void {
  const stop = $recentFilters.listen(() => {});
  const stopNoting = $records.subscribe((list) => {
    if (list.state !== 'ready' || list.loading || list.isRefused || list.page === 0) return;
    const filter = $filter.get().trim();
    if (!filter || filter.length > LONGEST || $recentFilters.get()[0] === filter) return;
    update((stored) => [filter, ...stored.filter((other) => other !== filter)].slice(0, MOST));
  });
  return stopAll(stopNoting, stop);
}

export const forgetFilter = (filter: string): void =>
  void update((stored) => stored.filter((other) => other !== filter));

/** Forgets all filters of the active collection. */
export const clearRecentFilters = (): void => void update(() => []);
