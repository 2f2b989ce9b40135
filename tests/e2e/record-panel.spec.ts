import type { Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  everyFieldType,
  field,
  type RecordRow,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  answer,
  isSave,
  openNew,
  openRecord,
  panelScreen,
  partNames,
  question,
  saveAndWait,
  storedDraft,
  watchUploads,
} from '../support/record-panel.ts';
import { gate, hashQuery, isListRequest, recordsHash, recordsScreen } from '../support/records-page.ts';
import { signInByForm, toasts } from '../support/screens.ts';

/** A collection of notes: a required title and a text. */
function notes(backend: Backend): Promise<Collection> {
  return createCollection(backend.api, {
    name: uniqueName('notes'),
    schema: [field('title', 'text', { required: true }), field('text'), field('count', 'number')],
  });
}

/** A post with a field of every type. */
async function posts(backend: Backend): Promise<Collection> {
  const cats = await createCollection(backend.api, { name: uniqueName('cats'), schema: [field('name')] });
  return createCollection(backend.api, { name: uniqueName('posts'), schema: everyFieldType(cats.id) });
}

const stored = (backend: Backend, collection: Collection, id: string): Promise<RecordRow> =>
  backend.api.get(`/api/collections/${collection.id}/records/${id}`);

const panels = (page: Page) => page.getByRole('dialog', { name: / record$/ });

