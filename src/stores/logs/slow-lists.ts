import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import { SLOW_FROM_KEY } from '#domain/app/later-keys.ts';
import { schemaIndex } from '#domain/collections/schema-index.ts';
import type { ListRequest } from '#domain/logs/list-requests.ts';
import { DEFAULT_SLOW_FROM, groupLists, SLOW_FROM, slowLists } from '#domain/logs/slow-lists.ts';
import { joinFilters } from '#domain/model/filter/join.ts';
import { type IndexTools, loadIndexTools } from '#domain/model/index-sql/load-tools.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { stopAll } from '#stores/base/running.ts';
import { $collectionList } from '#stores/collections/list.ts';
import { LIST_FIELDS, LIST_REQUESTS, listRequestOf } from '#wire/logged-lists.ts';
import { $logsQuery, createFiltering, type LogsQuery } from './query.ts';
import { createLogReading, type ReadingPlan } from './reading.ts';

// Their ids are random, so those of the first pages are a fair sample of all.
const reading = createLogReading<ListRequest>();
export const { $reading } = reading;
const $requests = reading.$items;
const $tools = atom<IndexTools | undefined>(undefined);

/** The median duration from which a list is slow, in ms; remembered on this device. */
const slowFrom = createPreference<number>({
  key: SLOW_FROM_KEY,
  initial: DEFAULT_SLOW_FROM,
  decode: (text) => SLOW_FROM.find((ms) => String(ms) === text) ?? DEFAULT_SLOW_FROM,
  encode: String,
});
export const $slowFrom = slowFrom.$value;
export const setSlowFrom = (ms: number): void => void slowFrom.update(() => ms);

/** The kinds of lists in the entries that were read, see {@link groupLists}. */
export const $listGroups = computed([$requests, $collectionList], (requests, collections) =>
  groupLists(requests, schemaIndex(collections)),
);

/** The slow ones of these, with what helps them; undefined until that is known. */
export const $slowLists = computed(
  [$reading, $listGroups, $slowFrom, $collectionList, $tools],
  (reading, groups, from, collections, tools) =>
    tools && reading.state === 'ready' && collections.length > 0
      ? slowLists(groups, from, schemaIndex(collections), tools)
      : undefined,
);

async function planOf(query: LogsQuery): Promise<ReadingPlan<ListRequest>> {
  const filtering = createFiltering({ ...query, levels: [], where: LIST_REQUESTS, search: '' });
  $tools.set(await loadIndexTools());
  return {
    count: (count) => filtering.run(count, true),
    query: async (last) => {
      const filter = joinFilters([await filtering.filter(), last ? `id>"${last.id}"` : '']);
      return { page: 1, sort: 'id', filter };
    },
    fields: LIST_FIELDS,
    item: listRequestOf,
  };
}

/** Reads the entries of the span on screen. Reports errors. */
export async function readSlowLists(): Promise<void> {
  const query = $logsQuery.get();
  if (query) await reading.read(() => planOf(query));
}

/** Stops reading, and shows what was read. */
export const stopReading = reading.stop;

const $scope = computed($logsQuery, (query) => query && { span: query.span, admins: query.includesAdmins });
$scope.eq = dequal;

/** Reads the entries now, and whenever another span is chosen. Returns a function that stops this. */
export function startSlowLists(): () => void {
  const stop = $scope.subscribe(() => void readSlowLists());
  return stopAll(stop, reading.clear);
}
