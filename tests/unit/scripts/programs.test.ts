import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Way } from '#scripts/download/versions.ts';
import {
  type Places,
  programOf,
  provideProgram,
  providePrograms,
  versionsOf,
} from '#scripts/test/programs.ts';
import { hashOf, pipWith, type ReleaseServer, startReleases } from '#tests/support/release-server.ts';

const program = randomBytes(20_000);
const built = randomBytes(20_000);

let dir: string;
let server: ReleaseServer;
beforeEach(async () => {
  dir = mkdtempSync(`${tmpdir()}/atoll-programs-`);
  server = await startReleases(program, '0.22.27');
  vi.stubEnv('PATH', await pipWith(dir, built, '0.22.27'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  rmSync(dir, { recursive: true });
});

const pins: Record<Way, string> = { release: hashOf(program), pip: hashOf(built) };
const places = (more: Partial<Places> = {}): Places => ({
  folder: `${dir}/tests`,
  cache: `${dir}/cache`,
  installed: undefined,
  releases: server.url,
  pinOf: (_, way) => pins[way],
  ...more,
});
const provided = () => readFileSync(programOf('0.22.27', `${dir}/tests`));
const put = (file: string, bytes: Uint8Array) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
};

test('a program of tests is the one of npm, of npm start, of the release, or of pip', async () => {
  const ways: [bytes: Buffer, Partial<Places>, prepare?: () => void][] = [
    [built, { installed: { bin: `${dir}/npm`, version: '0.22.27' } }, () => put(`${dir}/npm`, built)],
    [built, {}, () => put(`${dir}/cache/0.22.27_linux_amd64/pocketbase`, built)],
    [program, {}],
    [built, { pinOf: (_, way) => (way === 'pip' ? pins.pip : undefined) }],
  ];
  for (const [bytes, more, prepare] of ways) {
    prepare?.();
    await provideProgram('0.22.27', places(more));
    expect(provided().equals(bytes)).toBe(true);
    rmSync(`${dir}/tests`, { recursive: true });
    rmSync(`${dir}/cache`, { recursive: true, force: true });
  }
  // Only what came before it asked for the release.
  expect(server.requests).toEqual(['checksums.txt', server.release.file]);
});

test('a program of tests is fetched once, and again when its bytes are others', async () => {
  await provideProgram('0.22.27', places());
  await provideProgram('0.22.27', places());
  expect(server.requests).toHaveLength(2);
  put(programOf('0.22.27', `${dir}/tests`), randomBytes(10));
  await provideProgram('0.22.27', places());
  expect(provided().equals(program)).toBe(true);
  expect(server.requests).toHaveLength(4);
});

test('every other program is refused, wherever it is from', async () => {
  const others = { release: 'a'.repeat(64), pip: 'b'.repeat(64) };
  put(`${dir}/npm`, built);
  put(`${dir}/cache/0.22.27_linux_amd64/pocketbase`, program);
  const installed = { bin: `${dir}/npm`, version: '0.22.27' };
  const refused = provideProgram('0.22.27', places({ installed, pinOf: (_, way) => others[way] }));
  await expect(refused).rejects.toThrow(
    /the program in pocketbase_0\.22\.27_linux_amd64\.zip\.part is another .*; pip could not .* in x\.whl is another/,
  );
  expect(existsSync(programOf('0.22.27', `${dir}/tests`))).toBe(false);
});

test('a run says what it could not get, and asks only --all for what only --all needs', async () => {
  const none = places({ pinOf: () => undefined });
  const missing = async (isAll: boolean) =>
    (await providePrograms(isAll, none)).map((problem) => /^PocketBase ([\d.]+): .+\.$/.exec(problem)?.[1]);
  expect(await missing(false)).toEqual(['0.22.20', '0.22.27', '0.23.12', '0.40.6']);
  expect(await missing(true)).toEqual(versionsOf(true));
  expect(versionsOf(true)).toEqual(expect.arrayContaining(['0.22.17', '0.23.1', '0.39.11']));
});
