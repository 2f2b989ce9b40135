import { expect, it } from 'vitest';
import { logFileName, logsFileName, logsFileText } from '#domain/logs/file-names.ts';
import { readLog } from '#wire/logs.ts';
import { logWith } from './log-fixture.ts';

const at = (created: string) => logWith({ created });

it('[LG-22][LD-06] names a file after the date of its entry', () => {
  expect(logFileName(logWith())).toBe('log_20261105120000123Z.json');
  expect(logsFileName([logWith()])).toBe('log_20261105120000123Z.json');
});

it('[LG-22] names a file of several after the oldest and the newest', () => {
  const logs = ['2026-11-05 12:00:00.123Z', '2026-10-31 23:59:59.999Z', '2026-11-05 12:00:00.124Z'].map(at);
  expect(logsFileName(logs)).toBe('3_logs_20261031235959999Z_to_20261105120000124Z.json');
});

it('keeps characters out of the name that a path could contain', () => {
  expect(logFileName(at('../a_b\\c'))).toBe('log_abc.json');
});

it('[LG-22] writes one entry as an object and several as an array, with all members as received', () => {
  const stored = {
    id: 'a',
    created: 'b',
    updated: 'c',
    data: JSON.parse('{"__proto__":1,"x":"<\\u2028"}'),
    message: '',
    level: 0,
  };
  const log = readLog(stored);
  expect(logsFileText([log])).toBe(JSON.stringify(stored, null, 2));
  expect(logsFileText([log, log])).toBe(JSON.stringify([stored, stored], null, 2));
});
