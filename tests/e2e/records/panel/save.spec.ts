import type { Request } from '@playwright/test';
import {
  createCollection,
  createNotes,
  createPosts,
  createRecord,
  createRecords,
  field,
  type RecordRow,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, hashQuery, isCountRequest, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  createdId,
  isSave,
  openNew,
  openRecord,
  panelScreen,
  partNames,
  partsOf,
  recordPanels,
  saveAndWait,
  storedRecord,
  watchUploads,
} from '#tests/support/records/panel.ts';
import { toasts } from '#tests/support/screens.ts';

const upload = ({ name, type }: File) => ({ name, mimeType: type, buffer: Buffer.from(name) });
/** When a save without a response can be stopped, in ms. */
const NOTICE_DELAY = 3000;

const isAt = (method: string, pathname: string) => (request: Request) =>
  request.method() === method && new URL(request.url()).pathname === pathname;

test('[API-06][RP-11][RP-12][RP-13][TR-37] a record is listed, read, duplicated, updated and deleted after a question', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, related } = await createPosts(backend.api);
  const people = await createRecords(backend.api, related.id, 2, (index) => ({ name: `p${index}` }));
  const reviewers = people.map(({ id }) => id);
  const cover = textFile();
  const values = { title: 'original', amount: 7, tags: ['red', 'blue'] };
  const row = await createRecord(backend.api, collection.id, { ...values, reviewers, cover });
  const path = `/api/collections/${collection.id}/records`;
  await admin.signIn();
  const listed = page.waitForRequest(isAt('GET', path));
  const read = page.waitForRequest(isAt('GET', `${path}/${row.id}`));
  const screen = await openRecord(page, collection.id, row.id);
  const list = recordsScreen(page);
  expect((await (await listed).response())?.status()).toBe(200);
  expect((await (await read).response())?.status()).toBe(200);

  await test.step('a duplicate has no id, dates and files, and asks about unsaved changes', async () => {
    const menu = page.getByRole('menu', { name: 'More record options' });
    await screen.menu.click();
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Duplicate',
      'New from template…',
      'Save as template…',
      'Delete',
    ]);
    await page.keyboard.press('Escape');
    await screen.control('title').fill('changed');
    await screen.menu.click();
    await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
    await answer(page, 'You have unsaved changes. Do you really want to discard them?', false);
    await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
    await screen.control('title').fill('original');
    await screen.menu.click();
    await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(screen.title).toHaveText(`New ${collection.name} record`);
    await expect(recordPanels(page)).toHaveCount(1);
    expect(hashQuery(page)['recordId']).toBeUndefined();
    await expect(screen.save).toHaveText('Create');
    await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue('');
    await expect(screen.control('title')).toHaveValue('original');
    await expect(screen.control('amount')).toHaveValue('7');
    const files = screen.field('cover').getByRole('listitem');
    await expect(files).toHaveCount(0);
    await expect(screen.panel.getByText(/^This copy is without 1 file of the original:/)).toBeVisible();
    await screen.panel.getByRole('button', { name: 'Copy the files' }).click();
    await expect(files).toHaveCount(1);
    await expect(screen.panel.getByText(/^This copy is without/)).toHaveCount(0);
    await files.getByRole('button', { name: /^Remove/ }).click();
    // Closing asks, because it is unsaved.
    await screen.cancel.click();
    await answer(page, 'You have unsaved changes. Do you really want to close the panel?', false);
  });
  await test.step('it is sent as a form, its lists as repeated parts', async () => {
    const create = await saveAndWait(page, collection.id);
    expect(isAt('POST', path)(create)).toBe(true);
    expect(create.headers()['content-type']).toMatch(/^multipart\/form-data/);
    expect(partsOf(create).filter(({ name }) => name === 'tags' || name === 'reviewers')).toEqual([
      { name: 'tags', value: 'red' },
      { name: 'tags', value: 'blue' },
      ...reviewers.map((value) => ({ name: 'reviewers', value })),
    ]);
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    await expect(screen.panel).toHaveCount(0);
    const { items } = await backend.api.get<{ items: RecordRow[] }>(path);
    expect(items).toHaveLength(2);
    expect(items.find(({ id }) => id !== row.id)).toMatchObject({ ...values, cover: '' });
  });
  await test.step('an update sends an empty list as one empty part', async () => {
    await openRecord(page, collection.id, row.id);
    await screen.field('tags').getByRole('button', { name: 'Remove blue' }).click();
    await screen.field('tags').getByRole('button', { name: 'Remove red' }).click();
    const update = await saveAndWait(page, collection.id);
    expect(isAt('PATCH', `${path}/${row.id}`)(update)).toBe(true);
    expect(update.headers()['content-type']).toMatch(/^multipart\/form-data/);
    expect(partsOf(update)).toEqual([{ name: 'tags', value: '' }]);
    await expect(screen.panel).toHaveCount(0);
  });
  await test.step('it is deleted after a question', async () => {
    await openRecord(page, collection.id, row.id);
    const remove = async (yes: boolean) => {
      await screen.menu.click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await answer(page, 'Do you really want to delete the selected record?', yes);
    };
    await remove(false);
    await expect(screen.title).toBeVisible();
    const removal = page.waitForRequest(isAt('DELETE', `${path}/${row.id}`));
    await remove(true);
    expect((await (await removal).response())?.status()).toBe(204);
    await expect(toasts(page, 'success').last()).toContainText('Successfully deleted record.');
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(list.row(row.id)).toHaveCount(0);
    await expect(list.rows).toHaveCount(1);
    await expect(list.total).toHaveText('Total found: 1');
    await expect(storedRecord(backend, collection, row.id)).rejects.toThrow('404');
  });
});

