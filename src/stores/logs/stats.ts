import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { loadLogStats } from '#api/logs/logs.ts';
import { isRefusedFilter } from '#domain/app/api-error.ts';
import { sumOf } from '#domain/logs/levels.ts';
import type { LogStat } from '#domain/logs/log.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { createFiltering, type Filtering } from './filtering.ts';
import { $shownLevels, forgetLevels, loadLevels } from './levels.ts';
import { $logsQuery, type LogsQuery } from './query.ts';

/** The totals per hour for the chart. */
export interface Stats {
  /** Undefined before they are loaded and after a failure. */
  readonly hours: readonly LogStat[] | undefined;
  readonly state: 'busy' | 'ready' | 'failed';
}

/** The totals of the query on screen. */
export const $stats = atom<Stats>({ hours: undefined, state: 'busy' });

/** Number of matching entries; undefined while it is not known. */
export const $found = computed($stats, ({ hours }) => hours && sumOf(hours));

const loading = createLatest();
/** The filter of the totals on screen; undefined while there are none. */
let shown: Filtering | undefined;

/** Loads the totals of a filter; every failure is logged to the console. */
async function loadHours(filter: string, signal: AbortSignal): Promise<readonly LogStat[]> {
  try {
    return await loadLogStats(filter, { signal });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (!error.isAbort) console.warn('Failed to load the log stats.', error.message);
    throw error;
  }
}

async function load(withLevels = false): Promise<void> {
  const filtering = shown;
  if (!filtering) return;
  const signal = loading.begin();
  $stats.set({ ...$stats.get(), state: 'busy' });
  try {
    const hours = await filtering.run((filter) => loadHours(filter, signal), true);
    if (signal.aborted) return;
    $stats.set({ hours, state: 'ready' });
    const levels = $shownLevels.get();
    // Those of the levels lack what was logged meanwhile.
    const isOld = levels && sumOf(Object.values(levels).flat()) !== sumOf(hours);
    if (withLevels || !levels || isOld) void loadLevels(filtering, hours);
  } catch (thrown) {
    if (signal.aborted) return;
    const error = toApiError(thrown);
    $stats.set({ hours: undefined, state: 'failed' });
    report(error, { toast: !isRefusedFilter(error, filtering.filter()) });
  }
}

/** Loads the totals again and shows the old ones meanwhile. */
export const refreshStats = (): Promise<void> => load(true);

function show(query: LogsQuery | undefined) {
  // Other levels of the same entries: the totals of each level stay.
  const isSame = query && shown && dequal({ ...query, levels: [] }, { ...shown.query, levels: [] });
  if (!isSame) forgetLevels();
  shown = query && createFiltering(query);
  loading.abort();
  $stats.set({ hours: undefined, state: 'busy' });
  void load();
}

/** Loads the totals for the address and follows its changes. Returns a function that stops this. */
export function startStats(): () => void {
  return stopAll($logsQuery.subscribe(show), () => show(undefined));
}
