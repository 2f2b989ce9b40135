import { expect, it } from 'vitest';
import { LOG_COMPLETIONS } from '#domain/logs/completions.ts';

it('[LG-04] offers fields, members of the data, words and macros, each once', () => {
  expect(LOG_COMPLETIONS).toEqual(
    expect.arrayContaining([
      ...['level', 'message', 'data.', 'id', 'created', 'updated', 'true', 'false', '@now', '@todayStart'],
      ...['auth', 'details', 'error', 'execTime', 'method', 'referer'].map((name) => `data.${name}`),
      ...['remoteIp', 'status', 'type', 'url', 'userAgent', 'userIp'].map((name) => `data.${name}`),
    ]),
  );
  expect(new Set(LOG_COMPLETIONS).size).toBe(LOG_COMPLETIONS.length);
});
