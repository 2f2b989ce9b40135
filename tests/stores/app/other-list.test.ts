import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import http, { type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prepareServer } from '#server/prepare.ts';
import type { Json } from '#tests/support/admin-api.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { closedPort, listen } from '#tests/support/listen.ts';
import { buildSite } from '#tests/unit/build/built-site.ts';

/** A backend behind a server that notes what arrives. */
interface Watched {
  readonly backend: Backend;
  readonly url: string;
  readonly seen: string[];
  stop(): Promise<void>;
}

async function watched(backend: Backend): Promise<Watched> {
  const seen: string[] = [];
  const server = http.createServer((req, res) => {
    const { method, url = '', headers } = req;
    seen.push(`${method} ${url.replace(/\?.*/, '')}`);
    const sent = http.request(new URL(url, backend.url), { method, headers, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    sent.on('error', () => res.destroy());
    req.pipe(sent);
  });
  const { url, stop } = await listen(server);
  return { backend, url, seen, stop: () => Promise.all([stop(), backend.stop()]).then(() => {}) };
}

const site = await buildSite();
const copyDir = mkdtempSync(`${tmpdir()}/atoll-copy-`);
/** The live backend, and another one on a restored copy of its data, which accepts the same tokens. */
let live: Watched;
let copy: Watched;
let posts: { id: string; name: string };
let port: number;
let server: Server | undefined;

beforeAll(async () => {
  const origin = await startPocketBase();
  const fields = [field('title', 'text'), field('file', 'file')];
  posts = await createCollection(origin.api, { name: uniqueName('posts'), fields });
  await createRecord(origin.api, posts.id, { id: 'record000000001', title: 'precious', file: textFile() });
  await origin.pause();
  cpSync(origin.dir, copyDir, { recursive: true });
  await origin.restart();
  live = await watched(origin);
  copy = await watched(await startPocketBase({ dir: copyDir }));
  port = await closedPort();
});
afterAll(async () => {
  await stopServer();
  await Promise.all([live?.stop(), copy?.stop()]);
  site.remove();
  rmSync(copyDir, { recursive: true });
});
beforeEach(() => {
  browser.storage.clear();
  browser.tabStorage.clear();
});

const atoll = () => `http://127.0.0.1:${port}`;

async function stopServer(): Promise<void> {
  server?.closeAllConnections();
  if (server?.listening) await once(server.close(), 'close');
}

/** Which backend has which name, in order; a text is the only backend of a server without a list. */
type List = readonly (readonly [name: string, of: 'live' | 'copy'])[] | 'live' | 'copy';

const placeOf = (list: List, name: string) =>
  typeof list === 'string' ? undefined : list.find(([known]) => known === name)?.[1];

const urlOf = (which: 'live' | 'copy') => (which === 'live' ? live : copy).url;

/** Starts Atoll at the address of the one before. */
async function serve(list: List): Promise<void> {
  await stopServer();
  const env =
    typeof list === 'string'
      ? { POCKETBASE_URL: urlOf(list) }
      : { ATOLL_BACKENDS: JSON.stringify(list.map(([name, of]) => ({ name, url: urlOf(of) }))) };
  server = (await prepareServer({ HOST: '127.0.0.1', PORT: '0', ...env }, site, console.error)).server;
  await once(server.listen(port, '127.0.0.1'), 'listening');
}

/** Loads the page, with modules of its own, as a tab that stays open has them. */
async function openPage(search: string) {
  const html = await (await fetch(atoll())).text();
  const [, list = ''] = /name="atoll-backends" content="([^"]*)"/.exec(html) ?? [];
  browser.backends = list.replaceAll('&quot;', '"').replaceAll('"./', `"${atoll()}/`);
  browser.backend = atoll();
  location.search = search;
  vi.resetModules();
  const [
    { backends, currentBackend, backendUrl },
    { api, call, toApiError },
    files,
    session,
    admins,
    { probe },
    report,
  ] = await Promise.all([
    import('#browser/backends.ts'),
    import('#api/client.ts'),
    import('#api/records/files.ts'),
    import('#stores/app/session.ts'),
    import('#api/auth/admins.ts'),
    import('#api/auth/visit.ts'),
    import('#stores/app/report.ts'),
  ]);
  const { $toasts } = await import('#stores/app/toasts.ts');
  const { isReachable } = await import('#api/app/reachable.ts');
  const stop = session.startSession();
  const strip = currentBackend()?.name;
  const status = (sent: Promise<unknown>) =>
    sent.then(
      (value) => (value instanceof Response ? value.status : 200),
      (thrown: unknown) => report.report(toApiError(thrown)).status,
    );
  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    call((client, signal) => client.send(path, { method, signal, ...(body && { body }) }));
  const records = `/api/collections/${posts.name}/records`;
  const form = () => {
    const body = new FormData();
    body.append('file', textFile('new.txt'));
    return body;
  };
  return {
    stop,
    strip,
    ...{
      api,
      backends,
      call,
      isReachable,
      $session: session.$session,
      $toasts,
      expireSession: session.expireSession,
    },
    signIn: () => session.signIn(live.backend.adminEmail, live.backend.adminPassword),
    /** The statuses of all kinds of requests of a page; a deletion comes last. */
    async requests(): Promise<Record<string, number>> {
      const record = { id: 'record000000001', collectionId: posts.id };
      const token = api().session.token;
      return {
        list: await status(send('GET', records)),
        settings: await status(send('GET', '/api/settings')),
        file: await status(fetch(files.fileUrl(record, 'a.txt', { token }) ?? '')),
        backup: await status(fetch(`${backendUrl()}api/backups/a.zip?token=${token}`)),
        fileToken: await status(files.requestFileToken()),
        live: await status(send('POST', '/api/realtime', { clientId: 'x', subscriptions: [] })),
        events: await status(fetch(`${backendUrl()}api/realtime`, { signal: AbortSignal.timeout(2000) })),
        check: await status(probe('/_/', {})),
        refresh: await status(admins.refreshSession()),
        again: await status(admins.signInAgain(live.backend.adminEmail, live.backend.adminPassword)),
        created: await status(send('POST', records, form())),
        changed: await status(send('PATCH', `${records}/${record.id}`, { title: 'changed' })),
        deleted: await status(send('DELETE', `${records}/${record.id}`)),
      };
    },
  };
}

