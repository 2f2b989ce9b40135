import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import {
  inspectBackend,
  listenError,
  lookupError,
  type PreparedServer,
  prepareServer,
  readyLine,
  startError,
} from '#server/prepare.ts';
import { SettingsError } from '#server/settings.ts';
import { buildSite } from '../build/built-site.ts';

const site = await buildSite();
const lines: string[] = [];
const open: Server[] = [];

afterEach(async () => {
  lines.length = 0;
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

afterAll(() => site.remove());

const prepare = (env: Record<string, string> = {}): Promise<PreparedServer> =>
  prepareServer({ PORT: '0', ...env }, site, (line) => lines.push(line));

/** Listens on loopback until the test has ended; returns the port. */
async function listen(server: Server, port = 0): Promise<number> {
  open.push(server);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const backendOf = async (respond: RequestListener) =>
  `http://127.0.0.1:${await listen(createServer(respond))}`;

describe('prepareServer', () => {
  test('finds the address of a name', async () => {
    expect(await prepare({ HOST: 'localhost' })).toMatchObject({
      address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      settings: { host: 'localhost' },
    });
  });

  test.each(['127.0.0.1', '::1', '0.0.0.0'])('keeps the address %s', async (host) => {
    expect((await prepare({ HOST: host })).address).toBe(host);
  });

  test('reports an unknown name in one line', async () => {
    const rejected = prepare({ HOST: 'nowhere.invalid' });
    await expect(rejected).rejects.toThrow(SettingsError);
    await expect(rejected).rejects.toThrow(/^HOST=nowhere\.invalid .*$/);
  });

  test.each([
    ['127.0.0.1', 'http://127.0.0.1:8095'],
    ['127.0.0.1', 'http://localhost:8095'],
    ['0.0.0.0', 'http://localhost:8095/sub'],
  ])('rejects, when it listens on %s, a backend that is Atoll itself: %s', async (host, backend) => {
    const rejected = prepare({ HOST: host, PORT: '8095', POCKETBASE_URL: backend });
    await expect(rejected).rejects.toThrow(SettingsError);
    await expect(rejected).rejects.toThrow(`POCKETBASE_URL points to Atoll itself: ${new URL(backend)}`);
  });

  test.each(['@admin_session', 'atollSingle', 'atollTheme'])(
    'rejects the key %s of the session, which all backends of a list would share',
    async (key) => {
      const page = readFileSync(`${site.clientDir}/index.html`, 'utf8');
      const other = await buildSite();
      writeFileSync(
        `${other.clientDir}/index.html`,
        `${page}<meta name="atoll-storage-key" content=" ${key} ">`,
      );
      const prepareOther = (env: Record<string, string>) =>
        prepareServer({ PORT: '0', ...env }, other, (line) => lines.push(line));
      try {
        const rejected = prepareOther({ ATOLL_BACKENDS: 'A=http://a.test,B=http://b.test' });
        await expect(rejected).rejects.toThrow(SettingsError);
        await expect(rejected).rejects.toThrow(/^.*atoll-storage-key.*$/);
        expect((await prepareOther({ ATOLL_BACKENDS: 'A=http://a.test' })).backends.has('A')).toBe(true);
      } finally {
        other.remove();
      }
    },
  );

  test.each([
    ['127.0.0.1', undefined],
    ['0.0.0.0', '1'],
  ])('reports to the installer whether others can reach %s: %s', async (host, expected) => {
    const { server } = await prepare({ HOST: host });
    const port = await listen(server);
    const { headers } = await fetch(`http://127.0.0.1:${port}/_/?installer`);
    expect(headers.get('x-atoll-open') ?? undefined).toBe(expected);
  });

  test('leaves the only backend of a list its power over the origin', async () => {
    const only = await backendOf((_req, res) => res.setHeader('Set-Cookie', 'a=1').end('page'));
    const { server } = await prepare({ ATOLL_BACKENDS: `Only=${only}` });
    const { headers } = await fetch(`http://127.0.0.1:${await listen(server)}/api/page`);
    expect([headers.get('set-cookie'), headers.get('content-security-policy')]).toEqual(['a=1', null]);
  });

  test("logs why the backend can't be reached, once for each reason", async () => {
    const stopped = await backendOf(() => undefined);
    await once(open[0]?.close() as Server, 'close');
    open.length = 0;
    const { server } = await prepare({ POCKETBASE_URL: stopped });
    const port = await listen(server);
    for (let count = 0; count < 3; count++) await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(lines).toEqual([expect.stringMatching(`^${stopped} can't be reached: .*ECONNREFUSED`)]);
  });
});

describe('inspectBackend', () => {
  const inspect = async (url: string, host = '127.0.0.1') =>
    inspectBackend(await prepare({ HOST: host, POCKETBASE_URL: url }));

  test('has no warnings for a supported backend with an administrator', async () => {
    const requested: (string | undefined)[] = [];
    const url = await backendOf((req, res) => {
      requested.push(req.url);
      res.end(JSON.stringify({ code: 200, data: { canBackup: true } }));
    });
    expect(await inspect(url, '0.0.0.0')).toEqual([]);
    expect(requested).toEqual(['/api/health', '/_/']);
  });

  /** A backend whose dashboard says that it is of this version. */
  const backendOfVersion = (version: string) =>
    backendOf((req, res) =>
      res.end(req.url === '/_/' ? '<script src="./assets/index-a.js">' : `"PocketBase v${version}"`),
    );

  test('warns about a backend that is newer than those it was tested with', async () => {
    const url = await backendOfVersion('9.0.0');
    expect(await inspect(url)).toEqual([
      expect.stringMatching(/ is PocketBase 9\.0\.0\. Atoll was tested up to 0\.\d+\.\d+\.$/),
    ]);
    expect(await inspect(await backendOfVersion('0.40.6'))).toEqual([]);
  });

  test.each([
    ['the only backend', false, '', 'pb23'],
    ['one of a list, which the page chooses', true, '', null],
    ['another one than the page names', false, '<meta name="atoll-backend" content="https://pb.test">', null],
  ])('tells the line of %s with the page, and with no other file', async (_what, isList, head, line) => {
    const url = await backendOfVersion('0.40.6');
    const named = await buildSite();
    const page = join(named.clientDir, 'index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('<script', `${head}<script`));
    const settings = isList ? { ATOLL_BACKENDS: `Live=${url}` } : { POCKETBASE_URL: url };
    const prepared = await prepareServer({ HOST: '127.0.0.1', PORT: '0', ...settings }, named, () => {});
    const port = await listen(prepared.server);
    const told = async (path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`)).headers.get('server-timing');
    expect(await told('/')).toBeNull();
    await inspectBackend(prepared);
    expect([await told('/'), await told('/?x'), await told('/healthz')]).toEqual([line, line, null]);
    await named.remove();
  });

  test.each([
    [
      '0.0.0.0',
      [
        'PocketBase has no administrator yet: the first visitor of Atoll becomes one, and others can reach it.',
      ],
    ],
    ['127.0.0.1', []],
  ])('warns on %s that the first visitor becomes administrator: %j', async (host, expected) => {
    const url = await backendOf(({ url: path }, res) => {
      if (path === '/_/') res.writeHead(307, { Location: '?installer#' });
      else res.writeHead(path === '/api/health' ? 200 : 404);
      res.end();
    });
    expect(await inspect(url, host)).toEqual(expected);
  });

  test('refuses a backend that responds like Atoll to its own request', async () => {
    const url = await backendOf((_req, res) => res.writeHead(508).end());
    await expect(inspect(url)).rejects.toThrow(/^POCKETBASE_URL points to Atoll itself: http/);
  });

  test('has no warnings for a backend that does not respond', async () => {
    const url = await backendOf((req) => req.socket.destroy());
    expect(await inspect(url)).toEqual([]);
  });

  test('says of each backend of a list whether it responds, and what to know about it', async () => {
    const live = await backendOfVersion('9.0.0');
    const gone = await backendOf((req) => req.socket.destroy());
    const prepared = await prepare({ HOST: '127.0.0.1', ATOLL_BACKENDS: `Live=${live},Gone=${gone}` });
    const found = await inspectBackend(prepared);
    expect(found.map((line) => line.replace(live, 'LIVE').replace(gone, 'GONE'))).toEqual([
      'Backend Live: LIVE/ responds.',
      expect.stringMatching(/^Backend Live: .* is PocketBase 9\.0\.0\./),
      'Backend Gone: GONE/ does not respond.',
    ]);
  });
});

test.each([
  ['127.0.0.1', 'Atoll listening on http://127.0.0.1:8080'],
  ['localhost', 'Atoll listening on http://localhost:8080'],
  ['::1', 'Atoll listening on http://[::1]:8080'],
])('prints where it listens, as %s', (host, line) => {
  expect(readyLine(host, 8080)).toBe(line);
});

test.each([
  ['EADDRINUSE', /^Port 80 is in use\..*PORT=/],
  ['EACCES', /^Not allowed to listen on port 80\./],
  ['EADDRNOTAVAIL', /^HOST=192\.0\.2\.1 is not an address of this machine\.$/],
  ['ENOTFOUND', /^HOST=192\.0\.2\.1 is not an address of this machine\.$/],
  ['EOTHER', /^Could not listen on 192\.0\.2\.1:80: no luck$/],
])('explains in one line what to do about %s', (code, line) => {
  const error = Object.assign(new Error('no luck'), { code });
  expect(listenError(error, { host: '192.0.2.1', port: 80 })).toMatch(line);
});

test.each([
  ['ENOTFOUND', 'HOST=atoll.test is not an address of this machine.'],
  ['EAI_AGAIN', "HOST=atoll.test can't be looked up. Use an IP address such as 127.0.0.1."],
])('explains in one line what to do about a name with %s', (code, line) => {
  expect(lookupError(Object.assign(new Error('no luck'), { code }), 'atoll.test')).toBe(line);
});

test.each([
  [new SettingsError('PORT is wrong.'), 'PORT is wrong.'],
  [new Error('no such file'), 'Atoll could not start: no such file'],
  ['odd', 'Atoll could not start: odd'],
])('reports in one line why the start failed: %s', (error, line) => {
  expect(startError(error)).toBe(line);
});
