import { createCollection, createRecord, field, pngFile, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { createRows, DELETE_ONE, deleteSelected, rowBox } from '#tests/support/records/selection.ts';
import { appSidebar, frame, goToHash, loginScreen, openAvatarMenu, toasts } from '#tests/support/screens.ts';
import { stopClock } from '#tests/support/timers.ts';

const FALLBACK = 'Something went wrong while processing your request.';

test('[ER-03] the same message replaces its toast, another one is added after it, the button closes one at once', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  const { id } = await createCollection(backend.api, {
    name: uniqueName('failing'),
    schema: [field('title', 'text')],
  });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  let message = 'First trouble.';
  await page.route(`**/api/collections/${id}/records?*`, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message, data: {} } }),
  );
  // No toast closes on its own, so the order below is that of the messages.
  await stopClock(page);
  const refresh = page.getByRole('button', { name: 'Refresh' });
  await refresh.click();
  await expect(toasts(page)).toHaveText(['First trouble.']);
  const before = await toasts(page).first().elementHandle();
  await refresh.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => before?.evaluate((node) => node.isConnected)).toBe(false);
  await expect(toasts(page)).toHaveText(['First trouble.']);
  message = 'Second trouble.';
  await expect(refresh).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveText(['First trouble.', 'Second trouble.']);
  await toasts(page).first().getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveText(['Second trouble.']);

  const box = await toasts(page).boundingBox();
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(2);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(720);
});

test('[ER-06] a response without a message and a missing response show the fallback', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^response 500 GET \/api\/collections\/\w+\/records\?.*$/,
    /^request failed GET \/api\/collections\/\w+\/records\?.* net::ERR_CONNECTION_REFUSED$/,
  );
  const { id } = await createCollection(backend.api, {
    name: uniqueName('speechless'),
    schema: [field('title', 'text')],
  });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${id}`);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  const records = `**/api/collections/${id}/records?*`;
  await page.route(records, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toasts(page, 'error')).toHaveText([FALLBACK]);
  await page.unroute(records);
  await page.route(records, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toasts(page, 'error').last()).toHaveText(
    `${FALLBACK} The backend can’t be reached: check that it is running.`,
  );
});

test('[ER-05] a call that a newer one cancels shows no message', async ({ page, admin, backend }) => {
  const collections = [];
  for (let index = 0; index < 2; index++) {
    collections.push(
      await createCollection(backend.api, {
        name: uniqueName('overtaken'),
        schema: [field('title', 'text')],
      }),
    );
  }
  const [first, second] = collections.map(({ id }) => id);
  const release = Promise.withResolvers<void>();
  await page.route(`**/api/collections/${first}/records?*`, async (route) => {
    await release.promise;
    await route.abort();
  });
  await admin.signIn();
  const requested = page.waitForRequest(`**/api/collections/${first}/records?*`);
  await page.goto(`/#/collections?collectionId=${first}`);
  await requested;
  const cancelled = page.waitForEvent('requestfailed');
  await goToHash(page, `/collections?collectionId=${second}`);
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  release.resolve();
  await expect(page.getByText('Total found: 0')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
});

test('a part that can’t be fetched shows an error and a retry, and the rest still works', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed GET \/assets\/FilePreview\.[\w-]+\.js net::ERR_CONNECTION_RESET$/);
  const { id, name } = await createCollection(backend.api, {
    name: uniqueName('crashing'),
    schema: [field('cover', 'file')],
  });
  await createRecord(backend.api, id, { cover: pngFile('cover.png') });
  await admin.signIn();
  const chunk = '**/assets/FilePreview*.js';
  await page.route(chunk, (route) => route.abort('connectionreset'));
  await page.goto(`/#/collections?collectionId=${id}`);
  await page.getByRole('button', { name: /^Preview cover/ }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
  await expect(alert).toBeVisible();
  await axe();

  // The other islands work.
  const collections = page.getByRole('navigation', { name: 'Collections' });
  await expect(collections.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  const menu = await openAvatarMenu(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();

  await page.unroute(chunk);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a screen whose code can’t be fetched asks to reload, the rest still works, and a new visit tries again', async ({
  page,
  admin,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^response 404 GET \/assets\/CollectionsSidebar\.[\w-]+\.js(\?astro-retry=\d+)?$/,
    /^console error: \[astro-island\] Error hydrating \.\/assets\/CollectionsSidebar\.[\w-]+\.js TypeError: .*$/,
  );
  await admin.signIn();
  const chunk = '**/assets/CollectionsSidebar*.js*';
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/#/collections');
  const notice = page.locator('[data-notice]');
  await expect(notice.getByRole('paragraph')).toHaveText(
    'Atoll was updated. Reload the page to go on. Drafts of forms are kept, chosen files are not.',
  );
  await expect(page.getByText(/^Total found: /)).toBeVisible();
  await appSidebar(page).getByRole('link', { name: 'Settings' }).click();
  await expect(frame(page, 'settings-application')).toBeVisible();
  // When the network is back, a new visit is enough.
  await page.unroute(chunk);
  await appSidebar(page).getByRole('link', { name: 'Collections' }).click();
  await expect(page.getByRole('navigation', { name: 'Collections' })).toBeVisible();
  await expect(notice).toBeHidden();
});

test('a menu that can’t be fetched shows an error, and a retry opens it', async ({
  page,
  admin,
  axe,
  expectedProblems,
}) => {
  const parts = '**/assets/floating-ui*.js';
  expectedProblems.allow(/^response 404 GET \/assets\/floating-ui\.[\w.-]+\.js$/);
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 640 },
  ]) {
    await page.route(parts, (route) => route.fulfill({ status: 404, body: '' }));
    await page.setViewportSize(size);
    await admin.signIn();
    await page.goto('/#/logs');
    // At the bottom of the window, without space below it.
    const menu = await openAvatarMenu(page);
    const failed = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
    await expect(failed).toBeVisible();
    await axe();
    await page.unroute(parts);
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed).toHaveCount(0);
    await menu.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(loginScreen(page).email).toBeVisible();
  }
});

test('a question whose popup can’t be fetched is shown as a dialog of the browser', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^response 404 GET \/assets\/ConfirmPopup\.[\w-]+\.js$/,
    /^console error: TypeError: Failed to fetch dynamically imported module: \/assets\/ConfirmPopup\.[\w-]+\.js$/,
  );
  const { collection, ids } = await createRows(backend.api, 1);
  await admin.signIn();
  const chunk = '**/assets/ConfirmPopup*.js';
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`/#/collections?collectionId=${collection.id}`);
  await rowBox(page, ids[0] ?? '').check();
  const questions: string[] = [];
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await (questions.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  await deleteSelected(page).click();
  await expect.poll(() => questions).toEqual([DELETE_ONE]);
  await expect(page.getByText('Total found: 1')).toBeVisible();
  await deleteSelected(page).click();
  await expect(page.getByText('Total found: 0')).toBeVisible();
  expect(questions).toEqual([DELETE_ONE, DELETE_ONE]);
});

test('corrupted responses and storage don’t break the page', async ({ page, admin, expectedProblems }) => {
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
  await expect(page.locator('[data-frame="collections"]')).toBeVisible();
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
});
