/* The log. */
import { type JsonObject, members, ownOf, text } from '#domain/app/lenient.ts';
import type { Raw } from '#domain/backend/field.ts';
import type { LogEntry, LoggedRequest, LogPaths, LogRole, LogStat } from '#domain/backend/log.ts';
import type { ApiRequest, BackendRequest, PageQuery } from '#domain/backend/request.ts';
import { listIn, listRequest, totalQuery } from './answers.ts';

/** What a line calls what entries have. */
export interface LogWords {
  /** The members of every request, in the order of the alphabet. */
  readonly roles: Readonly<Record<string, LogRole>>;
  /** Who sent a request, as an entry says it; a user of some collection. */
  readonly callers: Readonly<Record<'guest' | 'user' | 'administrator', string>>;
  /** What a filter may name beside the members of a request. */
  readonly names: readonly string[];
}

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

/** What a filter may name, to be completed. */
export const logNamesIn = ({ roles, names }: LogWords): readonly string[] => [
  ...['level', 'message', 'data.', ...Object.keys(roles).map((name) => `data.${name}`)],
  ...names,
];

/**
 * Leaves out successful requests of admins and of the dashboard itself, but not those of the pages for users of an app.
 * @param administrator what an entry says of who is one
 * @param referer of the requests of this dashboard, see `ownReferer`; an address, which has no quotes
 * @param more of the requests of those pages, with `&&`, which the backend takes before `||`
 */
export const ownFilterIn = (administrator: string, referer: string, more: string): string =>
  `data.auth!="${administrator}"&&(data.referer!="${referer}"||data.status>=400||data.url~"/api/collections/"${more})`;

export const LOG_PATHS: LogPaths = { status: 'data.status', address: 'data.url' };

export const SLOWEST_LOGS = '-data.execTime';

/** For the entries of requests: others may have such members, too. */
export const REQUESTS = 'data.type="request"';

/** For all other entries. */
export const NO_REQUESTS = 'data.type!="request"';

/** For requests that have failed, and errors. */
export const FAILURES = '(data.status>=400||level>=8)';

/** What the groups of entries are made of. */
export const TOP_FIELDS = 'level,message,data.type,data.url,data.status,data.execTime';

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const string = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function requestIn(data: JsonObject, { callers }: LogWords): LoggedRequest | undefined {
  const { type, method, url, status, execTime, auth } = data;
  if (type !== 'request') return undefined;
  return {
    method: string(method),
    address: string(url),
    status: number(status),
    duration: number(execTime),
    isByAdmin: auth === callers.administrator,
  };
}

export function readLogIn(words: LogWords, value: unknown): LogEntry {
  const from = members(value);
  const data = members(from['data']);
  return {
    id: text(from['id']),
    level: number(from['level']) ?? 0,
    message: text(from['message']),
    time: text(from['created']),
    request: requestIn(data, words),
    members: Object.entries(data).map(([name, one]) => ({
      name,
      path: `data.${name}`,
      role: ownOf(words.roles, name),
      value: one,
    })),
    raw: from as unknown as Raw,
  };
}

export interface SaidOfRequest extends Partial<Record<Exclude<LogRole, 'who' | 'kind'>, unknown>> {
  /** A guest by default. */
  readonly who?: keyof LogWords['callers'];
}

/** What the log holds of a request, for entries that no backend has written: those of the demo and of tests. */
export function requestDataIn(
  { roles, callers }: LogWords,
  { who = 'guest', ...said }: SaidOfRequest,
): JsonObject {
  const values: Partial<Record<LogRole, unknown>> = { ...said, who: callers[who], kind: 'request' };
  const entries = Object.entries(roles).map(([name, role]) => [name, values[role]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Undefined for an answer that is no list. */
export const readLogStats = (answer: unknown): readonly LogStat[] | undefined =>
  listIn(answer, (item) => {
    const { date, total } = members(item);
    return { date: text(date), total: number(total) ?? 0 };
  });
