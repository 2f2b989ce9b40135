import { createTitles } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { createRows, rowBox, selectionBar } from '#tests/support/records/selection.ts';

test('rows and all rows can be selected and reset; the bar counts them', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await createTitles(backend.api, 45);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  const all = page.getByRole('checkbox', { name: 'Select all', exact: true });
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toHaveCount(0);
  await screen.rows.nth(1).getByRole('checkbox').check();
  await expect(bar).toContainText('Selected 1 record');
  await expect(bar).not.toContainText('records');
  await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await screen.rows.nth(2).getByRole('checkbox').check();
  await expect(bar).toContainText('Selected 2 records');
  await axe('[data-frame="collections"]');
  await all.click();
  await expect(bar).toContainText('Selected 40 records');
  await expect(all).toBeChecked();

  // More rows: selected rows stay selected, new rows are not selected.
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table).toHaveAttribute('aria-rowcount', '46');
  await expect(bar).toContainText('Selected 40 records');
  await expect(all).not.toBeChecked();
  await all.click();
  await expect(bar).toContainText('Selected 45 records');
  await bar.getByRole('button', { name: 'Reset' }).click();
  await expect(bar).toHaveCount(0);
  await expect(screen.rows.getByRole('checkbox', { checked: true })).toHaveCount(0);

  // Another list starts without a selection.
  await all.check();
  await screen.header('title').getByRole('button').click();
  await expect(bar).toHaveCount(0);
});

test('Shift selects all rows since the last selected one, by mouse and by keyboard', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, ids } = await createRows(backend.api, 12);
  await admin.signIn();
  await page.goto(recordsHash(collection.id, { sort: 'created' }));
  const screen = recordsScreen(page);
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
  await at(2).click();
  await at(6).click({ modifiers: ['Shift'] });
  await expect.poll(checked).toEqual([2, 3, 4, 5, 6]);
  await expect(selectionBar(page)).toContainText('Selected 5 records');
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

  await selectionBar(page).getByRole('button', { name: 'Reset' }).click();
  await at(1).focus();
  await page.keyboard.press('Space');
  await at(4).focus();
  await page.keyboard.press('Shift+Space');
  await expect.poll(checked).toEqual([1, 2, 3, 4]);
  await expect(at(4)).toBeFocused();
});

test('[RL-14] the checkbox of a row stays on an opaque background in the colour of its row', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createTitles(backend.api, 3);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(3);
  const colours = (index: number) =>
    screen.rows.nth(index).evaluate((row) => {
      const cell = row.querySelector('.cell-select') ?? row;
      return [row, cell].map((element) => getComputedStyle(element).backgroundColor);
    });
  await screen.rows.nth(1).getByRole('checkbox').check();
  await screen.rows.nth(2).hover();
  const [plain, selected, hovered] = [await colours(0), await colours(1), await colours(2)];
  const shown = [plain[0], selected[0], hovered[0]];
  expect([plain[1], selected[1], hovered[1]]).toEqual(shown);
  expect(new Set(shown).size).toBe(3);
  for (const colour of shown) expect(colour).not.toMatch(/\/|rgba|transparent/);
});
