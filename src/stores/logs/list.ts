import { LOGS_PER_PAGE, listLogs } from '#api/logs/logs.ts';
import { isRefusedFilter } from '#domain/app/api-error.ts';
import { followingLogs } from '#domain/logs/following.ts';
import type { Log } from '#domain/logs/log.ts';
import { createList } from '#stores/factories/create-list.ts';
import { createSelection } from '#stores/factories/create-selection.ts';
import { createFiltering, type Filtering, forgetRefusalExcept } from './filtering.ts';
import { $logsQuery, type LogsQuery } from './query.ts';

const list = createList<Log>();
const selection = createSelection();

/** The log entries on screen, newest first (LG-12, LG-19). */
export const $logs = list.$list;
/** Ids of the selected entries (LG-21). */
export const $selectedLogs = selection.$selected;
export const toggleLog = selection.toggle;
export const selectLogs = selection.select;
export const clearSelection = selection.clear;

/** The loaded entries; empty while there are none. */
export function loadedLogs(): readonly Log[] {
  const shown = $logs.get();
  return shown.state === 'ready' ? shown.items : [];
}

/** Selects or deselects all rows between the one toggled last and this one. */
export function toggleLogsTo(id: string): void {
  selection.toggleTo(
    id,
    loadedLogs().map((log) => log.id),
  );
}

/** The selected entries in the order of the list. */
export function selectedLogs(): readonly Log[] {
  const selected = $selectedLogs.get();
  return loadedLogs().filter(({ id }) => selected.has(id));
}

/** The filter that the rows on screen belong to; undefined while there is no list. */
let listed: Filtering | undefined;

/** Loads the newest entries of the query on screen, for the live view; throws ApiError. */
export async function loadNewest(signal: AbortSignal): Promise<readonly Log[]> {
  return listed ? listLogs(1, listed.filter(), { signal }) : [];
}

/** Adds entries to the top of the list. */
export function prependLogs(added: readonly Log[]): void {
  list.update((items) => {
    const known = new Set(items.map(({ id }) => id));
    return [...added.filter(({ id }) => !known.has(id)), ...items];
  });
}

function show(query: LogsQuery | undefined) {
  const isOnScreen = listed !== undefined;
  selection.clear();
  forgetRefusalExcept(query?.search);
  if (!query) {
    listed = undefined;
    list.stop();
    return;
  }
  const filtering = createFiltering(query);
  listed = filtering;
  void list.start(
    {
      perPage: LOGS_PER_PAGE,
      load: (page, signal) => filtering.run((filter) => listLogs(page, filter, { signal }), page === 1),
      isQuiet: (error) => isRefusedFilter(error, filtering.filter()),
      keyOf: (log) => log.id,
      following: followingLogs,
    },
    { keepRows: isOnScreen },
  );
}

/** Deselects entries that are no longer in the list, because the user would not see them. */
function dropUnlisted() {
  const shown = $logs.get();
  const selected = $selectedLogs.get();
  if (!selected.size || (shown.state === 'ready' && shown.loading)) return;
  const kept = selectedLogs();
  if (kept.length < selected.size) selection.select(kept.map(({ id }) => id));
}

/** Loads the pages on screen again. */
export async function refreshList(): Promise<void> {
  if (listed) await list.refresh();
}

/** Loads the next page (LG-19). */
export async function loadMoreLogs(): Promise<void> {
  if (listed) await list.loadMore();
}

/** Loads the entries for the address and follows its changes. Returns a function that stops this. */
export function startList(): () => void {
  const stop = $logsQuery.subscribe(show);
  const stopSelection = $logs.listen(dropUnlisted);
  return () => {
    stop();
    stopSelection();
    show(undefined);
  };
}
