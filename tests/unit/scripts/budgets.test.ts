import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { modulesOf } from '#build/preload.mjs';
import { buildFiles } from '#scripts/budgets/at-rest.ts';
import { measure } from '#scripts/budgets/budgets.ts';

describe('modulesOf', () => {
  test('joins the modules of all islands of some frames, each once', () => {
    const map = { login: ['a', 'b'], 'login installer': ['b', 'c'], '*': ['e'], logs: ['d'] };
    expect(modulesOf(map, ['*', 'login'])).toEqual(['a', 'b', 'c', 'e']);
    expect(modulesOf(map, ['log'])).toEqual([]);
  });
});

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
    mkdirSync(`${dir}/assets`);
    writeFileSync(
      `${dir}/index.html`,
      '<astro-island client="route" opts="{&quot;value&quot;:&quot;login&quot;}" ' +
        'component-url="./assets/a.js"></astro-island>',
    );
    writeFileSync(`${dir}/assets/a.js`, 'import "./b.js"; import("./lazy.js")');
    writeFileSync(`${dir}/assets/b.js`, 'b'.repeat(10));
    writeFileSync(`${dir}/assets/b.js.br`, 'x'.repeat(50_000));
    writeFileSync(`${dir}/assets/lazy.js`, '');
    return dir;
  }

  test('sums the sizes of page and static imports as the server sends them', async () => {
    const dir = build();
    const [page, login] = await measure(dir, [budget('login')], [[]]);
    const source = readFileSync(`${dir}/index.html`);
    expect(page).toMatchObject({ name: 'page, decoded', kilobytes: source.length / 1000 });
    expect(login).toMatchObject({ name: 'login, to use', maxKilobytes: 1 });
    expect(login?.files).toBe(3);
    const sent = brotliCompressSync(source).length;
    expect(login?.kilobytes).toBeGreaterThan((50_000 + sent) / 1000);
    expect(login?.kilobytes).toBeLessThan(51);
  });

  test('has the file with the frame of a route, and the modules of the islands in it', async () => {
    const dir = build();
    const html = readFileSync(`${dir}/index.html`, 'utf8');
    writeFileSync(`${dir}/assets/login.abc.txt`, html);
    writeFileSync(`${dir}/index.html`, '<template data-frames="login" data-file="abc"></template>');
    const [, login] = await measure(dir, [budget('login')], [[]]);
    expect(login?.files).toBe(4);
  });

  test('rejects a frame on which no island hydrates', async () => {
    await expect(measure(build(), [budget('nowhere')], [[]])).rejects.toThrow(
      'No island hydrates on nowhere',
    );
  });

  test('sums the files that a browser fetched at rest, each once', async () => {
    const files = ['./index.html', './assets/b.js', './assets/b.js', './assets/lazy.js'];
    const [, , login] = await measure(build(), [budget('login')], [files]);
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
