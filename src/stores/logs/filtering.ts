import { atom, computed } from 'nanostores';
import { backendNow, CLOCK_TOLERANCE, clockOffset } from '#api/clock.ts';
import { ApiError, FALLBACK_MESSAGE, isRefusedFilter } from '#domain/app/api-error.ts';
import { filterOf, type LogsQuery } from './query.ts';

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

/** Loads something for a filter. */
type FilteredCall<T> = (filter: string) => Promise<T>;

/**
 * Runs calls for a query. Its search text is sent as it is. If the backend refuses it as a filter, the text
 * itself is searched, in this call and in later ones with the same text.
 */
export function createFiltering(query: LogsQuery) {
  const { search } = query;
  let now = 0;
  const filter = (changes: Partial<LogsQuery> = {}) =>
    filterOf({ ...query, ...changes }, $refused.get()?.search === search, now);
  async function runFirst<T>(call: FilteredCall<T>): Promise<T> {
    const sent = filter();
    const asTerm = filterOf(query, true, now);
    try {
      return await call(sent);
    } catch (error) {
      if (sent === asTerm || !isRefusedFilter(error, sent)) throw error;
      const found = await call(asTerm);
      if (error instanceof ApiError) noteRefusal(search, error.body.message);
      return found;
    }
  }
  return {
    query,
    /** The filter of the last call, with some parts of the query replaced. */
    filter,
    /** @param isFirst relative time spans end now; further pages belong to the time of the first one */
    async run<T>(call: FilteredCall<T>, isFirst: boolean): Promise<T> {
      if (!isFirst) return call(filter());
      const offset = clockOffset();
      now = backendNow();
      const found = await runFirst(call);
      // The first response tells the backend's clock.
      if (Math.abs(clockOffset() - offset) <= CLOCK_TOLERANCE) return found;
      const sent = filter();
      now = backendNow();
      return filter() === sent ? found : runFirst(call);
    },
  };
}

export type Filtering = ReturnType<typeof createFiltering>;