test('[RP-01][RP-02][RL-13] a row opens its record, loaded fresh, and closing clears the address', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await notes(backend);
  const row = await createRecord(backend.api, collection.id, { title: 'stale' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  await expect(list.cell(row.id, 'title')).toHaveText('stale');
  await backend.api.patch(`/api/collections/${collection.id}/records/${row.id}`, { title: 'fresh' });

  const { opened, open } = gate();
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  await page.route(`**${path}`, async (route) => {
    await opened;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await list.cell(row.id, 'title').click();
  expect((await asked).method()).toBe('GET');
  const screen = panelScreen(page);
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  await expect(screen.panel.getByText('Loading record...')).toBeAttached();
  await expect(screen.save).toBeDisabled();
  await expect(screen.panel.locator('form')).toHaveCount(0);
  open();
  await expect(screen.control('title')).toHaveValue('fresh');
  await expect(screen.panel.getByText('Loading record...')).toHaveCount(0);
  await expect(screen.save).toHaveText('Save changes');
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await screen.cancel.click();
  await expect(panels(page)).toHaveCount(0);
  expect(hashQuery(page)['recordId']).toBeUndefined();

  await list.row(row.id).focus();
  await page.keyboard.press('Enter');
  await expect(screen.control('title')).toHaveValue('fresh');
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await page.goBack();
  await expect(panels(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'New record' }).click();
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(screen.cancel).toBeVisible();
  await expect(screen.save).toHaveText('Create');
});

test('[RL-13] checkbox, thumb and copy icon of a row do not open it', async ({ page, admin, backend }) => {
  const collection = await posts(backend);
  const file = new File(['text'], 'note.txt', { type: 'text/plain' });
  const row = await createRecord(backend.api, collection.id, { title: 'a', attachments: [file] });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  await list.row(row.id).getByRole('checkbox').check();
  await expect(page.getByText('Selected 1 record')).toBeVisible();
  await list.row(row.id).getByRole('button', { name: 'Copy' }).click();
  await expect(list.row(row.id).locator('[data-copied]')).toBeVisible();
  await list.row(row.id).getByRole('button', { name: 'Copy' }).press('Enter');
  await list.row(row.id).getByRole('checkbox').press('Enter');
  expect(hashQuery(page)['recordId']).toBeUndefined();
  await expect(panels(page)).toHaveCount(0);
  // The row itself still does.
  await list.cell(row.id, 'title').click();
  await expect(panelScreen(page).control('title')).toHaveValue('a');
});

test('[RL-06] an empty list offers a new record', async ({ page, admin, backend }) => {
  const collection = await notes(backend);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const inList = list.scroller.getByRole('button', { name: 'New record' });
  await expect(list.scroller.getByText('No records found.')).toBeVisible();
  await inList.click();
  await expect(panelScreen(page).title).toHaveText(`New ${collection.name} record`);
  await panelScreen(page).cancel.click();
  await page.goto(recordsHash(collection.id, { filter: 'nothing' }));
  await expect(list.scroller.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  await expect(inList).toHaveCount(0);
});

test('[RP-02][ER-12] a record that cannot be loaded closes its panel and leaves the address', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 404 GET .*\/records\/missing00000000$/);
  const collection = await notes(backend);
  await admin.signIn();
  await page.goto(recordsHash(collection.id, { recordId: 'missing00000000' }));
  await expect(toasts(page, 'error')).toContainText('Unable to load record with id "missing00000000"');
  await expect(panels(page)).toHaveCount(0);
  await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
});

test('[RP-03][RP-04][UI-08] saving is possible for what is new or changed, and once at a time', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  const fresh = await openNew(page, collection.id);
  await expect(fresh.save).toBeEnabled();
  await fresh.cancel.click();
  await expect(panels(page)).toHaveCount(0);

  const screen = await openRecord(page, collection.id, row.id);
  await expect(screen.save).toBeDisabled();
  await screen.control('title').fill('ab');
  await expect(screen.save).toBeEnabled();
  await screen.control('title').fill('a');
  await expect(screen.save).toBeDisabled();

  // A chosen file is a change on its own.
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
  expect((await stored(backend, collection, row.id))['cover']).toMatch(/^cover_\w+\.txt$/);

  const again = await openRecord(page, collection.id, row.id);
  await again
    .field('cover')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(again.save).toBeEnabled();
  await again.cancel.click();
  await answer(page, 'You have unsaved changes. Do you really want to close the panel?', true);
});

test('[RP-05][RP-09][ST-03] closing with changes asks; yes drops the draft, no keeps everything', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await notes(backend);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  await recordsScreen(page).cell(row.id, 'title').click();
  const screen = panelScreen(page);
  await screen.control('title').fill('typed');
  await expect.poll(() => storedDraft(page, collection.id, row.id)).toContain('typed');
  const draft: unknown = JSON.parse((await storedDraft(page, collection.id, row.id)) ?? '');
  expect(draft).toMatchObject({ title: 'typed' });

  const text = 'You have unsaved changes. Do you really want to close the panel?';
  await screen.cancel.click();
  await answer(page, text, false);
  await expect(screen.control('title')).toHaveValue('typed');
  expect(await storedDraft(page, collection.id, row.id)).toContain('typed');
  // The way back and Escape outside of a field ask too.
  await page.goBack();
  await answer(page, text, false);
  await expect(screen.control('title')).toHaveValue('typed');
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await screen.cancel.focus();
  await page.keyboard.press('Escape');
  await answer(page, text, true);
  await expect(panels(page)).toHaveCount(0);
  expect(await storedDraft(page, collection.id, row.id)).toBeNull();
  expect((await stored(backend, collection, row.id))['title']).toBe('a');
});

test('[RP-06][RP-07] Ctrl+S creates and stays: the panel turns into the edit panel with its id', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await notes(backend);
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.control('title').fill('first');
  const sent = page.waitForRequest((request) => isSave(request, collection.id));
  const listed = page.waitForRequest((request) => isListRequest(request, collection.id));
  await page.keyboard.press('Control+s');
  const request = await sent;
  expect(request.method()).toBe('POST');
  expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
  expect(partNames(request)).toEqual(['title', 'text', 'count']);
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  await listed;
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  const id = hashQuery(page)['recordId'] ?? '';
  expect(id).toHaveLength(15);
  await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue(id);
  await expect(screen.save).toHaveText('Save changes');
  await expect(screen.save).toBeDisabled();
  await expect(recordsScreen(page).row(id)).toBeAttached();

  await screen.control('text').fill('second');
  await page.keyboard.press('Meta+s');
  await expect.poll(async () => (await stored(backend, collection, id))['text']).toBe('second');
  await expect(screen.save).toBeDisabled();
  await expect(panels(page)).toHaveCount(1);
});

