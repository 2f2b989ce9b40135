import { createNotes, createPosts, createRecord, createRecords } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, isCountRequest, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  createdId,
  isSave,
  openNew,
  openRecord,
  panelScreen,
  partNames,
  recordPanels,
  saveAndWait,
  storedRecord,
  watchUploads,
} from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test('[RP-03][RP-04][UI-08] saving is enabled for new and changed records, one save at a time', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  const fresh = await openNew(page, collection.id);
  await expect(fresh.save).toBeEnabled();
  await fresh.cancel.click();
  await expect(recordPanels(page)).toHaveCount(0);

  const screen = await openRecord(page, collection.id, row.id);
  await expect(screen.save).toBeDisabled();
  await screen.control('title').fill('ab');
  await expect(screen.save).toBeEnabled();
  await screen.control('title').fill('a');
  await expect(screen.save).toBeDisabled();

  // A chosen file alone is a change.
  await screen
    .field('cover')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'cover.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('cover'),
    });
  await expect(screen.save).toBeEnabled();
  const { opened, open } = gate();
  await page.route(`**/api/collections/${collection.id}/records/${row.id}`, async (route) => {
    await opened;
    await route.continue();
  });
  await screen.save.click();
  await expect(screen.save).toBeDisabled();
  await expect(screen.save).toHaveAttribute('aria-busy', 'true');
  open();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect((await storedRecord(backend, collection, row.id))['cover']).toMatch(/^cover_\w+\.txt$/);

  const again = await openRecord(page, collection.id, row.id);
  await again
    .field('cover')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(again.save).toBeEnabled();
  await again.cancel.click();
  await answer(page, 'You have unsaved changes. Do you really want to close the panel?', true);
});

test('[RP-06][RP-07] Ctrl+S creates the record and keeps the panel open as its edit panel', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotes(backend.api);
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.control('title').fill('first');
  const sent = page.waitForRequest((request) => isSave(request, collection.id));
  const counted = page.waitForRequest((request) => isCountRequest(request, collection.id));
  await page.keyboard.press('Control+s');
  const request = await sent;
  expect(request.method()).toBe('POST');
  expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
  expect(partNames(request)).toEqual(['title', 'text', 'count']);
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  await counted;
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = await createdId(page);
  expect(id).toHaveLength(15);
  await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue(id);
  await expect(screen.save).toHaveText('Save changes');
  await expect(screen.save).toBeDisabled();
  await expect(recordsScreen(page).row(id)).toBeAttached();

  await screen.control('text').fill('second');
  await page.keyboard.press('Meta+s');
  await expect.poll(async () => (await storedRecord(backend, collection, id))['text']).toBe('second');
  await expect(screen.save).toBeDisabled();
  await expect(recordPanels(page)).toHaveCount(1);
});

test('[RP-07] creates with a typed id and every field of the schema, as one multipart form', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.panel.getByLabel('id', { exact: true }).fill('abcdefghij12345');
  await screen.control('title').fill('with id');
  const request = await saveAndWait(page, collection.id);
  expect(new URL(request.url()).pathname).toBe(`/api/collections/${collection.id}/records`);
  expect(request.method()).toBe('POST');
  const names = partNames(request);
  expect(names[0]).toBe('id');
  // Files are sent if there are any.
  const others = collection.schema.filter(({ type }) => type !== 'file').map(({ name }) => name);
  expect(names.slice(1)).toEqual(others);
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  await expect(recordPanels(page)).toHaveCount(0);
  await expect(recordsScreen(page).row('abcdefghij12345')).toBeVisible();
  expect(await storedRecord(backend, collection, 'abcdefghij12345')).toMatchObject({
    title: 'with id',
    amount: 0,
    active: false,
    due: '',
    tags: [],
    meta: null,
    cover: '',
    attachments: [],
    author: '',
    reviewers: [],
  });
});

test('[RP-08] an update sends only changes, with deleted and new files under their names', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createPosts(backend.api);
  const text = (name: string) => new File([name], name, { type: 'text/plain' });
  const row = await createRecord(backend.api, collection.id, {
    title: 'a',
    website: 'https://example.com',
    attachments: [text('one.txt'), text('two.txt')],
  });
  const [one, two] = row['attachments'] as string[];
  await admin.signIn();
  const uploads = await watchUploads(page);
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('title').fill('b');
  await screen
    .field('attachments')
    .getByRole('button', { name: `Remove ${one}` })
    .click();
  await screen
    .field('attachments')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'three.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('three'),
    });
  const request = await saveAndWait(page, collection.id);
  expect(request.method()).toBe('PATCH');
  expect(new URL(request.url()).pathname).toBe(`/api/collections/${collection.id}/records/${row.id}`);
  expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
  expect(await uploads()).toEqual([
    { name: 'title', value: 'b' },
    { name: `attachments.${one}`, value: '' },
    { name: 'attachments', value: 'three', filename: 'three.txt' },
  ]);
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  const after = await storedRecord(backend, collection, row.id);
  expect(after['title']).toBe('b');
  expect(after['website']).toBe('https://example.com');
  expect(after['attachments']).toEqual([two, expect.stringMatching(/^three_\w+\.txt$/)]);
});

test('saving keeps the loaded pages, the scroll position and the selection', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createNotes(backend.api);
  const rows = await createRecords(backend.api, collection.id, 50, (index) => ({ title: `n ${index}` }));
  await admin.signIn();
  await page.goto(recordsHash(collection.id, { sort: 'title' }));
  const list = recordsScreen(page);
  await expect(list.rows.first()).toBeVisible();
  const target = rows[45]?.id ?? '';
  await list.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(list.table).toHaveAttribute('aria-rowcount', '51');
  await list.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await list.row(target).getByRole('checkbox').check();
  const top = await list.scroller.evaluate((element) => element.scrollTop);
  await list.cell(target, 'title').click();
  const screen = panelScreen(page);
  await screen.control('text').fill('changed');
  await screen.save.click();
  await expect(recordPanels(page)).toHaveCount(0);
  await expect(list.cell(target, 'text')).toHaveText('changed');
  await expect(list.table).toHaveAttribute('aria-rowcount', '51');
  await expect(page.getByText('Selected 1 record')).toBeVisible();
  expect(await list.scroller.evaluate((element) => element.scrollTop)).toBe(top);
  await expect(list.row(target)).toBeFocused();
});

test('uploads show their progress and can be cancelled', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed PATCH \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
  const { collection } = await createPosts(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const session = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 200_000 };
  await screen
    .field('cover')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'large.txt',
      mimeType: 'text/plain',
      buffer: Buffer.alloc(4_000_000, 'x'),
    });
  await session.send('Network.emulateNetworkConditions', slow);
  await screen.save.click();
  const progress = screen.panel.getByRole('progressbar', { name: 'Upload' });
  await expect(progress).toBeVisible();
  await expect.poll(() => progress.getAttribute('value')).not.toBe('0');
  await screen.panel.getByRole('button', { name: 'Cancel upload' }).click();
  await expect(progress).toHaveCount(0);
  await session.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  // Nothing was stored, the chosen files are still there, and the next attempt succeeds.
  await expect(screen.field('cover').getByText('large.txt')).toBeVisible();
  expect((await storedRecord(backend, collection, row.id))['cover']).toBe('');
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect((await storedRecord(backend, collection, row.id))['cover']).toMatch(/^large_/);
});
