import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  gate,
  isCountRequest,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { answer, question } from '#tests/support/records/panel.ts';
import {
  createRows,
  DELETE_MANY,
  DELETE_ONE,
  deleteSelected,
  rowBox,
  selectionBar,
  storedIds,
} from '#tests/support/records/selection.ts';
import { toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const REFUSED = /Make sure that the record is not part of a required relation reference/;

/** Refers to these records with a required relation, so that the backend refuses to delete them. */
async function referTo(backend: Backend, collection: Collection, ids: readonly string[]): Promise<void> {
  const holders = await createCollection(backend.api, {
    name: uniqueName('holders'),
    schema: [field('target', 'relation', { required: true, options: { collectionId: collection.id } })],
  });
  for (const target of ids) await createRecord(backend.api, holders.id, { target });
}

/** Creates rows like `createRows`, but most of them as copies in the database. */
async function seedRows(backend: Backend, count: number): Promise<{ collection: Collection; ids: string[] }> {
  const { collection } = await createRows(backend.api, 0);
  const ids = await seedRecords(backend, collection, count, (index) => ({ title: `row ${index}` }));
  return { collection, ids };
}

/** A toast is visible for three seconds: call this together with the action that shows it, not after it. */
const expectToast = (page: Page, text: string) =>
  expect(toasts(page, 'success').filter({ hasText: text })).toBeVisible();

const selectAll = (page: Page) => page.getByRole('checkbox', { name: 'Select all', exact: true });

test('[RL-14][RL-15] one and several selected records are deleted after a question; the list and its number follow', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const { collection, ids } = await createRows(backend.api, 3);
  const empty = await createRows(backend.api, 0);
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    options: { query: `select id, title from ${collection.name}` },
  });
  const many = await seedRows(backend, 49);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(empty.collection.id));

  await test.step('nothing can be selected in an empty list, and nothing deleted in a view', async () => {
    await expect(screen.total).toHaveText('Total found: 0');
    await expect(selectAll(page)).toBeDisabled();
    await page.goto(recordsHash(view.id));
    await selectAll(page).check();
    await expect(selectionBar(page)).toContainText('Selected 3 records');
    await expect(deleteSelected(page)).toHaveCount(0);
  });

  await test.step("one record: the question is in the singular, and 'No' changes nothing", async () => {
    // The list of the view is the same except for its name.
    await page.goto(recordsHash(collection.id, { sort: 'created' }));
    await expect(page.getByRole('heading', { level: 1, name: collection.name })).toBeVisible();
    await expect(screen.total).toHaveText('Total found: 3');
    await expect(selectionBar(page)).toHaveCount(0);
    const [first = '', second = ''] = ids;
    await rowBox(page, first).check();
    await expect(selectionBar(page)).toContainText(/Selected 1 record(?!s)/);
    await deleteSelected(page).click();
    await expect(question(page)).toContainText(DELETE_ONE);
    await answer(page, DELETE_ONE, false);
    await expect(rowBox(page, first)).toBeChecked();
    expect(storedIds(backend, collection)).toEqual(ids);
    await deleteSelected(page).click();
    await Promise.all([
      expectToast(page, 'Successfully deleted the selected record.'),
      answer(page, DELETE_ONE, true),
    ]);
    await expect(screen.total).toHaveText('Total found: 2');
    expect(storedIds(backend, collection)).toEqual(ids.slice(1));

    // Reset clears the selection.
    await rowBox(page, second).check();
    await selectionBar(page).getByRole('button', { name: 'Reset' }).click();
    await expect(selectionBar(page)).toHaveCount(0);
    await expect(rowBox(page, second)).not.toBeChecked();
  });

  await test.step('several are deleted in parallel, then the loaded pages and the number are loaded again', async () => {
    const [first = '', second = ''] = many.ids;
    await page.goto(recordsHash(many.collection.id, { sort: 'created' }));
    await expect(screen.total).toHaveText('Total found: 49');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table).toHaveAttribute('aria-rowcount', '50');
    await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
    await rowBox(page, first).check();
    await rowBox(page, second).check();
    await expect(selectionBar(page)).toContainText('Selected 2 records');
    const gated = gate();
    const deleted: string[] = [];
    await page.route(`**/api/collections/${many.collection.id}/records/*`, async (route) => {
      expect(route.request().method()).toBe('DELETE');
      deleted.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
      await gated.opened;
      await route.continue();
    });
    const pages: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (isListRequest(request, many.collection.id)) pages.push(queryOf(request)['page']);
    });
    await deleteSelected(page).click();
    await answer(page, DELETE_MANY, true);
    await expect.poll(() => deleted.toSorted()).toEqual([first, second].toSorted());
    await expect(selectionBar(page)).toContainText('0 of 2');
    await expect(selectionBar(page).getByRole('progressbar', { name: 'Deleted' })).toHaveAttribute(
      'max',
      '2',
    );
    // It comes after a while: without waiting, the outline would depend on the machine.
    await expect(selectionBar(page)).toContainText('No response yet.');
    await checkScreen('[role=toolbar][aria-label=Selection]');
    const counted = page.waitForRequest((request) => isCountRequest(request, many.collection.id));
    await Promise.all([expectToast(page, 'Successfully deleted the selected records.'), gated.open()]);
    await counted;
    await expect(screen.total).toHaveText('Total found: 47');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '48');
    // The rows disappear before the pages are requested.
    await expect.poll(() => pages).toEqual(['1', '2']);
    await expect(selectionBar(page)).toHaveCount(0);
    await expect(screen.row(second)).toHaveCount(0);
    expect(storedIds(backend, many.collection)).toEqual(many.ids.slice(2));
  });

  await test.step('if the backend stops, the remaining records stay selected', async () => {
    await page.goto(recordsHash(collection.id));
    await expect(page.getByRole('heading', { level: 1, name: collection.name })).toBeVisible();
    await expect(screen.rows).toHaveCount(2);
    await selectAll(page).check();
    expectedProblems.allow(/^request failed DELETE \/api\/collections\/\w+\/records\/\w+ net::ERR_FAILED$/);
    await page.route(`**/api/collections/${collection.id}/records/*`, (route) => route.abort());
    await deleteSelected(page).click();
    await answer(page, DELETE_MANY, true);
    await expect(toasts(page, 'error')).toBeVisible();
    await expect(selectionBar(page)).toContainText('Selected 2 records');
    expect(storedIds(backend, collection)).toEqual(ids.slice(1));
  });
});

