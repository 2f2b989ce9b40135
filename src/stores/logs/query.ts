import { dequal } from 'dequal/lite';
import { atom, computed } from 'nanostores';
import { backendNow, CLOCK_TOLERANCE, clockOffset } from '#api/clock.ts';
import { backendUrl, ownReferer } from '#browser/backends.ts';
import { ApiError, FALLBACK_MESSAGE, isRefusedFilter } from '#domain/app/api-error.ts';
import { ADMIN_LOGS_KEY } from '#domain/app/storage-keys.ts';
import { logCompletions } from '#domain/logs/completions.ts';
import { type LevelBand, levelsFilter, parseLevels, toggleBand } from '#domain/logs/levels.ts';
import { formatSpan, parseSpan, type Span, spanFilter } from '#domain/logs/span.ts';
import { $backend } from '#stores/app/line.ts';
import { $path, $query, $route, setQuery } from '#stores/app/route.ts';
import { createCode } from '#stores/base/create-code.ts';
import { createPreference } from '#stores/base/create-preference.ts';
import { dialect } from '#wire/dialect.ts';
import { guestInLog, logNames, ownFilter } from '#wire/logs.ts';

/** What the search field completes. */
export const logWords = (): readonly string[] => logCompletions(logNames(), dialect());

/** What entries say of a request without a session. */
export const $guest = computed($backend, guestInLog);

/** Hosts of this page and of the backend: a referer with one of them is not external. */
export const ownHosts = (): readonly string[] => [location.host, new URL(backendUrl()).host];

/** Whether requests by admins are listed; remembered on this device. */
const remembered = createPreference<boolean>({
  key: ADMIN_LOGS_KEY,
  initial: false,
  decode: (text) => text === '1',
  encode: (value) => (value ? '1' : '0'),
});

/** The search text in the address. */
export const $search = computed($query, (query) => query['filter'] ?? '');

/** The latest choice in this tab. */
const $chosen = atom<boolean | undefined>(undefined);

/** The choice for an address without one. Read when a screen opens: another tab does not change the list on screen. */
const $default = computed([$path, $chosen], (_path, chosen) => chosen ?? remembered.$value.get());

/** Whether requests by admins are listed: as in the address, else as chosen before. */
export const $includesAdmins = computed([$query, $default], ({ adminRequests }, before) =>
  adminRequests === undefined ? before : adminRequests === '1',
);

/** The time span of the address; undefined means all times. */
export const $span = computed($query, (query): Span | undefined => parseSpan(query['span']));
$span.eq = dequal;

/** The chosen bands of levels; none means all. */
export const $levels = computed($query, (query): readonly LevelBand[] => parseLevels(query['levels']));
$levels.eq = dequal;

const $where = computed($query, (query) => query['where'] ?? '');

/** What reads and makes filters: a list that nothing narrows does not need it. */
const filters = createCode(() => import('#domain/logs/filter.ts'));

/** The conditions of the address, once the code that reads them is there, which the list needs too. */
export const $tokens = computed([$where, filters.$code], (where, code) =>
  where && code ? code.conditionTokens(where) : [],
);

/** What is requested, independent of the current time. */
export interface LogsQuery {
  readonly includesAdmins: boolean;
  readonly span: Span | undefined;
  readonly levels: readonly LevelBand[];
  readonly where: string;
  readonly search: string;
}

/** The query of the logs screen; undefined on other screens. */
export const $logsQuery = computed(
  [$route, $includesAdmins, $span, $levels, $where, $search],
  (route, includesAdmins, span, levels, where, search): LogsQuery | undefined =>
    route?.name === 'logs' ? { includesAdmins, span, levels, where, search } : undefined,
);
// Other parts of the address, such as the opened entry, are not a new query.
$logsQuery.eq = dequal;

const isNarrowed = ({ span, levels, where, search }: Omit<LogsQuery, 'includesAdmins'>): boolean =>
  span !== undefined || levels.length > 0 || where !== '' || search !== '';

/** Whether the user narrowed the list, so that 'Clear filters' is offered. */
export const $hasFilter = computed([$span, $levels, $where, $search], (span, levels, where, search) =>
  isNarrowed({ span, levels, where, search }),
);

/** Fetches what makes the filter of a narrowed list; undefined if it is there: then its request leaves at once. */
const fetchFor = (query: LogsQuery) =>
  isNarrowed(query) && !filters.$code.get() ? filters.fetch() : undefined;

