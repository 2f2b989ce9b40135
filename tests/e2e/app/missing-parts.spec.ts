import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { BUILD_DIR } from '#scripts/lib/paths.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { docs } from '#tests/support/docs/api-docs.ts';
import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openRecord } from '#tests/support/records/panel.ts';
import { DELETE_ONE, deleteSelected, rowBox } from '#tests/support/records/selection.ts';
import { appSidebar, frame, loginScreen, openAvatarMenu } from '#tests/support/screens.ts';
import { signIn } from '#tests/support/session.ts';

const UPDATED = 'Atoll was updated. Reload the page to go on.';
const KEEPS = 'Drafts of forms are kept, chosen files are not.';

const notice = (page: Page) => page.locator('[data-notice]');
const failure = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });

/** Lets the files of these parts fail until the returned function is called. */
async function lose(page: Page, parts: RegExp): Promise<() => Promise<void>> {
  await page.route(parts, (route) => route.abort('connectionreset'));
  return () => page.unroute(parts);
}

test('parts that can’t be fetched fail separately: each shows an error and a retry, and the rest still works', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed GET .*net::ERR_CONNECTION_RESET$/);
  const users = await createCollection(backend.api, { name: uniqueName('people'), fields: [field('name')] });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    fields: [
      field('picture', 'file'),
      field('cover', 'file'),
      field('day', 'date'),
      field('author', 'relation', { collectionId: users.id }),
    ],
  });
  const row = await createRecord(backend.api, posts.id, { picture: pngFile('picture.png') });
  await admin.signIn();
  const failed = failure(page);

  await test.step('panels show it above the page and can be closed', async () => {
    const find = await lose(page, /\/assets\/(RecordPanels|ApiDocs)\./);
    await page.goto(recordsHash(posts.id));
    await recordsScreen(page).row(row.id).click();
    await expect(failed).toBeInViewport({ ratio: 1 });
    await failed.getByRole('button', { name: 'Close' }).click();
    await expect(failed).toBeHidden();
    await expect(page).not.toHaveURL(/recordId/);

    await page.getByRole('button', { name: 'API Preview' }).click();
    await expect(failed).toBeInViewport({ ratio: 1 });
    await find();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(docs(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(docs(page)).toHaveCount(0);
  });

  await test.step('a preview, while the other islands work', async () => {
    const find = await lose(page, /\/assets\/FilePreview[^/]*\.js/);
    await page.getByRole('button', { name: /^Preview picture/ }).click();
    await expect(failed).toBeVisible();
    const collections = page.getByRole('navigation', { name: 'Collections' });
    const link = collections.getByRole('link', { name: posts.name });
    await expect(link).toHaveAttribute('aria-current', 'page');
    const menu = await openAvatarMenu(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await find();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a picker and a calendar, while the form keeps its files', async () => {
    const { panel, field: fieldOf } = await openRecord(page, posts.id, row.id);
    // The part, and what it imports and the panel does not.
    const parts = /\/assets\/(RecordPickerDialog|part|Calendar)\./;
    const find = await lose(page, parts);
    const inPanel = failure(page).and(panel.getByRole('alert'));
    await fieldOf('cover')
      .locator('input[type="file"]')
      .setInputFiles({ name: 'cover.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await expect(panel.getByText('cover.txt')).toBeVisible();

    await panel.getByRole('button', { name: 'Open picker: author' }).click();
    await expect(inPanel).toHaveCount(1);
    await expect(inPanel.getByRole('button')).toHaveText(['Try again', 'Close']);
    await inPanel.getByRole('button', { name: 'Close' }).click();
    await expect(inPanel).toHaveCount(0);

    await fieldOf('day')
      .getByRole('button', { name: /^Choose/ })
      .click();
    await expect(inPanel).toHaveCount(1);
    await expect(panel.getByText('cover.txt')).toBeVisible();
    await find();
    await inPanel.getByRole('button', { name: 'Try again' }).click();
    // The focus stays in the popup, which would close without it, and then moves to the calendar.
    await expect(page.locator('calendar-date:focus-within')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.locator('calendar-date')).toHaveCount(0);

    const findAgain = await lose(page, parts);
    await panel.getByRole('button', { name: 'Open picker: author' }).click();
    await expect(inPanel).toHaveCount(1);
    await findAgain();
    await inPanel.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await page
      .getByRole('dialog', { name: /^Select / })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(panel.getByText('cover.txt')).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });
});

test('a menu, a question and a screen that can’t be fetched, and broken responses and storage', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const { id } = await createCollection(backend.api, { name: uniqueName('asked'), fields: [field('title')] });
  const row = await createRecord(backend.api, id, { title: 'One' });
  const visit = async (address: string) => {
    await admin.signIn();
    await page.goto(address);
  };

  await test.step('a part waits for its styles, and opens without them when they can’t be fetched', async () => {
    await visit('/#/logs');
    const late = await page.locator('meta[name=atoll-late-styles]').getAttribute('content');
    const styles = `**/${late?.replace('./', '')}`;
    const held = gate();
    await page.route(styles, async (route) => {
      await held.opened;
      await route.continue();
    });
    // A part of the logs may ask for the styles that are held before the page has loaded.
    await page.reload({ waitUntil: 'domcontentloaded' });
    const code = page.waitForEvent('requestfinished', (request) =>
      /\/assets\/MenuPopup\./.test(request.url()),
    );
    const menu = await openAvatarMenu(page);
    await code;
    await expect(menu).toHaveCount(0);
    held.open();
    await expect(menu).toBeVisible();
    await page.unroute(styles);

    expectedProblems.allow(/^response 404 GET \/assets\/(late|icons)\.[\w-]+\.css$/);
    // The late ones, then the icons too.
    for (const missing of [styles, '**/assets/*.css']) {
      await page.route(missing, (route) => route.fulfill({ status: 404, body: '' }));
      await page.reload();
      await expect(await openAvatarMenu(page)).toBeVisible();
      await expect(notice(page)).toBeVisible();
      await page.unroute(missing);
    }
  });

  for (const size of [
    { width: 360, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    await test.step(`a menu in a window of ${size.width} px shows an error, and a retry opens it`, async () => {
      const parts = '**/assets/part.*.js';
      if (size.width === 360) expectedProblems.allow(/^response 404 GET \/assets\/part\.[\w.-]+\.js$/);
      await page.route(parts, (route) => route.fulfill({ status: 404, body: '' }));
      await page.setViewportSize(size);
      await visit('/#/logs');
      // At the bottom of the window, without space below it.
      const menu = await openAvatarMenu(page);
      await expect(failure(page)).toBeVisible();
      await page.unroute(parts);
      await failure(page).getByRole('button', { name: 'Try again' }).click();
      await expect(failure(page)).toHaveCount(0);
      await menu.getByRole('menuitem', { name: 'Logout' }).click();
      await expect(loginScreen(page).email).toBeVisible();
    });
  }

  await test.step('a screen asks to reload, the rest still works, and a new visit tries again', async () => {
    expectedProblems.allow(
      /^response 404 GET \/assets\/CollectionsSidebar\.[\w-]+\.js(\?astro-retry=\d+)?$/,
      /^console error: \[astro-island\] Error hydrating \.\/assets\/CollectionsSidebar\.[\w-]+\.js TypeError: .*$/,
    );
    const chunk = '**/assets/CollectionsSidebar*.js*';
    await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }));
    await visit(`/#/collections?collectionId=${id}`);
    await expect(notice(page).getByRole('paragraph')).toHaveText(`${UPDATED} ${KEEPS}`);
    await expect(page.getByText(/^Total found: /)).toBeVisible();
    await appSidebar(page).getByRole('link', { name: 'Settings' }).click();
    await expect(frame(page, 'settings-application')).toBeVisible();
    // When the network is back, a new visit is enough.
    await page.unroute(chunk);
    await page.goBack();
    await expect(page.getByRole('navigation', { name: 'Collections' })).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });

  await test.step('a question is shown as a dialog of the browser', async () => {
    expectedProblems.allow(
      /^response 404 GET \/assets\/ConfirmPopup\.[\w-]+\.js$/,
      /^console error: TypeError: Failed to fetch dynamically imported module: \/assets\/ConfirmPopup\.[\w-]+\.js$/,
    );
    const chunk = '**/assets/ConfirmPopup*.js';
    await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }));
    await rowBox(page, row.id).check();
    const questions: string[] = [];
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message());
      await (questions.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await deleteSelected(page).click();
    const { name } = await backend.api.get<{ name: string }>(`/api/collections/${id}`);
    const question = `${DELETE_ONE}\n\n“One” of ${name} will be deleted. Undo in this tab brings back all but the times of creation and update.`;
    await expect.poll(() => questions).toEqual([question]);
    await expect(page.getByText('Total found: 1')).toBeVisible();
    await deleteSelected(page).click();
    await expect(page.getByText('Total found: 0')).toBeVisible();
    expect(questions).toEqual([question, question]);
  });

  await test.step('corrupted responses and storage don’t break the page', async () => {
    expectedProblems.allow('console warning: Failed to load app settings.');
    await admin.signIn();
    await page.evaluate(() => {
      for (const key of ['@pinnedCollections', '@adminSidebarWidth', 'atollTheme', 'pb_admin_file_token']) {
        localStorage.setItem(key, '{"not":');
      }
    });
    await page.route('**/api/settings', (route) => route.fulfill({ json: [null] }));
    await page.route('**/api/collections?*', (route) => route.fulfill({ body: '<html>' }));
    await page.goto('/#/collections');
    await expect(appSidebar(page)).toBeVisible();
    await expect(frame(page, 'collections')).toBeVisible();
    const menu = await openAvatarMenu(page);
    await menu.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(loginScreen(page).email).toBeVisible();
  });
});

