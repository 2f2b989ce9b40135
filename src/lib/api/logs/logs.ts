import { type CallOptions, call } from '#api/client.ts';
import { arrayOf, withId } from '#api/response.ts';
import { list, members, text } from '#domain/app/lenient.ts';
import { type Log, type LogStat, parseLog } from '#domain/logs/log.ts';

/** Number of entries per request of the list (LG-12, LG-19). */
export const LOGS_PER_PAGE = 50;

/** Newest first, in the order of arrival (LG-12). */
const SORT = '-rowid';

/** Loads a page of the log, counted from 1, at most {@link LOGS_PER_PAGE} entries (LG-12); throws ApiError. */
export async function listLogs(
  page: number,
  filter: string,
  options: CallOptions = {},
): Promise<readonly Log[]> {
  const found = await call(
    (client, signal) =>
      client.logs.getList(page, LOGS_PER_PAGE, { sort: SORT, filter, query: { skipTotal: 1 }, signal }),
    options,
  );
  return list(found.items, parseLog);
}

/** Loads one entry (LD-07); throws ApiError. */
export async function getLog(id: string, options: CallOptions = {}): Promise<Log> {
  return call(
    async (client, signal) => parseLog(withId(await client.logs.getOne(id, { signal }), { id })),
    options,
  );
}

/** Loads the number of matching entries per hour, oldest first (LG-23); throws ApiError. */
export async function loadLogStats(filter: string, options: CallOptions = {}): Promise<readonly LogStat[]> {
  const found = await call(
    async (client, signal) => arrayOf(await client.logs.getStats({ filter, signal })),
    options,
  );
  return list(found, (item) => {
    const { date, total } = members(item);
    return { date: text(date), total: typeof total === 'number' ? total : 0 };
  });
}
