import { connect } from 'node:net';
import { beforeAll, onTestFinished } from 'vitest';
import { toStamp } from '#scripts/lib/bulk.ts';
import { signIn } from '#stores/app/session.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { backend } from '../backend-fixture.ts';

const setMinLevel = (minLevel: number) => backend().api.patch('/api/settings', { logs: { minLevel } });

// The backend's log of the requests of these tests would fill the first page.
beforeAll(async () => {
  await setMinLevel(100);
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
});

/** Lets the backend log requests until the test ends. */
export async function keepOwnLogs(): Promise<void> {
  await setMinLevel(0);
  onTestFinished(async () => void (await setMinLevel(100)));
}

/** JSON as Go writes it: for HTML, with some more characters escaped than JavaScript. */
const goJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

interface LogRow {
  readonly level?: number;
  readonly message?: string;
  readonly data?: unknown;
  /** In ms since 1970. */
  readonly created?: number;
}

let count = 0;

/** Whether {@link storeLogs} wrote the entry of this id. */
export const isStored = (id: string): boolean => id.startsWith('log');

/** Writes entries into the running backend, without a wait for its log writer; returns their ids. */
export function storeLogs(rows: readonly LogRow[]): string[] {
  const entries = rows.map(({ level = 0, message = '', data = {}, created = Date.now() }) => {
    const stamp = toStamp(created);
    const id = `log${String(++count).padStart(12, '0')}`;
    return { id, level, message, data: goJson(data), created: stamp, updated: stamp };
  });
  backend().insertRows('logs', '_logs', entries);
  return entries.map(({ id }) => id);
}

/** Removes all entries except these. */
export const clearLogs = (kept: readonly string[]): void =>
  backend().write('logs', (db) =>
    db
      .prepare('DELETE FROM _logs WHERE id NOT IN (SELECT value FROM json_each(?))')
      .run(JSON.stringify(kept)),
  );

/** Sends a GET request whose path and user agent are not encoded, and waits for the response. */
export const sendRaw = (path: string, userAgent: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(backend().url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`,
      );
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.resume();
  });
