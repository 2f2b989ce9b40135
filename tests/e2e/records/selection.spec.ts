import type { Locator, Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createTitles,
  field,
  type RecordRow,
  seedRecords,
  textFile,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import { gate, loadAt, recordsHash, recordsScreen } from '#tests/support/records/page.ts';
import { answer, openRecord, question } from '#tests/support/records/panel.ts';
import {
  createRows,
  DELETE_MANY,
  deleteSelected,
  rowBox,
  selectionBar,
  storedIds,
} from '#tests/support/records/selection.ts';
import { toasts } from '#tests/support/screens.ts';

const REFUSED = /Make sure that the record is not part of a required relation reference/;

const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all', exact: true });
const barButton = (page: Page, name: string | RegExp) => selectionBar(page).getByRole('button', { name });

/** A toast is visible for three seconds: call this together with the action that shows it, not after it. */
const expectToast = (page: Page, text: string) =>
  expect(toasts(page, 'success').filter({ hasText: text })).toBeVisible();

/** Refers to these records with a required relation, so that the backend refuses to delete them. */
async function referTo(backend: Backend, collection: Collection, ids: readonly string[]): Promise<void> {
  const holders = await createCollection(backend.api, {
    name: uniqueName('holders'),
    fields: [field('target', 'relation', { isRequired: true, collectionId: collection.id })],
  });
  for (const target of ids) await createRecord(backend.api, holders.id, { target });
}

async function selectLoaded({ page, backend, step }: Flow): Promise<void> {
  const collection = await createTitles(backend.api, 45);
  const screen = recordsScreen(page);
  const bar = selectionBar(page);
  const all = selectAll(page);
  await page.goto(recordsHash(collection.id));

  await step('[RL-14] the bar counts the selected rows', async () => {
    await expect(bar).toHaveCount(0);
    await screen.rows.nth(1).getByRole('checkbox').check();
    await expect(bar).toContainText('Selected 1 record');
    await expect(bar).not.toContainText('records');
    await expect.poll(() => all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    await all.click();
    await expect(bar).toContainText('Selected 40 records');
    await expect(all).toBeChecked();
  });

  await step('[RL-14] with more rows, selected ones stay so, and new ones are not selected', async () => {
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

  await step('[RL-14] another list starts without a selection', async () => {
    await all.check();
    await screen.header('title').getByRole('button').click();
    await expect(bar).toHaveCount(0);
  });
}

async function selectRanges({ page, backend, step }: Flow): Promise<void> {
  const { collection, ids } = await createRows(backend.api, 12);
  const screen = recordsScreen(page);
  const bar = selectionBar(page);
  await loadAt(page, recordsHash(collection.id, { sort: 'created' }));
  await expect(screen.rows).toHaveCount(12);
  const at = (index: number) => rowBox(page, ids[index] ?? '');
  const checked = () =>
    screen.rows.evaluateAll((rows) =>
      rows.flatMap((row) =>
        row.querySelector('input')?.checked ? Number(row.getAttribute('aria-rowindex')) - 2 : [],
      ),
    );

  await step('the checkbox of a row stays on an opaque background in the colour of its row', async () => {
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
    await bar.getByRole('button', { name: 'Reset' }).click();
  });

  await step('[RL-14] Shift selects all rows since the last selected one, by mouse', async () => {
    await at(2).click();
    await at(6).click({ modifiers: ['Shift'] });
    await expect.poll(checked).toEqual([2, 3, 4, 5, 6]);
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

  await step('[RL-14][RL-15] by keyboard: select a range, delete, decline and confirm', async () => {
    await screen.row(ids[1] ?? '').focus();
    await presses(page, 'ArrowRight Space ArrowDown ArrowDown ArrowDown Shift+Space');
    await expect.poll(checked).toEqual([1, 2, 3, 4]);
    await expect(at(4)).toBeFocused();
    await reach(page, deleteSelected(page), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(question(page)).toContainText(DELETE_MANY);
    await expect(question(page).getByRole('button', { name: 'No' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question(page)).toHaveCount(0);
    await expect(at(4)).toBeChecked();
    expect(storedIds(backend, collection)).toEqual(ids);
    await deleteSelected(page).press('Enter');
    await page.keyboard.press('Tab');
    await Promise.all([
      expectToast(page, 'Successfully deleted the selected records.'),
      page.keyboard.press('Enter'),
    ]);
    await expect(screen.rows).toHaveCount(8);
    await expect(screen.total).toHaveText('Total found: 8');
    expect(storedIds(backend, collection)).toEqual([ids[0], ...ids.slice(5)]);
  });
}

async function deleteRefused({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  const { collection, ids } = await createRows(backend.api, 12);
  const referenced = ids.slice(5, 8);
  await referTo(backend, collection, referenced);
  const empty = await createRows(backend.api, 0);
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, title from ${collection.name}`,
  });
  const screen = recordsScreen(page);

  await step(
    '[RL-14][RL-15] nothing is selected in an empty list, and nothing deleted in a view',
    async () => {
      await loadAt(page, recordsHash(empty.collection.id));
      await expect(screen.total).toHaveText('Total found: 0');
      await expect(selectAll(page)).toBeDisabled();
      await page.goto(recordsHash(view.id));
      await selectAll(page).check();
      await expect(selectionBar(page)).toContainText('Selected 12 records');
      await expect(deleteSelected(page)).toHaveCount(0);
    },
  );

  await step(
    '[RL-15] eight deletions are sent at a time, and the bar tells how many have ended',
    async () => {
      expectedProblems.allow(/^response 400 DELETE \/api\/collections\/\w+\/records\/\w+$/);
      await page.goto(recordsHash(collection.id));
      await expect(page.getByRole('heading', { level: 1, name: collection.name })).toBeVisible();
      await expect(screen.rows).toHaveCount(12);
      const gated = gate();
      const deletions = `**/api/collections/${collection.id}/records/*`;
      let sent = 0;
      await page.route(deletions, async (route) => {
        sent += 1;
        await gated.opened;
        await route.continue();
      });
      await selectAll(page).check();
      await deleteSelected(page).click();
      await answer(page, DELETE_MANY, true);
      await expect.poll(() => sent).toBe(8);
      await expect(selectionBar(page)).toContainText('0 of 12');
      const progress = selectionBar(page).getByRole('progressbar', { name: 'Deleted' });
      await expect(progress).toHaveAttribute('max', '12');
      gated.open();
      await expect.poll(() => sent).toBe(12);
      await page.unroute(deletions);
    },
  );

  await step('[RL-15] refused ones are listed with the reason, and stay selected', async () => {
    const result = page.getByRole('dialog', { name: '3 records were not deleted' });
    await expect(result).toContainText('9 of 12 records were deleted.');
    await expect(result.getByRole('heading', { level: 2 })).toHaveText(REFUSED);
    const named = result.getByRole('list', { name: REFUSED }).getByRole('listitem');
    await expect(named).toHaveCount(3);
    for (const [index, id] of referenced.entries())
      await expect(named.filter({ hasText: id })).toContainText(`row ${5 + index}`);
    expect(storedIds(backend, collection)).toEqual(referenced);
    await page.keyboard.press('Escape');
    await expect(result).toHaveCount(0);
    await expect(screen.total).toHaveText('Total found: 3');
    await expect(selectionBar(page)).toContainText('Selected 3 records');
    for (const id of referenced) await expect(rowBox(page, id)).toBeChecked();
  });

  await step('[RL-15] a deletion whose responses never come can be stopped', async () => {
    expectedProblems.allow(/^request failed DELETE \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
    await page.route(`**/api/collections/${collection.id}/records/*`, () => {});
    await deleteSelected(page).click();
    await answer(page, DELETE_MANY, true);
    await selectionBar(page).getByRole('button', { name: 'Stop waiting' }).press('Enter');
    await expect(toasts(page, 'warning')).toContainText('Stopped waiting. Deleted 0 of 3 records');
    await expect(selectionBar(page)).toContainText('Selected 3 records');
    await expect(page.locator(':focus')).toHaveCount(1);
  });
}

test('records are selected by mouse and by keyboard, and deleted after a question', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await selectLoaded(flow);
  await selectRanges(flow);
  await deleteRefused(flow);
});

const changePanel = (page: Page) => page.getByRole('dialog', { name: /^Edit [\d,]+ records?$/ });

/** Presses Enter on a control that the keyboard can reach. */
async function pressOn(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await reach(page, target);
  await presses(page, 'Enter');
}

/** Chooses an option of a select by keyboard. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await reach(page, changePanel(page).getByRole('combobox', { name: label, exact: true }));
  await presses(page, 'ArrowDown');
  const found = page.getByRole('option', { name: option, exact: true });
  await expect(found).toBeVisible();
  const isActive = async () => (await found.getAttribute('data-active-item')) !== null;
  for (let steps = 0; steps < 20 && !(await isActive()); steps++) await presses(page, 'ArrowDown');
  await presses(page, 'Enter');
}

/** Opens the panel with the keyboard. */
async function openChanges(page: Page): Promise<Locator> {
  await pressOn(page, page.getByRole('button', { name: 'More actions', exact: true }));
  await page.getByRole('menuitem', { name: 'Changes of this session' }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Changes of this session' });
  await expect(panel).toBeVisible();
  return panel;
}

/** 46 records, of which 42 cost less than 42; the backend refuses every update of two of these. */
async function createProducts(backend: Backend) {
  const collection = await createCollection(backend.api, {
    name: uniqueName('products'),
    fields: [
      field('title', 'text', { isPresentable: true }),
      field('price', 'number'),
      field('code', 'text', { pattern: '^c[0-9]+$' }),
    ],
  });
  const isBad = (index: number) => index === 5 || index === 30;
  const ids = await seedRecords(backend, collection, 46, (index) => ({
    title: `row ${index}`,
    price: index,
    code: isBad(index) ? 'bad' : `c${index}`,
  }));
  const path = `/api/collections/${collection.id}/records`;
  const stored = async () => {
    const { items } = await backend.api.get<{ items: RecordRow[] }>(`${path}?perPage=100`);
    return new Map(items.map((item) => [item.id, item]));
  };
  return { collection, ids, isBad, path, stored };
}

async function changeMany({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  expectedProblems.allow(/^response 400 PATCH \/api\/collections\/\w+\/records\/\w+$/);
  const { collection, ids, isBad, path, stored } = await createProducts(backend);
  const before = await stored();
  const screen = recordsScreen(page);
  const panel = changePanel(page);
  await loadAt(page, recordsHash(collection.id, { filter: 'price<42', sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 42');

  await step(
    'all that match are selected, also those that are not loaded, and a change is chosen',
    async () => {
      await screen.row(ids[0] ?? '').focus();
      await presses(page, 'Control+a');
      await expect(selectionBar(page)).toContainText('Selected 40 records');
      await reach(page, barButton(page, 'Select all 42 that match'), 'Shift+Tab');
      await presses(page, 'Enter');
      await expect(selectionBar(page)).toContainText('Selected all 42 records that match');
      await expect(barButton(page, 'Only the loaded ones')).toBeFocused();
      await pressOn(page, barButton(page, 'Edit selected'));
      await expect(panel).toBeVisible();
      await choose(page, 'Field to change', 'title');
      await expect(panel.getByRole('combobox', { name: 'title', exact: true })).toBeFocused();
      await reach(page, panel.getByRole('textbox', { name: 'New value of title' }));
      await page.keyboard.type('sold out');
      await pressOn(page, panel.getByRole('button', { name: 'Review changes' }));
    },
  );

  await step('the confirmation has the number, the filter and examples', async () => {
    await expect(panel).toContainText(
      `42 records of ${collection.name} that match price<42 will be changed:`,
    );
    await expect(panel.getByRole('list', { name: 'Changes' })).toHaveText('title:set tosold out');
    const examples = panel.getByRole('list', { name: 'Examples' }).locator('> li');
    await expect(examples).toHaveCount(3);
    await expect(examples.first()).toContainText(/row \d+\s*becomes\s*sold out/);
  });

  await step('those that are refused are named and stay selected', async () => {
    await pressOn(page, panel.getByRole('button', { name: 'Change 42 records' }));
    const result = page.getByRole('dialog', { name: '2 records were not changed' });
    await expect(result).toBeVisible({ timeout: 30_000 });
    await expect(result).toContainText('40 of 42 records were changed.');
    const named = result.getByRole('list', { name: /^code: / }).getByRole('listitem');
    await expect(named).toHaveCount(2);
    for (const [index, id] of ids.entries())
      if (isBad(index)) await expect(named.filter({ hasText: id })).toContainText(`row ${index}`);
    await presses(page, 'Escape');
    await expect(selectionBar(page)).toContainText('Selected 2 records');
    await expect(page.locator(':focus')).toHaveCount(1);
    const after = await stored();
    for (const [index, id] of ids.entries()) {
      const [old, now] = [before.get(id), after.get(id)];
      const isChanged = !isBad(index) && index < 42;
      expect(now).toEqual(isChanged ? { ...old, title: 'sold out', updated: now?.updated } : old);
    }
  });

  await step('undo keeps what others changed since', async () => {
    const theirs = ids.slice(0, 2);
    for (const id of theirs) await backend.api.patch(`${path}/${id}`, { title: 'theirs' });
    const entry = (await openChanges(page)).getByRole('listitem').first();
    await pressOn(page, entry.getByRole('button', { name: 'Undo' }));
    await expect(toasts(page, 'warning').or(toasts(page, 'success')).last()).toContainText(
      'Put the old values of 38 of 40 records back.',
      { timeout: 30_000 },
    );
    const undone = await stored();
    for (const [index, id] of ids.entries()) {
      const title = theirs.includes(id) ? 'theirs' : `row ${index}`;
      expect(undone.get(id)).toEqual({ ...before.get(id), title, updated: undone.get(id)?.updated });
    }
    await presses(page, 'Escape');
  });
}

async function changeOnPhone({ page, backend, step }: Flow): Promise<void> {
  const members = await createCollection(backend.api, {
    name: uniqueName('members'),
    fields: [
      field('roles', 'select', { max: 3, choices: ['reader', 'writer', 'owner'] }),
      field('credit', 'number'),
    ],
  });
  for (const roles of [['reader', 'owner'], []])
    await createRecord(backend.api, members.id, { roles, credit: 1.5 });
  const panel = changePanel(page);

  await step('on a phone, values are added and subtracted', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    await loadAt(page, recordsHash(members.id));
    await selectAll(page).check();
    await barButton(page, 'More for the selection').click();
    await page.getByRole('menuitem', { name: 'Edit selected' }).click();
    await choose(page, 'Field to change', 'roles');
    await choose(page, 'roles', 'Add values');
    await choose(page, 'Add values: roles', 'writer');
    await presses(page, 'Escape');
    await choose(page, 'Another field', 'credit');
    await choose(page, 'credit', 'Subtract');
    await panel.getByLabel('Subtract credit').fill('1');
    await panel.getByRole('button', { name: 'Review changes' }).click();
    await expect(panel.getByRole('list', { name: 'Changes' })).toContainText('addwriter');
    await Promise.all([
      expectToast(page, 'Changed 2 records.'),
      panel.getByRole('button', { name: 'Change 2 records' }).click(),
    ]);
    const path = `/api/collections/${members.id}/records?sort=credit,roles`;
    const { items } = await backend.api.get<{ items: RecordRow[] }>(path);
    expect(items.map(({ credit }) => credit)).toEqual([0.5, 0.5]);
    const roles = items.map((item) => (item['roles'] as string[]).join()).sort();
    expect(roles).toEqual(['reader,owner,writer', 'writer']);
    if (size) await page.setViewportSize(size);
  });
}

async function bringBack({ page, backend, step }: Flow): Promise<void> {
  const { api } = backend;
  const projects = await createCollection(api, {
    name: uniqueName('projects'),
    fields: [field('title', 'text', { isPresentable: true })],
  });
  const options = { collectionId: projects.id, cascades: true };
  const tasks = await createCollection(api, {
    name: uniqueName('tasks'),
    fields: [field('project', 'relation', options), field('file', 'file')],
  });
  const rows = await seedRecords(backend, projects, 2, (index) => ({ title: `project ${index}` }));
  for (const project of rows) await createRecord(api, tasks.id, { project, file: textFile('task.txt') });
  const { total } = recordsScreen(page);

  await step('deleted records come back, with what was deleted with them', async () => {
    await loadAt(page, recordsHash(projects.id));
    await expect(total).toHaveText('Total found: 2');
    await selectAll(page).check();
    await deleteSelected(page).press('Enter');
    await expect(question(page)).toContainText(
      `2 records of ${projects.name} will be deleted, with what belongs to them in`,
    );
    await presses(page, 'Tab Enter');
    const deleted = toasts(page, 'success').filter({ hasText: 'Successfully deleted the selected records.' });
    await expect(deleted).toBeVisible();
    expect(storedIds(backend, tasks)).toEqual([]);
    await deleted.getByRole('button', { name: 'Undo' }).press('Enter');
    await expectToast(page, 'Brought back 4 records.');
    await expect(total).toHaveText('Total found: 2');
    expect(storedIds(backend, projects).sort()).toEqual(rows.toSorted());
    expect(storedIds(backend, tasks)).toHaveLength(2);
  });
}

async function undoSave({ page, backend, step }: Flow): Promise<void> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('posts'),
    fields: [field('title', 'text', { isPresentable: true }), field('amount', 'number')],
  });
  const record = await createRecord(backend.api, collection.id, { title: 'old', amount: 1 });
  const path = `/api/collections/${collection.id}/records/${record.id}`;

  await step(
    'a save is undone in the list of changes, and what another admin changed since stays',
    async () => {
      await loadAt(page, recordsHash(collection.id));
      const screen = await openRecord(page, collection.id, record.id);
      await screen.control('title').fill('new');
      await screen.save.click();
      await expect(screen.panel).toHaveCount(0);
      await backend.api.patch(path, { amount: 2 });
      const panel = await openChanges(page);
      const entry = panel
        .getByRole('listitem')
        .filter({ hasText: `Changed “new” of ${collection.name}: title` });
      await expect(entry).toBeVisible();
      const isRecord = (url: URL) => url.pathname === path;
      await page.route(isRecord, (route) =>
        route.request().method() === 'PATCH' ? failWith(route, 'Not now.', 400) : route.continue(),
      );
      await entry.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(entry.getByRole('list', { name: 'Not undone' })).toHaveText('new Not now.');
      await page.unroute(isRecord);
      await entry.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(entry).toContainText('Undone');
      await expectToast(page, 'Put the old values of 1 record back.');
      expect(await backend.api.get(path)).toMatchObject({ title: 'old', amount: 2 });
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'More actions', exact: true })).toBeFocused();
      await expect(recordsScreen(page).table).toContainText('old');
    },
  );
}

test('what is selected is changed, and changes and deletions are undone', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await step('without a change there is nothing to undo', async () => {
    await page.goto(recordsHash('_pb_users_auth_'));
    await expect(await openChanges(page)).toContainText('Nothing was changed yet.');
    await page.keyboard.press('Escape');
  });
  await changeMany(flow);
  await changeOnPhone(flow);
  await bringBack(flow);
  await undoSave(flow);
});
