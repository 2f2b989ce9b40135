import type { Page } from '@playwright/test';
import type { AdminApi } from '#tests/support/admin-api.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  createCollection,
  createRecord,
  createRecords,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectOutline } from '#tests/support/outline.ts';
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
import { toasts } from '#tests/support/screens.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

/** Creates a collection with `count` records, `n 0` first, and functions that change them like somebody else. */
async function createNumbered(api: AdminApi, count: number) {
  const collection = await createCollection(api, {
    name: uniqueName('live'),
    schema: [
      field('title'),
      field('note'),
      field('tags', 'select', { options: { maxSelect: 2, values: ['red', 'blue'] } }),
    ],
  });
  const rows = await createRecords(api, collection.id, count, (index) => ({
    title: `n ${index}`,
    tags: ['red', 'blue'],
  }));
  const path = (id: string) => `/api/collections/${collection.id}/records/${id}`;
  return {
    collection,
    ids: rows.map(({ id }) => id).toReversed(),
    create: (title: string) => createRecord(api, collection.id, { title }),
    edit: (id: string, data: Record<string, string>) => api.patch(path(id), data),
    remove: (id: string) => api.delete(path(id)),
  };
}

/**
 * Creates 45 records without a parent, and 1,010 with one. When the parent is deleted, the backend changes each of its
 * records by itself.
 */
async function createFamily(backend: Backend) {
  const parents = await createCollection(backend.api, {
    name: uniqueName('parents'),
    schema: [field('name')],
  });
  const parent = await createRecord(backend.api, parents.id, { name: 'p' });
  const options = { collectionId: parents.id, cascadeDelete: false };
  const collection = await createCollection(backend.api, {
    name: uniqueName('family'),
    schema: [field('title'), field('parent', 'relation', { options })],
  });
  await seedRecords(backend, collection, 1055, (index) =>
    index < 1010 ? { title: `more ${index}`, parent: parent.id } : { title: `n ${index - 1010}`, parent: '' },
  );
  return {
    collection,
    releaseAll: () => backend.api.delete(`/api/collections/${parents.id}/records/${parent.id}`),
    create: (title: string) => createRecord(backend.api, collection.id, { title }),
  };
}

test('rows change in place, nothing moves, and what no longer matches is marked', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const numbered = await createNumbered(backend.api, 60);
  const filtered = await createNumbered(backend.api, 3);
  await admin.signIn();
  const screen = recordsScreen(page);

  await test.step('rows change in place, nothing moves, and the keyboard shows the changes', async () => {
    const { collection, ids, create, edit, remove } = numbered;
    const [first = '', second = '', third = ''] = ids.slice(20);
    await openLive(page, recordsHash(collection.id));
    await expectChanges(page, 0);
    await screen.scroller.evaluate((element) => element.scrollTo(0, 600));
    await screen.row(first).hover();
    const before = await places(page);

    await edit(first, { title: 'other' });
    await expect(screen.cell(first, 'title')).toHaveText('other');
    await create('new');
    await expectChanges(page, 1);
    await rowBox(page, second).focus();
    await remove(second);
    await expectChanges(page, 2);
    await expect(screen.row(second)).toHaveAttribute('data-gone', 'deleted');
    await expect(screen.row(second)).toContainText('Deleted elsewhere');
    // Its checkbox can't keep the focus.
    await expect(screen.row(second)).toBeFocused();
    expect(await places(page)).toEqual(before);
    await expect(page.getByRole('status').filter({ hasText: '2 changes elsewhere' })).toHaveCount(1);

    // A deleted record can be neither opened nor selected.
    await expect(rowBox(page, second)).toBeDisabled();
    await screen.cell(second, 'title').click();
    await expect(toasts(page, 'info')).toContainText(['This record was deleted elsewhere.']);
    await expect(panelScreen(page).panel).toHaveCount(0);

    // The row under the pointer stays there, although rows were added above it.
    await screen.row(third).hover();
    const { [third]: place } = await places(page);
    await changesButton(page).focus();
    await page.keyboard.press('Enter');
    await expectChanges(page, 0);
    await expect(screen.row(second)).toHaveCount(0);
    await expect(screen.total).toHaveText('Total found: 60');
    expect((await places(page))[third]).toBe(place);
    await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
    await expect(screen.rows.first()).toContainText('new');
  });

  const { collection, ids, create, edit, remove } = filtered;
  await test.step('a filtered list marks what no longer matches', async () => {
    const [first = '', second = ''] = ids;
    await openLive(page, recordsHash(collection.id, { filter: 'title ~ "n "' }));
    await expect(screen.rows).toHaveCount(3);
    await edit(first, { title: 'x' });
    await expect(screen.row(first)).toContainText('No longer matches');
    await expectChanges(page, 1);
    await remove(second);
    await expectChanges(page, 2);
    await checkScreen('[data-frame=collections] .page-content');
    await expectOutline(page, 'changed-elsewhere', {
      root: page.locator('[data-frame=collections] .page-content'),
    });
    await screen.row(first).press('Enter');
    await expect(panelScreen(page).control('title')).toHaveValue('x');
    await page.keyboard.press('Escape');
    await expect(panelScreen(page).panel).toHaveCount(0);
  });

  await test.step('on a small screen the number of changes fits', async () => {
    await create('n new');
    await expectChanges(page, 3);
    await expectFitsSmall(page, page.locator('[data-frame=collections] .page-header'));
    await changesButton(page).click();
    await expect(screen.rows).toHaveCount(2);
    await expectChanges(page, 0);
  });
});

