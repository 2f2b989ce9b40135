import { existsSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { POCKETBASE_VERSION } from '#scripts/download/release.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { type ReleaseServer, startReleases } from '#tests/support/release-server.ts';
import { dir, npmStart, pressCtrlC, readyAddress } from './npm-start.ts';

let server: ReleaseServer;

beforeEach(async () => {
  server = await startReleases(readFileSync(findPocketBase()));
});

afterEach(() => server.stop());

const environment = () => ({
  ATOLL_NO_DOWNLOAD: '0',
  POCKETBASE_RELEASES: server.url,
  XDG_CACHE_HOME: `${dir}/caches`,
});

test('npm start downloads PocketBase, runs it, and runs it again without the network', async () => {
  const program = `${dir}/caches/atoll/pocketbase/${POCKETBASE_VERSION}_${server.release.platform}/pocketbase`;
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

test('npm start runs the PocketBase of npm when the download fails, and says so', async () => {
  server.faults.push({ status: 404 });
  const child = await npmStart([], environment());
  await readyAddress(child);
  expect(child.output()).toMatch(
    /can't be downloaded: .* 404.*\n.*using PocketBase 0\.22\.20\. A newer version/,
  );
});

test('npm start downloads nothing for --bin, --backend and --no-download', async () => {
  const bin = findPocketBase();
  const own = await npmStart(['--bin', bin], environment());
  await readyAddress(await npmStart(['--backend', await readyAddress(own)], environment()));
  await readyAddress(await npmStart(['--no-download', '--data', `${dir}/other`], environment()));
  expect(own.output()).not.toContain('using PocketBase');
  expect(server.requests).toEqual([]);
  expect(existsSync(`${dir}/caches`)).toBe(false);
});

test('Ctrl+C ends a download', async () => {
  server.faults.push({ sends: 1000, after: 'silence' });
  const child = await npmStart([], environment());
  await expect.poll(() => server.requests).toHaveLength(2);
  expect((await pressCtrlC(child)).code).toBe(0);
  expect(child.output()).not.toContain('using PocketBase');
});
