import { listLogs } from '#api/logs/logs.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import { followingLogs } from '#domain/logs/following.ts';
import { LOGS_PER_PAGE } from '#domain/logs/log.ts';
import { createAddressList } from '#stores/factories/create-list.ts';
import { $logsQuery, createFiltering, type Filtering, forgetRefusalExcept, type LogsQuery } from './query.ts';

/** The filter that the rows on screen belong to. */
let filtering: Filtering | undefined;

const list = createAddressList<LogEntry, LogsQuery>({
  $requested: $logsQuery,
  open: (query, before) => {
    forgetRefusalExcept(query.search);
    const current = createFiltering(query);
    filtering = current;
    return {
      perPage: LOGS_PER_PAGE,
      load: (page, signal) => current.run((filter) => listLogs(page, filter, { signal }), page === 1),
      isQuiet: current.isRefused,
      keyOf: (log) => log.id,
      following: followingLogs,
      keepRows: before !== undefined,
    };
  },
  onLeave: (_before, requested) => {
    if (!requested) forgetRefusalExcept(undefined);
  },
});

export const {
  $list: $logs,
  $selected: $selectedLogs,
  toggle: toggleLog,
  toggleTo: toggleLogsTo,
  select: selectLogs,
  selection: logSelection,
  clearSelection,
  items: loadedLogs,
  selected: selectedLogs,
  refresh: refreshList,
  loadMore: loadMoreLogs,
  start: startList,
} = list;

/** The filter that the rows on screen belong to; undefined on other screens. */
export const shownFiltering = (): Filtering | undefined => (list.$shown.get() ? filtering : undefined);

/** Loads the newest entries of the query on screen, for the live view; throws ApiError. */
export async function loadNewest(signal: AbortSignal): Promise<readonly LogEntry[]> {
  const shown = shownFiltering();
  return shown ? listLogs(1, await shown.filter(), { signal }) : [];
}

export function unlisted(logs: readonly LogEntry[]): readonly LogEntry[] {
  // The list may be long.
  if (!logs.length) return logs;
  const known = new Set(loadedLogs().map(({ id }) => id));
  return logs.filter(({ id }) => !known.has(id));
}

/** Adds entries to the top of the list. */
export function prependLogs(added: readonly LogEntry[]): void {
  list.update((items) => [...unlisted(added), ...items]);
}
