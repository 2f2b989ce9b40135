import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Child, startChild } from '#scripts/lib/child.ts';
import { archive, stage, version } from '#scripts/release/package.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, pngFile } from '#tests/support/factories.ts';
import { writeNextBuild } from '#tests/support/next-build.ts';
import { readyAddress } from './npm-start.ts';
import { NODE } from './runtimes.ts';

const TIME = new Date('2026-01-01');

/** A folder outside of the repository, without anything of it. */
let dir: string;
let backend: Backend;
let atoll: Child | undefined;

beforeEach(async () => {
  dir = mkdtempSync(`${tmpdir()}/atoll-package-`);
  backend = await startPocketBase();
});

afterEach(async () => {
  await atoll?.stop();
  await backend.stop();
  rmSync(dir, { recursive: true });
});

/** Packs a build and installs it, in the place of what was installed before. */
async function install(name: string, release: string, distDir?: string): Promise<void> {
  await stage(`${dir}/${name}`, release, distDir);
  await archive(`${dir}/${name}`, `${dir}/${name}.tgz`, 'package', TIME);
  rmSync(`${dir}/${name}`, { recursive: true });
  const flags = ['--offline', '--no-audit', '--no-fund', '--loglevel=error', '--cache', `${dir}/cache`];
  await promisify(execFile)('npm', ['install', ...flags, `./${name}.tgz`], { cwd: dir });
}

const BIN = 'node_modules/atoll-dashboard/bin/atoll.mjs';
const runtime = NODE ? [NODE] : [process.execPath, 'run', '-A', '--no-lock'];

async function start(...args: string[]): Promise<string> {
  const [program = '', ...first] = [...runtime, BIN, '--backend', backend.url, ...args];
  atoll = await startChild(program, first, { cwd: dir });
  return readyAddress(atoll);
}

test('the npm package works alone, and its update keeps what open pages need', async () => {
  await install('first', version());
  expect(readdirSync(`${dir}/node_modules`).filter((name) => !name.startsWith('.'))).toEqual([
    'atoll-dashboard',
  ]);
  const address = await start('--port', '0');
  const page = await (await fetch(address)).text();
  expect(page).toContain('<meta name="atoll-build"');

  const api = createAdminApi(address, { email: backend.adminEmail, password: backend.adminPassword });
  const schema = [field('title'), field('cover', 'file')];
  const { id, name } = await createCollection(api, { name: 'posts', schema });
  const cover = pngFile('cover.png');
  const row = await createRecord(api, id, { title: 'By the package', cover });
  const file = await fetch(`${address}/api/files/${name}/${row.id}/${row['cover']}`);
  expect(file.headers.get('content-type')).toBe('image/png');
  expect(await file.bytes()).toEqual(await cover.bytes());
  const { port } = new URL(address);
  await atoll?.stop();
  expect(await atoll?.exited).toEqual({ code: 0, signal: null });

  const parts = await writeNextBuild(`${dir}/dist`);
  await install('next', '99.0.0', `${dir}/dist`);
  expect(await start('--port', port)).toBe(address);
  expect(await (await fetch(address)).text()).not.toBe(page);
  const statuses = await Promise.all(parts.map(async (part) => (await fetch(address + part)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await api.get(`/api/collections/${id}/records/${row.id}`)).toMatchObject({
    title: 'By the package',
  });
});
