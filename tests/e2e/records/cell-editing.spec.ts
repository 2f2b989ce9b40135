import type { Locator, Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  field,
  type RecordRow,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { presses } from '#tests/support/keys.ts';
import { recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { question } from '#tests/support/records/panel.ts';

/** 20 posts, and the parts of the list that edit them. */
interface Cells {
  readonly posts: Collection;
  readonly ids: readonly string[];
  readonly bar: Locator;
  readonly editor: Locator;
  cellAt(index: number, column: string): Locator;
  storedAt(index: number): Promise<RecordRow>;
}

async function createCells(page: Page, backend: Backend): Promise<Cells> {
  const posts = await createCollection(backend.api, {
    name: uniqueName('cells'),
    fields: [
      field('title', 'text', { isPresentable: true }),
      field('amount', 'number', { max: 100 }),
      field('done', 'bool'),
      field('kind', 'select', { choices: ['red', 'green', 'blue'] }),
      field('due', 'date'),
      field('meta', 'json', { maxSize: 2000 }),
    ],
  });
  const ids = await seedRecords(backend, posts, 20, (index) => ({
    title: `post ${index}`,
    amount: index,
    done: 0,
    kind: 'red',
    due: '',
    meta: '{"a":1}',
  }));
  const path = `/api/collections/${posts.id}/records`;
  return {
    posts,
    ids,
    bar: page.getByRole('toolbar', { name: 'Changed cells' }),
    editor: page.getByRole('group', { name: /^Edit / }),
    cellAt: (index, column) => recordsScreen(page).cell(ids[index] ?? '', column),
    storedAt: (index) => backend.api.get(`${path}/${ids[index]}`),
  };
}

async function editCells({ page, step }: Flow, cells: Cells): Promise<void> {
  const { bar, editor, cellAt, storedAt, ids } = cells;
  const { keyboard } = page;
  const screen = recordsScreen(page);

  await step('[TR-15] F2 edits, Enter keeps, Escape puts back; nothing is sent', async () => {
    await screen.row(ids[0] ?? '').focus();
    await presses(page, 'ArrowRight ArrowRight ArrowRight');
    await expect(cellAt(0, 'title')).toBeFocused();
    await presses(page, 'F2');
    await expect(editor.getByRole('textbox', { name: 'title' })).toBeFocused();
    await keyboard.type('first');
    await expect(editor).toHaveCSS('position', 'absolute');
    await presses(page, 'Tab');
    await expect(cellAt(0, 'title')).toBeFocused();
    await expect(cellAt(0, 'title')).toHaveText('first');
    await expect(bar).toContainText('1 change, not saved');
    await presses(page, 'ArrowRight Enter');
    await page.evaluate(() => navigator.clipboard.writeText('1,234'));
    await presses(page, 'Control+v Enter');
    await expect(editor).toContainText('1,234 can be read as 1234 or 1.234');
    await presses(page, 'Escape');
    await expect(cellAt(0, 'amount')).toBeFocused();
    await expect(cellAt(0, 'amount')).toHaveText('0');
    await presses(page, 'ArrowRight Enter');
    await expect(cellAt(0, 'done')).toContainText('True');
    await presses(page, 'ArrowRight Enter');
    await page.getByRole('option', { name: 'green' }).click();
    await expect(cellAt(0, 'kind')).toHaveText('green');
    await presses(page, 'ArrowRight F2');
    await keyboard.type('2026-11-05 12:00:00');
    // Its buttons come before the next cell.
    await presses(page, 'Tab Shift+Tab');
    await expect(editor.getByRole('textbox', { name: 'due' })).toBeFocused();
    await presses(page, 'Shift+Tab');
    await expect(cellAt(0, 'due')).toBeFocused();
    await expect(cellAt(0, 'due')).toContainText('2026-11-05');
    await expect(bar).toContainText('4 changes, not saved');
    expect((await storedAt(0))['title']).toBe('post 0');
  });

  await step('[TR-15] a rectangle is copied and pasted; what does not fit says why', async () => {
    await presses(page, 'ArrowLeft ArrowLeft ArrowLeft ArrowLeft');
    await expect(cellAt(0, 'title')).toBeFocused();
    await presses(page, 'Shift+ArrowDown Shift+ArrowRight');
    await expect(screen.table.locator('[aria-selected=true][data-column]')).toHaveCount(4);
    await presses(page, 'Control+c');
    await expect(page.getByText('4 cells copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('first\t0\r\npost 1\t1');
    await presses(page, 'Escape Control+c');
    await expect(page.getByText('Cell copied.')).toBeVisible();
    await page.evaluate(() => navigator.clipboard.writeText('12'));
    await presses(page, 'Control+v');
    await expect(page.locator('[data-announcer]')).toHaveText('1 cell pasted.');
    await page.evaluate(() => navigator.clipboard.writeText('second\t2,50\nthird\tmany'));
    await presses(page, 'ArrowDown ArrowLeft Control+v');
    await expect(
      page.getByText('3 cells pasted. 1 cell did not fit: the marked ones say why.'),
    ).toBeVisible();
    await expect(cellAt(3, 'title')).toHaveText('third');
    await expect(cellAt(2, 'amount')).toHaveText('2.50');
    await expect(cellAt(3, 'amount')).toHaveText('3');
    await expect(cellAt(3, 'amount')).toHaveAttribute('aria-description', /Enter a valid number\./);
    await cellAt(2, 'title').focus();
  });
}

async function saveCells({ page, backend, step }: Flow, cells: Cells): Promise<void> {
  const { posts, editor, cellAt, storedAt, ids } = cells;
  const { keyboard } = page;
  const screen = recordsScreen(page);

  await step('[TR-15] Ctrl+S saves; the backend’s reasons and changes by others are shown', async () => {
    await presses(page, 'ArrowRight F2');
    await keyboard.type('500');
    await presses(page, 'Enter');
    await expect(editor).toContainText('Enter 100 or less.');
    await presses(page, 'Control+a');
    await keyboard.type('50');
    await presses(page, 'Enter');
    await expect(cellAt(2, 'amount')).toHaveText('50');
    await presses(page, 'F2');
    await expect(editor.getByRole('spinbutton')).toBeFocused();
    await backend.api.patch(`/api/collections/${posts.id}/records/${ids[2]}`, { title: 'theirs' });
    await presses(page, 'Control+s');
    const conflict = page.getByRole('dialog', { name: 'Changed by somebody else' });
    await expect(conflict).toContainText('theirs');
    // The text above it has the name of the record, which depends on whether the live list has renewed it.
    await conflict.getByRole('radio', { name: 'Mine: title' }).press('Space');
    await conflict.getByRole('button', { name: 'Save changes' }).press('Enter');
    await expect(conflict).toHaveCount(0);
    await expect(cellAt(2, 'amount')).toBeFocused();
    await expect.poll(async () => (await storedAt(2))['title']).toBe('second');
    expect(await storedAt(0)).toMatchObject({
      title: 'first',
      done: true,
      kind: 'green',
      due: '2026-11-05 12:00:00.000Z',
    });
    expect((await storedAt(3))['title']).toBe('third');
  });

  await step('Enter in a cell that can’t be edited there opens the record at its field', async () => {
    await presses(page, 'ArrowDown ArrowDown ArrowRight ArrowRight ArrowRight ArrowRight');
    await expect(cellAt(4, 'meta')).toBeFocused();
    await presses(page, 'Enter');
    await expect(page.getByRole('dialog').locator('[data-field="meta"] :focus')).toHaveCount(1);
    await presses(page, 'Escape Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The next one that is opened begins as always.
    await screen.row(ids[4] ?? '').press('Enter');
    await expect(page.getByRole('dialog')).toContainText('post 4');
    await expect(page.getByRole('dialog').locator('[data-field="meta"] :focus')).toHaveCount(0);
    await presses(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}

async function useMouse({ page, step }: Flow, cells: Cells): Promise<void> {
  const { bar, editor, cellAt } = cells;
  const { keyboard } = page;
  const screen = recordsScreen(page);

  await step('the mouse opens records, and edits cells once that is chosen', async () => {
    await cellAt(5, 'title').click();
    await expect(page.getByRole('dialog')).toContainText('post 5');
    await presses(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit cells' }).click();
    await cellAt(5, 'title').click();
    await expect(cellAt(5, 'title')).toBeFocused();
    await cellAt(6, 'title').dblclick();
    await expect(editor.getByRole('textbox', { name: 'title' })).toBeFocused();
    await keyboard.type('by mouse');
    await cellAt(7, 'meta').click();
    await expect(editor).toHaveCount(0);
    await expect(cellAt(6, 'title')).toHaveText('by mouse');
    await cellAt(7, 'amount').dblclick();
    await expect(editor.getByRole('spinbutton', { name: 'amount' })).toBeFocused();
    await keyboard.type('500');
    await cellAt(8, 'title').click();
    await expect(cellAt(7, 'amount')).toHaveText('500');
    await expect(cellAt(7, 'amount')).toHaveAttribute('aria-description', /Enter 100 or less\./);
    await cellAt(9, 'amount').dblclick();
    await keyboard.type('600');
    await cellAt(8, 'title').click();
    const refused = bar.getByRole('button', { name: '3 refused' });
    for (const row of [3, 7, 9, 3]) {
      await refused.click();
      await expect(cellAt(row, 'amount')).toBeFocused();
    }
    const marked = screen.table.locator('[aria-selected=true][data-column]');
    await cellAt(4, 'title').click();
    await cellAt(5, 'amount').click({ modifiers: ['Shift'] });
    await expect(marked).toHaveCount(4);
    await expect(cellAt(5, 'amount')).toBeFocused();
    await cellAt(4, 'title').hover();
    await page.mouse.down();
    await cellAt(6, 'amount').hover();
    await page.mouse.up();
    await expect(marked).toHaveCount(6);
    await expect(cellAt(6, 'amount')).toBeFocused();
    await presses(page, 'Escape');
    await expect(marked).toHaveCount(0);
    await bar.getByRole('button', { name: 'Discard' }).click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    // It gives the focus back when it is gone, which would close a menu.
    await expect(question(page)).toHaveCount(0);
    await expect(cellAt(6, 'title')).toHaveText('post 6');
    await cellAt(7, 'title').click();
    await cellAt(8, 'title').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await expect(editor.getByRole('textbox', { name: 'title' })).toBeFocused();
    await presses(page, 'Escape');
    await expect(cellAt(8, 'title')).toBeFocused();
  });
}

async function pasteRows({ page, step }: Flow, cells: Cells): Promise<void> {
  const { posts, bar, cellAt } = cells;
  const screen = recordsScreen(page);

  await step('[TR-30] pasted rows behind the last record go to the import, if that is wanted', async () => {
    // No click: the message of the save may cover it, and stays as long as the pointer rests on it.
    await presses(page, Array(11).fill('ArrowDown').join(' '));
    await expect(cellAt(19, 'title')).toBeFocused();
    await page.evaluate(() => navigator.clipboard.writeText('last\t19\nAnn\t31\nBob\t42\n'));
    await presses(page, 'Control+v');
    await expect(question(page)).toContainText('create 2 records with the pasted rows');
    await expect(cellAt(19, 'title')).toHaveText('last');
    await question(page).getByRole('button', { name: 'Yes' }).click();
    const panel = page.getByRole('dialog', { name: `Import records: ${posts.name}` });
    await expect(panel).toContainText('2 rows, 2 columns');
    await expect(panel.getByRole('combobox', { name: 'amount' })).toContainText('amount');
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toHaveCount(0);
    await bar.getByRole('button', { name: 'Discard' }).click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await bar.getByRole('button', { name: 'Done' }).click();
    await expect(bar).toHaveCount(0);
    await expect(screen.table.locator(':focus')).toHaveCount(1);
  });
}

test('cells are edited, pasted, saved and undone by keyboard; a click edits only when that is chosen', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const flow = { page, backend, step, expectedProblems };
  const cells = await createCells(page, backend);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.signIn();
  await page.goto(recordsHash(cells.posts.id, { sort: 'created' }));
  await expect(recordsScreen(page).row(cells.ids[1] ?? '')).toHaveAttribute('tabindex', '-1');
  await editCells(flow, cells);
  await saveCells(flow, cells);
  await useMouse(flow, cells);
  await pasteRows(flow, cells);
});
