import type { Page } from '@playwright/test';
import {
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { createPeopleAndPosts, openPicker, openPost } from '#tests/support/records/relations.ts';
import { shownText } from '#tests/support/records/rich-text.ts';

const REFUSAL = 'The disk is busy.';

/** Refuses further pages of a collection's records until the test allows them. */
async function refuseFurtherPages(page: Page, collectionId: string) {
  const refused: string[] = [];
  const matches = (url: URL) =>
    url.pathname.endsWith(`/${collectionId}/records`) && Number(url.searchParams.get('page')) > 1;
  await page.route(matches, (route) => {
    refused.push(route.request().url());
    return route.fulfill({ status: 500, json: { code: 500, message: REFUSAL, data: {} } });
  });
  return { refused, letThrough: () => page.unroute(matches) };
}

const toasts = (page: Page) => page.locator('[data-toasts] [data-type=error]');

test('a picker whose next page fails shows one message and continues on demand', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=2&.*$/);
  const created = await createPeopleAndPosts(backend.api, 60);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await admin.signIn();
  const panel = await openPost(page, created.posts, post);
  const { refused, letThrough } = await refuseFurtherPages(page, created.people.id);
  const { dialog, scroller } = await openPicker(page, panel, created, 'readers');
  await expect(dialog.locator('[data-pick]').first()).toBeVisible();
  await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  const again = dialog.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expect(toasts(page)).toHaveText(new RegExp(REFUSAL));
  // Further scrolling causes no further messages.
  for (const top of [0, 100_000, 0, 100_000]) {
    await scroller.evaluate((element, to) => {
      element.scrollTop = to;
      return new Promise(requestAnimationFrame);
    }, top);
  }
  expect(refused).toHaveLength(1);
  await axe('[role=dialog]');

  await again.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => refused.length).toBe(2);
  // During the request it ignores keys.
  await expect(again).toBeEnabled();
  await expect(again).toBeFocused();
  await letThrough();
  await page.keyboard.press('Enter');
  await expect(dialog.locator('[aria-setsize="60"]').first()).toBeAttached();
  await expect(again).toBeHidden();
  await expect(dialog.locator('[data-pick]:focus')).toHaveCount(1);
});

test('a file picker whose next page fails does not repeat the request', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=2&.*$/);
  const photos = await createCollection(backend.api, {
    name: uniqueName('photos'),
    schema: [field('files', 'file', { options: { maxSelect: 2, maxSize: 5_242_880 } })],
  });
  await createRecord(backend.api, photos.id, { files: pngFile('oldest.png') });
  // A first page without an image does not fill the dialog: the next one is requested at once.
  for (let index = 0; index < 50; index += 1) {
    await createRecord(backend.api, photos.id, { files: textFile(`note${index}.txt`) });
  }
  const articles = await createCollection(backend.api, {
    name: uniqueName('articles'),
    schema: [field('body', 'editor')],
  });
  const article = await createRecord(backend.api, articles.id, { body: '<p>Hello</p>' });
  await admin.signIn();
  await page.goto(recordsHash(articles.id));
  await recordsScreen(page).row(article.id).click();
  const panel = page.getByRole('dialog', { name: `Edit ${articles.name} record` });
  await shownText(panel).hover();
  await panel.getByRole('button', { name: 'Insert image' }).click();
  const { refused, letThrough } = await refuseFurtherPages(page, photos.id);
  await page.getByRole('menuitem', { name: 'From collection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select an image' });
  await dialog.getByRole('button', { name: photos.name }).click();
  const again = dialog.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await again.click();
  await expect.poll(() => refused.length).toBe(2);
  await expect(again).toBeEnabled();
  await letThrough();
  await again.click();
  await expect(dialog.getByRole('button', { name: /^oldest/ })).toBeVisible();
  await expect(again).toBeHidden();
  expect(refused).toHaveLength(2);
});
