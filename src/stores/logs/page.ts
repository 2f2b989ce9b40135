// chunks: logs, on demand
import { onReconnect } from '#stores/app/connection.ts';
import { startOnce } from '#stores/base/running.ts';
import { startDetail } from './detail.ts';
import { refreshList, startList } from './list.ts';
import { refreshStats, startLive, startStats } from './live.ts';
import { followRemembered } from './query.ts';

export const startLogsPage = startOnce(followRemembered, startList, startStats, startDetail, startLive, () =>
  onReconnect(() => void refreshLogs()),
);

/** Loads the entries and the chart again. */
export async function refreshLogs(): Promise<void> {
  await Promise.all([refreshList(), refreshStats()]);
}
