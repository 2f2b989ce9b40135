import type { Page } from '@playwright/test';
import { createBlog, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { focusOf, presses } from '#tests/support/keys.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { answer } from '#tests/support/records/panel.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const filterOf = (page: Page) =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter') ?? '';
const titles = (page: Page) => page.locator('[role=row] [data-column="title"]');

test('a filter is built by keyboard, narrowed by a cell, taken apart, and stays a text where it can only be one', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const { posts } = await createBlog(backend.api);
  for (const [title, amount, tags] of [
    ['Apple "red"', 5, ['red']],
    ['Apple pie', 7, ['red', 'blue']],
    ['Pear', 5, []],
  ] as const) {
    await createRecord(backend.api, posts.id, { title, amount, tags });
  }
  await admin.signIn();
  await page.goto(recordsHash(posts.id));
  await expect(titles(page)).toHaveCount(3);
  const panel = page.getByRole('dialog', { name: 'Filter records' });
  const field = (name: string) =>
    panel.getByRole('textbox', { name, exact: true }).or(panel.getByRole('combobox', { name, exact: true }));

  await test.step('built', async () => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Build a filter…' }).press('Enter');
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'Apply filter' }).press('Enter');
    await expect(panel.getByText('Choose a field.')).toBeVisible();
    await expect(field('Field 1')).toBeFocused();
    await page.keyboard.type('title');
    await presses(page, 'Tab Tab');
    // The button that removes the condition is at the label.
    await field('Value 1').focus();
    await page.keyboard.type('apple');
    await panel.getByRole('button', { name: 'Add condition' }).press('Enter');
    await expect(field('Field 2')).toBeFocused();
    await page.keyboard.type('amount');
    await field('Value 2').focus();
    await page.keyboard.type('five');
    await checkScreen('[data-panel]');
    await page.keyboard.press('Enter');
    await expect(panel.getByText('Type a number, such as -1.5.')).toBeVisible();
    await expectOutline(page, 'filter-builder');
    await field('Value 2').fill('5');
    await expect(panel.getByText('title ~ "apple" && amount = 5')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panel).toBeHidden();
    expect(filterOf(page)).toBe('title ~ "apple" && amount = 5');
    await expect(titles(page)).toHaveText(['Apple "red"']);
  });

  await test.step('taken apart', async () => {
    const conditions = page.getByRole('list', { name: 'Conditions of the filter' });
    await expect(conditions.getByRole('listitem')).toHaveText(['title ~ "apple"', 'amount = 5']);
    await conditions.getByRole('button', { name: 'Remove title ~ "apple"' }).press('Enter');
    await expect(titles(page)).toHaveText(['Pear', 'Apple "red"']);
    expect(filterOf(page)).toBe('amount = 5');
    await expect(page.getByRole('textbox', { name: /^Search .* records/ })).toBeFocused();
  });

  await test.step('narrowed by a cell', async () => {
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
    await checkScreen('[role=menu]');
    await menu.getByRole('menuitem', { name: 'is not' }).press('Enter');
    await expect(titles(page)).toHaveText(['Pear']);
    expect(filterOf(page)).toBe('amount = 5 && title != "Apple \\"red\\""');
    await titles(page).click({ button: 'right' });
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  });

  await test.step('a cell that cannot be edited in the list opens its record at this field', async () => {
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
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('read, and kept as a text', async () => {
    await page.getByRole('button', { name: 'Build a filter' }).click();
    await expect(field('Value 2')).toHaveValue('Apple "red"');
    await panel.getByRole('button', { name: 'Add group' }).click();
    await expectOutline(page, 'filter-builder-group');
    await panel.getByRole('button', { name: 'Remove group' }).click();
    await field('Value 2').fill('other');
    await presses(page, 'Escape Escape');
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(field('Value 2')).toHaveValue('other');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(panel).toBeHidden();
    expect(filterOf(page)).toBe('amount = 5 && title != "Apple \\"red\\""');
  });

  const goTo = (filter: string) => page.goto(recordsHash(posts.id, { filter }));
  await test.step('its parts are joined, compared and removed as chosen; what is not applied changes nothing', async () => {
    const choose = async (label: string, option: string) => {
      await field(label).press('ArrowDown');
      await page.getByRole('option', { name: option, exact: true }).press('Enter');
    };
    const text = panel.getByText(/^As text: /);
    await page.getByRole('button', { name: 'Build a filter' }).click();
    await choose('Records match', 'any of these');
    await expect(text).toHaveText('As text: amount = 5 || title != "Apple \\"red\\""');
    await choose('Records match', 'all of these');
    await choose('Comparison 1', 'at least');
    await expect(text).toHaveText('As text: amount >= 5 && title != "Apple \\"red\\""');
    await panel.getByRole('button', { name: 'Remove condition 1' }).press('Enter');
    await expect(text).toHaveText('As text: title != "Apple \\"red\\""');
    const cancel = panel.getByRole('button', { name: 'Cancel' });
    await cancel.press('Enter');
    await answer(page, 'Do you really want to close the panel?', false);
    await expect(panel).toBeVisible();
    await cancel.press('Enter');
    await answer(page, 'Do you really want to close the panel?', true);
    await expect(panel).toBeHidden();
    expect(filterOf(page)).toBe('amount = 5 && title != "Apple \\"red\\""');
  });

  await test.step('dates are said in the chosen time zone, too; what only a text can say is shown', async () => {
    await page.evaluate(() => localStorage.setItem('atollZone', 'America/New_York'));
    await page.reload();
    await goTo('due >= "2026-11-05 12:00:00" && due < @now && title = body');
    await page.getByRole('button', { name: 'Build a filter' }).click();
    await expect(field('Value 1')).toHaveAccessibleDescription(
      'In UTC, which is 2026-11-05 07:00:00.000 EST',
    );
    await expect(field('Value 2')).toHaveAccessibleDescription('In UTC');
    await expect(field('Value 3')).toHaveAccessibleDescription(
      'Only the text of the filter can change this.',
    );
    await expect(field('Value 3')).toHaveValue('body');
    await expect(field('Value 3')).not.toBeEditable();
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(panel).toBeHidden();
    await goTo('amount = 5 // five');
    await page.getByRole('button', { name: 'Build a filter' }).click();
    await expect(panel.getByText('It has a comment, which would be lost.')).toBeVisible();
    await expectFitsSmall(page, panel);
  });
});
