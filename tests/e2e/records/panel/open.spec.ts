import { allowClipboard } from '#tests/support/browser-permissions.ts';
import {
  createBlog,
  createCollection,
  createNotes,
  createPosts,
  createRecord,
  everyFieldType,
  field,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate, hashQuery, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import {
  openNew,
  openRecord,
  panelScreen,
  partsOf,
  recordPanels,
  saveAndWait,
} from '#tests/support/records/panel.ts';
import { contentOf, editorOf, shownText } from '#tests/support/records/rich-text.ts';
import { goToHash, toasts } from '#tests/support/screens.ts';
import { watchFor } from '#tests/support/timers.ts';

test('[RP-01][RP-02][PV-03][RL-06][RL-13][UI-01][UI-02][UI-04] a record opens in a modal panel above the list', async ({
  page,
  admin,
  backend,
  atoll,
  expectedProblems,
}) => {
  const collection = await createNotes(backend.api);
  const row = await createRecord(backend.api, collection.id, { title: 'stale' });
  const bare = await createNotes(backend.api);
  const { collection: posts } = await createPosts(backend.api);
  const thumbs = await createRecord(backend.api, posts.id, { title: 'a', attachments: [textFile()] });
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    options: { query: `select id, title from ${collection.name}` },
  });
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const screen = panelScreen(page);
  await expect(list.cell(row.id, 'title')).toHaveText('stale');

  await test.step('a row opens its record, which is loaded again, and closing clears the address', async () => {
    // No event tells the list about it.
    backend.write('data', (db) => {
      db.prepare(`UPDATE "${collection.name}" SET title = 'fresh' WHERE id = ?`).run(row.id);
    });

    const { opened, open } = gate();
    const path = `/api/collections/${collection.id}/records/${row.id}`;
    await page.route(`**${path}`, async (route) => {
      await opened;
      await route.continue();
    });
    const requested = page.waitForRequest((request) => new URL(request.url()).pathname === path);
    await list.cell(row.id, 'title').click();
    expect((await requested).method()).toBe('GET');
    await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
    await expect(screen.panel.getByText('Loading record...')).toBeAttached();
    // What the list knows is shown until then, and can't be saved.
    await expect(screen.control('title')).toHaveValue('stale');
    await expect(screen.menu).toHaveCount(0);
    await expect(screen.save).toBeDisabled();
    open();
    await expect(screen.control('title')).toHaveValue('fresh');
    await expect(screen.panel.getByText('Loading record...')).toHaveCount(0);
    await expect(screen.save).toHaveText('Save changes');
    expect(hashQuery(page)['recordId']).toBe(row.id);
    await page.unroute(`**${path}`);
    await screen.cancel.click();
    await expect(recordPanels(page)).toHaveCount(0);
    expect(hashQuery(page)['recordId']).toBeUndefined();

    await list.row(row.id).focus();
    await page.keyboard.press('Enter');
    await expect(screen.control('title')).toHaveValue('fresh');
    expect(hashQuery(page)['recordId']).toBe(row.id);
    await page.goBack();
    await expect(recordPanels(page)).toHaveCount(0);

    await page.getByRole('button', { name: 'New record' }).click();
    await expect(screen.title).toHaveText(`New ${collection.name} record`);
    await expect(screen.cancel).toBeVisible();
    await expect(screen.save).toHaveText('Create');
    await screen.cancel.click();
    await expect(recordPanels(page)).toHaveCount(0);
  });
  await test.step('the panel is modal, above the page, and returns the focus', async () => {
    await list.row(row.id).focus();
    await page.keyboard.press('Enter');
    await expect(screen.control('title')).toBeVisible();
    await expect(page.locator('body')).toHaveClass(/overlay-active/);
    const style = await screen.panel.evaluate((element) => {
      const { zIndex, transitionDuration } = getComputedStyle(element);
      return { zIndex, transitionDuration };
    });
    expect(style.zIndex).toBe('1001');
    expect(style.transitionDuration).toMatch(/^0\.15s/);
    await screen.control('title').focus();
    await page.keyboard.press('Escape');
    await expect(screen.panel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
    await expect(list.row(row.id)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(screen.control('title')).toBeVisible();
    await page.mouse.click(300, 400);
    await expect(recordPanels(page)).toHaveCount(0);
  });
  await test.step('an id that would lead to another path opens nothing and sends nothing', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // The browser has already resolved `..` here: what remains of such an address is the collection's own path.
      if ([collection.id, view.id].some((id) => pathname.replace(/\/$/, '').endsWith(`/collections/${id}`)))
        foreign.push(`${request.method()} ${pathname}`);
    });
    for (const [{ id }, recordId] of [
      [collection, '..'],
      [view, '..'],
      [collection, ''],
    ] as const) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, recordsHash(id, { recordId }).slice(2));
      await expect(page.getByRole('alert').last()).toHaveText(`Unable to load record with id "${recordId}"`);
      await expect(page).toHaveURL(`${atoll.url}${recordsHash(id)}`);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await expect(recordsScreen(page).rows).toHaveCount(1);
    // A save reads the collection, and nothing was saved here.
    expect(foreign).toEqual([]);
  });
  await test.step('a record that cannot be loaded closes its panel and is removed from the address', async () => {
    expectedProblems.allow(/^response 404 GET \/api\/collections\/\w+\/records\/missing00000000$/);
    await page.goto(recordsHash(collection.id, { recordId: 'missing00000000' }));
    await expect(toasts(page, 'error').last()).toContainText(
      'Unable to load record with id "missing00000000"',
    );
    await expect(recordPanels(page)).toHaveCount(0);
    await expect.poll(() => hashQuery(page)['recordId']).toBeUndefined();
  });
  await test.step('checkbox, thumb and copy icon of a row do not open it', async () => {
    await goToHash(page, recordsHash(posts.id).slice(1));
    await list.row(thumbs.id).getByRole('checkbox').check();
    await expect(page.getByText('Selected 1 record')).toBeVisible();
    const copied = await watchFor(page, `[data-row-id="${thumbs.id}"] [data-copied]`);
    await list.row(thumbs.id).getByRole('button', { name: 'Copy' }).click();
    await copied();
    await list.row(thumbs.id).getByRole('button', { name: 'Copy' }).press('Enter');
    await list.row(thumbs.id).getByRole('checkbox').press('Enter');
    expect(hashQuery(page)['recordId']).toBeUndefined();
    await expect(recordPanels(page)).toHaveCount(0);
    // The row itself still opens it.
    await list.cell(thumbs.id, 'title').click();
    await expect(screen.control('title')).toHaveValue('a');
    await screen.cancel.click();
    await expect(recordPanels(page)).toHaveCount(0);
  });
  await test.step('an empty list offers a new record', async () => {
    await goToHash(page, recordsHash(bare.id).slice(1));
    const inList = list.scroller.getByRole('button', { name: 'New record' });
    await expect(list.scroller.getByText('No records found.')).toBeVisible();
    await inList.click();
    await expect(screen.title).toHaveText(`New ${bare.name} record`);
    await screen.cancel.click();
    await page.goto(recordsHash(bare.id, { filter: 'nothing' }));
    await expect(list.scroller.getByRole('button', { name: 'Clear filters' })).toBeVisible();
    await expect(inList).toHaveCount(0);
  });
});

