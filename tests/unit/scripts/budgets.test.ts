import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { measure, modulesOf } from '../../../scripts/budgets/budgets.ts';
import { findStyles } from '../../../src/server/build/preload.mjs';

describe('findStyles', () => {
  test('finds style sheets in whatever order and quoting the attributes come', () => {
    const html =
      '<link rel="stylesheet" href="./a.css"><link href=./b.css rel=stylesheet><link rel="icon" href="./c.svg">';
    expect(findStyles(html)).toEqual(['./a.css', './b.css']);
  });
});

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

  function build(): string {
    const dir = mkdtempSync(`${tmpdir()}/atoll-budget-`);
    dirs.push(dir);
    mkdirSync(`${dir}/assets`);
    writeFileSync(
      `${dir}/index.html`,
      '<link rel="stylesheet" href="./assets/a.css"><astro-island client="route" opts="{&quot;value&quot;:&quot;login&quot;}" ' +
        'component-url="./assets/a.js"></astro-island>',
    );
    writeFileSync(`${dir}/assets/a.css`, 'a{}');
    writeFileSync(`${dir}/assets/a.js`, 'import "./b.js"; import("./lazy.js")');
    writeFileSync(`${dir}/assets/b.js`, 'b'.repeat(10));
    writeFileSync(`${dir}/assets/b.js.br`, 'x'.repeat(50_000));
    writeFileSync(`${dir}/assets/lazy.js`, '');
    return dir;
  }

  test('adds page, styles and static imports, as the server sends them', async () => {
    const [login] = await measure(build(), [{ route: 'login', frames: ['login'], maxKilobytes: 1 }]);
    expect(login?.files).toBe(4);
    const css = brotliCompressSync(Buffer.from('a{}')).length;
    expect(login?.kilobytes).toBeGreaterThan((50_000 + css) / 1000);
    expect(login?.kilobytes).toBeLessThan(51);
  });

  test('refuses a frame that no island wakes on', async () => {
    await expect(
      measure(build(), [{ route: 'nowhere', frames: ['nowhere'], maxKilobytes: 1 }]),
    ).rejects.toThrow('No island wakes on nowhere');
  });
});