test('more than 1,000 changes show as 1,000+, and applying them shows the current list', async ({
  page,
  admin,
  backend,
}) => {
  const { collection, releaseAll, create } = await createFamily(backend);
  await admin.signIn();
  await openLive(page, recordsHash(collection.id, { filter: 'parent = ""', sort: '+title' }));
  const screen = recordsScreen(page);
  await expect(screen.total).toHaveText('Total found: 45');
  await releaseAll();
  await expect(changesButton(page)).toHaveAccessibleName('1,000+ changes');
  await expect(changesButton(page)).toHaveText('1,000+ changes');
  await expect(page.getByRole('status').filter({ hasText: '1,000+ changes elsewhere' })).toHaveCount(1);
  await expect(screen.total).toHaveText('Total found: 45');
  await expect(screen.rows.filter({ hasText: 'more' })).toHaveCount(0);
  await changesButton(page).click();
  await expectChanges(page, 0);
  await expect(screen.total).toHaveText('Total found: 1055');
  await screen.scroller.evaluate((element) => element.scrollTo(0, 0));
  await expect(screen.rows.first()).toContainText('more 0');
  await expect(screen.table).toHaveAttribute('aria-rowcount', '41');

  // The list is live again.
  await create('later');
  await expectChanges(page, 1);
});

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

