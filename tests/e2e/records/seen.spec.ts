import type { Page } from '@playwright/test';
import { createCollection, createRecords, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { changesButton, expectChanges, openLive, places } from '#tests/support/records/live.ts';
import {
  gate,
  isCountRequest,
  isListRequest,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { panelScreen } from '#tests/support/records/panel.ts';
import { createRows, rowBox, selectionBar } from '#tests/support/records/selection.ts';

/** Presses the link of a collection, or Back, and returns what the list shows in the next frame. */
const firstFrame = (page: Page, collectionId?: string) =>
  page.evaluate(async (id) => {
    const link = document.querySelector<HTMLElement>(`a.side-link[href*="collectionId=${id}"]`);
    const changed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    if (id === undefined) history.back();
    else link?.click();
    await changed;
    await new Promise(requestAnimationFrame);
    const scroller = document.querySelector('[data-records-scroller]');
    const { top = 0, bottom = 0 } = scroller?.getBoundingClientRect() ?? {};
    const rows = [...document.querySelectorAll('[data-records-table] [data-row-id]')];
    return {
      isBusy: document.querySelector('[data-records-table]')?.getAttribute('aria-busy') === 'true',
      isFilled: [top + 60, bottom - 20].every((y) =>
        rows.some((row) => row.contains(document.elementFromPoint(400, y))),
      ),
      place: [scroller?.scrollTop, scroller?.scrollLeft],
      selected: rows
        .filter((row) => row.querySelector('input:checked'))
        .map((row) => row.getAttribute('data-row-id')),
    };
  }, collectionId);

test('[RL-01][RL-02][RL-05] going back shows the rows at once and refreshes them without moving one', async ({
  page,
  admin,
  backend,
}) => {
  const names = Array.from({ length: 20 }, (_, index) => `field_${index}`);
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    schema: names.map((name) => field(name)),
  });
  const created = await createRecords(backend.api, wide.id, 60, (index) => ({ field_2: `row ${index}` }));
  const ids = created.map(({ id }) => id).toReversed();
  const [first = '', second = '', third = ''] = ids.slice(24);
  const path = (id: string) => `/api/collections/${wide.id}/records/${id}`;
  const { collection: other } = await createRows(backend.api, 3);
  await admin.signIn();
  await openLive(page, recordsHash(wide.id));
  const screen = recordsScreen(page);
  await screen.scroller.evaluate((element) => element.scrollTo(150, 800));
  await expect(screen.table).toHaveAttribute('aria-rowcount', '61');
  await rowBox(page, first).check();
  await rowBox(page, second).check();
  const before = await places(page);

  await page.locator(`a.side-link[href*="collectionId=${other.id}"]`).click();
  await expect(screen.rows).toHaveCount(3);
  await expect(selectionBar(page)).toHaveCount(0);
  await backend.api.delete(path(second));
  await backend.api.patch(path(third), { field_2: 'changed elsewhere' });
  await createRecords(backend.api, wide.id, 2, () => ({}));

  const { opened, open } = gate();
  await page.route(
    (url) => url.pathname.endsWith(`/${wide.id}/records`),
    async (route) => {
      await opened;
      await route.continue();
    },
  );
  const requests: string[] = [];
  page.on('request', (request) => {
    if (isListRequest(request, wide.id)) requests.push('list');
    if (isCountRequest(request, wide.id)) requests.push('count');
  });
  const shown = await firstFrame(page, wide.id);
  expect(shown).toEqual({ isBusy: true, isFilled: true, place: [800, 150], selected: [first, second] });
  await expect(screen.total).toHaveText('Total found: 60');
  await expect(selectionBar(page)).toContainText('Selected 2 records');
  await screen.row(third).hover();
  open();

  await expect(screen.cell(third, 'field_2')).toHaveText('changed elsewhere');
  await expect(screen.table).not.toHaveAttribute('aria-busy');
  await expect(screen.row(second)).toHaveAttribute('data-gone', 'deleted');
  await expect(selectionBar(page)).toContainText('Selected 1 record');
  await expect(screen.total).toHaveText('Total found: 61');
  await expectChanges(page, 3);
  expect(await places(page)).toEqual(before);
  expect(requests.toSorted()).toEqual(['count', 'list']);

  await changesButton(page).click();
  await expectChanges(page, 0);
  await expect(screen.row(second)).toHaveCount(0);
  await expect(rowBox(page, first)).toBeChecked();
});

test('[RL-05][RL-12] Back, a record of the kept rows, and a refresh that fails', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const { collection, ids } = await createRows(backend.api, 5);
  const { collection: other } = await createRows(backend.api, 3);
  const [first = ''] = ids;
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));
  const screen = recordsScreen(page);
  await rowBox(page, first).check();
  await page.locator(`a.side-link[href*="collectionId=${other.id}"]`).click();
  await expect(screen.rows).toHaveCount(3);
  await backend.api.patch(`/api/collections/${collection.id}/records/${first}`, { title: 'newer' });

  const { opened, open } = gate();
  await page.route(
    (url) => url.pathname.endsWith(`/${collection.id}/records`) && url.searchParams.get('perPage') === '40',
    async (route) => {
      await opened;
      await route.fulfill({ status: 500, json: { code: 500, message: 'Out of order.', data: {} } });
    },
    { times: 1 },
  );
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  const shown = await firstFrame(page);
  expect(shown).toMatchObject({ isBusy: true, selected: [first] });
  await screen.cell(first, 'title').click();
  // The panel reads the record itself.
  await expect(panelScreen(page).control('title')).toHaveValue('newer');
  open();
  await expect(page.getByText('Out of order.')).toBeVisible();
  await expect(screen.rows).toHaveCount(5);
  await expect(screen.cell(first, 'title')).toHaveText('newer');
  await expect(screen.table).not.toHaveAttribute('aria-busy');
});

test('[RL-05] a list that was left scrolled shows all rows in a window that fits them', async ({
  page,
  admin,
  backend,
}) => {
  const { collection } = await createRows(backend.api, 20);
  const { collection: other } = await createRows(backend.api, 3);
  await page.setViewportSize({ width: 1280, height: 400 });
  await admin.signIn();
  await openLive(page, recordsHash(collection.id));
  const screen = recordsScreen(page);
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table.locator('[aria-rowindex="21"]')).toBeInViewport();

  await page.locator(`a.side-link[href*="collectionId=${other.id}"]`).click();
  await expect(screen.rows).toHaveCount(3);
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.goBack();
  await expect(screen.rows).toHaveCount(20);
});
