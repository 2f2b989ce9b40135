import { expect, it } from 'vitest';
import { logCompletions } from '#domain/logs/completions.ts';
import { dialect } from '#wire/dialect.ts';
import { logNames } from '#wire/logs.ts';

const NAMES = logCompletions(logNames(), dialect());

it('[LG-04] offers fields, members of the data, words and macros, each once', () => {
  expect(NAMES).toEqual(
    expect.arrayContaining([
      ...['level', 'message', 'data.', 'id', 'created', 'updated', 'true', 'false', '@now', '@todayStart'],
      ...['auth', 'details', 'error', 'execTime', 'method', 'referer'].map((name) => `data.${name}`),
      ...['remoteIp', 'status', 'type', 'url', 'userAgent', 'userIp'].map((name) => `data.${name}`),
    ]),
  );
  expect(new Set(NAMES).size).toBe(NAMES.length);
});
