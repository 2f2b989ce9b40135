import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ownFields } from '#domain/backend/collection.ts';
import { startChild } from '#scripts/lib/child.ts';
import { ROOT } from '#scripts/lib/paths.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { findFreePort } from '#scripts/lib/ports.ts';
import { programOf } from '#scripts/test/programs.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { type Line, setLine } from '#wire/choose.ts';
import { readCollection } from '#wire/collections.ts';
import { dir, npmStart, pressCtrlC, readyAddress, responds } from './npm-start.ts';

/** A PocketBase that writes its process id to `dir`. */
function traceableBinary(): { bin: string; pid(): number } {
  const bin = `${dir}/pocketbase`;
  writeFileSync(bin, `#!/bin/sh\necho $$ > '${dir}/pid'\nexec '${findPocketBase()}' "$@"\n`);
  chmodSync(bin, 0o755);
  return { bin, pid: () => Number(readFileSync(`${dir}/pid`, 'utf8')) };
}

test('starts with a list of backends whose first one is down, and says so', async () => {
  const down = `http://127.0.0.1:${await findFreePort()}`;
  const child = await npmStart([], { ATOLL_BACKENDS: `Production=${down}` });
  await readyAddress(child);
  await expect.poll(() => child.output()).toContain(`Backend Production: ${down}/ does not respond.`);
});

