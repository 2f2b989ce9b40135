import { atom } from 'nanostores';
import { findLogs } from '#api/logs/logs.ts';
import type { LogEntry } from '#domain/backend/log.ts';
import { type Top, topOf } from '#domain/logs/top.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import { report } from '#stores/app/report.ts';
import { createLatest, stopAll } from '#stores/base/running.ts';
import type { ReadyList } from '#stores/factories/create-list.ts';
import { FAILURES, LOG_PATHS, newestLogs, REQUESTS, SLOWEST_LOGS, TOP_FIELDS } from '#wire/logs.ts';
import { $logs, shownFiltering } from './list.ts';
import type { Filtering } from './query.ts';

/** The backend cannot group entries: failing and frequent paths are those of this many newest ones. */
const LATEST = 200;
/** Slowest entries that are grouped; a path may have many of them. */
const SLOWEST = 50;

/** The groups of everything that the query finds, apart from those with a note. */
export interface WholeTop extends Top {
  /** The entries that a kind of group is limited to: `of the latest 200 errors`. */
  readonly notes: Readonly<Partial<Record<keyof Top, string>>>;
}

/** The groups of the query on screen; undefined until they are known. */
export const $top = atom<WholeTop | undefined>(undefined);

const loading = createLatest();

async function loadTop(filtering: Filtering, signal: AbortSignal): Promise<WholeTop> {
  const { where } = filtering.query;
  const find = async (sort: string, perPage: number, clause = '') => {
    const filter = await filtering.filter({ where: joinFilters([where, clause]) });
    return findLogs({ page: 1, perPage, sort, filter, fields: TOP_FIELDS }, { signal });
  };
  const [latest, slowest, failing] = await Promise.all([
    find(newestLogs(), LATEST),
    // Other entries may have such a member, too, even as a text, which would come first.
    find(SLOWEST_LOGS, SLOWEST, REQUESTS),
    find(newestLogs(), LATEST, FAILURES),
  ]);
  return {
    paths: topOf(latest, LOG_PATHS).paths,
    slowest: topOf(slowest, LOG_PATHS).slowest,
    failing: topOf(failing, LOG_PATHS).failing,
    notes: {
      ...(latest.length < LATEST ? {} : { paths: `of the latest ${LATEST} logs` }),
      ...(failing.length < LATEST ? {} : { failing: `of the latest ${LATEST} errors` }),
    },
  };
}

function loadedTop({ items, hasMore }: ReadyList<LogEntry>): WholeTop {
  const note = `of the ${items.length} loaded logs`;
  const notes = hasMore ? { paths: note, slowest: note, failing: note } : {};
  return { ...topOf(items, LOG_PATHS), notes };
}

async function show(list: ReadyList<LogEntry>) {
  const signal = loading.begin();
  const filtering = shownFiltering();
  if (!list.hasMore || !filtering) {
    $top.set(loadedTop(list));
    return;
  }
  try {
    const top = await loadTop(filtering, signal);
    if (!signal.aborted) $top.set(top);
  } catch (thrown) {
    if (signal.aborted) return;
    report(thrown, { toast: false });
    $top.set(loadedTop(list));
  }
}

/** Finds the groups of the list on screen whenever it was loaded. Returns a function that stops this. */
export function startTop(): () => void {
  let first: LogEntry | undefined;
  let filtering: Filtering | undefined;
  const stop = $logs.subscribe((list) => {
    if (list.state === 'ready') {
      // A further page does not change what was found.
      const isSame = $top.get() && list.items[0] === first && shownFiltering() === filtering;
      if (list.loading || isSame) return;
      first = list.items[0];
      filtering = shownFiltering();
      void show(list);
    } else {
      loading.abort();
      $top.set(undefined);
    }
  });
  return stopAll(stop, loading.abort, () => $top.set(undefined));
}
