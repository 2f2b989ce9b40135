import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createTitles,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import {
  hashQuery,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { question } from '#tests/support/records/panel.ts';
import {
  createRows,
  DELETE_MANY,
  deleteSelected,
  rowBox,
  selectionBar,
  storedIds,
} from '#tests/support/records/selection.ts';
import { expectBelow, toasts } from '#tests/support/screens.ts';

async function createNotesWith(backend: Backend, texts: readonly string[]): Promise<Collection> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('notes'),
    schema: [field('text')],
  });
  for (const text of texts) await createRecord(backend.api, collection.id, { text });
  return collection;
}

const editorOf = (page: Page) => page.locator('[data-frame=collections] .page-content .ace_editor');

/** Enters a text in the filter bar and submits it. */
async function searchFor(page: Page, text: string): Promise<void> {
  const { search } = recordsScreen(page);
  await search.focus();
  await expect(editorOf(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

test('[RL-10][RL-12][TR-45] plain text searches every field, a filter is sent as typed, the address keeps it, and refusals are silent', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createNotesWith(backend, ['apple pie', 'banana', 'cherry']);
  const members = await createCollection(backend.api, {
    name: uniqueName('members'),
    type: 'auth',
    schema: [field('nickname')],
  });
  const difficult = await createNotesWith(backend, ['\\"both\\" 50% #?&+', 'both 50 percent', '"both"']);
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    schema: Array.from({ length: 60 }, (_, index) => field(`field_${index}`)),
  });
  const sentence = 'Every field is asked for the whole of it. '.repeat(12).trim();
  const found = await createRecord(backend.api, wide.id, { field_1: `before ${sentence} after` });
  await createRecord(backend.api, wide.id, { field_0: 'something else' });
  await admin.signIn();
  const screen = recordsScreen(page);
  const texts = screen.rows.locator('[data-column="text"]');
  const buttons = page
    .locator('[data-frame=collections] .page-content form[role=search]')
    .getByRole('button', { name: /^(Search|Clear)$/ });
  await page.goto(recordsHash(collection.id));

  await test.step('plain text searches every field', async () => {
    await expect(screen.rows).toHaveCount(3);
    await expect(buttons).toHaveCount(0);
    await screen.search.focus();
    await page.keyboard.insertText('apple');
    await expect(buttons).toHaveText(['Search', 'Clear']);
    const searched = page.waitForRequest((request) => isListRequest(request, collection.id));
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(queryOf(await searched)['filter']).toBe(
      'id~"apple"||created~"apple"||updated~"apple"||text~"apple"',
    );
    await expect(screen.rows).toHaveCount(1);
    await expect(screen.total).toHaveText('Total found: 1');
    await expect(buttons).toHaveText(['Clear']);
    await expect.poll(() => hashQuery(page)['filter']).toBe('apple');
  });

  await test.step('a filter is sent as typed, and kept by the address', async () => {
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

  await test.step('numbers and booleans are sent as such', async () => {
    for (const [text, sent] of [
      ['404', 'id~404||created~404||updated~404||text~404'],
      ['true', 'id~true||created~true||updated~true||text~true'],
    ] as const) {
      const requested = page.waitForRequest((request) => isListRequest(request, collection.id));
      await searchFor(page, text);
      expect(queryOf(await requested)['filter']).toBe(sent);
    }
  });

  await test.step('a filter that the server refuses shows no results without a message', async () => {
    expectedProblems.allow(
      /^response 400 GET \/api\/collections\/\w+\/records\?.*$/,
      /^response 500 GET \/api\/collections\/\w+\/records\?.*$/,
    );
    for (const filter of ['text = nosuchfield', 'text = "', 'text ~ (((']) {
      const refused = page.waitForResponse(
        (response) =>
          isListRequest(response.request(), collection.id) &&
          queryOf(response.request())['filter'] === filter,
      );
      await searchFor(page, filter);
      expect((await refused).status()).toBe(400);
      await expect(page.getByText('No records found.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(toasts(page)).toHaveCount(0);
      await expect(screen.total).toHaveText('Total found: 0');
    }
  });

  await test.step('other failures show one', async () => {
    await page.route(
      (url) => url.pathname.includes(collection.id),
      (route) => failWith(route, 'The disk is full.'),
    );
    await searchFor(page, 'two');
    await expect(toasts(page, 'error').filter({ hasText: 'The disk is full.' })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('the fields of an account are searched, too', async () => {
    const auth = page.waitForRequest((request) => isListRequest(request, members.id));
    await page.goto(recordsHash(members.id, { filter: 'ann' }));
    const looked = (queryOf(await auth)['filter'] ?? '').split('||').map((part) => part.split('~')[0]);
    expect(looked.sort()).toEqual(
      ['id', 'created', 'updated', 'username', 'email', 'emailVisibility', 'verified', 'nickname'].sort(),
    );
  });

  await test.step('finds exactly the typed text', async () => {
    await page.goto(recordsHash(difficult.id));
    await expect(screen.total).toHaveText('Total found: 3');
    await searchFor(page, '\\"both\\" 50% #?&+');
    await expect.poll(() => screen.searchText()).toBe('\\"both\\" 50% #?&+');
    await expect.poll(() => hashQuery(page)['filter']).toBe('\\"both\\" 50% #?&+');
    await expect(screen.total).toHaveText('Total found: 1');
    await expect(texts).toHaveText(['\\"both\\" 50% #?&+']);
  });

  await test.step('a long text is searched in some of many fields, which are named', async () => {
    await page.goto(recordsHash(wide.id, { filter: sentence }));
    await expect(page.getByRole('heading', { level: 1, name: wide.name })).toBeVisible();
    await expect(screen.row(found.id)).toBeVisible();
    await expect(screen.total).toHaveText('Total found: 1');
    await expect(screen.rows).toHaveCount(1);
    await expect(page.getByText('there is only room to search in field_0, field_1, field_2.')).toBeVisible();
  });
});

test('[RL-11] completes own fields, fields of relations in both directions, modifiers and macros while typing', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    schema: [field('title'), field('labels', 'select', { options: { maxSelect: 2, values: ['a', 'b'] } })],
  });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [
      field('headline'),
      field('tags', 'select', { options: { maxSelect: 3, values: ['x', 'y', 'z'] } }),
      field('cat', 'relation', { options: { collectionId: cats.id } }),
    ],
  });
  await admin.signIn();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto(recordsHash(posts.id));
  await expect(page.getByText('No records found.')).toBeVisible();
  const before = scripts.length;
  expect(scripts.filter((url) => /\/assets\/FilterEditor\./.test(url))).toEqual([]);
  const popup = page.locator('.ace_autocomplete');
  const screen = recordsScreen(page);
  await screen.search.click();
  await expect(editorOf(page)).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);

  const offered = async (typed: string, word: string) => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await expect(popup.locator('.ace_line', { hasText: word }).first(), word).toBeVisible();
  };
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
  await offered('tags:', 'tags:each');
  await offered('tags:l', 'tags:length');
  await offered('@tod', '@todayStart');
  await offered('upd', 'updated');
  await checkScreen();

  // Tab accepts the first completion; Enter then submits the filter.
  await page.keyboard.press('Tab');
  await expect.poll(() => screen.searchText()).toBe('updated');
  await page.keyboard.type(' > "2022-01-01"');
  await page.keyboard.press('Enter');
  await expect.poll(() => hashQuery(page)['filter']).toBe('updated > "2022-01-01"');

  await page.goto(recordsHash(cats.id));
  await expect(page.getByRole('heading', { level: 1, name: cats.name })).toBeVisible();
  await screen.search.click();
  await expect(editorOf(page)).toBeVisible();
  await offered(`${posts.name}_via`, `${posts.name}_via_cat`);
  await offered(`${posts.name}_via_cat.he`, `${posts.name}_via_cat.headline`);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
});

