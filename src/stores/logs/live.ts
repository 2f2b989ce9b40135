import { dequal } from 'dequal/lite';
import { atom, computed, effect } from 'nanostores';
import { toApiError } from '#api/client.ts';
import { loadLogStats } from '#api/logs/logs.ts';
import { followHidden } from '#browser/listen.ts';
import type { LogEntry, LogStat } from '#domain/backend/log.ts';
import { sumOf } from '#domain/logs/levels.ts';
import { LOGS_PER_PAGE } from '#domain/logs/log.ts';
import { report } from '#stores/app/report.ts';
import { $query, $route, setQuery } from '#stores/app/route.ts';
import { createLatest, startPoll, stopAll } from '#stores/base/running.ts';
import { $shownLevels, forgetLevels, loadLevels } from './levels.ts';
import { $logs, $selectedLogs, loadNewest, prependLogs, refreshList, unlisted } from './list.ts';
import { $logsQuery, createFiltering, type Filtering, type LogsQuery } from './query.ts';

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
    report(error, { toast: !filtering.isRefused(error) });
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

/** Time between two requests for new entries, in ms. */
const POLL_MS = 2500;

/** Whether new entries are requested all the time; part of the address. */
export const $isLive = computed(
  [$route, $query],
  (route, query) => route?.name === 'logs' && query['live'] === '1',
);

/** Starts or ends the live view. */
export function setLive(isLive: boolean): void {
  setQuery({ live: isLive ? '1' : undefined }, { replace: true });
}

const $isHidden = atom(false);

/** The live view is off, on, paused while entries are selected or the tab is hidden, or gets no response. */
export type LiveState = 'off' | 'on' | 'paused' | 'failing';

const $isFailing = atom(false);

/** The state of the live view. */
export const $live = computed(
  [$isLive, $isHidden, $selectedLogs, $isFailing],
  (isLive, isHidden, selected, isFailing): LiveState => {
    if (!isLive) return 'off';
    if (isHidden || selected.size) return 'paused';
    return isFailing ? 'failing' : 'on';
  },
);

/** New entries that are not in the list yet, newest first. Only the user adds them: rows that are read don't move. */
const $arrived = atom<readonly LogEntry[]>([]);

/** Largest number of new entries that is counted; it means that many or more. */
export const MAX_NEW = LOGS_PER_PAGE;

/** Number of new entries that are not in the list, at most {@link MAX_NEW}. */
export const $newCount = computed([$arrived, $logs], (arrived) => unlisted(arrived).length);

/** Adds the new entries to the list. */
export function showNew(): void {
  const arrived = $arrived.get();
  $arrived.set([]);
  // There may be a gap between them and the list, or its oldest entries may have left a relative span.
  if (arrived.length >= LOGS_PER_PAGE || $logsQuery.get()?.span?.kind === 'last') void refreshList();
  else prependLogs(arrived);
  void refreshStats();
}

function isListBusy(): boolean {
  const list = $logs.get();
  return list.state === 'busy' || (list.state === 'ready' && list.loading !== undefined);
}

async function poll(signal: AbortSignal) {
  if (isListBusy()) return;
  try {
    const newest = await loadNewest(signal);
    if (signal.aborted) return;
    $isFailing.set(false);
    if (isListBusy()) return;
    if ($logs.get().state === 'ready') $arrived.set(unlisted(newest));
    // The backend responds again.
    else void Promise.all([refreshList(), refreshStats()]);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (signal.aborted || error.isAbort) return;
    $isFailing.set(true);
    // Ends the session if necessary; a toast every few seconds would be too much.
    report(error, { toast: error.status === 401 || error.status === 403 });
  }
}

function startPolling() {
  $isFailing.set(false);
  return startPoll({ ms: POLL_MS, action: poll });
}

/** Polls while the live view is on. Returns a function that stops this. */
export function startLive(): () => void {
  const stopHidden = followHidden((isHidden) => $isHidden.set(isHidden));
  const $isPolling = computed($live, (live) => live === 'on' || live === 'failing');
  const forget = () => $arrived.set([]);
  const stopQuery = $logsQuery.listen(forget);
  const stopOff = $isLive.listen(forget);
  // Another query aborts the request for the previous one.
  const stop = effect([$isPolling, $logsQuery], (isPolling) => (isPolling ? startPolling() : undefined));
  return stopAll(stopHidden, stop, stopQuery, stopOff, forget);
}
