import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  pngFile,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { queryOf, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { openNew } from '#tests/support/records/panel.ts';
import { createPeopleAndPosts, openPicker, openPost } from '#tests/support/records/relations.ts';
import { startEditor } from '#tests/support/records/rich-text.ts';
import { toasts } from '#tests/support/screens.ts';

const REFUSED_FILTER = /^response 400 GET \/api\/collections\/\w+\/records\?page=1&.*$/;
const REFUSAL = 'The disk is busy.';

/** Refuses further pages of a collection's records until the test allows them. */
async function refuseFurtherPages(page: Page, collectionId: string) {
  const refused: string[] = [];
  const matches = (url: URL) =>
    url.pathname.endsWith(`/${collectionId}/records`) && Number(url.searchParams.get('page')) > 1;
  await page.route(matches, (route) => {
    refused.push(route.request().url());
    return failWith(route, REFUSAL);
  });
  return { refused, letThrough: () => page.unroute(matches) };
}

/** Opens the file picker of the only record of a collection with rich text. */
async function openFilePicker(page: Page, articles: Collection) {
  await page.goto(recordsHash(articles.id));
  await recordsScreen(page).rows.first().click();
  const panel = page.getByRole('dialog', { name: `Edit ${articles.name} record` });
  await panel.getByRole('textbox', { name: 'title' }).fill('typed');
  await startEditor(panel);
  await panel.getByRole('button', { name: 'Insert image' }).click();
  await page.getByRole('menuitem', { name: 'From collection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select an image' });
  await expect(dialog).toBeVisible();
  const sidebar = dialog.getByRole('navigation', { name: 'Collections with files' });
  return {
    dialog,
    sidebar,
    choose: async ({ name }: Collection) => {
      await sidebar.getByRole('button', { name, exact: true }).click();
      await expect(sidebar.getByRole('button', { name, exact: true })).toHaveAttribute(
        'aria-current',
        'true',
      );
    },
    files: dialog.getByRole('list', { name: 'Files' }).getByRole('button'),
    search: dialog.getByRole('textbox', { name: /^Search/ }),
    scroller: dialog.locator('[data-file-scroller]'),
    insert: dialog.getByRole('button', { name: 'Insert', exact: true }),
    again: dialog.getByRole('button', { name: 'Try again' }),
  };
}

const fileCollection = (backend: Backend, name: string): Promise<Collection> =>
  createCollection(backend.api, {
    name: uniqueName(name),
    schema: [
      field('label', 'text', { presentable: true }),
      field('cover', 'file', { options: { maxSelect: 1, thumbs: ['50x50'] } }),
      field('secret', 'file', { options: { maxSelect: 1, protected: true } }),
      field('extras', 'file', { options: { maxSelect: 5 } }),
    ],
  });

/** Adds records with the names of files that do not exist: single uploads would take long. */
function addFileRows(backend: Backend, { name }: Collection, id: string, count: number): void {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index).padStart(3, '0');
    const time = `2024-01-01 00:00:00.${number}Z`;
    return {
      id: `filerow00000${number}`,
      label: `row ${number}`,
      cover: `img_${number}.png`,
      extras: '[]',
      created: time,
      updated: time,
    };
  });
  backend.copyRow(name, id, rows);
}

