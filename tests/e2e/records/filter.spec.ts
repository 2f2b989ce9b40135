import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { collectionsSidebar, importCollections } from '#tests/support/collections/sidebar.ts';
import {
  type Collection,
  createBlog,
  createCollection,
  createRecord,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { focusOf, presses } from '#tests/support/keys.ts';
import { withDates } from '#tests/support/lines.ts';
import {
  chooseMore,
  hashQuery,
  isListRequest,
  loadAt,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { answer, openRecord, panelScreen } from '#tests/support/records/panel.ts';
import { expectBelow, toasts } from '#tests/support/screens.ts';

const editorOf = (page: Page) => page.locator('[data-frame=collections] .page-content .ace_editor');
const filterOf = (page: Page) => hashQuery(page)['filter'];

/** Enters a text in the filter bar and submits it. */
async function searchFor(page: Page, text: string): Promise<void> {
  await recordsScreen(page).search.focus();
  await expect(editorOf(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

async function searchTexts({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('notes'),
    fields: [field('text')],
  });
  for (const text of ['apple pie', 'banana', 'cherry'])
    await createRecord(backend.api, collection.id, { text });
  const screen = recordsScreen(page);
  const texts = screen.rows.locator('[data-column="text"]');
  const buttons = page
    .locator('[data-frame=collections] .page-content form[role=search]')
    .getByRole('button', { name: /^(Search|Clear)$/ });
  await page.goto(recordsHash(collection.id));

  await step('[RL-10] plain text searches every field', async () => {
    await expect(screen.rows).toHaveCount(3);
    await expect(buttons).toHaveCount(0);
    await screen.search.focus();
    await page.keyboard.insertText('apple');
    await expect(buttons).toHaveText(['Search', 'Clear']);
    const searched = page.waitForRequest((request) => isListRequest(request, collection.id));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(queryOf(await searched)['filter']).toBe(
      withDates('text')
        .map((name) => `${name}~"apple"`)
        .join('||'),
    );
    await expect(screen.rows).toHaveCount(1);
    await expect(screen.total).toHaveText('Total found: 1');
    await expect(buttons).toHaveText(['Clear']);
    await expect.poll(() => filterOf(page)).toBe('apple');
  });

  await step('[RL-10] a filter is sent as typed, and kept by the address', async () => {
    const typed = page.waitForRequest((request) => isListRequest(request, collection.id));
    await searchFor(page, ' text != "banana" && text !~ "pie" ');
    expect(queryOf(await typed)['filter']).toBe('text != "banana" && text !~ "pie"');
    await expect(texts).toHaveText(['cherry']);
    await page.reload();
    await expect(texts).toHaveText(['cherry']);
    await expect.poll(() => screen.searchText()).toBe('text != "banana" && text !~ "pie"');
    await page.goBack();
    await expect(texts).toHaveText(['apple pie']);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(screen.rows).toHaveCount(3);
    await expect(buttons).toHaveCount(0);
    await expect.poll(() => hashQuery(page)).not.toHaveProperty('filter');
  });

  await step(
    '[RL-12] a refused filter finds nothing, without a message; other failures show one',
    async () => {
      expectedProblems.allow(/^response (400|500) GET \/api\/collections\/\w+\/records\?.*$/);
      const filter = 'text = nosuchfield';
      const refused = page.waitForResponse(
        (response) =>
          isListRequest(response.request(), collection.id) &&
          queryOf(response.request())['filter'] === filter,
      );
      await searchFor(page, filter);
      expect((await refused).status()).toBe(400);
      await expect(page.getByText('No records found.')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(toasts(page)).toHaveCount(0);
      await expect(screen.total).toHaveText('Total found: 0');
      await page.route(
        (url) => url.pathname.includes(collection.id),
        (route) => failWith(route, 'The disk is full.'),
      );
      await searchFor(page, 'two');
      await expect(toasts(page, 'error').filter({ hasText: 'The disk is full.' })).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    },
  );
}

async function complete({ page, backend, step }: Flow): Promise<void> {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    fields: [field('title'), field('labels', 'select', { max: 2, choices: ['a', 'b'] })],
  });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    fields: [
      field('headline'),
      field('tags', 'select', { max: 3, choices: ['x', 'y', 'z'] }),
      field('cat', 'relation', { collectionId: cats.id }),
    ],
  });
  const popup = page.locator('.ace_autocomplete');
  const screen = recordsScreen(page);
  const offered = async (typed: string, word: string) => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await expect(popup.locator('.ace_line', { hasText: word }).first(), word).toBeVisible();
  };
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await loadAt(page, recordsHash(posts.id));
  await expect(page.getByText('No records found.')).toBeVisible();

  await step(
    '[RL-11] fields, also of relations in both directions, modifiers and macros are offered',
    async () => {
      const before = scripts.length;
      expect(scripts.filter((url) => /\/assets\/FilterEditor\./.test(url))).toEqual([]);
      await screen.search.click();
      await expect(editorOf(page)).toBeVisible();
      expect(scripts.length).toBeGreaterThan(before);
      await offered('head', 'headline');
      await offered('cat.ti', 'cat.title');
      await offered('cat.lab', 'cat.labels:each');
      // A part of a path finds it, and a dot leads one level deeper.
      await offered('labels', 'cat.labels');
      await expect(popup.locator('.ace_line').first()).toHaveText('cat.labels Select');
      await expect(
        popup.getByLabel('cat.labels, Select', { exact: true }).locator('[class*="icon-["]'),
      ).toBeVisible();
      await expectBelow(popup, page.getByRole('search').last());
      await offered(`cat.${posts.name}_via_cat.he`, `cat.${posts.name}_via_cat.headline`);
      await offered('tags:l', 'tags:length');
      await offered('@tod', '@todayStart');
      await offered('upd', 'updated');
    },
  );

  await step('[RL-11] Tab accepts the first one, Enter then submits the filter', async () => {
    await page.keyboard.press('Tab');
    await expect.poll(() => screen.searchText()).toBe('updated');
    await page.keyboard.type(' > "2022-01-01"');
    await page.keyboard.press('Enter');
    await expect.poll(() => filterOf(page)).toBe('updated > "2022-01-01"');
  });

  await step('[RL-11] in another list its own fields are offered', async () => {
    await page.goto(recordsHash(cats.id));
    await expect(page.getByRole('heading', { level: 1, name: cats.name })).toBeVisible();
    await screen.search.click();
    await offered(`${posts.name}_via_cat.he`, `${posts.name}_via_cat.headline`);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  });
}

