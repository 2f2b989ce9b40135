import type { Page } from '@playwright/test';
import type { FieldBase, Limit } from '#domain/backend/field.ts';
import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  pngFile,
  seedRecords,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { withDates } from '#tests/support/lines.ts';
import { hashQuery, loadAt, queryOf, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  answer,
  openNew,
  openRecord,
  panelScreen,
  question,
  recordPanels,
} from '#tests/support/records/panel.ts';
import { createPeopleAndPosts, openPicker, openPost } from '#tests/support/records/relations.ts';
import { startEditor } from '#tests/support/records/rich-text.ts';
import { toasts } from '#tests/support/screens.ts';
import { newest } from '#wire/newest.ts';

const relation = (name: string, collectionId: string, more: Partial<FieldBase> = {}) =>
  field(name, 'relation', { collectionId, ...more });

/** People in a team, one of whom wrote a post, and tasks for one or several of them. */
async function createRelated({ api }: Backend) {
  const teams = await createCollection(api, { name: uniqueName('teams'), fields: [field('title')] });
  const people = await createCollection(api, {
    name: uniqueName('people'),
    fields: [
      field('name', 'text', { isPresentable: true }),
      relation('team', teams.id, { isPresentable: true }),
    ],
  });
  const posts = await createCollection(api, {
    name: uniqueName('posts'),
    fields: [field('title'), relation('author', people.id, { isRequired: true })],
  });
  const list = (name: string, min: number, max: Limit) =>
    field(name, 'relation', { collectionId: people.id, min, max });
  const tasks = await createCollection(api, {
    name: uniqueName('tasks'),
    fields: [list('owner', 1, 1), list('few', 2, 3), list('some', 2, null), list('any', 0, null)],
  });
  const team = await createRecord(api, teams.id, { title: 'Reds' });
  const person = await createRecord(api, people.id, { name: 'Ann', team: team.id });
  const post = await createRecord(api, posts.id, { title: 'p', author: person.id });
  return { people, posts, tasks, person, post };
}

type Related = Awaited<ReturnType<typeof createRelated>>;

async function openAbove({ page, step }: Flow, { people, posts, person, post }: Related): Promise<void> {
  const chip = recordsScreen(page).cell(post.id, 'author').getByRole('link', { name: 'Ann, Reds' });
  const { panel, control, field: part } = panelScreen(page);
  const link = part('team').getByRole('link', { name: 'Reds' });

  await step('related records open above what is open, and what was typed below stays', async () => {
    await page.goto(recordsHash(posts.id));
    await chip.click();
    await expect(panel).toContainText('Ann, Reds');
    const address = { collectionId: posts.id, recordId: person.id, recordOf: people.id };
    expect(hashQuery(page)).toMatchObject(address);
    await control('name').fill('typed');
    await link.press('Enter');
    await expect(recordPanels(page)).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(recordPanels(page)).toHaveCount(1);
    await expect(link).toBeFocused();
    await link.press('Enter');
    await expect(recordPanels(page)).toHaveCount(2);
    await page.goBack();
    await expect(recordPanels(page)).toHaveCount(1);
    await expect(control('name')).toHaveValue('typed');
    await control('name').fill('Ann');
  });
}

async function tellReferences({ page, step, expectedProblems }: Flow, { posts }: Related): Promise<void> {
  const { panel, menu } = panelScreen(page);
  await step('a record says what refers to it, also before it is deleted', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
    const isReferring = (url: URL) =>
      url.pathname.endsWith(`/${posts.id}/records`) && url.searchParams.has('filter');
    await page.route(isReferring, (route) => failWith(route, 'Not now.'));
    await panel.getByText('Referenced by').click();
    const referring = panel.getByRole('list', { name: 'Referenced by' }).getByRole('listitem');
    await expect(referring.filter({ hasText: posts.name })).toContainText('Could not be loaded: Not now.');
    await expect(referring.filter({ hasText: 'by few' })).toContainText('No records');
    await page.unroute(isReferring);
    const again = panel.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(again).toHaveCount(0);
    await expect(referring.getByRole('link', { name: '1 record' })).toBeVisible();

    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(question(page)).toContainText(`${posts.name} refuses this: 1 record needs it in “author”.`);
    await answer(page, 'Do you really want to delete the selected record?', false);
    await page.goBack();
    await expect(recordPanels(page)).toHaveCount(0);
  });
}