test('[FP-02][FP-03][FP-04][FP-05] a file is chosen in the records of a collection with open files', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const open = await fileCollection(backend, 'aaa_open');
  const hidden = await createCollection(backend.api, {
    name: uniqueName('only_protected'),
    schema: [field('file', 'file', { options: { maxSelect: 1, protected: true } })],
  });
  const view = await createCollection(backend.api, {
    name: uniqueName('files_view'),
    type: 'view',
    schema: [],
    options: { query: `SELECT id, cover FROM ${open.name}` },
  });
  const texts = await createCollection(backend.api, {
    name: uniqueName('no_files'),
    schema: [field('text')],
  });
  const none = await fileCollection(backend, 'bbb_empty');
  const notes = await fileCollection(backend, 'ccc_notes');
  const plain = await createRecord(backend.api, open.id, { label: 'no file at all' });
  await createRecord(backend.api, open.id, { label: 'a text', extras: [textFile('note.txt')] });
  await createRecord(backend.api, open.id, { label: 'only secret', secret: pngFile('hidden.png') });
  addFileRows(backend, open, plain.id, 55);
  await createRecord(backend.api, notes.id, { cover: pngFile('oldest.png') });
  // A first page without an image does not fill the dialog: the next one is requested at once.
  const note = await createRecord(backend.api, notes.id, { extras: [textFile('note.txt')] });
  const copies = Array.from({ length: 49 }, (_, index) => ({
    id: `noterow0000${String(index).padStart(4, '0')}`,
  }));
  backend.copyRow(notes.name, note.id, copies);
  const articles = await createCollection(backend.api, {
    name: uniqueName('articles'),
    schema: [field('title'), field('body', 'editor')],
  });
  await createRecord(backend.api, articles.id, { body: '<p>Hello</p>' });

  await admin.signIn();
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/${open.id}/records?`)) requested.push(queryOf(request));
  });
  const picker = await openFilePicker(page, articles);
  const { dialog, sidebar, choose, files, search, scroller, insert, again } = picker;
  const hasFile = '(cover:length>0||extras:length>0)';
  const firstPage = { page: '1', perPage: '50', sort: '-created', filter: hasFile };

  await test.step('collections with open files are listed', async () => {
    await expect(sidebar.getByRole('button', { name: notes.name })).toBeVisible();
    const mine = new Set([hidden, view, texts, open, none, notes, articles].map(({ name }) => name));
    const listed = await sidebar.getByRole('button').allTextContents();
    const shown = listed.filter((name) => name === 'users' || mine.has(name));
    expect(shown).toEqual(['users', open.name, none.name, notes.name]);
  });

  await test.step('their records are paged', async () => {
    // These rows have file names without files.
    expectedProblems.allow(/^response 404 GET \/api\/files\/\w+\/\w+\/img_\d+\.png\?thumb=100x100$/);
    await choose(open);
    // The newest 50 contain a text file, not an image.
    await expect(files).toHaveCount(49);
    expect(requested).toEqual([expect.objectContaining(firstPage)]);
    const toEnd = (distance: number) =>
      scroller.evaluate((element, left) => {
        element.scrollTop = element.scrollHeight - element.clientHeight - left;
      }, distance);
    await toEnd(150);
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    expect(requested).toHaveLength(1);
    await toEnd(80);
    await expect(files).toHaveCount(55);
    expect(requested.map((query) => query['page'])).toEqual(['1', '2']);
    // The files are one tab stop.
    await files.first().focus();
    await presses(page, 'ArrowRight');
    await expect(files.nth(1)).toBeFocused();
    await presses(page, 'ArrowDown ArrowUp Home');
    await expect(files.nth(1)).toBeFocused();
    await presses(page, 'ArrowLeft');
    await expect(files.first()).toBeFocused();
  });

  await test.step('their records can be searched; a search without results shows a message', async () => {
    await expect(search).toHaveAttribute('placeholder', 'Record search term or filter...');
    await search.click();
    await page.keyboard.type('row 01');
    await page.keyboard.press('Enter');
    await expect(files).toHaveCount(10);
    const names = ['id', 'created', 'updated', 'label', 'cover', 'secret', 'extras'];
    expect(requested.at(-1)).toMatchObject({
      ...firstPage,
      filter: `(${names.map((name) => `${name}~"row 01"`).join('||')})&&${hasFile}`,
    });
    await checkScreen('[role=dialog]');
    await page.keyboard.type(' nothing like it');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('No records with images found.')).toBeVisible();
    await expect(files).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Clear filters' }).click();
    await expect(files).toHaveCount(49);
    expectedProblems.allow(REFUSED_FILTER);
    await search.focus();
    await page.keyboard.type('created > wrong');
    await page.keyboard.press('Enter');
    await expect(dialog.locator('[data-refusal]')).toHaveText(/^This is not a valid filter. .*wrong/);
  });

  await test.step('a page that fails is not requested again by itself', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=2&.*$/);
    const { refused, letThrough } = await refuseFurtherPages(page, notes.id);
    await choose(notes);
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

  await test.step('a record can be created in the dialog, and its file chosen', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=1&.*$/);
    const isNone = (url: URL) => url.pathname.endsWith(`/${none.id}/records`);
    await page.route(isNone, (route) => failWith(route, REFUSAL));
    await choose(none);
    await expect(dialog.getByText('The records could not be loaded.')).toBeVisible();
    await expect(dialog.getByText(REFUSAL)).toBeVisible();
    await page.unroute(isNone);
    await again.click();
    await expect(dialog.getByText('No records with images found.')).toBeVisible();
    await dialog.getByRole('button', { name: 'New record' }).click();
    const create = page.getByRole('dialog', { name: `New ${none.name} record` });
    const buffer = Buffer.from(await pngFile().arrayBuffer());
    await create
      .locator('[data-field="cover"] input[type="file"]')
      .setInputFiles({ name: 'fresh.png', mimeType: 'image/png', buffer });
    await create.getByRole('button', { name: 'Create' }).click();
    await expect(create).toBeHidden();
    await expect(files).toHaveCount(1);
    await expect(insert).toBeDisabled();
    await files.first().click();
    await expect(insert).toBeEnabled();
    await files.first().click();
    await expect(insert).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    // A search in the dialog does not save the form around it.
    const title = page.getByRole('textbox', { name: 'title' });
    await expect(title).toHaveValue('typed');
    expect(backend.sql(`select title from ${articles.name}`)).toEqual([{ title: '' }]);
    await title.fill('');
  });

  await test.step('without a collection with files nothing can be inserted', async () => {
    await page.route(
      (url) => url.pathname === '/api/collections',
      async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        for (const { schema = [] } of body.items)
          for (const one of schema) if (one.type === 'file') one.options.protected = true;
        await route.fulfill({ response, json: body });
      },
    );
    await page.reload();
    const without = await openFilePicker(page, articles);
    await expect(
      without.dialog.getByText("You currently don't have any collection with file field."),
    ).toBeVisible();
    await expect(without.insert).toBeDisabled();
    await expect(without.sidebar).toHaveCount(0);
    await checkScreen('[role=dialog]');
    await without.dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(without.dialog).toBeHidden();
  });
});

test('a relation picker whose next page fails, and an upload that a proxy refuses, continue on demand', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const created = await createPeopleAndPosts(backend.api, 60);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  const large = await createCollection(backend.api, {
    name: uniqueName('large'),
    schema: [field('title'), field('doc', 'file')],
  });
  await admin.signIn();

  await test.step('a picker whose next page fails shows one message and continues on demand', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=2&.*$/);
    const panel = await openPost(page, created.posts, post);
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=1&.*$/);
    const isPeople = (url: URL) => url.pathname.endsWith(`/${created.people.id}/records`);
    await page.route(isPeople, (route) => failWith(route, REFUSAL));
    await panel.getByRole('button', { name: 'Open picker: readers' }).click();
    const opened = page.getByRole('dialog', { name: `Select ${created.people.name} records` });
    await expect(opened.getByText('The records could not be loaded.')).toBeVisible();
    await expect(opened.getByText(REFUSAL)).toBeVisible();
    await page.unroute(isPeople);
    await opened.getByRole('button', { name: 'Try again' }).click();
    await expect(opened.locator('[data-pick]').first()).toBeVisible();
    expectedProblems.allow(REFUSED_FILTER);
    await opened.getByRole('textbox', { name: /^Search/ }).click();
    await page.keyboard.type('created > wrong');
    await page.keyboard.press('Enter');
    await expect(opened.locator('[data-refusal]')).toHaveText(/^This is not a valid filter. .*wrong/);
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await expect(opened).toBeHidden();
    const { refused, letThrough } = await refuseFurtherPages(page, created.people.id);
    const { dialog, scroller, cancel } = await openPicker(page, panel, created, 'readers');
    await expect(dialog.locator('[data-pick]').first()).toBeVisible();
    await scroller.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    const again = dialog.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(toasts(page, 'error')).toHaveText(new RegExp(REFUSAL));
    // Further scrolling causes no further messages.
    for (const top of [0, 100_000, 0, 100_000]) {
      await scroller.evaluate((element, to) => {
        element.scrollTop = to;
        return new Promise(requestAnimationFrame);
      }, top);
    }
    expect(refused).toHaveLength(1);
    await checkScreen('[role=dialog]');

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
    await cancel.click();
    await panel.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(panel).toHaveCount(0);
  });

  await test.step('an upload that a proxy in front refuses because of its size keeps text and files', async () => {
    expectedProblems.allow(/^response 413 POST .*\/records$/);
    const screen = await openNew(page, large.id);
    await screen.control('title').fill('kept');
    const doc = screen.field('doc');
    await doc.locator('input[type=file]').setInputFiles({
      name: 'large.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('large'),
    });
    // Acts as a proxy between the page and Atoll.
    const isSave = (url: URL) => url.pathname.endsWith('/records');
    await page.route(isSave, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 413,
            contentType: 'text/html',
            body: '<h1>413 Request Entity Too Large</h1>',
          })
        : route.continue(),
    );
    await screen.save.click();
    await expect(
      toasts(page, 'error').filter({
        hasText: 'The upload is too large for the server in front of the backend.',
      }),
    ).toBeVisible();
    await expect(screen.control('title')).toHaveValue('kept');
    await expect(doc.getByRole('listitem')).toContainText('large.txt');
    await page.unroute(isSave);
    await screen.save.click();
    await expect(toasts(page, 'success')).toBeVisible();
    const [record] = backend.sql(`select title, doc from ${large.name}`);
    expect(record).toEqual({ title: 'kept', doc: expect.stringMatching(/^large_\w+\.txt$/) });
  });
});