test('[RP-07] creates with a typed id and every field of the schema, as one multipart form', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend);
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.panel.getByLabel('id', { exact: true }).fill('abcdefghij12345');
  await screen.control('title').fill('with id');
  const request = await saveAndWait(page, collection.id);
  expect(new URL(request.url()).pathname).toBe(`/api/collections/${collection.id}/records`);
  expect(request.method()).toBe('POST');
  const names = partNames(request);
  expect(names[0]).toBe('id');
  // Files are sent when there are any.
  const others = collection.schema.filter(({ type }) => type !== 'file').map(({ name }) => name);
  expect(names.slice(1)).toEqual(others);
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  await expect(panels(page)).toHaveCount(0);
  await expect(recordsScreen(page).row('abcdefghij12345')).toBeVisible();
  expect(await stored(backend, collection, 'abcdefghij12345')).toMatchObject({
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

test('[RP-08] updates with what was changed alone, deleted and new files under their names', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend);
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
  const after = await stored(backend, collection, row.id);
  expect(after['title']).toBe('b');
  expect(after['website']).toBe('https://example.com');
  expect(after['attachments']).toEqual([two, expect.stringMatching(/^three_\w+\.txt$/)]);
});

test('saving keeps the loaded pages, the place in the list and the selection', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await notes(backend);
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
  await expect(panels(page)).toHaveCount(0);
  await expect(list.cell(target, 'text')).toHaveText('changed');
  await expect(list.table).toHaveAttribute('aria-rowcount', '51');
  await expect(page.getByText('Selected 1 record')).toBeVisible();
  expect(await list.scroller.evaluate((element) => element.scrollTop)).toBe(top);
  await expect(list.row(target)).toBeFocused();
});

test('[RP-09][RP-10] a draft is offered after a reload, restored or discarded', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend);
  const row = await createRecord(backend.api, collection.id, { title: 'stored' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('title').fill('typed');
  await screen
    .field('cover')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'secret.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('file content'),
    });
  // Gone at once, as when the window is closed.
  await page.reload();
  await expect(screen.banner).toBeVisible();
  await expect(screen.control('title')).toHaveValue('stored');
  await expect(screen.save).toBeDisabled();
  const draft = (await storedDraft(page, collection.id, row.id)) ?? '';
  expect(JSON.parse(draft)).toMatchObject({ title: 'typed' });
  expect(draft).not.toContain('secret');
  await screen.panel.getByRole('button', { name: 'Restore draft' }).click();
  await expect(screen.control('title')).toHaveValue('typed');
  await expect(screen.banner).toHaveCount(0);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect(await storedDraft(page, collection.id, row.id)).toBeNull();
  expect((await stored(backend, collection, row.id))['title']).toBe('typed');

  const fresh = await openNew(page, collection.id);
  await fresh.control('title').fill('brand new');
  await page.reload();
  await expect(recordsScreen(page).rows).toHaveCount(1);
  expect(await storedDraft(page, collection.id)).toContain('brand new');
  await page.getByRole('button', { name: 'New record' }).click();
  await expect(screen.banner).toBeVisible();
  const discard = screen.panel.getByRole('button', { name: 'Discard draft' });
  // Pointed at while the panel still slides in, it is scrolled, and scrolling takes tooltips away.
  await discard.hover();
  await page.mouse.move(5, 5);
  await discard.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Discard draft');
  await discard.click();
  await expect(screen.banner).toHaveCount(0);
  await expect(screen.control('title')).toHaveValue('');
  expect(await storedDraft(page, collection.id)).toBeNull();
});

test('a session that ends while saving keeps what was typed and comes back to it', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 401 /);
  const collection = await notes(backend);
  const row = await createRecord(backend.api, collection.id, { title: 'stored' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.control('title').fill('not lost');
  const path = `**/api/collections/${collection.id}/records/${row.id}`;
  await page.route(path, (route) =>
    route.fulfill({ status: 401, json: { code: 401, message: 'The session ended.', data: {} } }),
  );
  await screen.save.click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(toasts(page, 'error')).toContainText('The session ended.');
  await page.unroute(path);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(screen.banner).toBeVisible();
  expect(hashQuery(page)['recordId']).toBe(row.id);
  await screen.panel.getByRole('button', { name: 'Restore draft' }).click();
  await expect(screen.control('title')).toHaveValue('not lost');
});