test('starts both servers, stops both on Ctrl+C and keeps the data', async () => {
  const port = await findFreePort();
  const args = ['--backend-port', String(port)];
  const first = await npmStart(args);
  const address = await readyAddress(first);
  expect(await responds(`${address}/`)).toBe(true);
  const dashboard = `http://127.0.0.1:${port}/_/`;
  await expect.poll(() => first.output()).toContain(`PocketBase's own dashboard is on ${dashboard}\n`);
  expect(await responds(dashboard)).toBe(true);
  const email = 'first@example.com';
  const body = JSON.stringify({ email, password: 'long-enough-1', passwordConfirm: 'long-enough-1' });
  const headers = { 'content-type': 'application/json' };
  const created = await fetch(`${address}/api/admins`, { method: 'POST', headers, body });
  expect(created.status).toBe(200);

  expect(await pressCtrlC(first)).toEqual({ code: 0, signal: null });
  expect(await responds(`${address}/healthz`)).toBe(false);
  expect(await responds(`http://127.0.0.1:${port}/api/health`)).toBe(false);

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

test('stops both servers when only the first process gets a signal', async () => {
  const port = await findFreePort();
  const child = await npmStart(['--backend-port', String(port)]);
  const address = await readyAddress(child);
  process.kill(child.pid, 'SIGTERM');
  expect((await child.exited).code).toBe(0);
  expect(await responds(`${address}/healthz`)).toBe(false);
  expect(await responds(`http://127.0.0.1:${port}/api/health`)).toBe(false);
});

test('stops both servers when the shell that npm started gets a signal', async () => {
  const port = await findFreePort();
  const script = `"${process.execPath}" run -A --no-lock scripts/start.mjs built --backend-port ${port}; true`;
  const own = { PORT: '0', ATOLL_DATA: `${dir}/data`, ATOLL_POCKETBASE: '0.22' };
  const env = { ...process.env, ...own, npm_lifecycle_event: 'start' };
  const shell = await startChild('sh', ['-c', script], { cwd: ROOT, env, ownGroup: true });
  const address = await readyAddress(shell);
  process.kill(shell.pid, 'SIGTERM');
  await expect.poll(() => responds(`${address}/healthz`)).toBe(false);
  await expect.poll(() => responds(`http://127.0.0.1:${port}/api/health`)).toBe(false);
});

test('restarts PocketBase when it crashes, and exits with a clear line when it crashes again', async () => {
  const { bin, pid } = traceableBinary();
  const child = await npmStart(['--bin', bin]);
  const address = await readyAddress(child);
  const first = pid();
  process.kill(first, 'SIGKILL');
  await expect.poll(() => responds(`${address}/api/health`)).toBe(true);
  expect(child.output()).toContain(
    'Atoll: PocketBase ended unexpectedly (signal SIGKILL). Restarting it ...',
  );
  expect(pid()).not.toBe(first);
  // PocketBase responds a moment before its start is complete; a crash in between is a failed start.
  await expect.poll(() => child.output()).toContain('Atoll: PocketBase is running again.');
  process.kill(pid(), 'SIGKILL');
  expect((await child.exited).code).toBe(1);
  expect(child.output()).toMatch(
    /PocketBase ended unexpectedly \(signal SIGKILL\)\. Last lines of its output/,
  );
  expect(await responds(`${address}/healthz`)).toBe(false);
});

test('uses the backend of POCKETBASE_URL and does not start its own', async () => {
  const backend = await startPocketBase();
  const child = await npmStart([], { POCKETBASE_URL: `${backend.url}/` });
  const address = await readyAddress(child);
  const headers = { Authorization: await backend.adminToken() };
  expect((await fetch(`${address}/api/admins`, { headers })).status).toBe(200);
  expect((await pressCtrlC(child)).code).toBe(0);
  expect(existsSync(`${dir}/data`)).toBe(false);
  expect(await responds(`${backend.url}/api/health`)).toBe(true);
  await backend.stop();
});

test.each<[line: Line, bin: string]>([
  ['pb22', findPocketBase()],
  ['pb23', programOf('0.40.6')],
])('fills a temporary backend of %s with examples for --demo and removes it', async (line, bin) => {
  expect(existsSync(bin)).toBe(true);
  // PocketBase runs the hooks beside its data; these are of whoever can write to the folder for temporary files.
  mkdirSync(`${dir}/pb_hooks`);
  writeFileSync(`${dir}/pb_hooks/a.pb.js`, `$os.writeFile('${dir}/ran', '', 0o644)`);
  const child = await npmStart(['--demo', '--bin', bin], { ATOLL_POCKETBASE: '' });
  const address = await readyAddress(child);
  expect(existsSync(`${dir}/ran`)).toBe(false);
  const [, email = '', password = ''] = /demo admin (\S+), password (\S+)/.exec(child.output()) ?? [];
  const query = new URLSearchParams({ demoEmail: email, demoPassword: password });
  expect(child.output()).toContain(`${address}/#/login?${query}`);

  setLine(line);
  const api = createAdminApi(address, { email, password });
  const list = async (path: string): Promise<{ totalItems: number; items: Record<string, unknown>[] }> =>
    api.get(path);

  const collections = (await list('/api/collections?perPage=200')).items.map(readCollection);
  const items = collections.filter(({ isSystem }) => !isSystem);
  expect(items.length).toBeGreaterThanOrEqual(12);
  expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['base', 'auth', 'view']));
  const types = new Set(items.flatMap((one) => ownFields(one).map(({ type }) => type)));
  types.delete('autodate');
  const all = [
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
  expect([...types].sort()).toEqual(all);
  let records = 0;
  for (const { name } of items)
    records += (await list(`/api/collections/${name}/records?perPage=1`)).totalItems;
  expect(records).toBeGreaterThan(3000);
  expect((await list('/api/logs?perPage=1')).totalItems).toBeGreaterThan(3000);

  const hasPhotos = encodeURIComponent('photos:length > 0');
  const [product] = (await list(`/api/collections/products/records?perPage=1&filter=${hasPhotos}`)).items;
  const [photo] = Array.isArray(product?.photos) ? product.photos : [];
  const thumb = await fetch(`${address}/api/files/products/${product?.id}/${photo}?thumb=100x100`);
  expect([thumb.status, thumb.headers.get('content-type')]).toEqual([200, 'image/png']);

  expect((await pressCtrlC(child)).code).toBe(0);
  expect(readdirSync(dir)).toEqual(['pb_hooks']);
});

test('listens on the address of a name', async () => {
  const child = await npmStart(['--host', 'localhost']);
  expect(await responds(await readyAddress(child))).toBe(true);
});

test('prints an address that browsers can open when it listens on all of them, and how to create the first administrator', async () => {
  const child = await npmStart(['--host', '0.0.0.0']);
  const url = await readyAddress(child);
  expect(url).toMatch(/^http:\/\/localhost:\d+$/);
  expect(await responds(url)).toBe(true);
  expect(child.output()).toContain('on every address of this machine');

  await expect.poll(() => child.output()).toMatch(/press Ctrl\+C to stop/);
  const warning = 'the first visitor of Atoll becomes one';
  expect(child.output().split(warning)).toHaveLength(2);
  const [, command = ''] = /Create one first: (.*)/.exec(child.output()) ?? [];
  const [bin = '', ...args] = command
    .replace('EMAIL', 'a@example.com')
    .replace('PASSWORD', 'a-password')
    .split(' ');
  execFileSync(bin, args, { stdio: 'pipe' });
  expect((await pressCtrlC(child)).code).toBe(0);
  const again = await npmStart(['--host', '0.0.0.0']);
  await readyAddress(again);
  await expect.poll(() => again.output()).toMatch(/press Ctrl\+C to stop/);
  expect(again.output()).not.toContain(warning);
});