async function fillRelations({ page, backend, step }: Flow, data: Related): Promise<void> {
  const { people, posts, tasks, person, post } = data;
  await step('a relation says how many records it takes', async () => {
    const screen = await openNew(page, tasks.id);
    await expect(screen.field('few')).toContainText('Select between 2 and 3 records.');
    await expect(screen.field('some')).toContainText('Select at least 2 records.');
    await expect(screen.field('any')).toBeVisible();
    await expect(screen.field('any')).not.toContainText('Select');
    await expect(screen.field('owner')).not.toContainText('Select');
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
  });

  await step('a relation whose collection is gone shows its ids', async () => {
    const other = await createRecord(backend.api, people.id, { name: 'Bob' });
    const task = await createRecord(backend.api, tasks.id, { few: [person.id, other.id] });
    const query = `select id, few from ${tasks.name}`;
    const view = await createCollection(backend.api, { name: uniqueName('looked'), type: 'view', query });
    await page.route(
      (url) => url.pathname === '/api/collections',
      async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        const items = body.items.filter(({ id }: { id: string }) => id !== people.id);
        await route.fulfill({ response, json: { ...body, items } });
      },
    );
    await page.reload();
    const screen = await openRecord(page, posts.id, post.id);
    await expect(screen.field('author')).toContainText(person.id);
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
    const added = await openNew(page, posts.id);
    await expect(added.field('author')).toContainText('The collection of this relation does not exist.');
    await added.cancel.click();
    await page.goto(recordsHash(view.id, { recordId: task.id }));
    const few = page.getByRole('dialog').locator('tr[data-column="few"] td');
    await expect(few).toHaveText(`${person.id}, ${other.id}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

const row = (page: Page, id: string) => recordsScreen(page).row(id);

/** Presses the mouse on the handle of a row, and returns where it is. */
async function grab(page: Page, id: string): Promise<number> {
  const box = await row(page, id).boundingBox();
  if (!box) throw new Error('The row has no place.');
  await page.mouse.move(box.x + 6, box.y + box.height / 2);
  await page.mouse.down();
  return box.x + 6;
}

async function orderRows({ page, backend, step }: Flow): Promise<void> {
  const list = await createCollection(backend.api, {
    name: uniqueName('list'),
    fields: [field('title'), field('place', 'number')],
  });
  const ids = await seedRecords(backend, list, 60, (index) => ({ title: `row ${index}`, place: index + 1 }));
  const [a = '', b = '', c = ''] = ids;
  const path = `/api/collections/${list.id}/records`;
  const { cell, scroller, table } = recordsScreen(page);
  const handles = page.locator('[data-row-handle]');
  const expectOrder = async (...order: string[]) => {
    for (const [index, id] of order.entries())
      await expect(row(page, id)).toHaveAttribute('aria-rowindex', `${index + 2}`);
  };
  /** The row moves before it is saved. */
  const untilSaved = async (move: Promise<void>) => {
    await page.waitForResponse((response) => response.request().method() === 'PATCH');
    await move;
  };
  const fromMenu = async (id: string, name: string) => {
    await cell(id, 'title').click({ button: 'right' });
    await page.getByRole('menuitem', { name }).click();
  };
  const chooseColumn = async (name: string) => {
    await page.getByRole('button', { name: 'Toggle columns' }).click();
    await page.getByRole('menuitem', { name }).click();
    await page.keyboard.press('Escape');
  };

  await step('rows move by keys where a number field orders them', async () => {
    await loadAt(page, recordsHash(list.id));
    await chooseColumn('Order by place');
    await expectOrder(a, b, c);
    await expect(handles.first()).toBeVisible();
    await row(page, c).press('Alt+ArrowUp');
    await expectOrder(a, c, b);
    await expect(row(page, c)).toBeFocused();
    await expect(row(page, c)).toContainText('1.5');
  });

  await step('they move by a handle, also to rows that are loaded on the way', async () => {
    const to = await row(page, a).boundingBox();
    const x = await grab(page, b);
    await page.mouse.move(x, (to?.y ?? 0) + 12, { steps: 4 });
    await page.mouse.move(x, (to?.y ?? 0) + 6);
    await untilSaved(page.mouse.up());
    await expectOrder(b, a, c);
    await page.reload();
    await expectOrder(b, a, c);
    await expect(table).toHaveAttribute('aria-rowcount', '41');
    const box = await scroller.boundingBox();
    await grab(page, c);
    await page.mouse.move(x, (box?.y ?? 0) + (box?.height ?? 0) - 10, { steps: 4 });
    await expect(table).toHaveAttribute('aria-rowcount', '61');
    await expect(row(page, ids[59] ?? '')).toBeInViewport({ ratio: 1 });
    await page.mouse.up();
    await expect.poll(async () => (await backend.api.get<{ place: number }>(`${path}/${c}`)).place).toBe(61);
    await scroller.evaluate((element) => element.scrollTo(0, 0));
  });

  await step('they move by their menu, which copies texts, also long ones', async () => {
    await untilSaved(fromMenu(a, 'Move up'));
    await expectOrder(a, b);
    await untilSaved(fromMenu(a, 'Move down'));
    await expectOrder(b, a);
    const clipboard = await allowClipboard(page);
    await fromMenu(a, 'Copy text');
    await expect.poll(clipboard).toBe('row 0');
    const long = `${'row 0, '.repeat(40)}end`;
    await backend.api.patch(`${path}/${a}`, { title: long });
    await expect(cell(a, 'title')).toContainText('...');
    await fromMenu(a, 'Copy text');
    await expect.poll(clipboard).toBe(long);
    await chooseColumn('Stop ordering by place');
    await expect(handles).toHaveCount(0);
  });
}

test('related records open above what is open, say what refers to them, and rows have an order', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  const data = await createRelated(backend);
  await admin.signIn();
  await openAbove(flow, data);
  await tellReferences(flow, data);
  await orderRows(flow);
  await fillRelations(flow, data);
});

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
    fields: [
      field('label', 'text', { isPresentable: true }),
      field('cover', 'file', { thumbs: ['50x50'] }),
      field('secret', 'file', { isProtected: true }),
      field('extras', 'file', { max: 5 }),
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

/** Collections with many, no and few pictures, and articles whose text takes one from them. */
async function createFiled({ backend }: Flow) {
  const open = await fileCollection(backend, 'aaa_open');
  const none = await fileCollection(backend, 'bbb_empty');
  const notes = await fileCollection(backend, 'ccc_notes');
  const plain = await createRecord(backend.api, open.id, { label: 'no file at all' });
  addFileRows(backend, open, plain.id, 55);
  await createRecord(backend.api, open.id, { label: 'a text', extras: [textFile('note.txt')] });
  await createRecord(backend.api, open.id, { label: 'only secret', secret: pngFile('hidden.png') });
  await createRecord(backend.api, notes.id, { cover: pngFile('oldest.png') });
  // A first page without an image does not fill the dialog: the next one is requested at once.
  const note = await createRecord(backend.api, notes.id, { extras: [textFile('note.txt')] });
  const copies = Array.from({ length: 49 }, (_, index) => ({
    id: `noterow0000${String(index).padStart(4, '0')}`,
  }));
  backend.copyRow(notes.name, note.id, copies);
  const articles = await createCollection(backend.api, {
    name: uniqueName('articles'),
    fields: [field('title'), field('body', 'editor')],
  });
  await createRecord(backend.api, articles.id, { body: '<p>Hello</p>' });
  return { open, none, notes, articles };
}

async function pickFile(flow: Flow): Promise<void> {
  const { page, backend, step, expectedProblems } = flow;
  const { open, none, notes, articles } = await createFiled(flow);
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/${open.id}/records?`)) requested.push(queryOf(request));
  });
  const picker = await openFilePicker(page, articles);
  const { dialog, choose, files, search, scroller, insert, again } = picker;
  const hasFile = '(cover:length>0||extras:length>0)';
  const firstPage = { page: '1', perPage: '50', sort: newest(), filter: hasFile };

  await step('[FP-04] their records are paged', async () => {
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

  await step('[FP-05] their records can be searched; a search without results shows a message', async () => {
    await expect(search).toHaveAttribute('placeholder', 'Record search term or filter...');
    await search.click();
    await page.keyboard.type('row 01');
    await page.keyboard.press('Enter');
    await expect(files).toHaveCount(10);
    const names = withDates('label', 'cover', 'secret', 'extras');
    expect(requested.at(-1)).toMatchObject({
      ...firstPage,
      filter: `(${names.map((name) => `${name}~"row 01"`).join('||')})&&${hasFile}`,
    });
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

  await step('a page that fails is not requested again by itself', async () => {
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

  await step('[FP-05] a record can be created in the dialog, and its file chosen', async () => {
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
}

async function continueOnDemand({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  const created = await createPeopleAndPosts(backend.api, 60);
  const post = await createRecord(backend.api, created.posts.id, { title: 'x' });
  await loadAt(page, recordsHash(created.posts.id));

  await step('a picker whose next page fails shows one message and continues on demand', async () => {
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
}

test('files and records are picked, and what was refused continues on demand', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await pickFile(flow);
  await continueOnDemand(flow);
});
