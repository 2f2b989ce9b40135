import { FILTER_MACROS } from '#domain/collections/completions.ts';

/** In the data of every request. */
const DATA_NAMES = [
  ...['auth', 'details', 'error', 'execTime', 'method', 'referer', 'remoteIp', 'status', 'type', 'url'],
  ...['userAgent', 'userIp'],
];

export const LOG_COMPLETIONS: readonly string[] = [
  ...['level', 'message', 'data.', ...DATA_NAMES.map((name) => `data.${name}`), 'id', 'created', 'updated'],
  ...FILTER_MACROS,
];
