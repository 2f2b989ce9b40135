import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { buildFiles } from '#scripts/budgets/at-rest.ts';
import { measure } from '#scripts/budgets/budgets.ts';

describe('measure', () => {
  const dirs: string[] = [];
  afterEach(() => {
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
  });

  const budget = (frame: string) => ({
    route: frame,
    path: frame,
    isSignedIn: false,
    frames: [frame],
    maxKilobytes: 1,
    maxKilobytesAtRest: 2,
  });

  function build(): string {
    const dir = mkdtempSync(`${tmpdir()}/atoll-budget-`);
    dirs.push(dir);
    mkdirSync(`${dir}/client/assets`, { recursive: true });
    mkdirSync(`${dir}/server`);
    writeFileSync(
      `${dir}/server/modules.json`,
      JSON.stringify({ login: ['./assets/a.js', './assets/b.js'] }),
    );
    writeFileSync(`${dir}/client/index.html`, '<p>Sign in</p>'.repeat(9));
    writeFileSync(`${dir}/client/assets/a.js`, 'a');
    writeFileSync(`${dir}/client/assets/b.js`, 'b');
    writeFileSync(`${dir}/client/assets/b.js.br`, 'x'.repeat(50_000));
    writeFileSync(`${dir}/client/assets/lazy.js`, '');
    return dir;
  }

  test('sums the sizes of page and modules as the server sends them', () => {
    const dir = build();
    const [page, login] = measure(dir, [budget('login')], [[]]);
    const source = readFileSync(`${dir}/client/index.html`);
    expect(page).toMatchObject({ name: 'page, decoded', kilobytes: source.length / 1000 });
    expect(login).toMatchObject({ name: 'login, to use', maxKilobytes: 1 });
    expect(login?.files).toBe(3);
    const sent = brotliCompressSync(source).length;
    expect(login?.kilobytes).toBeGreaterThan((50_000 + sent) / 1000);
    expect(login?.kilobytes).toBeLessThan(51);
  });

  test('has the file with the frame of a route, and of the islands on it', () => {
    const dir = build();
    writeFileSync(`${dir}/client/assets/login.abc.txt`, 'Sign in');
    writeFileSync(`${dir}/client/index.html`, '<template data-frames="login" data-file="abc"></template>');
    const [, login] = measure(dir, [budget('login')], [[]]);
    expect(login?.files).toBe(4);
  });

  test('rejects a frame on which no island hydrates', () => {
    expect(() => measure(build(), [budget('nowhere')], [[]])).toThrow('No island hydrates on nowhere');
  });

  test('sums the files that a browser fetched at rest, each once', () => {
    const files = ['./index.html', './assets/b.js', './assets/b.js', './assets/lazy.js'];
    const [, , login] = measure(build(), [budget('login')], [files]);
    expect(login).toMatchObject({ name: 'login, at rest', maxKilobytes: 2, files: 3 });
    expect(login?.kilobytes).toBeGreaterThan(50);
  });

  test('selects the files of the build from all fetched addresses', () => {
    const urls = [
      'http://a:1/',
      'http://a:1/assets/b%20c.js?x',
      'http://a:1/api/settings',
      'http://b:1/d.js',
    ];
    expect(buildFiles(urls, 'http://a:1/')).toEqual(['./index.html', './assets/b c.js']);
  });
});