test('[RP-11][RP-12] duplicates without id, dates and files, after asking about unsaved changes', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await posts(backend);
  const file = new File(['x'], 'x.txt', { type: 'text/plain' });
  const row = await createRecord(backend.api, collection.id, {
    title: 'original',
    amount: 7,
    tags: ['red', 'blue'],
    cover: file,
  });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  await screen.menu.click();
  const menu = page.getByRole('menu', { name: 'More record options' });
  await expect(menu.getByRole('menuitem')).toHaveText(['Duplicate', 'Delete']);
  await page.keyboard.press('Escape');
  await screen.control('title').fill('changed');
  await screen.menu.click();
  await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
  const text = 'You have unsaved changes. Do you really want to discard them?';
  await answer(page, text, false);
  await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
  await screen.control('title').fill('original');
  await screen.menu.click();
  await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(panels(page)).toHaveCount(1);
  expect(hashQuery(page)['recordId']).toBeUndefined();
  await expect(screen.menu).toHaveCount(0);
  await expect(screen.panel.getByLabel('id', { exact: true })).toHaveValue('');
  await expect(screen.control('title')).toHaveValue('original');
  await expect(screen.control('amount')).toHaveValue('7');
  await expect(screen.field('cover').getByRole('listitem')).toHaveCount(0);
  // It is unsaved: closing asks.
  await screen.cancel.click();
  await answer(page, 'You have unsaved changes. Do you really want to close the panel?', false);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  const { items } = await backend.api.get<{ items: RecordRow[] }>(
    `/api/collections/${collection.id}/records?sort=-created`,
  );
  expect(items).toHaveLength(2);
  const copy = items.find(({ id }) => id !== row.id);
  expect(copy).toMatchObject({ title: 'original', amount: 7, tags: ['red', 'blue'], cover: '' });
});

test('[RP-13] deletes after a question', async ({ page, admin, backend }) => {
  const collection = await notes(backend);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  const other = await createRecord(backend.api, collection.id, { title: 'b' });
  await admin.signIn();
  const screen = await openRecord(page, collection.id, row.id);
  const remove = async (yes: boolean) => {
    await screen.menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await answer(page, 'Do you really want to delete the selected record?', yes);
  };
  await remove(false);
  await expect(screen.title).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  await remove(true);
  const path = `/api/collections/${collection.id}/records/${row.id}`;
  expect(new URL((await sent).url()).pathname).toBe(path);
  await expect(toasts(page, 'success')).toContainText('Successfully deleted record.');
  await expect(panels(page)).toHaveCount(0);
  await expect(recordsScreen(page).row(row.id)).toHaveCount(0);
  await expect(recordsScreen(page).row(other.id)).toBeVisible();
  await expect(recordsScreen(page).total).toHaveText('Total found: 1');
  await expect(stored(backend, collection, row.id)).rejects.toThrow('404');
});

test('[RP-20][ER-07] what the server refuses stands under its field, and the first one has the focus', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST .*\/records$/);
  const collection = await createCollection(backend.api, {
    name: uniqueName('strict'),
    schema: [
      field('free'),
      field('word', 'text', { options: { pattern: '^[a-z]+$' } }),
      field('kind', 'select', { required: true }),
      field('doc', 'json', { required: true }),
    ],
  });
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.control('free').fill('kept');
  await screen.control('word').fill('123');
  const answered = page.waitForResponse((response) => isSave(response.request(), collection.id));
  await screen.save.click();
  const { message, data }: { message: string; data: Record<string, { message: string }> } = await (
    await answered
  ).json();
  expect(Object.keys(data).sort()).toEqual(['doc', 'kind', 'word']);
  await expect(toasts(page, 'error')).toContainText(message);
  for (const [name, error] of Object.entries(data)) {
    expect(error.message).not.toBe('');
    await expect(screen.field(name)).toContainText(error.message);
  }
  await expect(screen.control('word')).toBeFocused();
  await expect(screen.control('free')).toHaveValue('kept');
  await expect(screen.title).toHaveText(`New ${collection.name} record`);
  await expect(screen.save).toBeEnabled();
  await screen.control('word').fill('abc');
  await expect(screen.field('word')).not.toContainText(data['word']?.message ?? '');
  await expect(screen.field('kind')).toContainText(data['kind']?.message ?? '');
});