test('records are searched and filtered with a text', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await searchTexts(flow);
  await complete(flow);
});

const filterPanel = (page: Page) => page.getByRole('dialog', { name: 'Filter records' });
const titles = (page: Page) => page.locator('[role=row] [data-column="title"]');

/** A field of the panel that builds a filter. */
const part = (page: Page, name: string) =>
  filterPanel(page)
    .getByRole('textbox', { name, exact: true })
    .or(filterPanel(page).getByRole('combobox', { name, exact: true }));

async function narrowByCell({ page, step }: Flow): Promise<void> {
  await step('narrowed by a cell', async () => {
    await page.locator('[data-row-id]').filter({ hasText: 'Apple' }).focus();
    await presses(page, 'ArrowRight ArrowRight ArrowRight');
    expect(await focusOf(page)).toMatchObject({ column: 'title' });
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Filter by this cell' });
    await expect(menu.getByRole('menuitem')).toHaveText([
      'is “Apple "red"”',
      'is not “Apple "red"”',
      'contains “Apple "red"”',
      'Edit',
      'Copy text',
    ]);
    await menu.getByRole('menuitem', { name: 'is not' }).press('Enter');
    await expect(titles(page)).toHaveText(['Pear']);
    expect(filterOf(page)).toBe('amount = 5 && title != "Apple \\"red\\""');
    await titles(page).click({ button: 'right' });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });

  await step('a cell that cannot be edited in the list opens its record at this field', async () => {
    // Only columns in sight are in the page.
    await page.setViewportSize({ width: 2600, height: 720 });
    await page.locator('[role=row] [data-column="attachments"]').last().click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).press('Enter');
    // The window is wide enough for a panel beside the table, which is no dialog.
    const upload = page
      .locator('[data-field="attachments"]')
      .getByRole('button', { name: 'Upload new file' });
    await expect(upload).toBeFocused();
    await expect(upload).toBeInViewport();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(upload).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
}

test('a filter is built by keyboard, narrowed by a cell, taken apart, and stays a text where it can only be one', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const { posts } = await createBlog(backend.api);
  for (const [title, amount] of [
    ['Apple "red"', 5],
    ['Apple pie', 7],
    ['Pear', 5],
  ] as const)
    await createRecord(backend.api, posts.id, { title, amount });
  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  await expect(titles(page)).toHaveCount(3);
  const panel = filterPanel(page);
  const build = () => page.getByRole('button', { name: 'Build a filter' }).click();
  const close = async (yes: boolean) => {
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter');
    await answer(page, 'Do you really want to close the panel?', yes);
  };

  await step('built', async () => {
    await chooseMore(page, 'Build a filter…');
    await panel.getByRole('button', { name: 'Apply filter' }).press('Enter');
    await expect(panel.getByText('Choose a field.')).toBeVisible();
    await expect(part(page, 'Field 1')).toBeFocused();
    await page.keyboard.type('title');
    // The button that removes the condition is at the label.
    await part(page, 'Value 1').focus();
    await page.keyboard.type('apple');
    await panel.getByRole('button', { name: 'Add condition' }).press('Enter');
    await expect(part(page, 'Field 2')).toBeFocused();
    await page.keyboard.type('amount');
    await part(page, 'Value 2').focus();
    await page.keyboard.type('five');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Type a number, such as -1.5.')).toBeVisible();
    await part(page, 'Value 2').fill('5');
    await expect(panel.getByText('title ~ "apple" && amount = 5')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panel).toBeHidden();
    expect(filterOf(page)).toBe('title ~ "apple" && amount = 5');
    await expect(titles(page)).toHaveText(['Apple "red"']);
  });

  await step('taken apart', async () => {
    const conditions = page.getByRole('list', { name: 'Conditions of the filter' });
    await expect(conditions.getByRole('listitem')).toHaveText(['title ~ "apple"', 'amount = 5']);
    await conditions.getByRole('button', { name: 'Remove title ~ "apple"' }).press('Enter');
    await expect(titles(page)).toHaveText(['Pear', 'Apple "red"']);
    expect(filterOf(page)).toBe('amount = 5');
    await expect(page.getByRole('textbox', { name: /^Search .* records/ })).toBeFocused();
  });

  await narrowByCell({ page, backend, step, expectedProblems });

  await step(
    'its parts are joined, compared and removed as chosen; what is not applied changes nothing',
    async () => {
      const choose = async (label: string, option: string) => {
        await part(page, label).press('ArrowDown');
        await page.getByRole('option', { name: option, exact: true }).press('Enter');
      };
      const text = panel.getByText(/^As text: /);
      await build();
      await expect(part(page, 'Value 2')).toHaveValue('Apple "red"');
      await panel.getByRole('button', { name: 'Add group' }).click();
      await panel.getByRole('button', { name: 'Remove group' }).click();
      await choose('Records match', 'any of these');
      await expect(text).toHaveText('As text: amount = 5 || title != "Apple \\"red\\""');
      await choose('Comparison 1', 'at least');
      await expect(text).toHaveText('As text: amount >= 5 || title != "Apple \\"red\\""');
      await panel.getByRole('button', { name: 'Remove condition 1' }).press('Enter');
      await expect(text).toHaveText('As text: title != "Apple \\"red\\""');
      await close(false);
      await expect(panel).toBeVisible();
      await close(true);
      await expect(panel).toBeHidden();
      expect(filterOf(page)).toBe('amount = 5 && title != "Apple \\"red\\""');
    },
  );

  await step('dates are said in the chosen time zone, too; what only a text can say is shown', async () => {
    await page.evaluate(() => localStorage.setItem('atollZone', 'America/New_York'));
    await page.reload();
    const filter = 'due >= "2026-11-05 12:00:00" && due < @now && title = body';
    await page.goto(recordsHash(posts.id, { filter }));
    await build();
    await expect(part(page, 'Value 1')).toHaveAccessibleDescription(
      'In UTC, which is 2026-11-05 07:00:00.000 EST',
    );
    await expect(part(page, 'Value 2')).toHaveAccessibleDescription('In UTC');
    await expect(part(page, 'Value 3')).toHaveAccessibleDescription(
      'Only the text of the filter can change this.',
    );
    await expect(part(page, 'Value 3')).toHaveValue('body');
    await expect(part(page, 'Value 3')).not.toBeEditable();
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(panel).toBeHidden();
    await page.goto(recordsHash(posts.id, { filter: 'amount = 5 // five' }));
    await build();
    await expect(panel.getByText('It has a comment, which would be lost.')).toBeVisible();
  });
});

