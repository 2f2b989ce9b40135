import { atom, computed } from 'nanostores';
import { getLog } from '#api/logs/logs.ts';
import type { Log } from '#domain/logs/log.ts';
import { report } from '#stores/app/report.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { createLatest } from '#stores/base/latest.ts';
import { $logs, loadedLogs, loadMoreLogs } from './list.ts';

/** The id of the opened entry in the address. */
export const $logId = computed([$route, $query], (route, query) =>
  route?.name === 'logs' ? query['logId'] || undefined : undefined,
);

/** The opened entry. While it loads, the entry of the list is shown if there is one. */
export const $log = atom<{ readonly id: string; readonly log: Log | undefined } | undefined>(undefined);

/** The entries above and below the opened one. */
export interface Neighbours {
  readonly newer: string | undefined;
  readonly older: string | undefined;
  /** The older one is not loaded yet. */
  readonly hasMore: boolean;
}

/** The neighbours of the opened entry in the list; undefined if it is not in the list. */
export const $neighbours = computed([$logs, $logId], (list, id): Neighbours | undefined => {
  if (list.state !== 'ready') return undefined;
  const at = list.items.findIndex((log) => log.id === id);
  if (at < 0) return undefined;
  return { newer: list.items[at - 1]?.id, older: list.items[at + 1]?.id, hasMore: list.hasMore };
});

const loading = createLatest();

/** Opens an entry. */
export function openLog(id: string): void {
  setQuery({ logId: id });
}

/** Closes the opened entry and keeps the rest of the address. */
export function closeLog(): void {
  setQuery({ logId: undefined }, { replace: true });
}

const replaceLog = (id: string) => setQuery({ logId: id }, { replace: true });

/** Opens the entry above the opened one instead of it. */
export function openNewerLog(): void {
  const newer = $neighbours.get()?.newer;
  if (newer !== undefined) replaceLog(newer);
}

/** Loads the next page, or waits for the pending request, for example one that scrolling has caused. */
async function loadOlder(): Promise<void> {
  await loadMoreLogs();
  await new Promise<void>((resolve) => {
    const stop = $logs.subscribe((list) => {
      if (list.state === 'ready' && list.loading) return;
      // During the first call `stop` is not defined yet.
      queueMicrotask(() => stop());
      resolve();
    });
  });
}

/** Opens the entry below the opened one instead of it; loads the next page if necessary. */
export async function openOlderLog(): Promise<void> {
  const id = $logId.get();
  const before = $neighbours.get();
  if (before && before.older === undefined) await loadOlder();
  const older = $neighbours.get()?.older;
  if (older !== undefined && $logId.get() === id) replaceLog(older);
}

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
  return () => {
    stop();
    void load(undefined);
  };
}
