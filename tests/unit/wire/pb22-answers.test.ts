import { expect, test } from 'vitest';
import { readLinks } from '#wire/accounts.ts';
import { readBackups, readCanBackup } from '#wire/backups.ts';
import { lineOfHealth } from '#wire/health.ts';
import { readLogStats } from '#wire/logs.ts';
import { isRefusedToGuest, readFileToken } from '#wire/paths.ts';
import { answersOf } from './answers.ts';

test('[API-09] a backup has key, size and modified, whatever else the backend returns', () => {
  const item = { key: 'a.zip', size: 7, modified: '2026-11-05 10:00:00.000Z' };
  expect(readBackups([{ ...item, more: 1 }, null, { key: 1, size: '7' }])).toEqual([
    item,
    { key: '', size: 0, modified: '' },
  ]);
});

test.each([[readBackups], [readLinks], [readLogStats]])('%o reads nothing but a list', (read) => {
  expect([[], {}, { items: [] }, null, ''].map((answer) => read(answer))).toEqual([
    [],
    ...new Array(4).fill(undefined),
  ]);
});

test('a token for files is a text with content', () => {
  expect([{ token: 'a' }, { token: '' }, { token: 1 }, {}, null].map(readFileToken)).toEqual([
    'a',
    ...new Array(4).fill(undefined),
  ]);
});

test('a token for files is refused to a guest with a message of its own', () => {
  const message = 'Failed to generate file token.';
  expect(isRefusedToGuest(400, { message })).toBe(true);
  expect([
    isRefusedToGuest(403, { message }),
    isRefusedToGuest(400, {}),
    isRefusedToGuest(400, null),
  ]).toEqual(new Array(3).fill(false));
});

test('the health says whether a backup can be made, or nothing', () => {
  const answers = [{ data: { canBackup: true } }, { data: { canBackup: false } }, { data: {} }, null];
  expect(answers.map(readCanBackup)).toEqual([true, false, undefined, undefined]);
});

test.each(answersOf('0.22.'))('the answers of %s are read', (_version, answer) => {
  const { status, body } = answer('a token for files of a guest');
  expect(isRefusedToGuest(status, body)).toBe(true);
  expect(readFileToken(answer('a token for files').body)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(readBackups(answer('backups').body)).toEqual([
    { key: 'made.zip', size: expect.any(Number), modified: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  expect(readCanBackup(answer('health').body)).toBe(true);
  expect(['health', 'health of a guest'].map((asked) => lineOfHealth(answer(asked).body))).toEqual([
    'pb22',
    'pb22',
  ]);
  const [hour] = readLogStats(answer('log statistics').body) ?? [];
  expect(hour).toEqual({ date: expect.stringMatching(/:00:00\.000Z$/), total: expect.any(Number) });
});

test.each(
  answersOf('0.2')
    .concat(answersOf('0.4'))
    .filter(([version]) => !version.startsWith('0.22.')),
)('%s is known to be newer by its health', (_version, answer) =>
  expect(lineOfHealth(answer('health of a guest').body)).toBe('pb23'),
);
