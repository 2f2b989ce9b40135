// npm run pictures: makes the pictures of the README from the demo, in both themes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import type { Page } from 'playwright';
import { startEnvironment } from '#scripts/bench/environment.ts';
import { makeDemo } from '#scripts/demo/demo.ts';
import { createAdminApi } from '#scripts/lib/admin-api.ts';
import { inRoot } from '#scripts/lib/paths.ts';
import { findPocketBase } from '#scripts/lib/pocketbase-binary.ts';
import { buildWhenStale } from '#scripts/start/build.ts';
import { Supervisor } from '#scripts/start/supervisor.ts';

const VIEWPORT = { width: 1280, height: 800 };
/** Of WebP, in percent: text stays sharp, and a picture has about 50 kB. */
const QUALITY = 80;

const PRODUCTS = '/collections?collectionId=demo0000000prod';

/** Where each picture is taken, and what is done there. The logs come first: other screens would fill them. */
const PICTURES: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  [
    'logs',
    '/logs',
    async (page) => {
      await page.getByRole('button', { name: 'Show by level' }).click();
      await page.getByRole('button', { name: '24 h', exact: true }).click();
    },
  ],
  ['list', PRODUCTS, async (page) => page.getByRole('gridcell').first().waitFor()],
  [
    'panel',
    PRODUCTS,
    async (page) => {
      await page.getByRole('row').nth(2).getByRole('gridcell').nth(2).click();
      await page.getByRole('button', { name: 'Save changes' }).waitFor();
    },
  ],
  [
    'schema',
    PRODUCTS,
    async (page) => {
      await page.getByRole('button', { name: 'Edit collection' }).click();
      await page.getByRole('button', { name: 'New field' }).waitFor();
    },
  ],
];

const supervisor = new Supervisor();
const dir = mkdtempSync(`${tmpdir()}/atoll-pictures-`);
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  await buildWhenStale(supervisor);
  const admin = await makeDemo({ bin: findPocketBase(), dir });
  const { backendUrl, atollUrl, browser } = await startEnvironment(dir, supervisor);
  const session = JSON.stringify(await createAdminApi(backendUrl, admin).session());
  for (const [name, path, open] of PICTURES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, viewport: VIEWPORT });
      await context.addInitScript((value) => localStorage.setItem('pocketbase_auth', value), session);
      const page = await context.newPage();
      await page.goto(`${atollUrl}/#${path}`);
      await open(page);
      await page.waitForLoadState('networkidle');
      const cdp = await context.newCDPSession(page);
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      writeFileSync(inRoot(`docs/pictures/${name}-${colorScheme}.webp`), data, 'base64');
      await context.close();
    }
  }
} finally {
  await supervisor.stopAll();
}
