import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { savedFile } from '#tests/support/logs/panel.ts';
import { gate } from '#tests/support/records/page.ts';
import { goToHash, toasts } from '#tests/support/screens.ts';
import {
  ARTICLES,
  exportHash,
  exportScreen,
  isCollectionsRequest,
  jsonOf,
  manyCollections,
  resetCollections,
  storedCollections,
  TAGS,
} from '#tests/support/settings/sync.ts';

test.beforeEach(async ({ backend, admin }) => {
  await resetCollections(backend.api);
  await admin.signIn();
});

test('[EX-01][EX-02][EX-03][EX-04] all collections are selected, and the preview follows the selection', async ({
  page,
  backend,
  axe,
}) => {
  const loaded = page.waitForRequest(isCollectionsRequest);
  await page.goto(exportHash);
  const { screen, selectAll, boxes, box, preview } = exportScreen(page);
  expect(new URL((await loaded).url()).searchParams.get('perPage')).toBe('100');
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Export collections');
  await expect(screen).toContainText(
    "Below you'll find your current collections configuration that you could import in another PocketBase environment.",
  );
  await expect(boxes).toHaveCount(2);
  for (const each of [selectAll, box('articles'), box('tags')]) await expect(each).toBeChecked();
  const stored = await storedCollections(backend.api);
  await expect.poll(() => preview.textContent()).toBe(jsonOf(stored));
  expect(stored).toEqual([ARTICLES, TAGS]);
  await axe();

  await box('articles').click();
  await expect(selectAll).not.toBeChecked();
  await expect(selectAll).toHaveJSProperty('indeterminate', true);
  await expect.poll(() => preview.textContent()).toBe(jsonOf([TAGS]));
  await selectAll.click();
  await expect(box('articles')).toBeChecked();
  await expect.poll(() => preview.textContent()).toBe(jsonOf([ARTICLES, TAGS]));
  await selectAll.click();
  for (const each of [selectAll, box('articles'), box('tags')]) await expect(each).not.toBeChecked();
  await expect.poll(() => preview.textContent()).toBe('[]');
  await axe();
});

test('[EX-05][EX-06][EX-07] the selection is copied, by keyboard too, and downloaded', async ({ page }) => {
  const clipboard = await allowClipboard(page);
  await page.clock.install();
  await page.goto(exportHash);
  const { selectAll, box, preview, copy, download } = exportScreen(page);
  await expect(copy).toBeEnabled();
  await preview.focus();
  await page.keyboard.press('ControlOrMeta+a');
  expect(await page.evaluate(() => String(getSelection()))).toBe(jsonOf([ARTICLES, TAGS]));
  await page.keyboard.press('ControlOrMeta+c');
  expect(await clipboard()).toBe(jsonOf([ARTICLES, TAGS]));

  await box('tags').focus();
  await page.keyboard.press('Space');
  await copy.focus();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.keyboard.press('Enter');
  const copied = toasts(page, 'info').getByText('The configuration was copied to your clipboard!');
  await expect(copied).toBeVisible();
  await page.clock.runFor(2999);
  await expect(copied).toBeVisible();
  await page.clock.runFor(1);
  await expect(copied).toHaveCount(0);
  await page.clock.resume();
  expect(await clipboard()).toBe(jsonOf([ARTICLES]));
  const { name, text } = await savedFile(page, () => download.press('Enter'));
  expect(name).toBe('pb_schema.json');
  expect(text).toBe(jsonOf([ARTICLES]));

  await selectAll.click();
  await selectAll.click();
  await expect(copy).toBeDisabled();
  await expect(download).toBeDisabled();
});

test('a failed load is repeated on request, and the page can be left meanwhile', async ({
  page,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\?.*$/);
  const answer = gate();
  let fails = true;
  await page.route(
    (url) => url.pathname === '/api/collections' && url.searchParams.get('perPage') === '100',
    async (route) => {
      await answer.opened;
      if (!fails) return route.continue();
      fails = false;
      return route.fulfill({ status: 500, json: { code: 500, message: 'Broken.', data: {} } });
    },
  );
  await page.goto(exportHash);
  const { screen, boxes } = exportScreen(page);
  await expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
  await axe();
  answer.open();
  await expect(screen.getByRole('alert')).toContainText('The collections could not be loaded.');
  await axe();
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(boxes).toHaveCount(2);
  await goToHash(page, '#/settings');
  await goToHash(page, '#/settings/export-collections');
  await expect(boxes).toHaveCount(2);
});

test('300 collections stay usable, also on a small screen', async ({ page, startSite, admin }) => {
  const site = await startSite();
  const many = manyCollections(300);
  await resetCollections(site.backend.api, many.slice(0, 1));
  // The export reads no records, so the others need no table. The backend itself takes more than 10 s to create them.
  site.backend.copyRow(
    '_collections',
    many[0]?.id ?? '',
    many.slice(1).map(({ id, name, schema }) => ({ id, name, schema: JSON.stringify(schema) })),
  );
  await admin.signIn(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(site.atoll.url + exportHash);
  const { screen, boxes, box, preview, download } = exportScreen(page);
  await expect(boxes).toHaveCount(300);
  await box('many_0000').click();
  const rest = jsonOf(many.slice(1));
  await expect.poll(() => preview.textContent()).toBe(rest);
  await preview.focus();
  await page.keyboard.press('ControlOrMeta+a');
  expect(await page.evaluate(() => String(getSelection()))).toBe(rest);
  await preview.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(preview.locator('.hljs-attr').last()).toBeVisible();
  await expect(download).toBeInViewport();
  expect(await screen.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