test('[RP-03][RP-04][RP-08][UI-08] an update sends only changes, one save at a time, and keeps the list as it was', async ({
  page,
  admin,
  backend,
}) => {
  const notes = await createNotes(backend.api);
  const rows = await createRecords(backend.api, notes.id, 50, (index) => ({ title: `n ${index}` }));
  const { collection } = await createPosts(backend.api);
  const changed = await createRecord(backend.api, collection.id, {
    title: 'a',
    website: 'https://example.com',
    attachments: [textFile('one.txt'), textFile('two.txt')],
  });
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  const [one, two] = changed['attachments'] as string[];
  await admin.signIn();
  const uploads = await watchUploads(page);
  await page.goto(recordsHash(notes.id, { sort: 'title' }));

  await test.step('saving keeps the loaded pages, the scroll position and the selection', async () => {
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

  await test.step('only changes are sent, with deleted and new files under their names', async () => {
    const screen = await openRecord(page, collection.id, changed.id);
    const attachments = screen.field('attachments');
    await screen.control('title').fill('b');
    await attachments.getByRole('button', { name: `Remove ${one}` }).click();
    await attachments.locator('input[type=file]').setInputFiles(upload(textFile('three.txt')));
    const request = await saveAndWait(page, collection.id);
    expect(isAt('PATCH', `/api/collections/${collection.id}/records/${changed.id}`)(request)).toBe(true);
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
    expect(await uploads()).toEqual([
      { name: 'title', value: 'b' },
      { name: `attachments.${one}`, value: '' },
      { name: 'attachments', value: 'three.txt', filename: 'three.txt' },
    ]);
    await expect(screen.panel).toHaveCount(0);
    const after = await storedRecord(backend, collection, changed.id);
    expect(after['title']).toBe('b');
    expect(after['website']).toBe('https://example.com');
    expect(after['attachments']).toEqual([two, expect.stringMatching(/^three_\w+\.txt$/)]);
  });

  await test.step('saving is enabled for new and changed records', async () => {
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
  });
  const { field: part, save, cancel, panel } = panelScreen(page);
  await test.step('a chosen file alone is a change, and is saved once', async () => {
    await part('cover')
      .locator('input[type=file]')
      .setInputFiles(upload(textFile('cover.txt')));
    await expect(save).toBeEnabled();
    const { opened, open } = gate();
    const path = `**/api/collections/${collection.id}/records/${row.id}`;
    await page.route(path, async (route) => {
      await opened;
      await route.continue();
    });
    await save.click();
    await expect(save).toBeDisabled();
    await expect(save).toHaveAttribute('aria-busy', 'true');
    open();
    await expect(panel).toHaveCount(0);
    await page.unroute(path);
    expect((await storedRecord(backend, collection, row.id))['cover']).toMatch(/^cover_\w+\.txt$/);
  });
  await test.step('and so is a removed file', async () => {
    await openRecord(page, collection.id, row.id);
    await part('cover')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect(save).toBeEnabled();
    await cancel.click();
    await answer(page, 'You have unsaved changes. Do you really want to close the panel?', true);
  });
});

test('[RP-06][RP-07] a record is created with Ctrl+S, with a typed id, and only once if its response is lost', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const notes = await createNotes(backend.api);
  const { collection } = await createPosts(backend.api);
  const orders = await createCollection(backend.api, {
    name: uniqueName('orders'),
    schema: [field('title'), field('note', 'file', { options: { maxSelect: 3, maxSize: 1000 } })],
  });
  await admin.signIn();
  await test.step('a record whose response is lost is not created twice, and neither is its file', async () => {
    expectedProblems.allow(
      /^request failed POST \/api\/collections\/\w+\/records net::ERR_CONNECTION_RESET$/,
    );
    const path = `/api/collections/${orders.id}/records`;
    const stored = async () =>
      (await backend.api.get<{ items: { id: string; note: string[] }[] }>(path)).items.map(({ id, note }) => [
        id,
        note.length,
      ]);
    const screen = await openNew(page, orders.id);
    await screen.control('title').fill('one order');
    await screen.field('note').locator('input[type=file]').setInputFiles(upload(textFile()));
    const isCreate = (url: URL) => url.pathname === path;
    await page.route(isCreate, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      // The backend stores it; the response never arrives.
      await route.fetch();
      await route.abort('connectionreset');
    });
    await screen.save.click();
    await expect(toasts(page, 'error')).toContainText(['can’t be reached']);
    await expect(screen.control('title')).toHaveValue('one order');
    await page.unroute(isCreate);
    const before = await stored();
    expect(before).toEqual([[expect.any(String), 1]]);

    await screen.save.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`id ${before[0]?.[0]}`);
    await checkScreen('[role=alertdialog]');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    await expect(screen.panel).toHaveCount(0);
    await expect(recordsScreen(page).rows).toHaveCount(1);
    expect(await stored()).toEqual(before);
  });

  await test.step('Ctrl+S keeps the panel open as the edit panel of the new record', async () => {
    const screen = await openNew(page, notes.id);
    // The number is loaded: the next request for it belongs to the save.
    await expect(recordsScreen(page).total).toHaveText('Total found: 0');
    await screen.control('title').fill('first');
    const sent = page.waitForRequest((request) => isSave(request, notes.id));
    const counted = page.waitForRequest((request) => isCountRequest(request, notes.id));
    await page.keyboard.press('Control+s');
    const request = await sent;
    expect(request.method()).toBe('POST');
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
    expect(partNames(request)).toEqual(['title', 'text', 'count']);
    await expect(toasts(page, 'success')).toContainText(['Successfully created record.']);
    await counted;
    await expect(screen.title).toHaveText(`Edit ${notes.name} record`);
    const id = await createdId(page);
    expect(id).toHaveLength(15);
    await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue(id);
    await expect(screen.save).toHaveText('Save changes');
    await expect(screen.save).toBeDisabled();
    await expect(recordsScreen(page).row(id)).toBeAttached();

    await screen.control('text').fill('second');
    await page.keyboard.press('Meta+s');
    await expect(toasts(page, 'success').last()).toContainText('Successfully updated record.');
    expect((await storedRecord(backend, notes, id))['text']).toBe('second');
    await expect(screen.save).toBeDisabled();
    await expect(recordPanels(page)).toHaveCount(1);
  });

  await test.step('a typed id and every field of the schema are sent as one multipart form', async () => {
    const screen = await openNew(page, collection.id);
    await screen.panel.getByLabel('id', { exact: true }).fill('abcdefghij12345');
    await screen.control('title').fill('with id');
    const request = await saveAndWait(page, collection.id);
    expect(isAt('POST', `/api/collections/${collection.id}/records`)(request)).toBe(true);
    const names = partNames(request);
    expect(names[0]).toBe('id');
    // Files are sent if there are any.
    const others = collection.schema.filter(({ type }) => type !== 'file').map(({ name }) => name);
    expect(names.slice(1)).toEqual(others);
    expect(partsOf(request).filter(({ name }) => name === 'tags')).toEqual([{ name: 'tags', value: '' }]);
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
});

test('a save without a response can be stopped; the input stays, and the next save keeps what others saved', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed PATCH \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
  const collection = await createNotes(backend.api);
  const unsent = await createRecord(backend.api, collection.id, { title: 'x' });
  const written = await createRecord(backend.api, collection.id, { title: 'x' });
  await page.clock.install();
  await admin.signIn();
  const { panel, save, control } = await openRecord(page, collection.id, unsent.id);
  const stop = panel.getByRole('button', { name: 'Stop waiting' });

  await test.step('nothing closes the panel during the save; stopping keeps the input and the focus', async () => {
    await control('title').fill('never answered');
    const { opened, open } = gate();
    const isWrite = (url: URL) => url.pathname.endsWith(`/records/${unsent.id}`);
    await page.route(isWrite, async (route) => {
      if (route.request().method() === 'PATCH') await opened;
      await route.continue().catch(() => {});
    });
    await save.click();
    await expect(panel.getByRole('button', { name: 'Close' })).toBeDisabled();
    await page.clock.fastForward(NOTICE_DELAY);
    await expect(stop).toBeVisible();
    await checkScreen('[role=dialog]');
    await stop.focus();
    await page.keyboard.press('Enter');
    await expect(toasts(page, 'warning')).toContainText(['Your changes may still have been saved.']);
    await expect(stop).toBeHidden();
    await expect(save).toBeFocused();
    await expect(control('title')).toHaveValue('never answered');
    await page.unroute(isWrite);
    open();
    await saveAndWait(page, collection.id);
    await expect(toasts(page, 'success')).toContainText(['Successfully updated record.']);
    expect(await storedRecord(backend, collection, unsent.id)).toMatchObject({ title: 'never answered' });
    await expect(panel).toHaveCount(0);
  });

  await test.step('after a save whose response never comes, the next one keeps what others saved', async () => {
    const path = `/api/collections/${collection.id}/records/${written.id}`;
    await openRecord(page, collection.id, written.id);
    await control('title').fill('sent');
    const { opened: ended, open: end } = gate();
    const isWritten = (url: URL) => url.pathname === path;
    await page.route(isWritten, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      await route.fetch();
      await ended;
      await route.abort().catch(() => {});
    });
    await save.click();
    await expect
      .poll(async () => (await storedRecord(backend, collection, written.id))['title'])
      .toBe('sent');
    await page.clock.fastForward(NOTICE_DELAY);
    await stop.click();
    await expect(toasts(page, 'warning')).toHaveText([
      'Stopped waiting. Your changes may still have been saved.',
    ]);
    await expect(panel.getByRole('button', { name: 'Close' })).toBeEnabled();
    await expect(control('title')).toHaveValue('sent');
    end();
    await page.unroute(isWritten);
    await control('title').fill('typed since');
    await backend.api.patch(path, { text: 'of others' });
    await saveAndWait(page, collection.id);
    await expect(panel).toHaveCount(0);
    expect(await storedRecord(backend, collection, written.id)).toMatchObject({
      title: 'typed since',
      text: 'of others',
    });
  });
});
