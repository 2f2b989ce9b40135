import { suggestions } from '#tests/support/collections/editor.ts';
import { docs, sample, statuses } from '#tests/support/docs/api-docs.ts';
import {
  createCollection,
  createRecord,
  field,
  pngFile,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { changesButton, openLive } from '#tests/support/records/live.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { question } from '#tests/support/records/panel.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import { rowBox, selectionBar } from '#tests/support/records/selection.ts';
import { frame } from '#tests/support/screens.ts';
import {
  expectOpener,
  expectReachable,
  expectRowNumbers,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';

test.use(PHONE);

test.beforeEach(({ admin }) => admin.signIn());

test('at 360 px records are listed, chosen and previewed', async ({ page, backend, expectedProblems }) => {
  const listed = await createCollection(backend.api, {
    name: uniqueName('listed'),
    schema: [field('title', 'text', { presentable: true }), field('amount', 'number'), field('note')],
  });
  const ids = await seedRecords(backend, listed, 90, (index) => ({
    title: `row ${String(index).padStart(2, '0')}`,
    amount: index,
  }));
  const chosen = await createCollection(backend.api, {
    name: uniqueName('chosen'),
    schema: [field('title', 'text', { presentable: true })],
  });
  const chosenIds = await seedRecords(backend, chosen, 6, (index) => ({ title: `row ${index}` }));
  const filed = await createCollection(backend.api, {
    name: uniqueName('filed'),
    schema: [field('cover', 'file')],
  });
  const record = await createRecord(backend.api, filed.id, { cover: pngFile() });
  const name = String(record['cover']);
  await test.step('a list is sorted, paged and searched, and its rows and columns are numbered', async () => {
    expectedProblems.allow(/^response 400 GET \/api\/collections\/\w+\/records\?.*$/);
    const newest = ids.toReversed();
    await page.goto(recordsHash(listed.id));
    const screen = recordsScreen(page);
    await expect(screen.table).not.toHaveAttribute('aria-busy');
    const main = frame(page, 'collections').locator('.page-content');
    // A line of the menu 'More actions' instead.
    await expectSameControls(main, ['API Preview']);
    await expectRowNumbers(screen.table, newest.slice(0, 40));

    // The sort of a column goes down, up and down again; only one column is sorted.
    const sorted = screen.table.locator('[aria-sort]:not([aria-sort=none])');
    for (const [state, first] of [
      ['descending', newest[0]],
      ['ascending', ids[0]],
    ] as const) {
      await screen.header('title').getByRole('button').tap();
      await expect(screen.header('title')).toHaveAttribute('aria-sort', state);
      await expect(sorted).toHaveCount(1);
      await expect(screen.rows.first()).toHaveAttribute('data-row-id', first ?? '');
    }
    await expectRowNumbers(screen.table, ids.slice(0, 40));

    // Busy while the next page loads, and numbered on after it.
    const release = await holdBack(page, /[?&]page=2/);
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-busy', 'true');
    await expect(screen.loadMore).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(screen.table).toHaveAttribute('aria-rowcount', '81');
    await expect(screen.table).not.toHaveAttribute('aria-busy');
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expectRowNumbers(screen.table, ids);
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.row(ids[89] ?? '')).toHaveAttribute('aria-rowindex', '91');

    // Columns keep their numbers while others are hidden or out of sight.
    await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
    const columns = await expectOpener(page.getByRole('button', { name: 'Toggle columns' }), {
      popup: 'menu',
    });
    const amount = columns.getByRole('menuitemcheckbox', { name: 'amount' });
    await expect(screen.table).toHaveAttribute('aria-colcount', '8');
    await expect(amount).toHaveAttribute('aria-checked', 'true');
    await amount.tap();
    await expect(amount).toHaveAttribute('aria-checked', 'false');
    await page.keyboard.press('Escape');
    await expect(screen.table).toHaveAttribute('aria-colcount', '7');
    await expect(screen.header('note')).toHaveAttribute('aria-colindex', '4');
    await expect(screen.cell(ids[0] ?? '', 'note')).toHaveAttribute('aria-colindex', '4');
    await screen.scroller.evaluate((element) => element.scrollTo(9999, 0));
    await expect(screen.header('updated')).toHaveAttribute('aria-colindex', '6');
    await expect(screen.cell(ids[0] ?? '', 'updated')).toHaveAttribute('aria-colindex', '6');
    await expect(screen.table.getByRole('columnheader').last()).toHaveAttribute('aria-colindex', '7');
    await screen.scroller.evaluate((element) => element.scrollTo(0, 0));

    const edge = screen.table.getByRole('separator', { name: 'Resize column title' });
    const width = Number(await edge.getAttribute('aria-valuenow'));
    await edge.press('Shift+ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', String(width + 10));
    await expect(edge).toHaveAttribute('aria-valuetext', `${width + 10} pixels`);

    // The completion names the active suggestion; a search numbers its rows anew; a refused one has none.
    await screen.search.tap();
    await expect(main.locator('.ace_editor')).toBeVisible();
    await expect(screen.search).toBeFocused();
    await page.keyboard.type('tit');
    const input = screen.search;
    await expect(suggestions(page)).toHaveText(['title Plain text']);
    await expect(input).not.toHaveAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    await expect(input).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Enter');
    await expect(input).not.toHaveAttribute('aria-activedescendant');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('title ~ "row 1"');
    await expectReachable(main.getByRole('search'));
    await main.getByRole('button', { name: 'Search', exact: true }).tap();
    await expect(screen.total).toHaveText('Total found: 10');
    await expectRowNumbers(screen.table, ids.slice(10, 20));
    await input.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('title = nothing');
    await page.keyboard.press('Enter');
    await expect(main.getByRole('status').filter({ hasText: 'No records found.' })).toBeInViewport();
    await expect(screen.table).toHaveAttribute('aria-rowcount', '1');
    await expect(screen.table).not.toHaveAttribute('aria-busy');
    await expect(screen.table.getByRole('checkbox', { name: 'Select all' })).toBeDisabled();
    await expectReachable(main);
    await main.getByRole('button', { name: 'Clear', exact: true }).tap();
    await expect(screen.total).toHaveText('Total found: 90');
    await expectRowNumbers(screen.table, ids.slice(0, 40));
  });

  await test.step('records are selected, deleted and updated from elsewhere', async () => {
    const [first = '', second = ''] = chosenIds;
    await openLive(page, recordsHash(chosen.id));
    const screen = recordsScreen(page);
    const all = screen.table.getByRole('checkbox', { name: 'Select all' });
    const bar = selectionBar(page);
    await expect(all).not.toBeChecked();
    await rowBox(page, first).tap();
    await expect(all).toBeChecked({ indeterminate: true });
    await expect(bar.getByRole('status')).toHaveText('Selected 1 record');
    await expectReachable(bar);
    await all.tap();
    await expect(all).toBeChecked();
    await expect(rowBox(page, second)).toBeChecked();
    await expect(bar.getByRole('status')).toHaveText('Selected 6 records');
    await all.tap();
    await expect(all).not.toBeChecked();
    await expect(bar).toHaveCount(0);

    await rowBox(page, first).tap();
    await rowBox(page, second).press('Space');
    await bar.getByRole('button', { name: 'Delete selected' }).tap();
    await expectReachable(question(page));
    await page.keyboard.press('Escape');
    await expect(question(page)).toHaveCount(0);
    await expect(bar.getByRole('status')).toHaveText('Selected 2 records');
    const release = await holdBack(page, new RegExp(`/records/${first}`));
    await bar.getByRole('button', { name: 'Delete selected' }).tap();
    await question(page).getByRole('button', { name: 'Yes' }).tap();
    await expect(bar.getByRole('progressbar', { name: 'Deleted' })).toHaveAttribute('max', '2');
    release();
    await expect(bar).toHaveCount(0);
    await expectRowNumbers(screen.table, chosenIds.slice(2).toReversed());
    await expect(all).toBeChecked({ checked: false, indeterminate: false });
    await expect(page.getByRole('status').filter({ hasText: 'Successfully deleted' })).toBeInViewport();

    // What others change is announced, and shown on request.
    const header = frame(page, 'collections').locator('.page-header');
    const announced = header.getByRole('status');
    await expect(announced).toHaveText('');
    const added = await createRecord(backend.api, chosen.id, { title: 'from elsewhere' });
    await expect(changesButton(page)).toHaveAccessibleName('1 change');
    await expect(announced).toHaveText('1 change elsewhere');
    await expectReachable(header);
    await changesButton(page).tap();
    await expect(announced).toHaveText('');
    await expectRowNumbers(screen.table, [added.id, ...chosenIds.slice(2).toReversed()]);
  });

  await test.step('a file is previewed, and the docs show their sections and examples', async () => {
    await page.goto(recordsHash(filed.id));
    await page.getByRole('button', { name: `Preview ${name}` }).tap();
    const preview = page.getByRole('dialog', { name });
    await expect(preview.getByRole('img', { name: `Preview of ${name}` })).toBeInViewport({ ratio: 1 });
    await expectSameControls(preview);
    await page.keyboard.press('Escape');
    await expect(preview).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Preview ${name}` })).toBeFocused();

    await frame(page, 'collections').getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'API Preview' }).tap();
    const panel = docs(page);
    const section = panel.getByRole('combobox', { name: 'Section' });
    await expect(panel.getByRole('tablist', { name: 'API', exact: true })).toBeHidden();
    await section.selectOption('Create');
    const create = page
      .getByRole('dialog', { name: 'API Preview' })
      .locator('[role=tabpanel], section, div')
      .first();
    await expect(panel.getByRole('heading', { name: /^Create/ })).toBeVisible();
    await expect(create).toBeVisible();
    await section.selectOption('List/Search');
    await expectReachable(panel);
    const status = statuses(panel);
    await expect(status.first()).toHaveAttribute('aria-selected', 'true');
    await status.filter({ hasText: '403' }).tap();
    await expect(status.filter({ hasText: '403' })).toHaveAttribute('aria-selected', 'true');
    await expect(status.first()).toHaveAttribute('aria-selected', 'false');
    await expect(panel.getByRole('tabpanel', { name: '403' })).toContainText('"code": 403');
    await panel.getByRole('tab', { name: 'Dart' }).tap();
    await expect(sample(panel, 'dart')).toBeVisible();
    await expect(panel.getByRole('tab', { name: 'JavaScript' })).toHaveAttribute('aria-selected', 'false');
    for (const more of (await panel.locator('button[aria-expanded]').all()).slice(0, 1)) {
      await expectOpener(more, { closeBy: 'press' });
    }
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
  });
});
