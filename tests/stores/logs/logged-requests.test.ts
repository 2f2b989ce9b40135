import { expect, test } from 'vitest';
import { toStamp } from '#scripts/lib/bulk.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import {
  changeLogSettings,
  insertLogs,
  logEachKind,
  logRequests,
  requestLog,
  type StoredLog,
  storedLogs,
} from '#tests/support/logs/entries.ts';
import { storedSettings } from '#tests/support/settings/stored.ts';
import { readLog } from '#wire/logs.ts';
import { backend } from '../backend-fixture.ts';

/** What the tests of the log screen rely on. */
interface ListedLog {
  id: string;
}

async function listed(running: Backend): Promise<ListedLog[]> {
  const { items } = await running.api.get<{ items: ListedLog[] }>(
    '/api/logs?perPage=500&sort=-rowid&skipTotal=1',
  );
  return items;
}

test('PocketBase logs a request of each kind with the members that the screen shows', async () => {
  const kinds = await logEachKind(backend());
  const facts = (log: StoredLog) => [log.level, log.data['auth'], log.data['status'], log.data['method']];
  expect(Object.fromEntries(Object.entries(kinds).map(([name, log]) => [name, facts(log)]))).toEqual({
    guest: [0, 'guest', 200, 'GET'],
    authRecord: [0, 'authRecord', 200, 'GET'],
    admin: [0, 'admin', 200, 'GET'],
    badRequest: [8, 'admin', 400, 'GET'],
    badPassword: [8, 'guest', 400, 'POST'],
    unauthorized: [8, 'guest', 401, 'GET'],
    notFound: [8, 'guest', 404, 'GET'],
  });
  expect(kinds.guest.message).toMatch(/^GET \/api\/collections\/users\/records\?q=日 <b>&sent=\d+$/);
  expect(kinds.guest.data).toMatchObject({
    execTime: expect.any(Number),
    referer: 'https://shop.example/tents?page=2',
    remoteIp: '127.0.0.1',
    type: 'request',
    url: expect.stringContaining('q=%E6%97%A5%20%3Cb%3E'),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 <b>bold</b>',
    userIp: '203.0.113.9',
  });
  expect(Object.keys(kinds.guest.data)).not.toContain('error');
  expect(kinds.unauthorized.data).toMatchObject({ error: expect.any(String), details: null });
  expect(kinds.badPassword.data).toMatchObject({ details: 'Invalid login credentials.' });
  expect(Object.values(kinds).every((log) => readLog({ ...log }).request)).toBe(true);
});

test('it does not log what succeeds below /api/logs, /api/health and /_/', async () => {
  const running = backend();
  const token = await running.adminToken();
  for (const path of ['/api/logs', '/api/logs/stats', '/api/health', '/_/']) {
    const { status } = await fetch(`${running.url}${path}?silent`, { headers: { Authorization: token } });
    expect(status).toBe(200);
  }
  // Written together with the entries of those before it, if there were any.
  const failing = ['/api/logs?filter=%3D', '/api/health/nowhere', '/_/nowhere'];
  const logs = await logRequests(
    running,
    failing.map((path) => ({ path, token })),
  );
  expect(logs.map(({ level }) => level)).toEqual([8, 8, 8]);
  expect(storedLogs(running).filter(({ data }) => String(data['url']).includes('silent'))).toEqual([]);
});

test('inserted entries are listed at once, the last first, with their data unchanged', async () => {
  const running = backend();
  const exact = '{"big":18446744073709551616,"price":1.10,"deep":{"a":[null,""]}}';
  const megabyte = { text: '<script>alert(1)</script>\u001b[31m\u202e'.repeat(30_000) };
  const ids = insertLogs(running, [
    { message: 'first', created: toStamp(Date.now() - 86_400_000), level: -4 },
    { message: 'exact', data: exact },
    requestLog({ status: 500, error: 'disk I/O error' }, { level: 8 }),
    { data: megabyte },
  ]);
  expect((await listed(running)).slice(0, 4).map(({ id }) => id)).toEqual(ids.toReversed());
  const [row] = running.sql('SELECT data FROM _logs WHERE id = ?', [ids[1] ?? ''], 'logs');
  expect(row).toEqual({ data: exact });
  const large = await running.api.get<{ data: unknown }>(`/api/logs/${ids[3]}`);
  expect(large.data).toEqual(megabyte);
  expect(await running.api.get(`/api/logs/${ids[2]}`)).toMatchObject({
    level: 8,
    message: 'GET /api/collections/posts/records',
    data: { type: 'request', status: 500, error: 'disk I/O error' },
  });
});

test('a higher minimum level deletes lower entries, and lower ones are no longer logged', async () => {
  const own = await startPocketBase();
  try {
    insertLogs(own, [{ message: 'info' }, { message: 'error', level: 8 }]);
    await changeLogSettings(own, { minLevel: 5, hasAddresses: false });
    expect(storedLogs(own).map(({ message }) => message)).toEqual(['error']);
    await (await fetch(`${own.url}/api/collections/users/records?low`)).arrayBuffer();
    const [failed] = await logRequests(own, [{ path: '/api/nowhere' }]);
    expect(failed?.data).not.toHaveProperty('userIp');
    expect(storedLogs(own).filter(({ message }) => message.includes('low'))).toEqual([]);
    expect(await storedSettings(own.api, ['logs.days', 'logs.minLevel', 'logs.hasAddresses'])).toEqual({
      ...{ 'logs.days': 5, 'logs.minLevel': 5, 'logs.hasAddresses': false },
    });
  } finally {
    await own.stop();
  }
});
