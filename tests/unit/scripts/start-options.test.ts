import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_PORT, HELP, parseOptions, readCommandLine } from '#scripts/start/options.mjs';
import { devEnvironment } from '#scripts/start/start.ts';

describe('parseOptions', () => {
  test('has defaults for everything', () => {
    expect(parseOptions([], {})).toEqual({
      help: false,
      version: false,
      demo: false,
      port: DEFAULT_PORT,
      host: '127.0.0.1',
      data: 'pb_data',
      backend: undefined,
      backends: '',
      backendPort: undefined,
      bin: undefined,
      mayDownload: true,
      byPip: false,
      releases: undefined,
      trustProxy: false,
    });
  });

  test('trusts a proxy in front only when configured', () => {
    expect(parseOptions(['--trust-proxy'], {}).trustProxy).toBe(true);
    expect(parseOptions([], { ATOLL_TRUST_PROXY: '1' }).trustProxy).toBe(true);
    expect(parseOptions([], { ATOLL_TRUST_PROXY: '0' }).trustProxy).toBe(false);
    expect(() => parseOptions([], { ATOLL_TRUST_PROXY: 'maybe' })).toThrow(
      'ATOLL_TRUST_PROXY must be 1 or 0',
    );
  });

  test('downloads unless a flag or a variable forbids it, from GitHub or an encrypted mirror', () => {
    expect(parseOptions(['--no-download'], {}).mayDownload).toBe(false);
    expect(parseOptions([], { ATOLL_NO_DOWNLOAD: '1' }).mayDownload).toBe(false);
    expect(parseOptions([], { ATOLL_NO_DOWNLOAD: '0' }).mayDownload).toBe(true);
    expect(parseOptions(['--pip'], {}).byPip).toBe(true);
    expect(parseOptions([], { ATOLL_PIP: '1' }).byPip).toBe(true);
    const releasesOf = (releases: string) => parseOptions(['--releases', releases], {}).releases;
    expect(releasesOf('https://mirror.example/pocketbase/')).toBe('https://mirror.example/pocketbase');
    for (const mirror of [
      'http://127.0.0.1:8000/x',
      'http://localhost',
      'http://[::1]:80',
      'HTTPS://mirror.example',
    ])
      expect(releasesOf(mirror)).toBe(mirror);
    const notLoopback = [
      'http://mirror.example',
      'http://localhost.example/',
      'http://localhost:x@mirror.example',
    ];
    for (const refused of [...notLoopback, 'https://', 'mirror', 'localhost:80'])
      expect(() => releasesOf(refused)).toThrow('must start with https://');
  });

  test('lets a flag override its variable', () => {
    const env = { PORT: '1', HOST: 'a', ATOLL_DATA: 'b', POCKETBASE_URL: 'http://c', POCKETBASE_BIN: 'd' };
    expect(parseOptions([], env)).toMatchObject({
      port: 1,
      host: 'a',
      data: 'b',
      backend: 'http://c',
      bin: 'd',
    });
    const flags = ['--port=2', '--host=e', '--data=f', '--backend=http://g', '--bin=h'];
    expect(parseOptions(flags, env)).toMatchObject({
      port: 2,
      host: 'e',
      data: 'f',
      backend: 'http://g',
      bin: 'h',
    });
  });

  test('a flag for the backend replaces the list of backends, too', () => {
    const env = { ATOLL_BACKENDS: 'Production=http://a' };
    expect(parseOptions([], env).backends).toBe('Production=http://a');
    expect(parseOptions([], { ...env, POCKETBASE_URL: 'ftp://b' }).backend).toBeUndefined();
    expect(parseOptions(['--backend', 'http://b'], env)).toMatchObject({ backend: 'http://b', backends: '' });
    expect(parseOptions(['--demo'], env).backends).toBe('');
  });

  test('drops trailing slashes of the backend, and treats an empty variable as not set', () => {
    expect(parseOptions(['--backend', 'https://a.example//'], {}).backend).toBe('https://a.example');
    expect(parseOptions([], { POCKETBASE_URL: '', PORT: '' })).toMatchObject({
      backend: undefined,
      port: DEFAULT_PORT,
    });
  });

  test('a line of PocketBase may be chosen for a new folder', () => {
    expect(parseOptions([], {}).line).toBeUndefined();
    expect(parseOptions(['--pocketbase', '0.22'], {}).line).toBe('pb22');
    expect(parseOptions([], { ATOLL_POCKETBASE: 'newest' }).line).toBe('pb23');
    for (const text of ['0.23', 'toString'])
      expect(() => parseOptions(['--pocketbase', text], {})).toThrow('must be 0.22 or newest');
  });

  test('keeps port 0, which means a free one', () => {
    expect(parseOptions(['--port', '0'], {}).port).toBe(0);
  });

  test('the demo ignores the variable of another backend, but refuses its flag', () => {
    for (const url of ['http://a', 'ftp://a', 'http://a/_/'])
      expect(parseOptions(['--demo'], { POCKETBASE_URL: url }).backend).toBeUndefined();
    expect(() => parseOptions(['--demo', '--backend', 'http://a'], {})).toThrow('leave --backend out');
  });

  test.each([
    [['--port', 'abc'], '--port must be a number'],
    [['--port', '70000'], '--port must be a number'],
    [['--backend', 'ftp://a'], 'http:// or https://'],
    [['--backend', 'a.example'], 'http:// or https://'],
    [['--backend', 'http://a b'], 'http:// or https://'],
    [['--backend', 'http://:80'], 'http:// or https://'],
    [['--backend', 'http://a/_/'], 'Example: http://a'],
    [['--backend', 'http://a:8090/_/#/collections'], 'Example: http://a:8090'],
    [['--backend', 'http://a/?x'], 'Example: http://a'],
    [['--backend', 'http://a/?'], 'Example: http://a'],
    [['--backend', 'http://a/#'], 'Example: http://a'],
    [['--port', '8000', '--backend-port', '8000'], 'are both 8000'],
    [['--backend-port', String(DEFAULT_PORT), '--demo'], `are both ${DEFAULT_PORT}`],
    [['--nonsense'], '--nonsense'],
  ])('refuses %j', (args, message) => {
    expect(() => parseOptions(args, {})).toThrow(message);
  });

  test('does not print a password', () => {
    const parse = () => parseOptions(['--backend', 'http://me:secret@a'], {});
    expect(parse).toThrow('not contain credentials');
    expect(parse).not.toThrow('secret');
    for (const flag of [
      '--backend=ftp://me:se:cr@et@a',
      '--backend=me:se:cr@et@a',
      '--releases=http://me:se:cr@et@a',
    ])
      expect(() => parseOptions([flag], {})).toThrow('me:***@a"');
    // A token alone, as some hosts take it.
    expect(() => parseOptions(['--releases=http://token@a'], {})).toThrow('"http://***@a"');
  });

  test('both ports may be the same when PocketBase is not started', () => {
    const args = ['--port', '8000', '--backend-port', '8000', '--backend', 'http://a'];
    expect(parseOptions(args, {})).toMatchObject({ port: 8000, backend: 'http://a' });
    const env = { ATOLL_BACKENDS: 'Production=http://a' };
    expect(parseOptions(args.slice(0, -2), env)).toMatchObject({ port: 8000, backendPort: 8000 });
  });

  test('treats an empty flag as not set: an empty data folder would mean the current folder', () => {
    const args = ['--data', '', '--host', '', '--bin', '', '--backend', '', '--port', ''];
    expect(parseOptions(args, {})).toEqual(parseOptions([], {}));
  });

  test('documents every flag in the help', () => {
    const flags = [
      'port',
      'host',
      'backend',
      'data',
      'backend-port',
      'pocketbase',
      'bin',
      'no-download',
      'releases',
    ];
    for (const flag of [...flags, 'demo', 'help', 'version']) expect(HELP).toContain(`--${flag}`);
  });
});

test.each(['[]', ' [ ] ', ' '])('takes the list of backends %j for none', (text) => {
  const env = { ATOLL_BACKENDS: text };
  expect(parseOptions([], env)).toEqual(parseOptions([], {}));
  expect(() => parseOptions(['--port', '8000', '--backend-port', '8000'], env)).toThrow('are both 8000');
});

test('says in two lines what is wrong with a command, and where to read more', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  readCommandLine(['--port', '-1'], 'npm start --');
  process.exitCode = 0;
  const lines = log.mock.calls.join('\n').split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^Atoll: Option '--port' argument is ambiguous/),
    'See: npm start -- --help',
  ]);
  log.mockRestore();
});

test('the development server does not check for updates, which would restart it', () => {
  expect(devEnvironment('http://127.0.0.1:1', { HOME: '/home/x' })).toEqual({
    HOME: '/home/x',
    POCKETBASE_URL: 'http://127.0.0.1:1',
    ASTRO_DISABLE_UPDATE_CHECK: 'true',
  });
});
