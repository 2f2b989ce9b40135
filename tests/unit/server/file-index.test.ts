import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompress } from '#build/precompress.mjs';
import { indexFiles } from '#server/file-index.ts';

const LONG = 'const answer = 42;\n'.repeat(100);

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/atoll-files-`);
  await mkdir(`${dir}/assets`);
  await writeFile(`${dir}/index.html`, `<!doctype html>${LONG}`);
  await writeFile(`${dir}/assets/a.js`, LONG);
  await writeFile(`${dir}/assets/tiny.js`, '1');
  await writeFile(`${dir}/assets/b.png`, LONG);
  await writeFile(`${dir}/name with space.txt`, 'x');
});

afterEach(() => rm(dir, { recursive: true }));

test('compresses text that becomes smaller, and never the page', async () => {
  await precompress(pathToFileURL(`${dir}/`));
  const names = await readdir(dir, { recursive: true });
  expect(names.filter((name) => /\.(br|gz)$/.test(name)).sort()).toEqual([
    'assets/a.js.br',
    'assets/a.js.gz',
  ]);
});

test('indexes files by address, with their compressed copies, and the page also at the root', async () => {
  await precompress(pathToFileURL(`${dir}/`));
  const index = await indexFiles(dir);
  expect([...index.keys()].sort()).toEqual([
    '/',
    '/assets/a.js',
    '/assets/b.png',
    '/assets/tiny.js',
    '/index.html',
    '/name%20with%20space.txt',
  ]);
  expect(index.get('/')).toBe(index.get('/index.html'));
  const { bodies, immutable, type } = index.get('/assets/a.js') ?? {};
  expect({ immutable, type }).toEqual({ immutable: true, type: 'text/javascript; charset=utf-8' });
  expect(String(brotliDecompressSync(bodies?.br ?? ''))).toBe(LONG);
  expect(String(gunzipSync(bodies?.gzip ?? ''))).toBe(LONG);
});

test('has copies only of files that the build compressed, and of the page', async () => {
  await precompress(pathToFileURL(`${dir}/`));
  const index = await indexFiles(dir);
  const encodings = (path: string) => Object.keys(index.get(path)?.bodies ?? {}).sort();
  expect(encodings('/')).toEqual(['br', 'gzip', 'identity']);
  expect(encodings('/assets/a.js')).toEqual(['br', 'gzip', 'identity']);
  expect(encodings('/assets/tiny.js')).toEqual(['identity']);
});

test('serves a compressed file that is not a copy of another', async () => {
  await writeFile(`${dir}/archive.gz`, 'x');
  expect((await indexFiles(dir)).has('/archive.gz')).toBe(true);
});

test('compresses the current page, not the page of the build', async () => {
  await writeFile(`${dir}/index.html`, '<p>edited');
  const page = (await indexFiles(dir)).get('/');
  expect(page?.immutable).toBe(false);
  expect(String(brotliDecompressSync(page?.bodies.br ?? ''))).toBe('<p>edited');
  expect(String(gunzipSync(page?.bodies.gzip ?? ''))).toBe('<p>edited');
});

test('distinguishes versions of a file', async () => {
  const first = (await indexFiles(dir)).get('/')?.hash;
  await writeFile(`${dir}/index.html`, '<p>edited');
  expect((await indexFiles(dir)).get('/')?.hash).not.toBe(first);
});