test('[RP-21][RF-10] invalid JSON is not sent', async ({ page, admin, backend }) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('docs'),
    schema: [field('title'), field('doc', 'json')],
  });
  await admin.signIn();
  const requests: string[] = [];
  page.on('request', (request) => {
    if (isSave(request, collection.id)) requests.push(request.url());
  });
  const screen = await openNew(page, collection.id);
  await screen.fillCode('doc', '{"a": ');
  await expect(screen.field('doc').getByRole('img', { name: 'Invalid JSON' })).toBeVisible();
  await screen.save.click();
  await expect(toasts(page, 'error')).toContainText('Something went wrong while processing your request.');
  const message = await page.evaluate(() => {
    try {
      JSON.parse('{"a": ');
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  });
  expect(message).not.toBe('');
  await expect(screen.field('doc')).toContainText(message);
  await expect(screen.field('doc').getByRole('textbox')).toBeFocused();
  expect(requests).toEqual([]);
  await screen.fillCode('doc', '{"a": 1}');
  await expect(screen.field('doc').getByRole('img', { name: 'Valid JSON' })).toBeVisible();
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
  expect(requests).toHaveLength(1);
});

test('[UI-01][UI-02][UI-04] the panel is modal, above the page, and gives the focus back', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await notes(backend);
  const row = await createRecord(backend.api, collection.id, { title: 'a' });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  await list.row(row.id).focus();
  await page.keyboard.press('Enter');
  const screen = panelScreen(page);
  await expect(screen.control('title')).toBeVisible();
  await expect(page.locator('body')).toHaveClass(/overlay-active/);
  const look = await screen.panel.evaluate((element) => {
    const { zIndex, transitionDuration } = getComputedStyle(element);
    return { zIndex, transitionDuration };
  });
  expect(look.zIndex).toBe('1001');
  expect(look.transitionDuration).toMatch(/^0\.15s/);
  // Escape belongs to the field that has the focus.
  await screen.control('title').focus();
  await page.keyboard.press('Escape');
  await expect(screen.title).toBeVisible();
  await screen.cancel.focus();
  await page.keyboard.press('Escape');
  await expect(panels(page)).toHaveCount(0);
  await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
  await expect(list.row(row.id)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(screen.control('title')).toBeVisible();
  await page.mouse.click(300, 400);
  await expect(panels(page)).toHaveCount(0);
});

test('uploads show how far they are and can be cancelled', async ({ page, admin, backend }) => {
  const collection = await posts(backend);
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
  // Nothing was stored, what was chosen is still there, and the next try goes through.
  await expect(screen.field('cover').getByText('large.txt')).toBeVisible();
  expect((await stored(backend, collection, row.id))['cover']).toBe('');
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully updated record.');
  expect((await stored(backend, collection, row.id))['cover']).toMatch(/^large_/);
});

test('no question is asked about a panel without changes, and a full storage is said quietly', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await notes(backend);
  await admin.signIn();
  const screen = await openNew(page, collection.id);
  await screen.cancel.click();
  await expect(panels(page)).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
  await page.evaluate(() => {
    localStorage.setItem('filler', 'x'.repeat(5_000_000));
    for (let size = 100_000; size > 10; size = Math.floor(size / 2)) {
      try {
        for (let part = 0; ; part += 1) localStorage.setItem(`filler-${size}-${part}`, 'x'.repeat(size));
      } catch {
        // Full for this size.
      }
    }
  });
  await page.getByRole('button', { name: 'New record' }).first().click();
  await screen.control('title').fill('y'.repeat(500));
  await expect(screen.panel.getByText('The browser’s storage is full: no draft is kept.')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await screen.save.click();
  await expect(toasts(page, 'success')).toContainText('Successfully created record.');
});
