import { readStored } from '#browser/storage.ts';
import { LOG_DAYS_KEY } from '#domain/app/storage-keys.ts';
import { onReconnect } from '#stores/app/connection.ts';
import { startOnce } from '#stores/base/start-once.ts';
import { startDetail } from './detail.ts';
import { refreshList, startList } from './list.ts';
import { startLive } from './live.ts';
import { followRemembered } from './query.ts';
import { refreshStats, startStats } from './stats.ts';

/** Finishes a deletion of logs that was interrupted; its code is fetched only then. */
function finishDeletion(): void {
  if (readStored(LOG_DAYS_KEY) === undefined) return;
  // It is tried again at the next visit.
  void import('./kept-days.ts').then(({ restoreDays }) => restoreDays()).catch(() => {});
}

/** Starts the stores of the logs screen, see {@link startOnce}. */
export const startLogsPage = startOnce(
  followRemembered,
  startList,
  startStats,
  startDetail,
  startLive,
  () => {
    finishDeletion();
    return onReconnect(() => {
      finishDeletion();
      void refreshLogs();
    });
  },
);

/** Loads the entries and the chart again. */
export async function refreshLogs(): Promise<void> {
  await Promise.all([refreshList(), refreshStats()]);
}
