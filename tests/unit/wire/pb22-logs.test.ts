import { expect, test } from 'vitest';
import { memberOf } from '#domain/backend/log.ts';
import { readRestoreFailure } from '#wire/backups.ts';
import { logNames, readLog, requestData } from '#wire/logs.ts';
import { answersOf } from './answers.ts';

test.each([undefined, null, 'text', {}, { id: 1, level: '8', data: [] }])('%j is an empty entry', (value) => {
  expect(readLog(value)).toMatchObject({ id: '', level: 0, message: '', time: '', members: [] });
  expect(readLog(value).request).toBeUndefined();
});

test('what a request does not say, or says otherwise, is undefined', () => {
  const data = { type: 'request', method: 1, url: null, status: '404', execTime: null };
  expect(readLog({ data }).request).toEqual({ isByAdmin: false });
});

test('members keep their order, their values and the names that every object inherits', () => {
  const data: unknown = JSON.parse('{"x":[1],"__proto__":"p","status":404,"constructor":"c"}');
  expect(readLog({ data }).members).toEqual([
    { name: 'x', path: 'data.x', role: undefined, value: [1] },
    { name: '__proto__', path: 'data.__proto__', role: undefined, value: 'p' },
    { name: 'status', path: 'data.status', role: 'status', value: 404 },
    { name: 'constructor', path: 'data.constructor', role: undefined, value: 'c' },
  ]);
});

test('the entry of a failed restore names the backup and the reason', () => {
  const failure = (data: object) => readRestoreFailure({ id: 'x', data });
  expect(failure({ key: 'a.zip', error: 'No data.db.' })).toEqual({
    ...{ id: 'x', key: 'a.zip', reason: 'No data.db.' },
  });
  expect(failure({ key: 1 })).toEqual({ id: 'x', key: '', reason: '' });
});

test.each(answersOf('0.22.'))('the log of %s is read as it came', (_version, answer) => {
  const { items } = answer('logs').body as { items: Record<string, unknown>[] };
  const logs = items.map(readLog);
  expect(logs.map(({ raw }) => raw)).toEqual(items);
  const [wrong] = logs;
  expect(wrong).toMatchObject({
    level: 8,
    message: 'POST /api/admins/auth-with-password',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/),
    request: {
      ...{ method: 'POST', address: '/api/admins/auth-with-password', status: 400 },
      ...{ duration: expect.any(Number), isByAdmin: false },
    },
  });
  const said = (role: 'who' | 'client' | 'error' | 'details') => wrong && memberOf(wrong, role)?.value;
  expect([said('who'), said('client')]).toEqual(['guest', '127.0.0.1']);
  expect([said('error'), said('details')]).toEqual(['Failed to authenticate.', 'Invalid login credentials.']);
  const whos = new Set(logs.map((log) => memberOf(log, 'who')?.value));
  expect(whos).toEqual(new Set(['guest', 'admin', 'authRecord']));
  expect(logs.filter(({ request }) => request?.isByAdmin).length).toBeGreaterThan(10);
  // Every name is one that the search completes.
  const paths = new Set(logs.flatMap(({ members }) => members.map(({ path }) => path)));
  expect([...paths].filter((path) => !logNames().includes(path))).toEqual([]);
});

test('what is said of a request is read again', () => {
  const said = { method: 'GET', address: '/a', status: 404, duration: 5, client: '10.0.0.1', error: 'No.' };
  const log = readLog({ data: requestData({ ...said, who: 'administrator' }) });
  expect(log.request).toEqual({
    ...{ method: 'GET', address: '/a', status: 404, duration: 5 },
    isByAdmin: true,
  });
  expect([memberOf(log, 'client')?.value, memberOf(log, 'error')?.value]).toEqual(['10.0.0.1', 'No.']);
  expect(memberOf(log, 'details')).toBeUndefined();
  expect(readLog({ data: requestData({}) }).request).toEqual({ isByAdmin: false });
});
