import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, test } from '@playwright/test';
import { type Child, type Exit, startChild } from '../../scripts/lib/child.ts';
import { inRoot, ROOT } from '../../scripts/lib/paths.ts';
import { findPocketBase } from '../../scripts/lib/pocketbase-binary.ts';
import { findFreePort } from '../../scripts/lib/ports.ts';
import { startPocketBase } from '../support/backend.ts';

// `npm start` as a user meets it: processes, their words and their exit status.

let dir: string;
let running: Child[] = [];

test.beforeEach(() => {
  dir = mkdtempSync(`${tmpdir()}/atoll-start-`);
  running = [];
});

test.afterEach(async () => {
  for (const child of running) await child.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts Atoll as `npm start -- ...args` does, in a process group of its own as a terminal would. */
async function npmStart(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Child> {
  const clean = { ...process.env, PORT: '0', ATOLL_DATA: `${dir}/data`, TMPDIR: dir, ...env };
  const command = ['run', '-A', '--no-lock', inRoot('scripts/start.mjs'), 'built', ...args];
  const child = await startChild(process.execPath, command, { cwd: ROOT, env: clean, ownGroup: true });
  running.push(child);
  return child;
}

async function readyAddress(child: Child): Promise<string> {
  await expect.poll(() => child.output(), { timeout: 25_000 }).toMatch(/ready on http/);
  return /ready on (http:\/\/[^/]+)/.exec(child.output())?.[1] ?? '';
}

/** Sends what Ctrl+C sends, to whom it goes: every process of the terminal's group. */
async function pressCtrlC(child: Child): Promise<Exit> {
  process.kill(-child.pid, 'SIGINT');
  return child.exited;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/** A PocketBase that leaves its process id in `dir`. */
function traceableBinary(): { bin: string; pid(): number } {
  const bin = `${dir}/pocketbase`;
  writeFileSync(bin, `#!/bin/sh\necho $$ > '${dir}/pid'\nexec '${findPocketBase()}' "$@"\n`);
  chmodSync(bin, 0o755);
  return { bin, pid: () => Number(readFileSync(`${dir}/pid`, 'utf8')) };
}

/** What a start that can't work looks like: one line, no stack, non-zero. */
async function expectRefusal(child: Child, message: RegExp): Promise<void> {
  expect((await child.exited).code).toBe(1);
  const lines = child.output().trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(message);
}

test('starts both servers, ends both on Ctrl+C and keeps the data', async () => {
  const port = await findFreePort();
  const args = ['--backend-port', String(port)];
  const first = await npmStart(args);
  const address = await readyAddress(first);
  expect(await answers(`${address}/`)).toBe(true);
  const email = 'first@example.com';
  const body = JSON.stringify({ email, password: 'long-enough-1', passwordConfirm: 'long-enough-1' });
  const headers = { 'content-type': 'application/json' };
  const created = await fetch(`${address}/api/admins`, { method: 'POST', headers, body });
  expect(created.status).toBe(200);

  expect(await pressCtrlC(first)).toEqual({ code: 0, signal: null });
  expect(await answers(`${address}/healthz`)).toBe(false);
  expect(await answers(`http://127.0.0.1:${port}/api/health`)).toBe(false);

  const second = await npmStart(args);
  const signIn = await fetch(`${await readyAddress(second)}/api/admins/auth-with-password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ identity: email, password: 'long-enough-1' }),
  });
  expect(signIn.status).toBe(200);
  expect((await pressCtrlC(second)).code).toBe(0);
  // Everything PocketBase writes stays inside the data folder.
  expect(readdirSync(dir)).toEqual(['data']);
});

test('ends both servers when only the first process is told to end', async () => {
  const port = await findFreePort();
  const child = await npmStart(['--backend-port', String(port)]);
  const address = await readyAddress(child);
  process.kill(child.pid, 'SIGTERM');
  expect((await child.exited).code).toBe(0);
  expect(await answers(`${address}/healthz`)).toBe(false);
  expect(await answers(`http://127.0.0.1:${port}/api/health`)).toBe(false);
});

test('ends both servers when the shell that npm started is told to end', async () => {
  const port = await findFreePort();
  const script = `"${process.execPath}" run -A --no-lock scripts/start.mjs built --backend-port ${port}; true`;
  const env = { ...process.env, PORT: '0', ATOLL_DATA: `${dir}/data`, npm_lifecycle_event: 'start' };
  const shell = await startChild('sh', ['-c', script], { cwd: ROOT, env, ownGroup: true });
  const address = await readyAddress(shell);
  process.kill(shell.pid, 'SIGTERM');
  await expect.poll(() => answers(`${address}/healthz`)).toBe(false);
  await expect.poll(() => answers(`http://127.0.0.1:${port}/api/health`)).toBe(false);
});

test('starts PocketBase again when it dies, and ends with a clear line when it dies again', async () => {
  const { bin, pid } = traceableBinary();
  const child = await npmStart(['--bin', bin]);
  const address = await readyAddress(child);
  const first = pid();
  process.kill(first, 'SIGKILL');
  await expect.poll(() => answers(`${address}/api/health`)).toBe(true);
  expect(child.output()).toContain(
    'Atoll: PocketBase ended unexpectedly (signal SIGKILL). Starting it again ...',
  );
  expect(pid()).not.toBe(first);
  process.kill(pid(), 'SIGKILL');
  expect((await child.exited).code).toBe(1);
  expect(child.output()).toMatch(/PocketBase ended unexpectedly \(signal SIGKILL\)\. Its last words/);
  expect(await answers(`${address}/healthz`)).toBe(false);
});

test('uses the backend of POCKETBASE_URL and starts none of its own', async () => {
  const backend = await startPocketBase();
  const child = await npmStart([], { POCKETBASE_URL: `${backend.url}/` });
  const address = await readyAddress(child);
  const headers = { Authorization: await backend.adminToken() };
  expect((await fetch(`${address}/api/admins`, { headers })).status).toBe(200);
  expect((await pressCtrlC(child)).code).toBe(0);
  expect(existsSync(`${dir}/data`)).toBe(false);
  expect(await answers(`${backend.url}/api/health`)).toBe(true);
  await backend.stop();
});

test('fills a throw-away backend with examples for --demo and removes it', async () => {
  const child = await npmStart(['--demo']);
  const address = await readyAddress(child);
  const [, email = '', password = ''] = /demo admin (\S+), password (\S+)/.exec(child.output()) ?? [];
  const query = new URLSearchParams({ demoEmail: email, demoPassword: password });
  expect(child.output()).toContain(`${address}/#/login?${query}`);

  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const identity = JSON.stringify({ identity: email, password });
  const signIn = await fetch(`${address}/api/admins/auth-with-password`, { ...post, body: identity });
  const { token } = await signIn.json();
  const list = async (path: string): Promise<{ totalItems: number; items: Record<string, unknown>[] }> =>
    (await fetch(`${address}${path}`, { headers: { Authorization: token } })).json();

  const { items } = await list('/api/collections?perPage=200');
  expect(items.length).toBeGreaterThanOrEqual(12);
  expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['base', 'auth', 'view']));
  const fields = items.flatMap(({ schema }) => (Array.isArray(schema) ? schema : []));
  const types = [
    'bool',
    'date',
    'editor',
    'email',
    'file',
    'json',
    'number',
    'relation',
    'select',
    'text',
    'url',
  ];
  expect([...new Set(fields.map(({ type }) => type))].sort()).toEqual(types);
  let records = 0;
  for (const { name } of items)
    records += (await list(`/api/collections/${name}/records?perPage=1`)).totalItems;
  expect(records).toBeGreaterThan(3000);
  expect((await list('/api/logs?perPage=1')).totalItems).toBeGreaterThan(3000);

  const pictured = encodeURIComponent('photos:length > 0');
  const [product] = (await list(`/api/collections/products/records?perPage=1&filter=${pictured}`)).items;
  const [photo] = Array.isArray(product?.photos) ? product.photos : [];
  const thumb = await fetch(`${address}/api/files/products/${product?.id}/${photo}?thumb=100x100`);
  expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/png']);

  expect((await pressCtrlC(child)).code).toBe(0);
  expect(readdirSync(dir)).toEqual([]);
});

test('lists flags and variables for --help', async () => {
  const child = await npmStart(['--help']);
  expect((await child.exited).code).toBe(0);
  for (const word of ['--port', '--demo', 'POCKETBASE_URL', 'POCKETBASE_BIN'])
    expect(child.output()).toContain(word);
});

test('says what to do about a taken port', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const child = await npmStart(['--port', String(port)]);
  await expectRefusal(child, new RegExp(`Port ${port} is taken.*--port ${port + 1}`));
  taken.close();
});

test('listens on the address behind a name', async () => {
  const child = await npmStart(['--host', 'localhost']);
  expect(await answers(await readyAddress(child))).toBe(true);
});

test('names an address that can be opened when it listens on all of them, and how to be the first', async () => {
  const child = await npmStart(['--host', '0.0.0.0']);
  const url = await readyAddress(child);
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await answers(url)).toBe(true);
  expect(child.output()).toContain('on every address of this machine');

  await expect.poll(() => child.output()).toMatch(/Ctrl\+C ends it/);
  const warning = 'the first visitor of Atoll becomes one';
  expect(child.output().split(warning)).toHaveLength(2);
  const [, command = ''] = /Make one first: (.*)/.exec(child.output()) ?? [];
  const [bin = '', ...args] = command
    .replace('EMAIL', 'a@example.com')
    .replace('PASSWORD', 'a-password')
    .split(' ');
  execFileSync(bin, args, { stdio: 'pipe' });
  expect((await pressCtrlC(child)).code).toBe(0);
  const again = await npmStart(['--host', '0.0.0.0']);
  await readyAddress(again);
  await expect.poll(() => again.output()).toMatch(/Ctrl\+C ends it/);
  expect(again.output()).not.toContain(warning);
});

test('says what to do about a host that is none', async () => {
  await expectRefusal(await npmStart(['--host', 'nowhere.invalid']), /nowhere\.invalid.*--host/);
});

test('says what to do about a missing PocketBase', async () => {
  const child = await npmStart([], { POCKETBASE_BIN: `${dir}/nowhere` });
  await expectRefusal(child, /POCKETBASE_BIN.*no such file/);
});

test('says what to do about a backend that does not answer', async () => {
  const child = await npmStart([], { POCKETBASE_URL: `http://127.0.0.1:${await findFreePort()}` });
  await expectRefusal(child, /No PocketBase answers at http:.*POCKETBASE_URL/);
});

test('says in one line that the backend is Atoll itself', async () => {
  const port = await findFreePort();
  const child = await npmStart(['--port', String(port), '--backend', `http://localhost:${port}`]);
  await expectRefusal(child, /leads back to Atoll itself/);
});

test('says in one line that the backend is newer than 0.22', async () => {
  const newer = createHttpServer(({ url }, res) => {
    const isKnown = url === '/api/health' || url === '/api/collections/_superusers/auth-methods';
    res.writeHead(isKnown ? 200 : 404).end(JSON.stringify({ code: isKnown ? 200 : 404 }));
  });
  await new Promise<void>((resolve) => newer.listen(0, '127.0.0.1', resolve));
  const address = newer.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const child = await npmStart(['--backend', `http://127.0.0.1:${port}`]);
  await expectRefusal(child, /is PocketBase 0\.23 or newer\. Atoll works with PocketBase 0\.22/);
  newer.close();
});

test('says what to do about a data folder that is none', async () => {
  writeFileSync(`${dir}/data`, '');
  const child = await npmStart([]);
  await expectRefusal(child, /data folder .*data can't be used .*--data/);
});

test('says what to do about a data folder that another start uses', async () => {
  const first = await npmStart([]);
  await readyAddress(first);
  await expectRefusal(await npmStart([]), /data folder .*data is in use by another Atoll\. .*--data/);
  await pressCtrlC(first);
  await readyAddress(await npmStart([]));
});

test('says what PocketBase said when it does not start', async () => {
  mkdirSync(`${dir}/data`);
  writeFileSync(`${dir}/data/data.db`, 'no database at all, but long enough to look at');
  const child = await npmStart([]);
  expect((await child.exited).code).toBe(1);
  expect(child.output()).toMatch(/PocketBase does not start on .*data\. [\s\S]*file is not a database/);
});
