import { atom, computed } from 'nanostores';
import { loadLogStats } from '#api/logs/logs.ts';
import { LOGS_BY_LEVEL_KEY } from '#domain/app/storage-keys.ts';
import type { LogStat } from '#domain/backend/log.ts';
import { type LevelBand, type LevelHours, levelHours } from '#domain/logs/levels.ts';
import { report } from '#stores/app/report.ts';
import { createFlagPreference } from '#stores/base/create-preference.ts';
import { createLatest } from '#stores/base/running.ts';
import { $levels, type Filtering } from './query.ts';

const byLevel = createFlagPreference(LOGS_BY_LEVEL_KEY);
export const $isByLevel = byLevel.$value;
export const setByLevel = (isByLevel: boolean): void => void byLevel.update(() => isByLevel);

/** The totals per hour of each band, whatever bands are chosen; undefined while they are not known. */
export const $levelHours = atom<LevelHours | undefined>(undefined);

/** The totals of the bands on screen. */
export const $shownLevels = computed(
  [$levelHours, $levels],
  (hours, chosen): Partial<LevelHours> | undefined =>
    hours && chosen.length ? Object.fromEntries(chosen.map((id) => [id, hours[id]])) : hours,
);

const loading = createLatest();

/** Removes the totals: they belong to another query. */
export function forgetLevels(): void {
  loading.abort();
  $levelHours.set(undefined);
}

/** Loads the totals of the bands, silently: the list works without them. `hours` are the totals on screen. */
export async function loadLevels(filtering: Filtering, hours: readonly LogStat[]): Promise<void> {
  const signal = loading.begin();
  const isChosen = filtering.query.levels.length > 0;
  const hoursOf = async (...levels: LevelBand[]) =>
    hours.length || isChosen ? loadLogStats(await filtering.filter({ levels }), { signal }) : [];
  try {
    const [all, error, warn, debug] = await Promise.all([
      isChosen ? hoursOf() : hours,
      hoursOf('error'),
      hoursOf('warn'),
      hoursOf('debug'),
    ]);
    if (!signal.aborted) $levelHours.set(levelHours(all, { error, warn, debug }));
  } catch (thrown) {
    if (signal.aborted) return;
    loading.abort();
    report(thrown, { toast: false });
  }
}
