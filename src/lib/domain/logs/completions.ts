import { FILTER_MACROS } from '#domain/collections/completions.ts';

/** The members of a request in the data, which every request has. */
const DATA_NAMES = [
  ...['auth', 'details', 'error', 'execTime', 'method', 'referer', 'remoteIp', 'status', 'type', 'url'],
  ...['userAgent', 'userIp'],
];

/** The completions of the search, for any prefix. */
export const LOG_COMPLETIONS: readonly string[] = [
  ...['level', 'message', 'data.', ...DATA_NAMES.map((name) => `data.${name}`), 'id', 'created', 'updated'],
  ...FILTER_MACROS,
];