const PAGE_FOR_SCRIPT =
  'console error: Failed to load module script: Expected a JavaScript-or-Wasm module script but the server responded with a MIME type of "text/html". Strict MIME type checking is enforced for module scripts per HTML spec.';

test('after an update a missing part asks to reload, and names what a reload keeps; so does the sign-in', async ({
  newWindow,
  expectedProblems,
}) => {
  // The host sent its page instead of the script.
  expectedProblems.allow(PAGE_FOR_SCRIPT);
  const dir = mkdtempSync(`${tmpdir()}/atoll-updated-`);
  const restore = () => cpSync(`${BUILD_DIR}/client`, dir, { recursive: true });
  const remove = (part: RegExp) => {
    for (const name of readdirSync(`${dir}/assets`)) if (part.test(name)) rmSync(`${dir}/assets/${name}`);
  };
  restore();
  const backend = await startPocketBase({ publicDir: dir });

  for (const { what, part, says } of [
    { what: 'its form', part: /^LoginPage\./, says: UPDATED },
    { what: 'the script of the page', part: /^Shell\./, says: 'Reload the page to try again.' },
  ]) {
    await test.step(`a sign-in page without ${what} shows an error and reloads`, async () => {
      if (part.test('LoginPage.'))
        expectedProblems.allow(/^console error: \[astro-island\] Error hydrating \.\/assets\/LoginPage\..*$/);
      // Browsers cache a response without an expiry for a tenth of its age.
      const longAgo = new Date(Date.now() - 1e10);
      utimesSync(`${dir}/index.html`, longAgo, longAgo);
      remove(part);
      // A window of its own has nothing in its cache.
      const page = await (await newWindow()).newPage();
      await page.goto(`${backend.url}/#/login`);
      await expect(notice(page)).toBeVisible();
      await expect(notice(page)).toContainText(says);
      restore();
      await notice(page).getByRole('button', { name: 'Reload' }).click();
      await expect(loginScreen(page).button).toBeEnabled();
      await expect(notice(page)).toBeHidden();
      await expect(frame(page, 'login')).toBeVisible();
      await page.close();
    });
  }

  await test.step('a part of a screen', async () => {
    const { id, name } = await createCollection(backend.api, { name: 'posts', fields: [field('title')] });
    const page = await (await newWindow()).newPage();
    await signIn(page, backend, backend.url);
    await page.goto(`${backend.url}${recordsHash(id)}`);
    await expect(page.getByText('Total found: 0')).toBeVisible();
    remove(/^ApiDocs\./);
    const html = readFileSync(`${dir}/index.html`, 'utf8');
    writeFileSync(`${dir}/index.html`, html.replace(/(name="atoll-build" content=")[^"]+/, '$1another'));
    await page.getByRole('button', { name: 'API Preview' }).click();
    const failed = page.getByRole('alert').filter({ hasText: UPDATED });
    await expect(failed).toContainText(KEEPS);
    await expect(failed.getByRole('button')).toHaveText(['Reload', 'Close']);
    const reloaded = page.waitForEvent('load');
    await failed.getByRole('button', { name: 'Reload' }).click();
    await reloaded;
    await expect(page.getByRole('link', { name })).toBeVisible();
    await page.close();
  });
  await backend.stop();
  rmSync(dir, { recursive: true });
});
