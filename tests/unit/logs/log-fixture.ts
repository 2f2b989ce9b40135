import type { LogEntry } from '#domain/backend/log.ts';
import { readLog } from '#wire/logs.ts';

/** An entry as the API returns it. */
export const logWith = (members: object = {}): LogEntry =>
  readLog({
    id: 'log000000000001',
    created: '2026-11-05 12:00:00.123Z',
    level: 0,
    message: 'Done.',
    ...members,
  });

/** An entry of a request. */
export const requestWith = (data: object = {}, members: object = {}): LogEntry =>
  logWith({ ...members, data: { type: 'request', ...data } });
