import { type JsonObject, members, text } from '#domain/app/lenient.ts';

/** An entry of the log, with every member that the backend sent (spec 1 §3). */
export interface Log {
  readonly id: string;
  /** Usually a multiple of 4, see {@link LOG_LEVELS}. */
  readonly level: number;
  readonly message: string;
  /** UTC, for example `2026-11-05 12:00:00.123Z`. */
  readonly created: string;
  readonly data: JsonObject;
}

/** Number of matching entries in one hour. */
export interface LogStat {
  /** Start of the hour in UTC, for example `2026-11-05 12:00:00.000Z`. */
  readonly date: string;
  readonly total: number;
}

/** Number of entries per request of the list. */
export const LOGS_PER_PAGE = 50;

/** Newest first, in the order of arrival. */
export const LOGS_SORT = '-rowid';

/** Names of the default levels. */
export const LOG_LEVELS: ReadonlyMap<number, string> = new Map([
  [-4, 'DEBUG'],
  [0, 'INFO'],
  [4, 'WARN'],
  [8, 'ERROR'],
]);

/** Reads an entry from a response; the result also contains members that {@link Log} does not name. */
export function parseLog(value: unknown): Log {
  const from = members(value);
  return {
    ...from,
    id: text(from['id']),
    level: typeof from['level'] === 'number' ? from['level'] : 0,
    message: text(from['message']),
    created: text(from['created']),
    data: members(from['data']),
  };
}

/** Whether the entry describes a request to the API, with its status and duration. */
export const isRequest = (log: Log): boolean => log.data['type'] === 'request';

/** What an entry is about: method and address of a request, else the message. */
export function logName({ message, data }: Log): string {
  const { method, url } = data;
  return typeof method === 'string' && typeof url === 'string' ? `${method} ${url}` : message;
}

/** `ERROR (8)`, or `UNKN (5)` for a level without a name. */
export function levelLabel(level: number): string {
  return `${LOG_LEVELS.get(level) ?? 'UNKN'} (${level})`;
}