test('[RL-15] records that the backend refuses to delete are listed with the reason and stay selected, also in another list', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 DELETE \/api\/collections\/\w+\/records\/\w+$/);
  const { collection, ids } = await seedRows(backend, 60);
  const referenced = ids.slice(10, 17);
  await referTo(backend, collection, referenced);
  const two = await createRows(backend.api, 2);
  const [kept = '', gone = ''] = two.ids;
  await referTo(backend, two.collection, [kept]);
  const other = await createRows(backend.api, 1);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));

  await test.step('of 60 records, the 7 that are refused are listed, and at most eight are sent at a time', async () => {
    await expect(screen.total).toHaveText('Total found: 60');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    await screen.loadMore.evaluate((button: HTMLButtonElement) => button.click());
    await expect(screen.table).toHaveAttribute('aria-rowcount', '61');
    await selectAll(page).check();
    await expect(selectionBar(page)).toContainText('Selected 60 records');

    let [underWay, most, sent] = [0, 0, 0];
    page.on('request', (request) => {
      if (request.method() !== 'DELETE') return;
      sent += 1;
      underWay += 1;
      most = Math.max(most, underWay);
    });
    page.on('response', (response) => {
      if (response.request().method() === 'DELETE') underWay -= 1;
    });
    await deleteSelected(page).click();
    await answer(page, DELETE_MANY, true);
    const result = page.getByRole('dialog', { name: '7 records were not deleted' });
    await Promise.all([
      expect(result).toBeVisible({ timeout: 60_000 }),
      expect(toasts(page, 'error')).toContainText(REFUSED, { timeout: 60_000 }),
    ]);
    expect(sent).toBe(60);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
    await expect(result).toContainText('53 of 60 records were deleted.');
    await expect(result.getByRole('heading', { level: 2 })).toHaveText(REFUSED);
    const named = result.getByRole('list', { name: REFUSED }).getByRole('listitem');
    await expect(named).toHaveCount(7);
    for (const [index, id] of referenced.entries()) {
      await expect(named.filter({ hasText: id })).toContainText(`row ${10 + index}`);
    }
    await checkScreen('[role=dialog]');
    expect(storedIds(backend, collection)).toEqual(referenced);

    // By keyboard: the panel closes, the focus returns to the page and the seven are still selected.
    await page.keyboard.press('Escape');
    await expect(result).toHaveCount(0);
    await expect(screen.total).toHaveText('Total found: 7');
    await expect(screen.rows).toHaveCount(7);
    await expect(selectionBar(page)).toContainText('Selected 7 records');
    for (const id of referenced) await expect(rowBox(page, id)).toBeChecked();
  });

  await test.step('a question about deleting closes when the list changes', async () => {
    await page.goto(recordsHash(other.collection.id));
    await expect(screen.rows).toHaveCount(1);
    await page.goto(recordsHash(two.collection.id));
    await rowBox(page, gone).check();
    await deleteSelected(page).click();
    await expect(question(page)).toContainText(DELETE_ONE);
    await page.goBack();
    await expect(screen.row(other.ids[0] ?? '')).toBeVisible();
    await expect(question(page)).toHaveCount(0);
    expect(storedIds(backend, two.collection)).toEqual(two.ids);
  });

  await test.step('a deletion in progress names its collection', async () => {
    await page.goForward();
    const gated = gate();
    await page.route(`**/api/collections/${two.collection.id}/records/*`, async (route) => {
      await gated.opened;
      await route.continue();
    });
    await rowBox(page, kept).check();
    await rowBox(page, gone).check();
    await deleteSelected(page).click();
    await answer(page, DELETE_MANY, true);
    await expect(selectionBar(page)).toContainText('Deleting records...');
    await page.goBack();
    await expect(selectionBar(page)).toContainText(`Deleting ${two.collection.name} records...`);
    gated.open();
    const result = page.getByRole('dialog', { name: '1 record was not deleted' });
    await expect(result).toContainText(
      `1 of 2 records of ${two.collection.name} were deleted. This one is still there:`,
    );
    await expect(result.getByRole('listitem')).toContainText(['row 0']);
    await expect(screen.row(other.ids[0] ?? '')).toBeVisible();
    expect(storedIds(backend, two.collection)).toEqual([kept]);
  });
});

