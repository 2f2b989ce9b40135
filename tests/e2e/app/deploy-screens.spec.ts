import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { BUILD_DIR } from '#scripts/lib/paths.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { expect, type Site, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
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

/** Adds a collection that has one record. */
async function seed({ api }: Backend): Promise<void> {
  await createCollection(api, { name: 'places', fields: [field('title', 'text')] });
  await createRecord(api, 'places', { title: TITLE });
}

/** Signs in with the form of the dashboard and expects the records of the only collection, also after a reload. */
async function useDashboard(page: Page, backend: Backend): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(backend.adminEmail);
  await page.getByLabel('Password', { exact: true }).filter({ visible: true }).fill(backend.adminPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'places' }).click();
  await expect(page.getByText(TITLE)).toBeVisible();
  await page.reload();
  await expect(page.getByText(TITLE)).toBeVisible();
}

/** Expects that the worker of an import, a file of its own, reads what is chosen. */
async function readByWorker(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Import records…' }).click();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from('title\r\none\r\ntwo\r\n');
  await (await choosing).setFiles({ name: 'places.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('2 rows, 1 column')).toBeVisible();
}

/** Hosts to which the page has sent requests. */
function watchHosts(page: Page): Set<string> {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  return hosts;
}

test.beforeAll(async ({ siteOf }, { file }) => seed((await siteOf(file)).backend));

/** Every module is requested before the page is parsed, and everything over one origin. */
async function useServer(page: Page, { atoll, backend }: Site): Promise<void> {
  const hosts = watchHosts(page);
  await page.goto('/#/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled();
  const readLoads = () =>
    page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')];
      const preloaded = links.map(({ href }) => href);
      const scripts = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js'));
      return { preloaded, scripts, late: scripts.filter((name) => !preloaded.includes(name)) };
    });
  // The code that sends the sign-in comes first, without React beside it.
  await expect.poll(readLoads).toMatchObject({
    late: [expect.stringMatching(/\/assets\/client\.[\w-]+\.js$/)],
  });
  const loads = await readLoads();
  expect(loads.preloaded.length).toBeGreaterThan(0);
  expect(new Set(loads.scripts).size).toBe(loads.scripts.length);
  for (const name of loads.preloaded) expect(name.startsWith(`${atoll.url}/assets/`)).toBe(true);

  await useDashboard(page, backend);
  expect([...hosts]).toEqual([new URL(atoll.url).host]);
}

/** In the root and in a folder of `pb_public`. */
async function usePublicDir(page: Page): Promise<void> {
  const publicDir = copyOfDashboard();
  cpSync(`${BUILD_DIR}/client`, `${publicDir}/tools/`, { recursive: true });
  const backend = await startPocketBase({ publicDir });
  await seed(backend);

  await page.goto(`${backend.url}/`);
  await useDashboard(page, backend);
  // Not while a dashboard is open: it would ask for live updates without its session.
  await page.goto(`${backend.url}/api/health`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${backend.url}/tools/`);
  await useDashboard(page, backend);
  expect(new URL(page.url()).pathname).toBe('/tools/');
  await page.goto('about:blank');
  await backend.stop();
  rmSync(publicDir, { recursive: true });
}

/** Under a sub-path, with a backend on another origin. */
async function useOtherOrigin(page: Page, other: Backend): Promise<void> {
  const dir = copyOfDashboard({ 'atoll-backend': other.url, 'atoll-storage-key': 'atoll_admin' });
  const files = await startStatic({ dir, basePath: '/tools/atoll/' });
  const hosts = watchHosts(page);
  await page.goto(files.url);
  await useDashboard(page, other);
  await readByWorker(page);
  expect([...hosts].sort()).toEqual([new URL(files.url).host, new URL(other.url).host].sort());
  expect(files.missed).toEqual([]);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys).toContain('atoll_admin');
  expect(keys).not.toContain('pocketbase_auth');
  // Leaves the page first, because it may still prefetch files.
  await page.goto('about:blank');
  await files.stop();
  rmSync(dir, { recursive: true });
}

async function useInstaller(page: Page): Promise<void> {
  const backend = await startPocketBase({ from: 'empty' });
  const dir = copyOfDashboard({ 'atoll-backend': backend.url });
  const files = await startStatic({ dir });
  await page.goto(files.url);
  await expect(
    onLine(
      page.getByRole('button', { name: 'Create and login' }),
      page.getByRole('link', { name: 'No superuser yet?' }),
    ),
  ).toBeVisible();
  // Leaves the page first, because it may still prefetch files.
  await page.goto('about:blank');
  await files.stop();
  await backend.stop();
  rmSync(dir, { recursive: true });
}

test('the dashboard works from its server and as static files, configured without a rebuild', async ({
  page,
  atoll,
  backend,
  step,
}) => {
  await step('the server under Deno shows the records of its backend, over one origin', () =>
    useServer(page, { atoll, backend }),
  );
  await page.goto('about:blank');
  await step("static files work in PocketBase's pb_public", () => usePublicDir(page));
  await step('on another origin, under a sub-path', () => useOtherOrigin(page, backend));
  await step('a fresh backend shows the installer or leads to its link, without a failed request', () =>
    useInstaller(page),
  );
});

test.describe('with Node installed', () => {
  let node: string | undefined;

  test.beforeAll(() => {
    test.setTimeout(FETCH_TIMEOUT_MS);
    node = findNode();
    test.skip(node === undefined, 'no Node of version 22.12 or newer is at hand, and none can be fetched');
  });

  test('the server under Node shows the records of its backend', async ({ page, backend }) => {
    const atoll = await startAtoll({ backendUrl: backend.url, runtime: [node ?? ''] });
    await page.goto(atoll.url);
    await useDashboard(page, backend);
    await page.close();
    await atoll.stop();
  });
});
