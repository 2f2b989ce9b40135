import { atom, onMount } from 'nanostores';
import { startDetail } from './detail.ts';
import { refreshList, startList } from './list.ts';
import { startLive } from './live.ts';
import { followRemembered } from './query.ts';
import { refreshStats, startStats } from './stats.ts';

/** Has no value. While it has listeners, the stores of the logs screen run. */
const $logsPage = atom(undefined);

onMount($logsPage, () => {
  const stops = [followRemembered(), startList(), startStats(), startDetail(), startLive()];
  return () => {
    for (const stop of stops.toReversed()) stop();
  };
});

/**
 * Starts the stores of the logs screen, unless they run already. The page's own script calls it, so that data is
 * requested while React still loads. Returns a function that stops this.
 */
export function startLogsPage(): () => void {
  return $logsPage.listen(() => {});
}

/** Loads the entries and the chart again (LG-01). */
export async function refreshLogs(): Promise<void> {
  await Promise.all([refreshList(), refreshStats()]);
}
