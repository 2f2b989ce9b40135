import '#wire/both-lines.ts';
import type { Line } from '#wire/choose.ts';
import { requestData } from '#wire/logs.ts';
import { type Row, toStamp } from './bulk.ts';
import { PROGRAMS } from './lines.ts';
import type { Random } from './random.ts';

const PATHS = [
  '/api/collections/products/records?page=1&perPage=40&sort=-created',
  '/api/collections/orders/records?filter=status%3D%22open%22',
  '/api/collections/articles/records?expand=author',
  '/api/collections/customers/auth-refresh',
  '/api/collections/customers/auth-with-password',
  '/api/files/products/prod00000000001/photo_a1.png?thumb=100x100',
  '/api/health',
  '/api/realtime',
];
const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
  'Dart/3.5 (dart:io)',
  'curl/8.10.1',
];
const FAILURES: [status: number, error: string, details: string][] = [
  [400, 'Failed to authenticate.', 'sql: no rows in result set'],
  [403, 'Only admins can perform this action.', ''],
  [404, "The requested resource wasn't found.", 'sql: no rows in result set'],
  [500, 'Something went wrong while processing your request.', 'database is locked (5) (SQLITE_BUSY)'],
];
const LEVEL_INFO = 0;
const LEVEL_ERROR = 8;
const LEVEL_WARN = 4;

/**
 * Rows of the log table like those of a shop: busy afternoons, some failures, a few other messages.
 * @param span oldest and newest moment, in ms since 1970.
 */
export function* requestLogs(
  random: Random,
  count: number,
  span: { from: number; to: number },
  line: Line = 'pb22',
): Generator<Row> {
  // The backend writes entries in the order in which they happen.
  const moments = Array.from({ length: count }, () => busyMoment(random, span)).sort((a, b) => a - b);
  for (const moment of moments) {
    const created = toStamp(moment);
    const entry = random.chance(0.01) ? otherEntry(random) : requestEntry(random);
    yield { id: random.id(), ...entry, ...PROGRAMS[line].logDates(created) };
  }
}

/** Afternoons are about three times as busy as nights. */
function busyMoment(random: Random, { from, to }: { from: number; to: number }): number {
  for (;;) {
    const moment = Math.floor(from + random.next() * (to - from));
    const hour = new Date(moment).getUTCHours();
    const load = 0.6 - 0.4 * Math.cos(((hour - 3) / 24) * 2 * Math.PI);
    if (random.chance(load)) return moment;
  }
}

function requestEntry(random: Random): Row {
  const url = random.pick(PATHS);
  const failure = random.chance(0.06) ? random.pick(FAILURES) : undefined;
  const isSignIn = url.endsWith('password') || url.endsWith('refresh');
  const method = isSignIn || random.chance(0.1) ? 'POST' : 'GET';
  const ip = `203.0.113.${random.int(1, 60)}`;
  const [status, error, details] = failure ?? [method === 'POST' && !isSignIn ? 204 : 200, '', ''];
  const data = requestData({
    who: random.pick(['guest', 'guest', 'user', 'user', 'user', 'administrator']),
    details: details || undefined,
    error: error || undefined,
    duration: Math.round(random.next() ** 4 * 400_000) / 1000 + 0.2,
    method,
    referer: random.pick(['', 'https://shop.example/', 'https://search.example/?q=tents']),
    connection: ip,
    status,
    address: url,
    agent: random.pick(AGENTS),
    client: ip,
  });
  return { level: failure ? LEVEL_ERROR : LEVEL_INFO, message: `${method} ${url}`, data };
}

function otherEntry(random: Random): Row {
  const name = `@auto_pb_backup_${random.int(1, 7)}.zip`;
  return random.pick<Row>([
    {
      level: LEVEL_WARN,
      message: 'Failed to send a mail, trying again.',
      data: { error: 'dial tcp: i/o timeout', attempt: 2 },
    },
    { level: LEVEL_INFO, message: 'Backup finished.', data: { name, size: random.int(1e6, 9e6) } },
    { level: -4, message: 'Sending client 30 realtime messages.', data: { clientId: random.id(40) } },
  ]);
}