const more = (page: Page) => page.getByRole('button', { name: 'More actions' });

const FILTER = 'price > 2';
const viewLink = (page: Page) => collectionsSidebar(page).getByRole('link', { name: 'View Dear' });

async function saveView({ page, step }: Flow, collection: Collection): Promise<void> {
  const screen = recordsScreen(page);
  const panel = page.getByRole('dialog', { name: `Views of ${collection.name}` });
  const link = viewLink(page);

  await step('columns get another order by keyboard, and can be hidden', async () => {
    await page.getByRole('button', { name: 'Toggle columns' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Arrange columns…' }).press('Enter');
    const columns = page.getByRole('dialog', { name: 'Arrange columns' });
    const movePrice = async () => {
      await columns.getByRole('button', { name: 'Move price' }).press('Space');
      await page.keyboard.press('ArrowUp');
      await expect(page.getByText('price is over place 1 of 4.')).toBeAttached();
      await page.keyboard.press('Space');
      await expect.poll(() => screen.columnNames()).toEqual(['id', 'price', 'title', 'created', 'updated']);
    };
    await movePrice();
    const shown = columns.getByRole('switch', { name: 'price' });
    await shown.press('Space');
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created', 'updated']);
    await shown.press('Space');
    const reset = columns.getByRole('button', { name: 'Order of the fields' });
    await reset.press('Enter');
    await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'price', 'created', 'updated']);
    await expect(reset).toBeDisabled();
    await expect(reset).toBeFocused();
    await movePrice();
    await columns.getByRole('button', { name: 'Close' }).last().press('Enter');
  });

  await step('the list is saved as a view, by keyboard', async () => {
    await chooseMore(page, 'Views…');
    await panel.getByRole('textbox', { name: 'Name of a new view' }).focus();
    await page.keyboard.type('Dear');
    await panel.getByRole('switch', { name: 'Use when the collection is opened' }).press('Space');
    await presses(page, 'Tab Enter');
    await expect(panel.getByRole('status')).toContainText('The list shows “Dear”.');
    await expect(panel.getByRole('button', { name: 'Save as view' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(more(page)).toBeFocused();
    await expect(link).toHaveAttribute('aria-current', 'true');
  });

  await step('a change is said, and saved', async () => {
    await screen.header('price').getByRole('button', { name: 'price', exact: true }).click();
    await expect(more(page)).toHaveAccessibleName(/The list differs from the view “Dear”/);
    await expect(link).toContainText('(changed)');
    await chooseMore(page, 'Update view “Dear” (sort)');
    await expect(link).not.toContainText('(changed)');
  });

  const isShown = async () => {
    const address = { collectionId: collection.id, filter: FILTER, sort: '-price' };
    await expect.poll(() => hashQuery(page)).toEqual(address);
    await expect(screen.rows).toHaveCount(1);
  };
  await step('the collection opens with it; all its records are a choice away', async () => {
    await page.goto(recordsHash(collection.id));
    await page.reload();
    await isShown();
    await chooseMore(page, 'Views…');
    await panel.getByRole('button', { name: 'Show all records' }).press('Enter');
    await panel.getByRole('button', { name: 'Close' }).last().press('Enter');
    await expect(screen.rows).toHaveCount(2);
    await expect(link).not.toHaveAttribute('aria-current');
  });

  await step('it is found from another collection', async () => {
    await collectionsSidebar(page).getByRole('link', { name: 'users', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
    const search = collectionsSidebar(page).getByRole('textbox', { name: 'Search collections' });
    await search.fill('dea');
    await link.click();
    await isShown();
    await search.fill('');
  });
}

async function useRecentFilters({ page, step }: Flow): Promise<void> {
  const screen = recordsScreen(page);
  const recent = page.getByRole('list', { name: 'Recent filters' });
  const clear = () => page.getByRole('button', { name: 'Clear', exact: true }).click();
  const search = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect.poll(() => filterOf(page)).toBe(text);
  };

  await step('the filter is offered in the empty field, by keys', async () => {
    await clear();
    await expect(recent.getByRole('listitem')).toHaveText([FILTER, 'Clear recent filters']);
    // The editor has keys of its own.
    await expect(editorOf(page)).toBeVisible();
    const line = recent.getByRole('button', { name: FILTER, exact: true });
    for (const [key, focused] of [
      ['ArrowDown', line],
      ['ArrowRight', recent.getByRole('button', { name: `Forget ${FILTER}` })],
      ['ArrowLeft', line],
      ['ArrowUp', screen.search],
    ] as const) {
      await page.keyboard.press(key);
      await expect(focused).toBeFocused();
    }
    await presses(page, 'ArrowDown Enter');
    await expect(recent).toBeHidden();
    await expect.poll(() => filterOf(page)).toBe(FILTER);
  });

  await step('it is forgotten, one or all', async () => {
    await clear();
    await expect(recent).toBeVisible();
    await presses(page, 'ArrowDown Delete');
    await expect(recent).toBeHidden();
    await search('T.1');
    await expect(viewLink(page)).toContainText('(changed)');
    await clear();
    await expect(page.locator('[data-announcer]')).toHaveText(
      'Recent filters are below. Press the down arrow.',
    );
    await search('T.2');
    await clear();
    await expect(recent.getByRole('listitem')).toHaveText(['T.2', 'T.1', 'Clear recent filters']);
    const older = recent.getByRole('button', { name: 'T.1', exact: true });
    await presses(page, 'ArrowDown ArrowDown');
    await expect(older).toBeFocused();
    await recent.getByRole('button', { name: 'Forget T.2' }).click();
    await expect(older).toBeFocused();
    await presses(page, 'ArrowUp Escape');
    await expect(recent).toBeHidden();
    await expect(screen.search).toBeFocused();
    await page.reload();
    await screen.search.focus();
    await recent.getByRole('button', { name: 'Clear recent filters' }).click();
    await expect(recent).toBeHidden();
    await expect(screen.search).toBeFocused();
    await expect(page.locator('body [data-line]')).toHaveText(['Clear recent filters']);
  });
}

async function manageViews({ page, step }: Flow, collection: Collection): Promise<void> {
  const panel = page.getByRole('dialog', { name: `Views of ${collection.name}` });
  const link = viewLink(page);

  await step('it is shown from the list of views', async () => {
    await chooseMore(page, 'Views…');
    const added = panel.getByRole('textbox', { name: 'Name of a new view' });
    await added.fill('Dear');
    await expect(added).toHaveAccessibleDescription('Replaces the view with this name.');
    await panel.getByRole('button', { name: 'Show Dear' }).press('Enter');
    await expect(panel).toBeHidden();
    await expect.poll(() => filterOf(page)).toBe(FILTER);
    await expect(link).toHaveAttribute('aria-current', 'true');
  });

  await step('it is renamed and deleted', async () => {
    await chooseMore(page, 'Views…');
    await panel.getByRole('button', { name: 'Rename Dear' }).press('Enter');
    await expect(panel.getByRole('textbox', { name: 'Name of the view' })).toBeFocused();
    await page.keyboard.type('est');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('button', { name: 'Show Dearest' })).toBeFocused();
    await panel.getByRole('button', { name: 'Delete Dearest' }).press('Enter');
    await answer(page, 'Do you really want to delete the view “Dearest”?', true);
    await expect(panel).toContainText('No views yet.');
    await expect(panel.getByRole('button', { name: 'Close' }).last()).toBeFocused();
    await expect(link).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });
}

/** Opens the panel of an empty record, and what is in its menu. */
async function openFromMenu(page: Page, item: string, dialog: string) {
  await panelScreen(page).menu.press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
  return page.getByRole('dialog', { name: dialog });
}

async function saveTemplate({ page, backend, step }: Flow, collection: Collection): Promise<void> {
  const record = await createRecord(backend.api, collection.id, { title: 'By {admin}', tag: 'news' });
  const openNew = () => page.getByRole('button', { name: 'New record' }).first().click();

  await step('a record is saved as a template, by keyboard', async () => {
    const edit = await openRecord(page, collection.id, record.id);
    const dialog = await openFromMenu(page, 'Save as template…', 'Save as template');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(name).toBeFocused();
    await expect(name).toHaveAccessibleDescription(
      'It keeps the values of the form, without files and passwords.',
    );
    await page.keyboard.type('Post');
    await dialog.getByRole('switch', { name: 'Use for every new record' }).press('Space');
    await dialog.getByRole('combobox', { name: 'due' }).press('Enter');
    await page.getByRole('option', { name: 'Today' }).click();
    await name.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(edit.menu).toBeFocused();
    await expect(toasts(page, 'success').filter({ hasText: 'Saved the template “Post”.' })).toBeVisible();
    await edit.cancel.click();
  });

  await step('a new record begins with it, without unsaved changes', async () => {
    await openNew();
    const { panel, control, cancel, save } = panelScreen(page);
    await expect(panel.getByText('From the template “Post”.')).toBeVisible();
    await expect(control('title')).toHaveValue(`By ${backend.adminEmail}`);
    await expect(control('due')).toHaveValue(/^\d{4}-\d\d-\d\d 00:00:00/);
    await cancel.click();
    await expect(panel).toHaveCount(0);
    await openNew();
    await save.click();
    await expect(panel).toHaveCount(0);
    const [row] = backend.sql(`select title, tag, due from ${collection.name} where id != ?`, [record.id]);
    expect(row).toEqual({
      title: `By ${backend.adminEmail}`,
      tag: 'news',
      due: expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00:00.000Z$/),
    });
  });

  await step('it is used, exported, imported and deleted; lost fields are named', async () => {
    const screen = panelScreen(page);
    const open = () => openFromMenu(page, 'New from template…', `Templates of ${collection.name}`);
    await openNew();
    await screen.panel.getByRole('button', { name: 'Start empty' }).click();
    await expect(screen.control('title')).toHaveValue('');
    const dialog = await open();
    await expect(dialog).toContainText('Used for every new record');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toBe(`${collection.name}_templates.json`);
    const [one] = JSON.parse(await readFile(await (await download).path(), 'utf8'));
    await dialog.getByRole('button', { name: 'Use Post for every new record' }).press('Enter');
    await expect(dialog).not.toContainText('Used for every new record');
    await dialog.getByRole('button', { name: 'Use Post', exact: true }).press('Enter');
    await expect(screen.control('tag')).toHaveValue('news');

    // The file of another administrator, whose collection had more fields.
    const lost = { gone: 'x', left: 'x' };
    const content = { ...one.content, ...lost, '@fields': { ...one.content['@fields'], ...lost } };
    const buffer = Buffer.from(JSON.stringify([{ ...one, id: 'lost', name: 'Lost', content }]));
    await open();
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Import' }).press('Enter');
    await (await choosing).setFiles({ name: 'templates.json', mimeType: 'application/json', buffer });
    await expect(toasts(page, 'success').filter({ hasText: /^Added 1 template\./ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Use Lost', exact: true }).press('Enter');
    await expect(
      screen.panel.getByText('Left out, as the collection no longer has these fields: gone, left.'),
    ).toBeVisible();
    await open();
    for (const item of ['Lost', 'Post']) {
      await dialog.getByRole('button', { name: `Delete ${item}` }).press('Enter');
      await answer(page, `Do you really want to delete the template “${item}”?`, true);
    }
    await expect(dialog).toContainText('No templates yet.');
  });
}

test('views, recent filters and templates of records are kept, used and forgotten', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  const goods = await createCollection(backend.api, {
    name: uniqueName('goods'),
    fields: [field('title', 'text'), field('price', 'number')],
  });
  // No random id has a dot.
  for (const price of [1, 5]) await createRecord(backend.api, goods.id, { title: `T.${price}`, price });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    fields: [field('title', 'text'), field('due', 'date'), field('tag', 'text')],
  });
  // The search of the sidebar needs more than five collections.
  await importCollections(backend.api, 5);
  await admin.signIn();
  await page.goto(recordsHash(goods.id, { filter: FILTER, sort: '-title' }));
  await expect(recordsScreen(page).rows).toHaveCount(1);
  await saveView(flow, goods);
  await useRecentFilters(flow);
  await manageViews(flow, goods);
  await saveTemplate(flow, posts);
});