test('[RP-01][RP-05][UI-01][UI-02] the header says which record it is, steps walk the list, and on wide screens the panel stands beside it', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('walked'),
    schema: [field('title', 'text', { presentable: true }), field('meta', 'json')],
  });
  const rows = [];
  for (const title of ['one', 'two', 'three']) {
    rows.push(await createRecord(backend.api, collection.name, { title }));
  }
  const [one, two, three] = rows.map(({ id }) => id);
  if (!one || !two || !three) throw new Error('There are no records.');
  await admin.signIn();
  const list = recordsScreen(page);
  const screen = panelScreen(page);
  const panel = page.locator('[data-panel]').first();
  const identity = panel.locator('[data-panel-identity]');
  const title = panel.getByRole('textbox', { name: 'title' });
  const question = page.getByRole('alertdialog');
  await page.goto(recordsHash(collection.id, { sort: '+created' }));
  await list.row(one).click();

  await test.step('presentable text, id and times', async () => {
    await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
    await expect(identity).toContainText(/^one.*created /);
    await expect(identity.getByText(one)).toBeVisible();
    await expect(identity.getByRole('button', { name: 'Copy id' })).toBeVisible();
    await identity.getByText(/^created/).hover();
    await expect(page.locator('#atoll-tooltip')).toHaveText(/^Created: .* Local$/i);
  });

  await test.step('by keys outside of fields and by buttons, which are disabled at the ends', async () => {
    await expect(panel).toBeFocused();
    await page.keyboard.press('j');
    await expect(identity).toContainText(two);
    await expect(title).toHaveValue('two');
    await page.keyboard.press('j');
    await expect(title).toHaveValue('three');
    const next = panel.getByRole('button', { name: 'Next record' });
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    await title.press('k');
    await expect(title).toHaveValue('kthree');
    await panel.getByRole('button', { name: 'Previous record' }).click();
    await question.getByRole('button', { name: 'No' }).click();
    await expect(title).toHaveValue('kthree');
    await panel.getByRole('button', { name: 'Previous record' }).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(title).toHaveValue('two');
    await page.keyboard.press('Escape');
    await expect(recordPanels(page)).toHaveCount(0);
    await expect(list.row(two)).toBeFocused();
  });

  await test.step('docked, the table keeps its clicks and keys', async () => {
    await page.setViewportSize({ width: 1920, height: 900 });
    await list.row(two).click();
    await expect(page.getByRole('complementary', { name: /^Edit/ })).toBeVisible();
    await expect(page.locator('body')).not.toHaveClass(/overlay-active/);
    expect(await list.scroller.evaluate((element) => element.closest('[inert]'))).toBeNull();
    const right = async () =>
      ((await list.scroller.boundingBox())?.x ?? 0) + ((await list.scroller.boundingBox())?.width ?? 0);
    await expect.poll(right).toBe(1920 - 640);
    await expect(title).toHaveValue('two');
    await checkScreen();
    await list.row(three).click();
    await expect(title).toHaveValue('three');
    await expect(list.row(three)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(title).toHaveValue('three');
    await title.fill('typed');
    await list.row(one).click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(title).toHaveValue('one');
  });

  await test.step('the choice is remembered', async () => {
    await panel.getByRole('button', { name: 'Stand beside the table' }).click();
    await expect(recordPanels(page)).toBeVisible();
    await expect(page.locator('body')).toHaveClass(/overlay-active/);
    await page.reload();
    await expect(title).toHaveValue('one');
    await expect(recordPanels(page)).toBeVisible();
    await panel.getByRole('button', { name: 'Stand beside the table' }).click();
    await title.press('Escape');
    await expect(panel).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect.poll(async () => (await list.scroller.boundingBox())?.width).toBeGreaterThan(1500);
  });
});

