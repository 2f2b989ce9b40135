/* The log. */
import { members, text } from '#domain/app/lenient.ts';
import type { ApiRequest, BackendRequest, PageQuery } from '#domain/backend/request.ts';
import type { LogStat } from '#domain/logs/log.ts';
import { listIn, listRequest, totalQuery } from './answers.ts';

export const logsRequest = (query: PageQuery & { readonly fields?: string }): ApiRequest =>
  listRequest('logs', query);

/** The number of entries that match a filter. */
export const logCountRequest = (filter: string): ApiRequest => ({
  path: '/api/logs',
  query: totalQuery(filter),
});

/** The number of matching entries per hour. */
export const logStatsRequest = (filter: string): ApiRequest => ({
  path: '/api/logs/stats',
  query: { filter },
});

export const logRequest = (id: string): BackendRequest => ({ path: ['logs', id] });

/** Undefined for an answer that is no list. */
export const readLogStats = (answer: unknown): readonly LogStat[] | undefined =>
  listIn(answer, (item) => {
    const { date, total } = members(item);
    return { date: text(date), total: typeof total === 'number' ? total : 0 };
  });
