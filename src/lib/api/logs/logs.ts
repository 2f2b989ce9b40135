import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { readable, withId } from '#api/response.ts';
import type { LogEntry, LogStat } from '#domain/backend/log.ts';
import { LOGS_PER_PAGE } from '#domain/logs/log.ts';
import {
  logCountRequest,
  logRequest,
  logStatsRequest,
  logsRequest,
  newestLogs,
  readLog,
  readLogStats,
} from '#wire/logs.ts';

/** Loads a page of the log, counted from 1, at most {@link LOGS_PER_PAGE} entries; throws ApiError. */
export const listLogs = (
  page: number,
  filter: string,
  options: CallOptions = {},
): Promise<readonly LogEntry[]> =>
  findLogs({ page, perPage: LOGS_PER_PAGE, sort: newestLogs(), filter }, options);

/** Loads entries; throws ApiError. */
export async function findLogs(
  query: Parameters<typeof logsRequest>[0],
  options: CallOptions = {},
): Promise<readonly LogEntry[]> {
  const { items } = await sendRequest(logsRequest(query), options);
  return items.map(readLog);
}

/** Number of entries that match a filter; throws ApiError. */
export async function countLogs(filter: string, options: CallOptions = {}): Promise<number> {
  const { totalItems } = await sendRequest(logCountRequest(filter), options);
  return totalItems;
}

/** Loads one entry; throws ApiError. */
export const getLog = (id: string, options: CallOptions = {}): Promise<LogEntry> =>
  sendAndRead(logRequest(id), options, (response) => readLog(withId(response, { id })));

/** Loads the number of matching entries per hour, oldest first; throws ApiError. */
export const loadLogStats = (filter: string, options: CallOptions = {}): Promise<readonly LogStat[]> =>
  sendAndRead(logStatsRequest(filter), options, (response) => readable(readLogStats(response)));