test('[RP-02][RP-03] what is typed before the record is loaded stays, and only that is saved', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\/\w+$/);
  const collection = await createCollection(backend.api, {
    name: uniqueName('articles'),
    schema: [
      field('title'),
      field('note'),
      field('body', 'editor'),
      field('meta', 'json'),
      field('doc', 'file'),
    ],
  });
  const doc = new File(['text'], 'doc.txt', { type: 'text/plain' });
  const stored = { title: 'a', note: 'b', body: '<p>Rich</p>', meta: { exact: 1.5 }, doc };
  const row = await createRecord(backend.api, collection.id, stored);
  await admin.signIn();
  await page.goto(recordsHash(collection.id));
  const list = recordsScreen(page);
  const { opened: failed, open: fail } = gate();
  const path = `**/api/collections/${collection.id}/records/${row.id}`;
  await page.route(path, async (route) => {
    await failed;
    await failWith(route, 'Nobody there.', 502);
  });
  await list.cell(row.id, 'title').click();
  const screen = panelScreen(page);
  await screen.control('title').click();
  await page.keyboard.type(' typed');
  await expect(screen.control('title')).toHaveValue('a typed');
  // Only a part of the text is in the list, and JSON was parsed there.
  for (const name of ['body', 'meta', 'doc']) {
    await expect(screen.field(name)).toHaveAttribute('aria-busy', 'true');
    await expect(screen.field(name)).toHaveAttribute('inert');
  }
  await expect(screen.field('meta')).toContainText('"exact": 1.5');
  await checkScreen('[role=dialog]');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(screen.save).toBeDisabled();
  fail();
  await expect(screen.panel.getByText('The record could not be loaded.')).toBeVisible();
  await checkScreen('[role=dialog]');
  await expect(screen.control('title')).toBeFocused();
  await page.unroute(path);

  const { opened, open } = gate();
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') await opened;
    await route.continue();
  });
  await screen.panel.getByRole('button', { name: 'Try again' }).click();
  await screen.control('note').click();
  await page.keyboard.press('Home');
  await page.keyboard.type('x');
  const top = () => screen.field('meta').evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  open();
  await expect(screen.field('meta')).not.toHaveAttribute('aria-busy');
  expect(await top()).toBe(before);
  // The caret is where it was.
  await page.keyboard.type('y');
  await expect(screen.control('note')).toHaveValue('xyb');
  await expect(screen.save).toBeEnabled();
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await screen.save.click();
  expect(partsOf(await sent).map(({ name, value }) => [name, value])).toEqual([
    ['title', 'a typed'],
    ['note', 'xyb'],
  ]);
  await expect(recordPanels(page)).toHaveCount(0);
});

/** The message of another tab that changed a collection (CS-13). */
const RELOAD = () => {
  const channel = new BroadcastChannel('collections');
  channel.postMessage('reload');
  channel.close();
};