/** `isTerm`: the backend refused the search as a filter, so the text itself is searched. `now`: end of spans, in ms. */
function filterOf(query: LogsQuery, isTerm: boolean, now: number): string {
  const { includesAdmins, span, levels, where, search } = query;
  const preset = includesAdmins ? '' : ownFilter(ownReferer());
  if (!isNarrowed(query)) return preset;
  const code = filters.$code.get();
  if (!code) throw new Error('What makes filters was not fetched.');
  return code.effectiveFilter({
    preset,
    span: span && spanFilter(span, now),
    levels: levelsFilter(levels),
    conditions: where,
    search: isTerm ? code.termFilter(search) : code.searchFilter(search),
  });
}

/** Sets the search text; an empty one is removed from the address. */
export function setSearch(text: string): void {
  setQuery({ filter: text.trim() });
}

/** Lists requests by admins or not, now and on later visits. */
export function includeAdmins(includes: boolean): void {
  remembered.update(() => includes);
  $chosen.set(includes);
  // Without a history entry: an address without the choice would get the new one when the user goes back.
  setQuery({ adminRequests: includes ? '1' : undefined }, { replace: true });
}

/** Sets the time span; undefined means all times. */
export function setSpan(span: Span | undefined): void {
  setQuery({ span: span && formatSpan(span) });
}

/** Lists the entries of a band of levels too, or no longer; without any band, those of all. */
export function toggleLevels(band: LevelBand): void {
  setQuery({ levels: toggleBand($levels.get(), band).join() });
}

/** @param token one of {@link $tokens}; `rest` is `where` without it */
export function removeToken({ rest }: { readonly rest: string }): void {
  setQuery({ where: rest });
}

/** Removes search text, time span, levels and conditions. */
export function clearFilters(): void {
  setQuery({ filter: undefined, span: undefined, levels: undefined, where: undefined });
}

/** Adds the remembered choice to the address, so that it can be shared. Returns a function that stops this. */
export function followRemembered(): () => void {
  return $route.subscribe((route) => {
    if (route?.name !== 'logs' || route.query['adminRequests'] !== undefined) return;
    if ($includesAdmins.get()) setQuery({ adminRequests: '1' }, { replace: true });
  });
}

/** The search text that is no valid filter, so that the text itself is searched, and the backend's words about it. */
const $refused = atom<{ readonly search: string; readonly words: string } | undefined>(undefined);

/** The backend's words about a search text that is no valid filter, so that the text itself was searched. */
export const $refusal = computed($refused, (refused) => refused?.words);

/** Forgets the refusal, unless it is about this search text. */
export function forgetRefusalExcept(search: string | undefined): void {
  if ($refused.get()?.search !== search) $refused.set(undefined);
}

/** The list's response has only a general message, that of the stats says more. */
function noteRefusal(search: string, words: string) {
  if (!$refused.get() || words !== FALLBACK_MESSAGE) $refused.set({ search, words });
}

type FilteredCall<T> = (filter: string) => Promise<T>;

/** Runs calls for a query; once the backend refuses the search as a filter, the text itself is searched. */
export function createFiltering(query: LogsQuery) {
  const { search } = query;
  let now = 0;
  let sent = '';
  const filter = (changed = query) => filterOf(changed, $refused.get()?.search === search, now);
  async function runFirst<T>(call: FilteredCall<T>): Promise<T> {
    const [first, asTerm] = [filter(), filterOf(query, true, now)];
    sent = first;
    try {
      return await call(first);
    } catch (error) {
      if (first === asTerm || !isRefusedFilter(error, first)) throw error;
      sent = asTerm;
      const found = await call(asTerm);
      if (error instanceof ApiError) noteRefusal(search, error.text);
      return found;
    }
  }
  return {
    query,
    /** The filter of the last call, with some parts of the query replaced. */
    async filter(changes: Partial<LogsQuery> = {}): Promise<string> {
      const changed = { ...query, ...changes };
      await fetchFor(changed);
      return filter(changed);
    },
    /** Whether the backend has refused the filter of the last call. */
    isRefused: (error: unknown): boolean => isRefusedFilter(error, sent),
    /** @param isFirst relative time spans end now; further pages belong to the time of the first one */
    async run<T>(call: FilteredCall<T>, isFirst: boolean): Promise<T> {
      const fetching = fetchFor(query);
      if (fetching) await fetching;
      if (!isFirst) return call(filter());
      const offset = clockOffset();
      now = backendNow();
      const found = await runFirst(call);
      // The first response tells the backend's clock.
      if (Math.abs(clockOffset() - offset) <= CLOCK_TOLERANCE) return found;
      const before = filter();
      now = backendNow();
      return filter() === before ? found : runFirst(call);
    },
  };
}

export type Filtering = ReturnType<typeof createFiltering>;
