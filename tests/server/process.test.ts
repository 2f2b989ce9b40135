import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { BUILD_DIR, inRoot } from '#scripts/lib/paths.ts';
import { denoPermissions } from '#server/permissions.mjs';
import { listen } from '#tests/support/listen.ts';
import { startFakeBackend } from '#tests/support/server/fake-backend.ts';
import { openRequest } from '#tests/support/server/http-client.ts';
import { IS_ALL, NODE } from './runtimes.ts';

const MAIN = `${BUILD_DIR}/server/main.mjs`;
const BACKEND = 'http://127.0.0.1:9';

interface Launch {
  port?: number;
  host?: string;
  backend?: string;
  /** Script to run instead of the server. */
  script?: string;
}

/** The command that runs a script with the server's settings. */
type Launcher = (launch: Launch) => string[];

/** Deno with the permissions for these settings. */
const deno: Launcher = ({ port = 0, host = '127.0.0.1', backend = BACKEND, script = MAIN }) => {
  const usableBackend = URL.canParse(backend) ? backend : BACKEND;
  const flags = denoPermissions({ host, port, backendUrl: usableBackend, distDir: BUILD_DIR });
  return [process.execPath, 'run', '--no-prompt', ...flags, script];
};

const launched: ChildProcess[] = [];

// Stops the servers of failed tests too.
afterEach(() => {
  for (const child of launched.splice(0)) child.kill('SIGKILL');
});

function launch(launcher: Launcher, options: Launch = {}) {
  const [program = '', ...args] = launcher(options);
  const { port = 0, host = '127.0.0.1', backend = BACKEND } = options;
  const child = spawn(program, args, {
    env: {
      ...process.env,
      HOST: host,
      PORT: String(port),
      POCKETBASE_URL: backend,
      DENO_NO_UPDATE_CHECK: '1',
    },
  });
  launched.push(child);
  const lines: string[] = [];
  const waiting: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      lines.push(...chunk.toString().split('\n').filter(Boolean));
      for (const notify of waiting.splice(0)) notify();
    });
  }
  const closed = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  /** The address that the server prints; throws with its output when it exits before. */
  async function address(): Promise<string> {
    for (;;) {
      const url = /^Atoll listening on (\S+)$/.exec(lines[0] ?? '')?.[1];
      if (url) return url;
      await Promise.race([
        new Promise<void>((resolve) => waiting.push(resolve)),
        closed.then(() => {
          throw new Error(lines.join('\n'));
        }),
      ]);
    }
  }
  return { child, lines, closed, address };
}

/** A server that forwards all bytes to a port of this machine. */
function startRelay(port: number) {
  const relay = createTcpServer((socket) => {
    const onward = connect({ host: '127.0.0.1', port });
    socket.pipe(onward).pipe(socket);
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  });
  return listen(relay);
}