test('an open panel follows renamed and removed fields, with and without a notification', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const clipboard = await allowClipboard(page);
  const renamed = await createNotes(backend.api);
  const { id } = await createRecord(backend.api, renamed.id, { title: 'stored' });
  const collection = await createNotes(backend.api);
  const [title, ...others] = collection.schema;
  const change = (schema: readonly object[]) =>
    backend.api.patch(`/api/collections/${collection.id}`, { schema });
  await admin.signIn();
  await test.step('without it, the renamed field is updated without a false conflict', async () => {
    const screen = await openRecord(page, renamed.id, id);
    await screen.control('title').fill('typed');
    const [title, ...others] = renamed.schema;
    await backend.api.patch(`/api/collections/${renamed.id}`, {
      schema: [{ ...title, name: 'headline' }, ...others],
    });
    await saveAndWait(page, renamed.id);
    await expect(screen.panel).toHaveCount(0);
    expect(await backend.api.get(`/api/collections/${renamed.id}/records/${id}`)).toMatchObject({
      headline: 'typed',
    });
  });
  await test.step('with it, the input moves to the new name, and the value of a removed field can be copied', async () => {
    const screen = await openNew(page, collection.id);
    await screen.control('title').fill('precious');
    await change([{ ...title, name: 'headline' }, ...others]);
    await page.evaluate(RELOAD);
    await expect(screen.control('headline')).toHaveValue('precious');
    await expect(screen.control('headline')).toBeFocused();

    await change([...others, { name: 'other', type: 'text' }]);
    await page.evaluate(RELOAD);
    const gone = screen.panel.locator('[data-removed-field="headline"]');
    await expect(gone).toContainText('headline is no longer a field of this collection.');
    await expect(gone).toContainText('precious');
    await expect(screen.field('headline')).toHaveCount(0);
    await checkScreen('[role=dialog]');
    await gone.getByRole('button', { name: 'Copy headline' }).click();
    expect(await clipboard()).toBe('precious');
    await screen.control('other').fill('moved');
    await screen.save.click();
    await expect(toasts(page, 'success').last()).toContainText('Successfully created record.');
    // It stays until it is discarded.
    await expect(screen.title).toHaveText(`Edit ${collection.name} record`);
    await gone.getByRole('button', { name: 'Discard headline' }).press('Enter');
    await expect(gone).toHaveCount(0);
    await expect(screen.panel.locator(':focus')).toHaveCount(1);
    await screen.cancel.click();
    await expect(screen.panel).toHaveCount(0);
  });
});

test('axe finds nothing in the panel of a record and its popups, and with empty and refused fields', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { categories } = await createBlog(backend.api);
  const everyType = everyFieldType(categories.id);
  const posts = await createCollection(backend.api, {
    name: uniqueName('every'),
    // The rich text has its own tests.
    schema: everyType.filter(({ type }) => type !== 'editor'),
  });
  const strict = await createCollection(backend.api, {
    name: uniqueName('strict'),
    schema: everyType.map((one) => ({ ...one, required: true })),
  });
  const category = await createRecord(backend.api, categories.id, { name: 'News' });
  const row = await createRecord(backend.api, posts.id, {
    title: 'Hello',
    active: true,
    due: '2026-11-05 12:00:00.000Z',
    tags: ['red', 'blue'],
    meta: { a: 1 },
    attachments: [new File(['1'], 'one.txt'), new File(['2'], 'two.txt')],
    author: category.id,
  });
  await admin.signIn();
  const screen = await openRecord(page, posts.id, row.id);
  await test.step('a record with a value of every type, and a calendar', async () => {
    await expect(screen.field('meta').locator('.ace_editor')).toBeVisible();
    await checkScreen('[role=dialog]');
    await screen.field('due').getByRole('button', { name: 'Choose due' }).click();
    await expect(page.locator('calendar-month')).toBeVisible();
    await checkScreen('[role=dialog][aria-label^="Calendar"]');
    await page.keyboard.press('Escape');
  });
  await test.step('the menu', async () => {
    await screen.menu.click();
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeFocused();
    await checkScreen('[role=menu]');
    await page.keyboard.press('Escape');
  });
  await test.step('the question about changes', async () => {
    await screen.control('title').fill('changed');
    await screen.cancel.click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await checkScreen('[role=alertdialog]');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  });

  const { panel, save } = await openNew(page, strict.id);
  await test.step('a new record with empty fields', async () => {
    await expect(shownText(panel)).toBeVisible();
    await checkScreen('[role=dialog]');
  });
  await test.step('a new record with refused fields', async () => {
    expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/records$/);
    await shownText(panel).hover();
    await expect(contentOf(panel)).toHaveAttribute('contenteditable', 'true');
    await expect(editorOf(panel)).toHaveAttribute('aria-busy', 'false');
    // Disables the browser's validation, so that the backend gets the values.
    await panel.locator('[required]').evaluateAll((all) => {
      for (const one of all) one.removeAttribute('required');
    });
    await save.click();
    await expect(panel.locator(`[data-field="body"]`).getByText('Missing required value.')).toBeVisible();
    // A part of the page would have no landmark for the content of the editor.
    await checkScreen();
  });
});
