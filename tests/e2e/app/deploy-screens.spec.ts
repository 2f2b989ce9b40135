import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { BUILD_DIR } from '#scripts/lib/paths.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { FETCH_TIMEOUT_MS, findNode } from '#tests/support/server/node.ts';
import { startStatic } from '#tests/support/static-server.ts';

const TITLE = 'Seen from here';

/** A folder with the built dashboard and changed settings, as from an operator. */
function copyOfDashboard(settings: Record<string, string> = {}): string {
  const dir = mkdtempSync(`${tmpdir()}/atoll-static-`);
  cpSync(`${BUILD_DIR}/client`, dir, { recursive: true });
  let html = readFileSync(`${dir}/index.html`, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    const before = html;
    html = html.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), `$1${value}`);
    expect(html, `index.html has a setting ${name}`).not.toBe(before);
  }
  writeFileSync(`${dir}/index.html`, html);
  return dir;
}

/** A backend with one collection that has one record. */
async function startSeededBackend(options: { publicDir?: string } = {}): Promise<Backend> {
  const backend = await startPocketBase(options);
  await createCollection(backend.api, { name: 'places', schema: [field('title', 'text')] });
  await createRecord(backend.api, 'places', { title: TITLE });
  return backend;
}

/** Signs in with the form at a dashboard's address and expects the records of the only collection. */
async function useDashboard(page: Page, url: string, backend: Backend): Promise<void> {
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Email' }).fill(backend.adminEmail);
  await page.getByLabel('Password', { exact: true }).filter({ visible: true }).fill(backend.adminPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'places' }).click();
  await expect(page.getByText(TITLE)).toBeVisible();
  await page.reload();
  await expect(page.getByText(TITLE)).toBeVisible();
}

/** Hosts to which the page has sent requests. */
function watchHosts(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  return hosts;
}

test('the server under Deno shows the records of its backend, over one origin', async ({ page }) => {
  const backend = await startSeededBackend();
  const atoll = await startAtoll({ backendUrl: backend.url });
  const hosts = watchHosts(page);
  await useDashboard(page, atoll.url, backend);
  expect([...hosts]).toEqual([new URL(atoll.url).host]);
  await page.close();
  await atoll.stop();
  await backend.stop();
});

test.describe('with Node installed', () => {
  let node: string | undefined;

  test.beforeAll(() => {
    test.setTimeout(FETCH_TIMEOUT_MS);
    node = findNode();
    test.skip(node === undefined, 'no Node of version 22.12 or newer is at hand, and none can be fetched');
  });

  test('the server under Node shows the records of its backend', async ({ page }) => {
    const backend = await startSeededBackend();
    const atoll = await startAtoll({ backendUrl: backend.url, runtime: [node ?? ''] });
    await useDashboard(page, atoll.url, backend);
    await page.close();
    await atoll.stop();
    await backend.stop();
  });
});

test('static files under a sub-path use a backend on another origin, configured without a rebuild', async ({
  page,
}) => {
  const backend = await startSeededBackend();
  const dir = copyOfDashboard({ 'atoll-backend': backend.url, 'atoll-storage-key': 'atoll_admin' });
  const files = await startStatic({ dir, basePath: '/tools/atoll/' });
  const hosts = watchHosts(page);
  await useDashboard(page, files.url, backend);
  expect([...hosts].sort()).toEqual([new URL(files.url).host, new URL(backend.url).host].sort());
  expect(files.missed).toEqual([]);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys).toContain('atoll_admin');
  expect(keys).not.toContain('pocketbase_auth');
  // Closes the page first, because it may still prefetch files.
  await page.close();
  await files.stop();
  await backend.stop();
  rmSync(dir, { recursive: true });
});

for (const path of ['/', '/tools/']) {
  test(`static files in PocketBase's pb_public work at ${path}`, async ({ page }) => {
    const dir = copyOfDashboard();
    if (path !== '/') cpSync(`${BUILD_DIR}/client`, `${dir}${path}`, { recursive: true });
    const backend = await startSeededBackend({ publicDir: dir });
    await useDashboard(page, backend.url + path, backend);
    await page.close();
    await backend.stop();
    rmSync(dir, { recursive: true });
  });
}

test('a fresh backend shows the installer also from another origin, without a failed request', async ({
  page,
}) => {
  const backend = await startPocketBase({ from: 'empty' });
  const dir = copyOfDashboard({ 'atoll-backend': backend.url });
  const files = await startStatic({ dir });
  await page.goto(files.url);
  await expect(page.getByRole('button', { name: 'Create and login' })).toBeVisible();
  // Closes the page first, because it may still prefetch files.
  await page.close();
  await files.stop();
  await backend.stop();
  rmSync(dir, { recursive: true });
});

test('every module of the first screen is requested before the page is parsed', async ({ page, atoll }) => {
  await page.goto('/#/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  const loads = await page.evaluate(() => ({
    preloaded: [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
      ({ href }) => href,
    ),
    scripts: performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  }));
  expect(loads.preloaded.length).toBeGreaterThan(0);
  const preloaded = new Set(loads.preloaded);
  // Only the island of every route may load later.
  const late = loads.scripts.filter((name) => !preloaded.has(name));
  expect(late).toEqual([]);
  expect(new Set(loads.scripts).size).toBe(loads.scripts.length);
  for (const name of loads.preloaded) expect(name.startsWith(`${atoll.url}/assets/`)).toBe(true);
});
