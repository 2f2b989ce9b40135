import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import process from 'node:process';
import { afterEach, expect, test } from 'vitest';
import { NEWEST } from '#scripts/download/versions.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { type ReleaseServer, startReleases } from '#tests/support/release-server.ts';
import { dir, npmStart, pressCtrlC, readyAddress } from './npm-start.ts';

let server: ReleaseServer;

afterEach(() => server.stop());

const serve = async (program: Buffer) => {
  server = await startReleases(program, NEWEST.pb22);
};

const environment = () => ({
  ATOLL_NO_DOWNLOAD: '0',
  POCKETBASE_RELEASES: server.url,
  XDG_CACHE_HOME: `${dir}/caches`,
  // Else Deno would begin with an empty cache, too, and compile everything again.
  DENO_DIR: process.env['DENO_DIR'] ?? `${homedir()}/.cache/deno`,
});

test('npm start downloads PocketBase, runs it, and runs it again without the network', async () => {
  await serve(readFileSync(findPocketBase()));
  const program = `${dir}/caches/atoll/pocketbase/${NEWEST.pb22}_${server.release.platform}/pocketbase`;
  // The warning for an address that others can reach names the program that runs.
  const first = await npmStart(['--host', '0.0.0.0'], environment());
  await readyAddress(first);
  await expect.poll(() => first.output()).toMatch(/press Ctrl\+C to stop/);
  expect(first.output()).toContain(`Create one first: ${program} admin create`);
  expect(first.output()).toMatch(/downloading PocketBase [\d.]+ from .*\n.*downloaded PocketBase/);
  expect((await pressCtrlC(first)).code).toBe(0);

  const requests = server.requests.length;
  const second = await npmStart([], environment());
  await readyAddress(second);
  expect(second.output()).not.toContain('download');
  expect(server.requests).toHaveLength(requests);
});

test('npm start downloads nothing when it is given a PocketBase', async () => {
  await serve(Buffer.from('not used'));
  const address = await readyAddress(await npmStart(['--bin', findPocketBase()], environment()));
  await readyAddress(await npmStart(['--backend', address], environment()));
  expect(server.requests).toEqual([]);
  expect(existsSync(`${dir}/caches/atoll`)).toBe(false);
});

test('Ctrl+C ends a download', async () => {
  await serve(randomBytes(100_000));
  server.faults.push({ sends: 1000, after: 'silence' });
  const child = await npmStart([], environment());
  await expect.poll(() => server.requests).toHaveLength(2);
  expect((await pressCtrlC(child)).code).toBe(0);
  expect(child.output()).not.toContain('using PocketBase');
});