const rows = ({ backend }: Watched) => backend.sql(`SELECT id, title FROM ${posts.name} ORDER BY id`);

const both: List = [
  ['Stage', 'copy'],
  ['Live', 'live'],
];
const onStage = { search: '', strip: 'Stage' };

test('a restored copy accepts the same token', async () => {
  const token = await live.backend.adminToken();
  const headers = { Authorization: token };
  for (const { url } of [live, copy])
    expect((await fetch(`${url}/api/settings`, { headers })).status).toBe(200);
});

interface Scenario {
  readonly what: string;
  readonly before: List;
  readonly search: string;
  readonly strip: string | undefined;
  readonly after: List;
}

test.each<Scenario>([
  { what: 'the list has another order', ...onStage, before: both, after: [...both].reverse() },
  {
    what: 'one is put in front',
    ...onStage,
    before: [['Stage', 'copy']],
    after: [
      ['Live', 'live'],
      ['Stage', 'copy'],
    ],
  },
  { what: 'nothing has changed', ...onStage, before: both, after: both },
])('[TR-40] an open tab keeps its backend when $what', async ({ before, search, strip, after }) => {
  await serve(before);
  const page = await openPage(search);
  expect(page.strip).toBe(strip);
  await page.signIn();
  const old = rows(live);
  await serve(after);
  live.seen.length = 0;
  const { backup, live: topics, file, events, ...others } = await page.requests();
  // The file and the backup do not exist, and the connection of the topics does not.
  expect([backup, topics, file]).not.toContain(421);
  expect(events).toBe(200);
  expect(new Set(Object.values(others))).toEqual(new Set([200]));
  expect(live.seen).toEqual([]);
  expect(rows(live)).toEqual(old);
  expect(rows(copy)).not.toContainEqual({ id: 'record000000001', title: 'precious' });
  page.stop();
  await createRecord(copy.backend.api, posts.id, { id: 'record000000001', title: 'precious' } as Json);
});

test.each<Scenario>([
  { what: 'the list begins', search: '', strip: undefined, before: 'copy', after: [...both].reverse() },
  { what: 'a list begins with the same one', search: '', strip: undefined, before: 'copy', after: both },
  { what: 'the list ends', ...onStage, before: both, after: 'live' },
  {
    what: 'two names have swapped their addresses',
    ...onStage,
    before: both,
    after: [
      ['Stage', 'live'],
      ['Live', 'copy'],
    ],
  },
  {
    what: 'names and order are swapped',
    search: '?backend=Live',
    strip: 'Live',
    before: both,
    after: [
      ['Live', 'copy'],
      ['Stage', 'live'],
    ],
  },
  { what: 'its backend has left the list', ...onStage, before: both, after: [['Live', 'live']] },
])('[TR-40] [TR-42] an open tab reaches no backend when $what', async ({ before, search, strip, after }) => {
  await serve(before);
  const page = await openPage(search);
  expect(page.strip).toBe(strip);
  await page.signIn();
  const session = page.$session.get();
  const old = [rows(live), rows(copy)];
  await serve(after);
  live.seen.length = 0;
  copy.seen.length = 0;
  const { events, ...others } = await page.requests();
  expect(new Set(Object.values(others))).toEqual(new Set([421]));
  // Without a token, it is any client's.
  expect(events).toBe(strip || after === 'copy' || after === 'live' ? 421 : 200);
  expect([...live.seen, ...copy.seen].filter((line) => line !== 'GET /api/realtime')).toEqual([]);
  expect([rows(live), rows(copy)]).toEqual(old);
  // It is asked to reload, is not offline, and has its session until then.
  expect(page.$toasts.get()).toMatchObject([
    {
      type: 'error',
      message: expect.stringMatching(/Reload the page to go on\. Drafts of forms are kept/),
      action: { label: 'Reload' },
    },
  ]);
  expect(await page.isReachable({})).toBe(true);
  expect(page.$session.get()).toEqual(session);
  const other = page.backends().find(({ name }) => name !== page.strip);
  if (other) {
    const sent = page.call((client, signal) => client.send('/api/settings', { signal }), { backend: other });
    const isThere = typeof before !== 'string' && placeOf(before, other.name) === placeOf(after, other.name);
    await expect(sent).rejects.toMatchObject({ status: isThere ? 401 : 421, elsewhere: other.name });
  }

  // A page that is loaded now has no session, and sends the token nowhere; that of the old tab stays until it ends.
  const stored = [...browser.storage];
  const next = await openPage(
    typeof after === 'string' || after.some(([name]) => name === strip) ? search : '',
  );
  expect(next.$session.get()).toBeUndefined();
  expect(next.api().session.token).toBe('');
  next.expireSession();
  expect([...browser.storage]).toEqual(stored);
  await next.signIn();
  expect(next.$session.get()).toBeDefined();
  browser.storeElsewhere(null);
  next.stop();
  page.stop();
});
