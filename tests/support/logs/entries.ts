import { atPaths } from '#domain/app/settings-fields.ts';
import type { Logs } from '#domain/backend/settings.ts';
import type { Json } from '#scripts/lib/admin-api.ts';
import { type Row, toStamp } from '#scripts/lib/bulk.ts';
import { PROGRAMS } from '#scripts/lib/lines.ts';
import { readLog, requestData } from '#wire/logs.ts';
import { createUser, PASSWORD } from '../accounts.ts';
import type { Backend } from '../backend.ts';
import { storeSettings } from '../settings/stored.ts';

/** A row of the log table. The dashboards list the highest `rowid` first (LG-12). */
export interface StoredLog {
  readonly rowid: number;
  readonly id: string;
  readonly level: number;
  readonly message: string;
  /** UTC, for example `2026-11-05 12:00:00.123Z`. */
  readonly created: string;
  readonly data: Json;
}

/** A request for {@link logRequests}. */
export interface LoggedRequest {
  /** From `/`, with a query if need be. */
  readonly path: string;
  /** Defaults to GET. */
  readonly method?: string;
  /** Defaults to a guest. */
  readonly token?: string;
  readonly userAgent?: string;
  readonly referer?: string;
  /** Becomes the address of the client; that of the connection is 127.0.0.1. */
  readonly forwardedFor?: string;
  readonly body?: Json;
}

/** PocketBase writes new entries every 3 s, or as soon as there are 200, and when it stops. */
const WRITTEN_MS = 10_000;
const POLL_MS = 50;

/** All stored entries, oldest first. */
export function storedLogs(backend: Pick<Backend, 'sql'>): StoredLog[] {
  const rows = backend.sql(
    'SELECT rowid, id, level, message, created, data FROM _logs ORDER BY rowid',
    [],
    'logs',
  );
  return rows.map(({ rowid, id, level, message, created, data }) => ({
    rowid: Number(rowid),
    id: String(id),
    level: Number(level),
    message: String(message),
    created: String(created),
    data: JSON.parse(String(data)),
  }));
}

let sent = 0;

/**
 * Sends requests one after the other, waits until PocketBase has written their entries (about 3 s) and returns these
 * in the order of the requests. Each address gets a parameter `sent`, by which its entry is found.
 *
 * PocketBase 0.22 with its default settings (`logs.minLevel` 0) logs
 * - every request that fails, at level 8, whoever sends it, also below `/api/logs` and `/_/`;
 * - every other request at level 0, except those that succeed below `/api/logs`, `/api/health` and `/_/`, and OPTIONS.
 *   Thus a dashboard that lists logs adds none, but its other requests appear, with `auth` = `admin`;
 * - realtime connections at level -4, only with `logs.minLevel` <= -4.
 *
 * `message` is the method and the address with its percent escapes decoded; `data.url` is the address as it was sent.
 * Only failed requests have `data.error` and `data.details`; details may be null. Without addresses, `userIp` and
 * `remoteIp` are missing. `rowid` is nearly the order of arrival: entries of the same moment may change places. A
 * higher `logs.minLevel` and `logs.days` 0 delete the stored entries that they exclude at once.
 * @throws Error after 10 s without an entry, which names the requests that were not logged.
 */
