import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAssets, nameBuild, readAssets, restoreAssets } from '#build/assets.mjs';

let dir: string;
const client = () => pathToFileURL(`${dir}/client/`);
const server = () => pathToFileURL(`${dir}/server/`);

beforeEach(async () => {
  dir = await mkdtemp(`${tmpdir()}/atoll-parts-`);
});

afterEach(() => rm(dir, { recursive: true }));

/** Acts as a build: reads the last assets, empties the folders, writes its files and adds the last assets. */
async function build(files: Record<string, string>): Promise<void> {
  const last = await readAssets(client(), server());
  await rm(`${dir}/client`, { recursive: true, force: true });
  await rm(`${dir}/server`, { recursive: true, force: true });
  await mkdir(`${dir}/client/assets`, { recursive: true });
  await mkdir(`${dir}/server`);
  for (const [name, text] of Object.entries(files)) await writeFile(`${dir}/client/assets/${name}`, text);
  await keepAssets(last, client(), server());
}

const assets = async () => (await readdir(`${dir}/client/assets`)).sort();

test('keeps the assets of the last build with their copies, and drops older ones', async () => {
  await build({ 'a.1.js': '1', 'a.1.js.br': 'one', 'same.js': 'x' });
  await build({ 'a.2.js': '2', 'a.2.js.br': 'two', 'same.js': 'x' });
  expect(await assets()).toEqual(['a.1.js', 'a.1.js.br', 'a.2.js', 'a.2.js.br', 'same.js']);
  await build({ 'a.3.js': '3', 'same.js': 'x' });
  expect(await assets()).toEqual(['a.2.js', 'a.2.js.br', 'a.3.js', 'same.js']);
});

test('a repeated identical build drops nothing', async () => {
  await build({ 'a.1.js': '1' });
  await build({ 'a.2.js': '2' });
  await build({ 'a.2.js': '2' });
  expect(await assets()).toEqual(['a.1.js', 'a.2.js']);
  await build({ 'a.3.js': '3' });
  expect(await assets()).toEqual(['a.2.js', 'a.3.js']);
});

test('never replaces an asset of the new build, nor adds an old compressed copy to it', async () => {
  await build({ 'a.js': 'before', 'a.js.br': 'before, small', 'b.js': 'before' });
  await build({ 'a.js': 'after', 'c.js': 'after' });
  expect(await assets()).toEqual(['a.js', 'b.js', 'c.js']);
  expect(await readFile(`${dir}/client/assets/a.js`, 'utf8')).toBe('after');
});

test.each(['', '["a.2'])('a list that was cut to %j, as on a full disk, stops no build', async (text) => {
  await build({ 'a.1.js': '1' });
  await writeFile(`${dir}/server/parts.json`, text);
  await build({ 'a.2.js': '2' });
  expect(await assets()).toEqual(['a.1.js', 'a.2.js']);
});

test('keeps the assets of the last build for the next one when a build fails', async () => {
  await build({ 'a.1.js': '1' });
  await build({ 'a.2.js': '2' });
  const last = await readAssets(client(), server());
  await rm(`${dir}/client`, { recursive: true });
  await rm(`${dir}/server`, { recursive: true });
  restoreAssets(last, client(), server());
  await build({ 'a.3.js': '3' });
  expect(await assets()).toEqual(['a.2.js', 'a.3.js']);
});

test('treats all assets of a build without a list as its own', async () => {
  await build({ 'a.js': '1' });
  await rm(`${dir}/server/parts.json`);
  await build({ 'b.js': '2' });
  expect(await assets()).toEqual(['a.js', 'b.js']);
});

test('derives the id of a build from its assets', async () => {
  const html = '<meta name="atoll-build" content="">';
  await build({ 'a.1.js': '' });
  const first = await nameBuild(html, client());
  expect(first).toMatch(/content="[\da-f]{8}"/);
  await build({ 'a.1.js': '' });
  expect(await nameBuild(html, client())).toBe(first);
  await rm(`${dir}/client/assets/a.1.js`);
  await writeFile(`${dir}/client/assets/a.2.js`, '');
  expect(await nameBuild(html, client())).not.toBe(first);
});
