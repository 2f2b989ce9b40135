import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { extract } from 'tar';
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

/** Packs a build and returns the file's name. */
async function pack(release: string, distDir?: string): Promise<string> {
  await stage(`${dir}/${release}`, release, distDir);
  await archive(`${dir}/${release}`, `${dir}/${release}.tgz`, 'package', TIME);
  rmSync(`${dir}/${release}`, { recursive: true });
  return `${release}.tgz`;
}

async function install(file: string): Promise<void> {
  const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  // Else npm installs into a parent folder that has a package.json.
  const flags = [...quiet, '--cache', `${dir}/cache`, '--prefix', dir];
  await promisify(execFile)('npm', ['install', ...flags, `./${file}`], { cwd: dir });
}

const PACKAGE = 'node_modules/atoll-dashboard';
const runtime = NODE ? [NODE] : [process.execPath, 'run', '-A', '--no-lock'];

async function start(...args: string[]): Promise<string> {
  const [program = '', ...first] = [
    ...runtime,
    `${PACKAGE}/bin/atoll.mjs`,
    '--backend',
    backend.url,
    ...args,
  ];
  const env = { ...process.env, ATOLL_POCKETBASE: '0.22' };
  atoll = await startChild(program, first, { cwd: dir, env });
  return readyAddress(atoll);
}

test('the npm package works alone, and its update keeps what open pages need', async () => {
  await install(await pack(version()));
  expect(readdirSync(`${dir}/node_modules`).filter((name) => !name.startsWith('.'))).toEqual([
    'atoll-dashboard',
  ]);
  const address = await start('--port', '0');
  const page = await (await fetch(address)).text();
  expect(page).toContain('<meta name="atoll-build"');

  const api = createAdminApi(address, { email: backend.adminEmail, password: backend.adminPassword });
  const fields = [field('title'), field('cover', 'file')];
  const { id, name } = await createCollection(api, { name: 'posts', fields });
  const cover = pngFile('cover.png');
  const row = await createRecord(api, id, { title: 'By the package', cover });
  const uploaded = await fetch(`${address}/api/files/${name}/${row.id}/${row['cover']}`);
  expect(uploaded.headers.get('content-type')).toBe('image/png');
  expect(await uploaded.bytes()).toEqual(await cover.bytes());
  const { port } = new URL(address);
  await atoll?.stop();
  expect(await atoll?.exited).toEqual({ code: 0, signal: null });

  const parts = await writeNextBuild(`${dir}/dist`);
  // What npm does, in a twentieth of its time.
  rmSync(`${dir}/${PACKAGE}`, { recursive: true });
  mkdirSync(`${dir}/${PACKAGE}`);
  const file = `${dir}/${await pack('99.0.0', `${dir}/dist`)}`;
  await extract({ file, cwd: `${dir}/${PACKAGE}`, strip: 1 });
  expect(await start('--port', port)).toBe(address);
  expect(await (await fetch(address)).text()).not.toBe(page);
  const statuses = await Promise.all(parts.map(async (part) => (await fetch(address + part)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await api.get(`/api/collections/${id}/records/${row.id}`)).toMatchObject({
    title: 'By the package',
  });
  // npm alone takes a minute on a busy machine.
}, 180_000);