/** Not child.kill(): after that, Deno reports the signal instead of the exit status. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  process.kill(child.pid ?? 0, name);
}

const node: Launcher = ({ script = MAIN }) => [NODE, script];

for (const [runtime, launcher] of [['Deno', deno], ...(IS_ALL ? ([['Node', node]] as const) : [])] as const) {
  describe.skipIf(launcher === node && !NODE)(`started under ${runtime}`, () => {
    test('prints one line with the address it listens on', async () => {
      const { child, lines, closed, address } = launch(launcher);
      const url = await address();
      expect(Number(new URL(url).port)).toBeGreaterThan(0);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      signal(child, 'SIGTERM');
      expect(await closed).toEqual({ code: 0, signal: null });
      expect(lines).toEqual([`Atoll listening on ${url}`]);
    });

    test('reports in one line that its port is in use', async () => {
      const { port, stop } = await listen(createServer());
      const { lines, closed } = launch(launcher, { port });
      expect(await closed).toEqual({ code: 1, signal: null });
      expect(lines).toEqual([expect.stringMatching(`^Port ${port} is in use\\..*PORT=`)]);
      await stop();
    });

    test("reports in one line that it can't listen on an unknown name", async () => {
      const { lines, closed } = launch(launcher, { host: 'nowhere.invalid' });
      expect(await closed).toEqual({ code: 1, signal: null });
      expect(lines).toEqual([expect.stringMatching(/^HOST=nowhere\.invalid /)]);
    });

    test('reports in one line that its backend is Atoll itself, also under another address', async () => {
      const front = await startFakeBackend();
      const { port } = new URL(front.url);
      await front.stop();
      const own = launch(launcher, { port: Number(port), backend: `http://localhost:${port}` });
      expect(await own.closed).toEqual({ code: 1, signal: null });
      expect(own.lines).toEqual([expect.stringMatching(/^POCKETBASE_URL points to Atoll itself: /)]);

      // Another server that forwards everything to Atoll.
      const relay = await startRelay(Number(port));
      const hidden = launch(launcher, { port: Number(port), backend: relay.url });
      expect(await hidden.closed).toEqual({ code: 1, signal: null });
      expect(hidden.lines).toEqual([expect.stringMatching(/^POCKETBASE_URL points to Atoll itself: /)]);
      void relay.stop();
    });

    test('reports that the first visitor becomes administrator, where others can be it', async () => {
      const fresh = createServer(({ url }, res) => {
        if (url === '/_/') res.writeHead(307, { Location: '?installer#' });
        else res.writeHead(url === '/api/health' ? 200 : 404);
        res.end();
      });
      for (const [server, host, warning] of [
        [fresh, '0.0.0.0', /^PocketBase has no administrator yet: the first visitor of Atoll becomes one/],
        [fresh, '127.0.0.1', undefined],
      ] as const) {
        const { url: backendUrl, stop } = await listen(server);
        const { child, lines, closed, address } = launch(launcher, { host, backend: backendUrl });
        const url = await address();
        expect((await fetch(url.replace('0.0.0.0', '127.0.0.1'))).status).toBe(200);
        signal(child, 'SIGTERM');
        await closed;
        await stop();
        expect(lines.slice(1)).toEqual(warning ? [expect.stringMatching(warning)] : []);
      }
    });

    for (const backend of ['not an address', 'file:///etc/passwd', 'http://user:secret@127.0.0.1:1']) {
      test(`reports in one line that it can't use ${backend}`, async () => {
        const { lines, closed } = launch(launcher, { backend });
        expect(await closed).toEqual({ code: 1, signal: null });
        expect(lines).toEqual([expect.stringMatching(/^POCKETBASE_URL is not a usable address: /)]);
        expect(lines.join()).not.toContain('secret');
      });
    }

    for (const [name, headers] of [
      ['SIGINT', { Accept: 'text/event-stream' }],
      ['SIGTERM', {}],
    ] as const) {
      test(`exits cleanly on ${name} during an event stream and a download`, async () => {
        const backend = await startFakeBackend();
        const { child, closed, address } = launch(launcher, { backend: backend.url });
        const url = await address();
        const events = openRequest(`${url}/api/realtime`, {
          method: 'GET',
          headers,
        });
        events.req.end();
        const stream = await backend.next();
        stream.res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
        const response = await events.response;
        const download = openRequest(`${url}/api/backups/a.zip`, { method: 'GET' });
        download.req.end();
        const file = await backend.next();
        file.res.writeHead(200, { 'Content-Length': '9' }).write('part');
        const received = await download.response;

        const streamEnded = once(stream.res, 'close');
        response.on('error', () => undefined);
        signal(child, name);
        await streamEnded;
        // The grace period is not over: it would end the download, too.
        file.res.end(' rest');
        let text = '';
        for await (const chunk of received) text += String(chunk);
        expect(text).toBe('part rest');
        expect(await closed).toEqual({ code: 0, signal: null });
        await backend.stop();
      });
    }
  });
}

const PROBES: [name: string, code: string][] = [
  ['read a file outside dist', `Deno.readTextFileSync(${JSON.stringify(inRoot('package.json'))})`],
  ['write into dist', `Deno.writeTextFileSync(${JSON.stringify(`${BUILD_DIR}/probe`)}, 'x')`],
  ['reach another port of the backend host', "await Deno.connect({ hostname: '127.0.0.1', port: 10 })"],
  ['reach another host', "await fetch('http://192.0.2.1/')"],
  ['start a program', "new Deno.Command('id').outputSync()"],
  ['read system information', 'Deno.networkInterfaces()'],
  ['load a library', "Deno.dlopen('libc.so.6', {})"],
];

for (const [name, code] of PROBES) {
  test(`has no permission to ${name}`, async () => {
    const script = `data:application/javascript,${encodeURIComponent(
      `try { ${code}; console.log('allowed'); } catch (error) { console.log(error.name); }`,
    )}`;
    const { lines, closed } = launch(deno, { script });
    await closed;
    expect(lines).toEqual(['NotCapable']);
  });
}

test('reads only its own environment variables', async () => {
  const probe = 'console.log([Deno.env.get("POCKETBASE_URL"), Deno.env.get("PATH")].join(" "))';
  const { lines, closed } = launch(deno, {
    script: `data:application/javascript,${encodeURIComponent(probe)}`,
  });
  await closed;
  expect(lines).toEqual([`${BACKEND} `]);
});
