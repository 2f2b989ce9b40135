import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { BUILD_DIR } from '#scripts/lib/paths.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { docs } from '#tests/support/docs/api-docs.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openRecord } from '#tests/support/records/panel.ts';
import { frame, loginScreen } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/session.ts';

const UPDATED = 'Atoll was updated. Reload the page to go on.';
const KEEPS = 'Drafts of forms are kept, chosen files are not.';

const notice = (page: Page) => page.locator('[data-notice]');

test('a picker and a calendar that can’t be fetched fail separately: the form keeps its files, and a retry works', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed GET .*net::ERR_CONNECTION_RESET$/);
  const users = await createCollection(backend.api, { name: uniqueName('people'), schema: [field('name')] });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [
      field('cover', 'file'),
      field('day', 'date'),
      field('author', 'relation', { options: { collectionId: users.id, maxSelect: 1 } }),
    ],
  });
  const row = await createRecord(backend.api, posts.id);
  await admin.signIn();
  // Blocks the part and its imports.
  const parts = /\/assets\/(RecordPickerDialog|use-load-on-scroll|Calendar)\./;
  await page.route(parts, (route) => route.abort('connectionreset'));
  const { panel, field: fieldOf } = await openRecord(page, posts.id, row.id);
  await panel
    .locator('input[type="file"]')
    .setInputFiles({ name: 'cover.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(panel.getByText('cover.txt')).toBeVisible();

  await panel.getByRole('button', { name: 'Open picker: author' }).click();
  const failed = panel.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
  await expect(failed).toHaveCount(1);
  await axe('[data-panel]');
  await expect(failed.getByRole('button')).toHaveText(['Try again', 'Close']);
  await failed.getByRole('button', { name: 'Close' }).click();
  await expect(failed).toHaveCount(0);

  await fieldOf('day')
    .getByRole('button', { name: /^Choose/ })
    .click();
  await expect(failed).toHaveCount(1);
  await expect(panel.getByText('cover.txt')).toBeVisible();
  await page.unroute(parts);
  await failed.getByRole('button', { name: 'Try again' }).click();
  // The focus stays in the popup, which would close without it, and then moves to the calendar.
  await expect(page.locator('calendar-date:focus-within')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('calendar-date')).toHaveCount(0);

  await page.route(parts, (route) => route.abort('connectionreset'));
  await panel.getByRole('button', { name: 'Open picker: author' }).click();
  await expect(failed).toHaveCount(1);
  await page.unroute(parts);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(panel.getByText('cover.txt')).toBeVisible();
  await expect(notice(page)).toBeHidden();
});

test('panels that can’t be fetched show an error above the page and can be closed', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed GET .*net::ERR_CONNECTION_RESET$/);
  const { id } = await createCollection(backend.api, { name: uniqueName('posts'), schema: [field('title')] });
  const row = await createRecord(backend.api, id, { title: 'One' });
  await admin.signIn();
  const parts = /\/assets\/(RecordPanels|ApiDocs)\./;
  await page.route(parts, (route) => route.abort('connectionreset'));
  await page.goto(recordsHash(id));
  await recordsScreen(page).row(row.id).click();
  const failed = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
  await expect(failed).toBeInViewport({ ratio: 1 });
  await axe();
  await failed.getByRole('button', { name: 'Close' }).click();
  await expect(failed).toBeHidden();
  await expect(page).not.toHaveURL(/recordId/);

  await page.getByRole('button', { name: 'API Preview' }).click();
  await expect(failed).toBeInViewport({ ratio: 1 });
  await page.unroute(parts);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(docs(page)).toBeVisible();
});

/** A folder with the built dashboard for PocketBase; `update` replaces it with another build. */
function dashboardFolder() {
  const dir = mkdtempSync(`${tmpdir()}/atoll-updated-`);
  cpSync(`${BUILD_DIR}/client`, dir, { recursive: true });
  const remove = (part: RegExp) => {
    for (const name of readdirSync(`${dir}/assets`)) if (part.test(name)) rmSync(`${dir}/assets/${name}`);
  };
  const update = (part: RegExp) => {
    remove(part);
    const html = readFileSync(`${dir}/index.html`, 'utf8');
    writeFileSync(`${dir}/index.html`, html.replace(/(name="atoll-build" content=")[^"]+/, '$1another'));
  };
  return { dir, remove, update };
}

const PAGE_FOR_SCRIPT =
  'console error: Failed to load module script: Expected a JavaScript-or-Wasm module script but the server responded with a MIME type of "text/html". Strict MIME type checking is enforced for module scripts per HTML spec.';

test('after an update a missing part asks to reload, and names what a reload keeps', async ({
  page,
  axe,
  expectedProblems,
}) => {
  // The host sent its page instead of the script.
  expectedProblems.allow(PAGE_FOR_SCRIPT);
  const { dir, update } = dashboardFolder();
  const backend = await startPocketBase({ publicDir: dir });
  const { id, name } = await createCollection(backend.api, { name: 'posts', schema: [field('title')] });
  await signIn(page, backend, backend.url);
  await page.goto(`${backend.url}${recordsHash(id)}`);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  update(/^ApiDocs\./);
  await page.getByRole('button', { name: 'API Preview' }).click();
  const failed = page.getByRole('alert').filter({ hasText: UPDATED });
  await expect(failed).toContainText(KEEPS);
  await expect(failed.getByRole('button')).toHaveText(['Reload', 'Close']);
  await axe();
  const reloaded = page.waitForEvent('load');
  await failed.getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.close();
  await backend.stop();
  rmSync(dir, { recursive: true });
});

for (const { what, part, says, problems } of [
  {
    what: 'its form',
    part: /^LoginPage\./,
    says: UPDATED,
    problems: [
      PAGE_FOR_SCRIPT,
      /^console error: \[astro-island\] Error hydrating \.\/assets\/LoginPage\..*$/,
    ],
  },
  {
    what: 'the script of the page',
    part: /^Shell\.astro/,
    says: 'Reload the page to try again.',
    problems: [PAGE_FOR_SCRIPT],
  },
]) {
  test(`a sign-in page without ${what} shows an error and reloads`, async ({ page, expectedProblems }) => {
    expectedProblems.allow(...problems);
    const { dir, remove } = dashboardFolder();
    // Browsers cache a response without an expiry for a tenth of its age.
    const longAgo = new Date(Date.now() - 1e10);
    utimesSync(`${dir}/index.html`, longAgo, longAgo);
    const backend = await startPocketBase({ publicDir: dir });
    const kept = mkdtempSync(`${tmpdir()}/atoll-kept-`);
    cpSync(dir, kept, { recursive: true });
    remove(part);
    await page.goto(`${backend.url}/#/login`);
    await expect(notice(page)).toBeVisible();
    await expect(notice(page)).toContainText(says);
    cpSync(kept, dir, { recursive: true });
    await notice(page).getByRole('button', { name: 'Reload' }).click();
    await expect(loginScreen(page).button).toBeEnabled();
    await expect(notice(page)).toBeHidden();
    await expect(frame(page, 'login')).toBeVisible();
    await page.close();
    await backend.stop();
    for (const folder of [dir, kept]) rmSync(folder, { recursive: true });
  });
}