test('[RL-01][RL-02][RL-05][RL-12] a list that is shown again has its rows at once, and refreshes them', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const names = Array.from({ length: 20 }, (_, index) => `field_${index}`);
  const wide = await createCollection(backend.api, {
    name: uniqueName('wide'),
    schema: names.map((name) => field(name)),
  });
  const created = await seedRecords(backend, wide, 60, (index) => ({ field_2: `row ${index}` }));
  const kept = await createRows(backend.api, 5);
  const high = await createRows(backend.api, 20);
  const { collection: other } = await createRows(backend.api, 3);
  const openOther = async () => {
    await page.locator(`a.side-link[href*="collectionId=${other.id}"]`).click();
    await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
    await expect(screen.rows).toHaveCount(3);
  };
  await admin.signIn();
  const screen = recordsScreen(page);

  await test.step('going back shows the rows at once and refreshes them without moving one', async () => {
    const [first = '', second = '', third = ''] = created.toReversed().slice(24);
    const path = (id: string) => `/api/collections/${wide.id}/records/${id}`;
    await openLive(page, recordsHash(wide.id));
    await screen.scroller.evaluate((element) => element.scrollTo(150, 800));
    await expect(screen.table).toHaveAttribute('aria-rowcount', '61');
    await rowBox(page, first).check();
    await rowBox(page, second).check();
    const before = await places(page);

    await openOther();
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

  await test.step('Back, a record of the kept rows, and a refresh that fails', async () => {
    const { collection, ids } = kept;
    const [first = ''] = ids;
    await openLive(page, recordsHash(collection.id));
    await rowBox(page, first).check();
    await openOther();
    await backend.api.patch(`/api/collections/${collection.id}/records/${first}`, { title: 'newer' });

    const { opened, open } = gate();
    await page.route(
      (url) => url.pathname.endsWith(`/${collection.id}/records`) && url.searchParams.get('perPage') === '40',
      async (route) => {
        await opened;
        await failWith(route, 'Out of order.');
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
    await page.keyboard.press('Escape');
    await expect(panelScreen(page).panel).toHaveCount(0);
  });

  await test.step('a list that was left scrolled shows all rows in a window that fits them', async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    await openLive(page, recordsHash(high.collection.id));
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(screen.table.locator('[aria-rowindex="21"]')).toBeInViewport();

    await openOther();
    await page.setViewportSize({ width: 1280, height: 1200 });
    await page.goBack();
    await expect(screen.rows).toHaveCount(20);
  });
});

/** More than the six connections of a browser to one host with HTTP/1.1. */
const WINDOWS = 7;

test('seven windows share one connection, which moves when its window is closed', async ({
  context,
  page,
  admin,
  backend,
  secondTab,
}) => {
  const collection = await createCollection(backend.api, {
    name: uniqueName('live'),
    schema: [field('title')],
  });
  const { id } = await createRecord(backend.api, collection.id, { title: 'before' });
  const edit = (title: string) =>
    backend.api.patch(`/api/collections/${collection.id}/records/${id}`, { title });
  const shows = (shown: Page, title: string) =>
    expect(recordsScreen(shown).cell(id, 'title')).toHaveText(title);
  await admin.signIn();

  /** The windows that have opened a connection, in order. */
  const connected: Page[] = [];
  context.on('request', (request) => {
    const isConnection = request.method() === 'GET' && new URL(request.url()).pathname === '/api/realtime';
    if (isConnection) connected.push(request.frame().page());
  });
  const address = recordsHash(collection.id);

  // It is hidden from the start, and would be the first to connect.
  const hidden = await secondTab();
  await hidden.addInitScript(() => {
    let state = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true });
    Object.defineProperty(document, 'hidden', { get: () => state === 'hidden', configurable: true });
    document.addEventListener('test-show', () => {
      state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  await hidden.goto(address);
  await shows(hidden, 'before');

  const windows: Page[] = [page];
  while (windows.length < WINDOWS) windows.push(await secondTab());
  for (const opened of windows) {
    await opened.goto(address);
    await shows(opened, 'before');
  }
  await edit('first');
  for (const opened of windows) await shows(opened, 'first');
  expect(connected).toHaveLength(1);
  expect(connected).not.toContain(hidden);
  await shows(hidden, 'before');

  const [leader] = connected;
  await leader?.close();
  await expect.poll(() => connected.length).toBe(2);
  const others = windows.filter((opened) => opened !== leader);
  expect(others).toContain(connected[1]);
  await edit('second');
  for (const opened of others) await shows(opened, 'second');

  await hidden.evaluate(() => document.dispatchEvent(new Event('test-show')));
  await shows(hidden, 'second');
  await createRecord(backend.api, collection.id, { title: 'new' });
  await expectChanges(hidden, 1);
  expect(connected).toHaveLength(2);
});
