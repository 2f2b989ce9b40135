import { createCollection, createPosts, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  openRecord,
  panelScreen,
  question,
  recordPanels,
  storedRecord,
} from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

const UNSAVED_FILES_QUESTION =
  'You have unsaved changes that no draft keeps, such as chosen files. Do you really want to leave?';
const SAVING_QUESTION = 'The record is still being saved. Do you really want to stop that and leave?';

const createGallery = (api: Parameters<typeof createCollection>[0]) =>
  createCollection(api, { name: uniqueName('gallery'), schema: [field('title'), field('photo', 'file')] });

test('a reload and the back button ask before chosen files are lost', async ({ page, admin, backend }) => {
  const collection = await createGallery(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto('/#/settings');
  const screen = await openRecord(page, collection.id, row.id);
  const photo = screen.field('photo');
  await photo
    .locator('input[type=file]')
    .setInputFiles({ name: 'chosen.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  // Browsers ask only after an interaction with the page.
  await screen.control('title').click();
  const dialogEvent = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => location.reload()));
  const dialog = await dialogEvent;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(photo.getByText('chosen.txt')).toBeVisible();

  await page.goBack();
  await answer(page, UNSAVED_FILES_QUESTION, false);
  await expect(photo.getByText('chosen.txt')).toBeVisible();
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await answer(page, UNSAVED_FILES_QUESTION, true);
  await expect(page).toHaveURL(/#\/settings$/);
  await expect(recordPanels(page)).toHaveCount(0);
});

test('the back button does not stop an upload without a question', async ({ page, admin, backend }) => {
  const collection = await createGallery(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(`/#/collections?collectionId=${collection.id}`);
  const screen = await openRecord(page, collection.id, row.id);
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await screen
    .field('photo')
    .locator('input[type=file]')
    .setInputFiles({ name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(4_000_000, 'x') });
  await network.send('Network.emulateNetworkConditions', slow);
  await screen.save.click();
  await expect(screen.panel.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await page.goBack();
  await expect(question(page)).toContainText(SAVING_QUESTION);
  await answer(page, SAVING_QUESTION, false);
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect((await storedRecord(backend, collection, row.id))['photo']).toMatch(/^large_/);
});

test('the back button asks every time, and opens the list after the answer yes', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await recordsScreen(page).row(row.id).click();
  const screen = panelScreen(page);
  await screen.control('title').fill('typed');
  const text = 'You have unsaved changes. Do you really want to close the panel?';
  for (const yes of [false, false, true]) {
    await page.goBack();
    await answer(page, text, yes);
    if (!yes) expect(hashQuery(page)['recordId']).toBe(row.id);
  }
  await expect(screen.panel).toHaveCount(0);
  expect(hashQuery(page)).toEqual({ collectionId: collection.id });
});
