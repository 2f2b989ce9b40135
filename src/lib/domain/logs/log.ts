import { type LogEntry, memberOf } from '#domain/backend/log.ts';

/** Per request of the list. */
export const LOGS_PER_PAGE = 50;

export const LOG_LEVELS: ReadonlyMap<number, string> = new Map([
  [-4, 'DEBUG'],
  [0, 'INFO'],
  [4, 'WARN'],
  [8, 'ERROR'],
]);

/** Method and address of a request, else the message. */
export function logName(entry: LogEntry): string {
  const [method, address] = [memberOf(entry, 'method')?.value, memberOf(entry, 'address')?.value];
  return typeof method === 'string' && typeof address === 'string' ? `${method} ${address}` : entry.message;
}

/** `ERROR (8)`, or `UNKN (5)` for a level without a name. */
export const levelLabel = (level: number): string => `${LOG_LEVELS.get(level) ?? 'UNKN'} (${level})`;
