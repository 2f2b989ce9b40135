import { type CallOptions, call, get, sendRequest } from '#api/client.ts';
import { apiPath } from '#api/path.ts';
import { arrayOf, withId } from '#api/response.ts';
import { logCountRequest, logStatsRequest, logsRequest } from '#domain/app/api-requests.ts';
import { list, members, text } from '#domain/app/lenient.ts';
import { LOGS_PER_PAGE, LOGS_SORT, type Log, type LogStat, parseLog } from '#domain/logs/log.ts';

/** Loads a page of the log, counted from 1, at most {@link LOGS_PER_PAGE} entries; throws ApiError. */
export const listLogs = (page: number, filter: string, options: CallOptions = {}): Promise<readonly Log[]> =>
  findLogs({ page, perPage: LOGS_PER_PAGE, sort: LOGS_SORT, filter }, options);

/** Loads entries; throws ApiError. */
export async function findLogs(
  query: Parameters<typeof logsRequest>[0],
  options: CallOptions = {},
): Promise<readonly Log[]> {
  const { items } = await sendRequest(logsRequest(query), options);
  return items.map(parseLog);
}

/** Number of entries that match a filter; throws ApiError. */
export async function countLogs(filter: string, options: CallOptions = {}): Promise<number> {
  const { totalItems } = await sendRequest(logCountRequest(filter), options);
  return totalItems;
}

/** Loads one entry; throws ApiError. */
export async function getLog(id: string, options: CallOptions = {}): Promise<Log> {
  return call(
    async (client, signal) => parseLog(withId(await client.send(apiPath('logs', id), { signal }), { id })),
    options,
  );
}

/** Loads the number of matching entries per hour, oldest first; throws ApiError. */
export async function loadLogStats(filter: string, options: CallOptions = {}): Promise<readonly LogStat[]> {
  const found = await call(
    async (client, signal) => arrayOf(await get(client, logStatsRequest(filter), signal)),
    options,
  );
  return list(found, (item) => {
    const { date, total } = members(item);
    return { date: text(date), total: typeof total === 'number' ? total : 0 };
  });
}
