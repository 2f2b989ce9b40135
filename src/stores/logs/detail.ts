import { atom, computed } from 'nanostores';
import { getLog } from '#api/logs/logs.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import { report } from '#stores/app/report.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import { createWalk } from '#stores/factories/create-walk.ts';
import { $logs, loadedLogs, loadMoreLogs } from './list.ts';

/** The id of the opened entry in the address. */
export const $logId = computed([$route, $query], (route, query) =>
  route?.name === 'logs' ? query['logId'] || undefined : undefined,
);

/** The opened entry. While it loads, the entry of the list is shown if there is one. */
export const $log = atom<{ readonly id: string; readonly log: LogEntry | undefined } | undefined>(undefined);

const loading = createLatest();

export function openLog(id: string): void {
  setQuery({ logId: id });
}

/** Closes the opened entry and keeps the rest of the address. */
export function closeLog(): void {
  setQuery({ logId: undefined }, { replace: true });
}

const replaceLog = (id: string) => setQuery({ logId: id }, { replace: true });

/** Steps to the entries above and below the opened one. */
export const logWalk = createWalk({ $list: $logs, $id: $logId, show: replaceLog, loadMore: loadMoreLogs });

async function load(id: string | undefined) {
  loading.abort();
  if (!id) {
    $log.set(undefined);
    return;
  }
  const signal = loading.begin();
  $log.set({ id, log: loadedLogs().find((log) => log.id === id) });
  try {
    const log = await getLog(id, { signal });
    if (!signal.aborted) $log.set({ id, log });
  } catch (thrown) {
    if (signal.aborted) return;
    const error = report(thrown, { message: `Unable to load log with id "${id}"` });
    if (!error.isAbort && $logId.get() === id) closeLog();
  }
}

/** Loads the entry of the address and follows its changes. Returns a function that stops this. */
export function startDetail(): () => void {
  const stop = $logId.subscribe((id) => void load(id));
  return stopAll(stop, () => load(undefined));
}