export async function logRequests(
  backend: Pick<Backend, 'url' | 'sql'>,
  requests: readonly LoggedRequest[],
): Promise<StoredLog[]> {
  const paths: string[] = [];
  for (const request of requests) {
    sent += 1;
    const path = `${request.path}${request.path.includes('?') ? '&' : '?'}sent=${sent}`;
    paths.push(path);
    await send(backend.url, { ...request, path });
  }
  const limit = Date.now() + WRITTEN_MS;
  for (;;) {
    const logs = storedLogs(backend);
    const found = paths.map((path) => logs.findLast((log) => readLog(log).request?.address === path));
    const entries = found.filter((log) => log !== undefined);
    if (entries.length === paths.length) return entries;
    if (Date.now() > limit) throw new Error(`Not logged: ${paths.filter((_, index) => !found[index])}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function send(url: string, request: LoggedRequest): Promise<void> {
  const { path, method = 'GET', token, userAgent, referer, forwardedFor, body } = request;
  const headers = new Headers();
  if (token) headers.set('Authorization', token);
  if (userAgent) headers.set('User-Agent', userAgent);
  if (referer) headers.set('Referer', referer);
  if (forwardedFor) headers.set('X-Forwarded-For', forwardedFor);
  if (body) headers.set('Content-Type', 'application/json');
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  await response.arrayBuffer();
}

/** The entry of one request of each kind. */
export interface LogKinds {
  /** 200, by a guest, with an external referer, a browser's user agent and a forwarded address. */
  readonly guest: StoredLog;
  /** 200, by an auth record. */
  readonly authRecord: StoredLog;
  /** 200, by an admin: shown only with 'Include requests by admins' (LG-08). */
  readonly admin: StoredLog;
  /** 400, by an admin: a filter that PocketBase can't parse. */
  readonly badRequest: StoredLog;
  /** 400, by a guest: a wrong password. */
  readonly badPassword: StoredLog;
  /** 401, by a guest; its details are null. */
  readonly unauthorized: StoredLog;
  /** 404, by a guest. */
  readonly notFound: StoredLog;
}

/** Logs one request of each kind and returns their entries, see {@link logRequests}. */
export async function logEachKind(
  backend: Pick<Backend, 'url' | 'sql' | 'api' | 'adminToken' | 'insertRows' | 'line'>,
): Promise<LogKinds> {
  const user = await createUser(backend, 'users');
  const signIn = '/api/collections/users/auth-with-password';
  const { token } = await backend.api.post<{ token: string }>(signIn, {
    identity: user['email'],
    password: PASSWORD,
  });
  const records = '/api/collections/users/records';
  const admin = await backend.adminToken();
  const requests = {
    guest: {
      path: `${records}?q=%E6%97%A5%20%3Cb%3E`,
      referer: 'https://shop.example/tents?page=2',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0.0.0 <b>bold</b>',
      forwardedFor: '203.0.113.9',
    },
    authRecord: { path: records, token },
    admin: { path: '/api/settings', token: admin },
    badRequest: { path: `${records}?filter=%3D`, token: admin },
    badPassword: { path: signIn, method: 'POST', body: { identity: 'nobody', password: 'wrong' } },
    unauthorized: { path: '/api/collections' },
    notFound: { path: '/api/nowhere' },
  } satisfies Record<keyof LogKinds, LoggedRequest>;
  const logs = await logRequests(backend, Object.values(requests));
  const entries = Object.keys(requests).map((name, index) => [name, logs[index]]);
  return Object.fromEntries(entries);
}

/** A row for {@link insertLogs}; what is missing is a plain message of level 0, a millisecond after the one before. */
export interface LogInput {
  readonly id?: string;
  readonly level?: number;
  readonly message?: string;
  /** UTC, for example `2026-11-05 12:00:00.123Z`. PocketBase deletes entries older than 5 days. */
  readonly created?: string;
  /** A string is stored as it is: JSON whose digits, escapes or order matter. */
  readonly data?: Json | string;
}

let inserted = 0;

/**
 * Writes entries directly into the log database and returns their ids. The last one has the highest `rowid`, so it is
 * the first in the list whatever its `created` is. The dashboard sees them at once.
 */
export function insertLogs(
  backend: Pick<Backend, 'insertRows' | 'line'>,
  rows: Iterable<LogInput>,
): string[] {
  const start = Date.now();
  const complete = [...rows].map((row, index): Row & { id: string } => {
    inserted += 1;
    const { id = `log${String(inserted).padStart(12, '0')}`, created = toStamp(start + index) } = row;
    const { level = 0, message = '', data = {} } = row;
    return { id, level, message, data, ...PROGRAMS[backend.line].logDates(created) };
  });
  backend.insertRows('logs', '_logs', complete);
  return complete.map(({ id }) => id);
}

/** An entry of a successful request by a guest, for {@link insertLogs}; `said` replaces or adds members. */
export function requestLog(
  said: Parameters<typeof requestData>[0] = {},
  rest: Omit<LogInput, 'data'> = {},
): LogInput {
  const { method = 'GET', address = '/api/collections/posts/records' } = said;
  return {
    message: `${method} ${address}`,
    ...rest,
    data: requestData({
      duration: 1.25,
      method,
      referer: '',
      connection: '127.0.0.1',
      status: 200,
      address,
      agent: 'curl/8.10.1',
      client: '203.0.113.9',
      ...said,
    }),
  };
}

/** Changes the settings of the log (LS-04); those not given stay. */
export async function changeLogSettings(
  backend: Pick<Backend, 'api'>,
  changes: Partial<Logs>,
): Promise<void> {
  await storeSettings(backend.api, atPaths('logs', changes));
}
