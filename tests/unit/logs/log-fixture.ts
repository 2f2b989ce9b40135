import { type Log, parseLog } from '#domain/logs/log.ts';

/** An entry as the API returns it. */
export const logWith = (members: object = {}): Log =>
  parseLog({
    id: 'log000000000001',
    created: '2026-11-05 12:00:00.123Z',
    level: 0,
    message: 'Done.',
    ...members,
  });

/** An entry of a request. */
export const requestWith = (data: object = {}, members: object = {}): Log =>
  logWith({ ...members, data: { type: 'request', ...data } });
