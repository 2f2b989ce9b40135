import { type JsonObject, members, text } from '#domain/app/lenient.ts';

/** With every member that the backend sent (spec 1 §3). */
export interface Log {
  readonly id: string;
  /** Usually a multiple of 4, see {@link LOG_LEVELS}. */
  readonly level: number;
  readonly message: string;
  /** `2026-11-05 12:00:00.123Z`, in UTC. */
  readonly created: string;
  readonly data: JsonObject;
}

export interface LogStat {
  /** Its start in UTC, `2026-11-05 12:00:00.000Z`. */
  readonly date: string;
  readonly total: number;
}

/** Per request of the list. */
export const LOGS_PER_PAGE = 50;

/** Newest first. */
export const LOGS_SORT = '-rowid';

export const LOG_LEVELS: ReadonlyMap<number, string> = new Map([
  [-4, 'DEBUG'],
  [0, 'INFO'],
  [4, 'WARN'],
  [8, 'ERROR'],
]);

/** The result also has members that {@link Log} does not name. */
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

/** Method and address of a request, else the message. */
export function logName({ message, data }: Log): string {
  const { method, url } = data;
  return typeof method === 'string' && typeof url === 'string' ? `${method} ${url}` : message;
}

/** `ERROR (8)`, or `UNKN (5)` for a level without a name. */
export const levelLabel = (level: number): string => `${LOG_LEVELS.get(level) ?? 'UNKN'} (${level})`;
