import { afterEach, expect, test } from 'vitest';
import { groupFailures, namedWords } from '#domain/settings/deeds.ts';
import { type Line, setLine } from '#wire/choose.ts';
import { readDeed } from '#wire/deeds.ts';

afterEach(() => setLine(undefined));

const entry = (method: string, address: string) => ({
  ...{ id: 'e', level: 0, message: '', time: '2026-11-05 12:00:00.000Z', raw: {} as never },
  request: { method, address, status: 200, duration: 1, isByAdmin: true },
  members: [
    { name: 'userIP', path: 'data.userIP', role: 'client', value: '10.0.0.1' },
    { name: 'authId', path: 'data.authId', role: 'account', value: 'abc' },
  ] as const,
});

/** With names in angle brackets. */
const sentence = (line: Line, method: string, address: string): string => {
  setLine(line);
  const { words } = readDeed(entry(method, address));
  return words.map((part) => (typeof part === 'string' ? part : `<${part.name}>`)).join('');
};

test.each<[string, string, Partial<Record<Line, string>>]>([
  ['POST', '/api/collections', { pb22: 'Created a collection', pb23: 'Created a collection' }],
  ['PUT', '/api/collections/import', { pb22: 'Imported collections', pb23: 'Imported collections' }],
  [
    'PATCH',
    '/api/collections/posts?x=1',
    { pb22: 'Changed collection <posts>', pb23: 'Changed collection <posts>' },
  ],
  ['DELETE', '/api/collections/posts/records/a%2Fb', { pb22: 'Deleted record <a/b> of <posts>' }],
  ['PATCH', '/api/collections/%E0%A4%A/records/a', { pb23: 'Changed record <a> of <%E0%A4%A>' }],
  ['PATCH', '/api/settings', { pb22: 'Saved settings', pb23: 'Saved settings' }],
  ['POST', '/api/backups/a%20b.zip/restore', { pb22: 'Restored the backup <a b.zip>' }],
  ['GET', '/api/backups/a.zip?token=secret', { pb22: 'Downloaded the backup <a.zip>' }],
  ['POST', '/api/backups/upload', { pb23: 'Uploaded a backup' }],
  ['DELETE', '/api/backups/upload', { pb23: 'Deleted the backup <upload>' }],
  ['POST', '/api/admins', { pb22: 'Created an admin' }],
  ['DELETE', '/api/admins/abc', { pb22: 'Deleted admin <abc>' }],
  ['POST', '/api/admins/auth-with-password', { pb22: 'An admin has signed in' }],
  [
    'DELETE',
    '/api/collections/users/records/a/external-auths/google',
    { pb22: 'Unlinked <google> from record <a> of <users>' },
  ],
  ['POST', '/api/collections/_superusers/records', { pb23: 'Created a superuser' }],
  ['DELETE', '/api/collections/_superusers/records/abc', { pb23: 'Deleted superuser <abc>' }],
  ['POST', '/api/collections/_superusers/auth-with-otp', { pb23: 'A superuser has signed in' }],
  ['POST', '/api/collections/_superusers/auth-with-oauth2', { pb23: 'A superuser has signed in' }],
  ['POST', '/api/collections/users/impersonate/abc', { pb23: 'Issued a token for <abc> of <users>' }],
  ['DELETE', '/api/collections/posts/truncate', { pb23: 'Deleted all records of <posts>' }],
  ['POST', '/api/crons/__pbLogsCleanup__', { pb23: 'Started the job <__pbLogsCleanup__>' }],
  ['DELETE', '/api/logs', { pb23: 'Deleted the log' }],
  ['POST', '/api/batch', { pb23: 'Changed records in a batch' }],
  [
    'POST',
    '/api/own/<b>path</b>',
    { pb22: '<POST /api/own/<b>path</b>>', pb23: '<POST /api/own/<b>path</b>>' },
  ],
  ['POST', '/api/batch', { pb22: '<POST /api/batch>' }],
])('[BY-38] %s %s in words', (method, address, expected) => {
  for (const [line, text] of Object.entries(expected))
    expect(sentence(line as Line, method, address)).toBe(text);
});

test('[BY-38] a deed has who and from where, and names in place of ids', () => {
  setLine('pb23');
  const deed = readDeed(entry('PATCH', '/api/collections/pbc_1/records/pbc_2'));
  expect(deed).toMatchObject({ id: 'e', who: 'abc', address: '10.0.0.1' });
  expect(namedWords(deed.words, new Map([['pbc_1', 'posts']]))).toEqual([
    ...['Changed record ', { name: 'pbc_2' }, ' of ', { name: 'posts' }],
  ]);
});

test('[BY-39] failed sign-ins are counted by address, the most frequent first', () => {
  const at = (address: string, time: string) => ({ address, time });
  expect(groupFailures([at('a', '2'), at('b', '3'), at('a', '4'), at('c', '5'), at('', '1')])).toEqual([
    { address: 'a', count: 2, last: '4' },
    { address: 'c', count: 1, last: '5' },
    { address: 'b', count: 1, last: '3' },
    { address: '', count: 1, last: '1' },
  ]);
});
