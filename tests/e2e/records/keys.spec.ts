import {
  type Collection,
  createCollection,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { focusOf, presses } from '#tests/support/keys.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { selectionBar } from '#tests/support/records/selection.ts';
import { hashOf } from '#tests/support/screens.ts';

test('[UI-11][RL-14] a list is one tab stop: keys go through rows, cells and ranges, also those out of sight', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const names = Array.from({ length: 30 }, (_, index) => `c${String(index + 1).padStart(2, '0')}`);
  const wide: Collection = await createCollection(backend.api, {
    name: uniqueName('keyed'),
    schema: [field('link', 'url'), ...names.map((name) => field(name))],
  });
  const ids = await seedRecords(backend, wide, 100, (index) => ({
    link: index === 1 ? '' : 'https://example.com/',
    ...Object.fromEntries(names.map((name) => [name, `${name} of ${index}`])),
  }));
  const idAt = (index: number): string => ids[index] ?? '';
  await admin.signIn();
  const screen = recordsScreen(page);
  const { keyboard } = page;
  const bar = selectionBar(page);
  await page.goto(recordsHash(wide.id, { sort: 'created' }));
  await expect(screen.row(idAt(1))).toHaveAttribute('tabindex', '-1');

  const rowAt = (index: number) => screen.row(idAt(index));
  const checked = () =>
    screen.rows.evaluateAll((rows) =>
      rows.flatMap((row) =>
        row.getAttribute('aria-selected') === 'true' ? Number(row.getAttribute('aria-rowindex')) - 2 : [],
      ),
    );
  /** Presses keys and expects a row to have the focus, in sight and not below the header. */
  const expectRow = async (keys: string, index: number) => {
    await presses(page, keys);
    await expect(rowAt(index), keys).toBeFocused();
    await expect(rowAt(index).locator('.cell-select')).toBeInViewport({ ratio: 0.9 });
  };

  await test.step('the list is one tab stop, its header another one', async () => {
    // The code for keys arrives after the list.
    await expect(screen.header('id').getByRole('button')).toHaveAttribute('tabindex', '-1');
    await screen.row(idAt(0)).focus();
    await presses(page, 'Shift+Tab');
    const all = page.getByRole('checkbox', { name: 'Select all', exact: true });
    await expect(all).toBeFocused();
    await presses(page, 'Shift+Tab Tab Tab');
    await expect(rowAt(0)).toBeFocused();
    await presses(page, 'Tab');
    // Past 'Load more', which would scroll down and load the rest.
    await expect(screen.scroller.locator(':focus')).toHaveCount(0);
    expect(await screen.table.locator('[data-row-id] [tabindex="0"]').count()).toBe(0);
    await presses(page, 'Shift+Tab Shift+Tab ArrowRight');
    await expect(screen.header('id').getByRole('button')).toBeFocused();
    await presses(page, 'ArrowRight ArrowRight');
    await expect(screen.header('link').getByRole('button')).toBeFocused();
    await presses(page, 'End');
    await expect(page.getByRole('button', { name: 'Toggle columns' })).toBeFocused();
    await presses(page, 'Home');
    await expect(all).toBeFocused();
    await expectRow('ArrowDown', 0);
    await presses(page, 'ArrowUp');
    await expect(all).toBeFocused();
    await expectRow('ArrowDown', 0);
    await checkScreen('[data-frame="collections"] .page-content');
  });

  await test.step('rows: one by one, by a screen, the first and the last one; more pages follow', async () => {
    await expectRow('ArrowDown ArrowDown ArrowUp', 1);
    await expectRow('j j k', 2);
    await expectRow('End', 39);
    await expect(screen.table).toHaveAttribute('aria-rowcount', '81');
    await expectRow('ArrowDown', 40);
    await expectRow('Control+End', 79);
    await expect(screen.table).toHaveAttribute('aria-rowcount', '101');
    await expectRow('End', 99);
    await expectRow('ArrowDown', 99);
    await expectRow('Control+Home', 0);
    await presses(page, 'PageDown');
    const { row: far } = await focusOf(page);
    expect(far).toBeGreaterThan(10);
    expect(far).toBeLessThan(25);
    await expectRow('PageUp', 0);
    await expectRow('ArrowDown Home', 0);
  });

  await test.step('cells: to the right of the row, and in the same column up and down', async () => {
    await presses(page, 'ArrowRight');
    await expect(rowAt(0).getByRole('checkbox')).toBeFocused();
    await presses(page, 'ArrowRight');
    await expect(screen.cell(idAt(0), 'id').getByRole('button', { name: 'Copy' })).toBeFocused();
    await presses(page, 'ArrowRight');
    await expect(screen.cell(idAt(0), 'link').getByRole('link')).toBeFocused();
    // A cell without a control has the focus itself.
    await presses(page, 'ArrowDown');
    await expect(screen.cell(idAt(1), 'link')).toBeFocused();
    await expect(screen.cell(idAt(1), 'link')).toHaveCSS('outline-style', 'solid');
    await presses(page, 'ArrowRight');
    await expect(screen.cell(idAt(1), 'c01')).toBeFocused();
    // It is a stop like the row: Tab and back.
    await presses(page, 'Tab Shift+Tab');
    await expect(screen.cell(idAt(1), 'c01')).toBeFocused();
    await presses(page, 'ArrowLeft ArrowLeft ArrowLeft');
    await expect(rowAt(1).getByRole('checkbox')).toBeFocused();
    await expectRow('ArrowLeft', 1);
  });

  await test.step('cells out of sight scroll into view', async () => {
    await presses(page, 'ArrowRight End');
    await expect(screen.cell(idAt(1), 'updated')).toBeFocused();
    await expect(screen.cell(idAt(1), 'updated')).toBeInViewport({ ratio: 0.9 });
    await expect(screen.cell(idAt(1), 'c02')).toHaveCount(0);
    await presses(page, 'PageDown ArrowUp');
    const { row, column } = await focusOf(page);
    expect([row > 10, column]).toEqual([true, 'updated']);
    await presses(page, 'Home');
    await expect(page.locator(':focus')).toHaveRole('checkbox');
    await presses(page, 'Control+Home');
    await expect(rowAt(0).getByRole('checkbox')).toBeFocused();
    for (const name of ['id', 'link', ...names]) {
      await keyboard.press('ArrowRight');
      expect((await focusOf(page)).column).toBe(name);
    }
    await expect(screen.cell(idAt(0), 'c30')).toBeInViewport({ ratio: 0.9 });
    await presses(page, 'Home');
    await expectRow('ArrowLeft', 0);
  });

  await test.step('Space selects, Shift extends, Escape clears', async () => {
    await presses(page, 'ArrowDown ArrowDown Space');
    await expect.poll(checked).toEqual([2]);
    await presses(page, 'Space');
    await expect.poll(checked).toEqual([]);
    await presses(page, 'Shift+ArrowDown Shift+ArrowDown Shift+ArrowDown Shift+ArrowUp');
    await expect.poll(checked).toEqual([2, 3, 4]);
    await expect(rowAt(4)).toBeFocused();
    await presses(page, 'Shift+ArrowUp Shift+ArrowUp Shift+ArrowUp');
    await expect.poll(checked).toEqual([1, 2]);
    await presses(page, 'Escape');
    await expect(bar).toHaveCount(0);
    await expect(rowAt(1)).toBeFocused();
    await presses(page, 'Space ArrowDown ArrowDown ArrowDown Shift+Space');
    await expect.poll(checked).toEqual([1, 2, 3, 4]);
    await presses(page, 'Escape Control+a');
    await expect(bar).toContainText('Selected 100 records');
    await presses(page, 'Escape Shift+End');
    await expect(bar).toContainText('Selected 96 records');
    await presses(page, 'Escape Control+Home');
    expect(await screen.scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  await test.step('Shift and a click select a range of rows, a click opens', async () => {
    await screen.cell(idAt(5), 'c01').click({ modifiers: ['Shift'] });
    await screen.cell(idAt(8), 'c02').click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([5, 6, 7, 8]);
    await expect(rowAt(8)).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    expect(hashOf(page)).not.toContain('recordId');
  });

  await test.step('the bar of the selection is one stop before the list; Escape in it clears, too', async () => {
    await presses(page, 'Shift+Tab Shift+Tab');
    await expect(bar.getByRole('button', { name: 'Reset' })).toBeFocused();
    await presses(page, 'End');
    await expect(bar.getByRole('button', { name: 'Delete selected' })).toBeFocused();
    await presses(page, 'Tab Tab');
    await expect(rowAt(8)).toBeFocused();
    await presses(page, 'Shift+Tab Shift+Tab Escape');
    await expect(bar).toHaveCount(0);
    await expect(rowAt(8)).toBeFocused();
  });

  await test.step('Enter opens the row, and edits a cell; the focus returns to it', async () => {
    const panel = page.getByRole('dialog');
    await presses(page, 'Enter');
    await expect(panel).toBeVisible();
    expect(hashOf(page)).toContain(`recordId=${idAt(8)}`);
    await panel.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(panel).toHaveCount(0);
    await expect(rowAt(8)).toBeFocused();
    await presses(page, 'ArrowRight ArrowRight ArrowRight ArrowRight Enter');
    await expect(page.getByRole('textbox', { name: 'c01', exact: true })).toBeFocused();
    await presses(page, 'Escape');
    await expect(screen.cell(idAt(8), 'c01')).toBeFocused();
    await expect(panel).toHaveCount(0);
  });

  await test.step('a row that is gone hands the tab stop to its neighbour', async () => {
    await presses(page, 'Home ArrowLeft');
    await screen.search.focus();
    await backend.api.delete(`/api/collections/${wide.id}/records/${idAt(8)}`);
    await screen.refresh.click();
    await expect(rowAt(8)).toHaveCount(0);
    await expect(rowAt(9)).toHaveAttribute('tabindex', '0');
    expect(await screen.table.locator('[data-row-id][tabindex="0"]').count()).toBe(1);
  });
});