test('[RL-15] a deletion whose responses never come can be stopped, and the list shows what is left', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed DELETE \/api\/collections\/\w+\/records\/\w+ net::ERR_ABORTED$/);
  const { collection, ids } = await createRows(backend.api, 3);
  const [left = '', ...gone] = ids;
  await page.clock.install();
  await admin.signIn();
  await page.setViewportSize({ width: 360, height: 740 });
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await selectAll(page).check();
  const ended = gate();
  const isDelete = `**/api/collections/${collection.id}/records/*`;
  await page.route(isDelete, async (route) => {
    if (!route.request().url().endsWith(left)) await route.fetch();
    await ended.opened;
    await route.abort().catch(() => {});
  });
  await deleteSelected(page).click();
  await answer(page, DELETE_MANY, true);
  await expect(selectionBar(page)).toContainText('0 of 3');
  await page.clock.runFor(3000);
  const stop = selectionBar(page).getByRole('button', { name: 'Stop waiting' });
  await expect(stop).toBeVisible();
  await expect.poll(() => storedIds(backend, collection)).toEqual([left]);
  await checkScreen('[role=toolbar][aria-label=Selection]');
  await expectFitsSmall(page, selectionBar(page));
  await stop.focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'warning')).toHaveText([
    'Stopped waiting. Deleted 0 of 3 records, others may still have been deleted.Undo',
  ]);
  await expect(selectionBar(page)).toContainText('Selected 1 record');
  for (const id of gone) await expect(screen.row(id)).toHaveCount(0);
  await expect(rowBox(page, left)).toBeChecked();
  await expect(page.locator(':focus')).toHaveCount(1);
  ended.open();
  await page.unroute(isDelete);
  await deleteSelected(page).click();
  await Promise.all([
    expectToast(page, 'Successfully deleted the selected record.'),
    answer(page, DELETE_ONE, true),
  ]);
  expect(storedIds(backend, collection)).toEqual([]);
});
