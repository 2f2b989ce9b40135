import { atom } from 'nanostores';
import { findLogs } from '#api/logs/logs.ts';
import type { LoadState } from '#domain/app/load-state.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import { runFilter } from '#domain/settings/cron-log.ts';
import type { CronRun } from '#domain/settings/cron-runs.ts';
import { report } from '#stores/app/report.ts';
import { createLatest } from '#stores/base/running.ts';
import { NO_REQUESTS, newestLogs } from '#wire/logs.ts';

/** At most so many entries are shown. */
export const MAX_ENTRIES = 20;

export interface RunLog {
  readonly run: CronRun;
  readonly load: LoadState<readonly LogEntry[]>;
}

/** What the log says of one run, the newest entry first; undefined while nobody asks. */
export const $runLog = atom<RunLog | undefined>(undefined);

const latest = createLatest();

/** Loads what the log says of a run; the page shows a failure. */
export async function loadRunLog(run: CronRun): Promise<void> {
  const signal = latest.begin();
  $runLog.set({ run, load: { state: 'busy' } });
  try {
    const filter = runFilter(run, NO_REQUESTS);
    const value = await findLogs({ page: 1, perPage: MAX_ENTRIES, sort: newestLogs(), filter }, { signal });
    if (!signal.aborted) $runLog.set({ run, load: { state: 'ready', value } });
  } catch (thrown) {
    const error = report(thrown, { toast: false });
    if (!signal.aborted) $runLog.set({ run, load: { state: 'failed', error } });
  }
}

export function closeRunLog(): void {
  latest.abort();
  $runLog.set(undefined);
}
