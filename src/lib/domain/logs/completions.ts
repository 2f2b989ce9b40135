import type { Dialect } from '#domain/backend/dialect.ts';
import { filterWords } from '#domain/collections/completions.ts';

/** In the data of every request. */
const DATA_NAMES = [
  ...['auth', 'details', 'error', 'execTime', 'method', 'referer', 'remoteIp', 'status', 'type', 'url'],
  ...['userAgent', 'userIp'],
];

export const logCompletions = (dialect: Dialect): readonly string[] => [
  ...['level', 'message', 'data.', ...DATA_NAMES.map((name) => `data.${name}`), 'id', 'created', 'updated'],
  ...filterWords(dialect),
];