test('[RL-14] rows and all rows can be selected and reset, by mouse and by keyboard, and deleted', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const collection = await createTitles(backend.api, 45);
  const { collection: ranged, ids } = await createRows(backend.api, 12);
  await admin.signIn();
  const screen = recordsScreen(page);
  const all = page.getByRole('checkbox', { name: 'Select all', exact: true });
  const bar = selectionBar(page);
  await page.goto(recordsHash(collection.id));

  await test.step('the bar counts the selected rows', async () => {
    await expect(bar).toHaveCount(0);
    await screen.rows.nth(1).getByRole('checkbox').check();
    await expect(bar).toContainText('Selected 1 record');
    await expect(bar).not.toContainText('records');
    await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await screen.rows.nth(2).getByRole('checkbox').check();
    await expect(bar).toContainText('Selected 2 records');
    await all.click();
    await expect(bar).toContainText('Selected 40 records');
    await expect(all).toBeChecked();
  });

  await test.step('with more rows, selected rows stay selected, and new rows are not selected', async () => {
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-rowcount', '46');
    await expect(bar).toContainText('Selected 40 records');
    await expect(all).not.toBeChecked();
    await all.click();
    await expect(bar).toContainText('Selected 45 records');
    await bar.getByRole('button', { name: 'Reset' }).click();
    await expect(bar).toHaveCount(0);
    await expect(screen.rows.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  await test.step('another list starts without a selection', async () => {
    await all.check();
    await screen.header('title').getByRole('button').click();
    await expect(bar).toHaveCount(0);
  });

  await page.goto(recordsHash(ranged.id, { sort: 'created' }));
  await expect(page.getByRole('heading', { level: 1, name: ranged.name })).toBeVisible();
  await expect(screen.rows).toHaveCount(12);
  const at = (index: number) => rowBox(page, ids[index] ?? '');
  const checked = () =>
    screen.rows.evaluateAll((rows) =>
      rows.flatMap((row) =>
        row.querySelector('input')?.checked
          ? Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')) - 2
          : [],
      ),
    );

  await test.step('the checkbox of a row stays on an opaque background in the colour of its row', async () => {
    const colours = (index: number) =>
      screen.rows.nth(index).evaluate((row) => {
        const cell = row.querySelector('.cell-select') ?? row;
        return [row, cell].map((element) => getComputedStyle(element).backgroundColor);
      });
    await at(1).check();
    await screen.rows.nth(2).hover();
    const [plain, selected, hovered] = [await colours(0), await colours(1), await colours(2)];
    const shown = [plain[0], selected[0], hovered[0]];
    expect([plain[1], selected[1], hovered[1]]).toEqual(shown);
    expect(new Set(shown).size).toBe(3);
    for (const colour of shown) expect(colour).not.toMatch(/\/|rgba|transparent/);
    await checkScreen('[data-frame="collections"] .page-content');
    await bar.getByRole('button', { name: 'Reset' }).click();
  });

  await test.step('Shift selects all rows since the last selected one, by mouse', async () => {
    await at(2).click();
    await at(6).click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([2, 3, 4, 5, 6]);
    await expect(bar).toContainText('Selected 5 records');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    // A click on the cell around the checkbox counts too.
    await screen
      .row(ids[9] ?? '')
      .locator('.cell-select')
      .click({ modifiers: ['Shift'], position: { x: 4, y: 4 } });
    await expect.poll(checked).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    // A selected row clears the range, also upwards.
    await at(5).click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([2, 3, 4]);
    expect(page.url()).not.toContain('recordId');
    await bar.getByRole('button', { name: 'Reset' }).click();
  });

  await test.step('with the keyboard only: select, select a range, delete, confirm', async () => {
    await screen.row(ids[1] ?? '').focus();
    await presses(page, 'ArrowRight');
    await expect(at(1)).toBeFocused();
    await presses(page, 'Space ArrowDown ArrowDown ArrowDown Shift+Space');
    await expect.poll(checked).toEqual([1, 2, 3, 4]);
    await expect(at(4)).toBeFocused();
    await expect(bar).toContainText('Selected 4 records');
    await reach(page, deleteSelected(page), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(question(page)).toContainText(DELETE_MANY);
    await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(screen.rows).toHaveCount(8);
    expect(storedIds(backend, ranged)).toEqual([ids[0], ...ids.slice(5)]);
  });
});

test('with the keyboard only: choose a collection, sort, filter, hide a column, scroll', async ({
  page,
  admin,
  backend,
}) => {
  const other = await createTitles(backend.api, 1);
  const collection = await createTitles(backend.api, 40);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(other.id));
  await expect(screen.rows).toHaveCount(1);

  const link = page.getByRole('link', { name: collection.name, exact: true });
  await reach(page, link);
  await page.keyboard.press('Enter');
  await expect(screen.total).toHaveText('Total found: 40');

  await reach(page, screen.header('title').getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(screen.header('title')).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Space');
  await expect(screen.header('title')).toHaveAttribute('aria-sort', 'ascending');

  const columns = page.getByRole('button', { name: 'Toggle columns' });
  await reach(page, columns);
  await page.keyboard.press('Enter');
  // The last entries arrange and fit all columns.
  await presses(page, 'End ArrowUp ArrowUp Space Escape');
  await expect(columns).toBeFocused();
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created']);

  await presses(page, 'Tab PageDown PageDown');
  await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);

  await reach(page, page.getByRole('textbox', { name: /^Search .* records/ }), 'Shift+Tab');
  await expect(page.locator('[data-frame=collections] .page-content .ace_editor')).toBeVisible();
  await page.keyboard.type('n 40');
  await page.keyboard.press('Enter');
  await expect(screen.total).toHaveText('Total found: 1');
});
