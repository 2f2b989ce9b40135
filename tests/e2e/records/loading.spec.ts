import type { Page, Route } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  createTitles,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectChanges, nextSubscription, openLive } from '#tests/support/records/live.ts';
import {
  gate,
  hashQuery,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { panelScreen } from '#tests/support/records/panel.ts';
import { frame, signInByForm, toasts } from '#tests/support/screens.ts';

/** Creates a collection with the titles `n 1`, `n 2` ..., most of them in the database. */
async function seedTitles(backend: Backend, count: number): Promise<Collection> {
  const collection = await createTitles(backend.api, 0, [
    field('title', 'text', { presentable: true }),
    field('amount', 'number'),
    field('note'),
  ]);
  await seedRecords(backend, collection, count, (index) => ({ title: `n ${index + 1}` }));
  return collection;
}

/** The pages of a collection's list that are requested from now on. */
function watchPages(page: Page, { id }: Collection): (string | undefined)[] {
  const pages: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (isListRequest(request, id)) pages.push(queryOf(request)['page']);
  });
  return pages;
}

test('[RL-04] more records load with the button, and by themselves near the end, and are appended', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const many = await seedTitles(backend, 130);
  const exact = await seedTitles(backend, 40);
  const failing = await seedTitles(backend, 90);
  await admin.signIn();
  const screen = recordsScreen(page);
  const pages = watchPages(page, many);
  const loaded = () => screen.table.getAttribute('aria-rowcount').then((count) => Number(count) - 1);
  const scrollTo = (top: number) =>
    screen.scroller.evaluate((element, to) => element.scrollTo(0, to < 0 ? element.scrollHeight : to), top);
  /** Clicks without scrolling to it: near the end the list would load more by itself. */
  const press = () => screen.loadMore.evaluate((button: HTMLButtonElement) => button.click());
  await page.goto(recordsHash(many.id, { sort: 'created' }));

  await test.step('a small scroll loads nothing', async () => {
    await expect(screen.total).toHaveText('Total found: 130');
    await expect.poll(loaded).toBe(40);
    await scrollTo(150);
    await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBe(150);
    expect(pages).toEqual(['1']);
    await expect(screen.loadMore).toHaveCount(1);
  });

  await test.step('the next page loads by itself near the end, one at a time', async () => {
    const held = gate();
    const wait = async (route: Route) => {
      await held.opened;
      await route.continue();
    };
    const isSecond = (url: URL) => url.searchParams.get('page') === '2';
    await page.route(isSecond, wait);
    await scrollTo(-1);
    await expect(screen.table).toHaveAttribute('data-loading', 'more');
    await expect(screen.loadMore).toBeDisabled();
    await scrollTo(0);
    await scrollTo(-1);
    expect(pages).toEqual(['1', '2']);
    held.open();
    await expect(screen.table).toHaveAttribute('aria-rowcount', '81');
    // The end is far away again: nothing loads until the user scrolls there.
    await expect(screen.loadMore).toBeEnabled();
    expect(pages).toEqual(['1', '2']);
    await page.unroute(isSecond, wait);
  });

  await test.step('the button loads a page, and is gone after the last one', async () => {
    const next = page.waitForRequest((request) => isListRequest(request, many.id));
    await press();
    expect(queryOf(await next)).toMatchObject({ page: '3', perPage: '40', skipTotal: '1' });
    await expect(screen.table).toHaveAttribute('aria-rowcount', '121');
    await scrollTo(-1);
    await expect(screen.table).toHaveAttribute('aria-rowcount', '131');
    await expect(screen.loadMore).toHaveCount(0);
    expect(pages).toEqual(['1', '2', '3', '4']);
    await scrollTo(-1);
    await expect(screen.rows.last().locator('[data-column="title"]')).toHaveText('n 130');
  });

  await test.step('another list begins at the top, even when its last page is full as well', async () => {
    await page.getByRole('link', { name: exact.name, exact: true }).click();
    await expect(screen.total).toHaveText('Total found: 40');
    await expect.poll(loaded).toBe(40);
    expect(await screen.scroller.evaluate((element) => element.scrollTop)).toBe(0);
    await expect(screen.loadMore).toHaveCount(1);
    await press();
    await expect(screen.loadMore).toHaveCount(0);
    await expect.poll(loaded).toBe(40);
  });

  await test.step('after a failure only the button continues, also by keyboard', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?page=2&.*$/);
    const failed = watchPages(page, failing);
    await page.goto(recordsHash(failing.id, { sort: 'created' }));
    await expect(screen.total).toHaveText('Total found: 90');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    await page.route(
      (url) => url.searchParams.get('page') === '2',
      (route) => failWith(route, 'The disk is full.'),
    );
    await screen.rows.first().focus();
    await page.keyboard.press('End');
    await expect(page.locator('[data-toasts]')).toContainText('The disk is full.');
    await page.keyboard.press('Home');
    await expect(screen.rows.first()).toBeInViewport();
    await page.keyboard.press('End');
    await expect(screen.loadMore).toBeInViewport();
    expect(failed).toEqual(['1', '2']);

    await page.unrouteAll();
    await screen.rows.last().focus();
    for (let step = 0; step < 20; step++) {
      if (await screen.loadMore.evaluate((button) => button === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(screen.loadMore).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => screen.table.getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(80);
    // After a success the list loads by itself again.
    await scrollTo(-1);
    await expect(screen.table).toHaveAttribute('aria-rowcount', '91');
  });
});

test('large texts of further pages are shortened by the backend; saving keeps pages, position and selection', async ({
  page,
  admin,
  backend,
}) => {
  const heavy = await createCollection(backend.api, {
    name: uniqueName('heavy'),
    schema: [field('title'), field('story'), field('meta', 'json')],
  });
  const story = 'word '.repeat(8000);
  const meta = (index: number) => ({ index, list: Array.from({ length: 2000 }, () => 'x') });
  await seedRecords(backend, heavy, 45, (index) => ({
    title: `n ${index}`,
    story,
    meta: JSON.stringify(meta(index)),
  }));
  const collection = await seedTitles(backend, 100);
  await admin.signIn();
  const screen = recordsScreen(page);
  const toEnd = () => screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));

  await test.step('texts that make a page large are shortened from the next page on', async () => {
    const first = page.waitForRequest((request) => isListRequest(request, heavy.id));
    await page.goto(recordsHash(heavy.id, { sort: 'created' }));
    // The request of the first page follows RL-01 exactly.
    expect(queryOf(await first)['fields']).toBe('');
    await expect(screen.total).toHaveText('Total found: 45');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    const next = page.waitForRequest((request) => isListRequest(request, heavy.id));
    await toEnd();
    expect(queryOf(await next)['fields']).toBe('*,story:excerpt(500,true)');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '46');
    await toEnd();
    const last = screen.rows.last();
    await expect(last.locator('[data-column="title"]')).toHaveText('n 44');
    await expect(last.locator('[data-column="story"]')).toHaveText(`${story.slice(0, 195)}...`);
    await expect(last.locator('[data-column="meta"]')).toHaveText(
      `${JSON.stringify(meta(44)).slice(0, 500)}...`,
    );
  });

  await test.step('saving keeps the loaded pages, the scroll position and the selection; the row shows the saved values', async () => {
    const pages = watchPages(page, collection);
    await page.goto(recordsHash(collection.id, { sort: 'created' }));
    await expect(screen.total).toHaveText('Total found: 100');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    for (const count of ['81', '101']) {
      await toEnd();
      await expect(screen.table).toHaveAttribute('aria-rowcount', count);
    }
    await screen.scroller.evaluate((element) => element.scrollTo(0, 1800));
    const row = screen.table.locator('[aria-rowindex="58"]');
    await expect(row.locator('[data-column="title"]')).toHaveText('n 57');
    await row.getByRole('checkbox').check();
    const id = (await row.getAttribute('data-row-id')) ?? '';
    await screen.cell(id, 'title').click();
    const panel = panelScreen(page);
    await expect(panel.menu).toBeVisible();
    await panel.control('title').fill('changed');
    await panel.save.click();
    await expect(panel.panel).toHaveCount(0);
    await expect(screen.cell(id, 'title')).toHaveText('changed');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '101');
    expect(await screen.scroller.evaluate((element) => element.scrollTop)).toBe(1800);
    await expect(screen.row(id).getByRole('checkbox')).toBeChecked();
    await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('Selected 1 record');
    // Only this row was read again.
    expect(pages).toEqual(['1', '2', '3']);
    expect(backend.sql(`select title from ${collection.name} where id = ?`, [id])).toEqual([
      { title: 'changed' },
    ]);
    await createRecord(backend.api, collection.id, { title: 'n 101' });
    await screen.refresh.click();
    await expect(screen.total).toHaveText('Total found: 101');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '102');
  });
});

async function createTitledRecords(
  backend: Backend,
  count: number,
  name = uniqueName('titles'),
): Promise<Collection> {
  const collection = await createCollection(backend.api, { name, schema: [field('title')] });
  await createRecords(backend.api, collection.id, count, (index) => ({ title: `${name} ${index + 1}` }));
  return collection;
}

const toast = (page: Page, text: string | RegExp) => toasts(page, 'error').filter({ hasText: text });

/** Answers the list (not the count) of a collection with an error until `page.unrouteAll`. */
const failList = (page: Page, collection: Collection, status: number, message: string) =>
  page.route(
    (url) => url.pathname.includes(`${collection.id}/records`) && url.searchParams.get('perPage') === '40',
    (route) => failWith(route, message, status),
  );

test('a backend that crashes causes a message, and is used again when it is back, with what happened meanwhile', async ({
  page,
  admin,
  startSite,
  expectedProblems,
  checkScreen,
}) => {
  const site = await startSite();
  const { api } = site.backend;
  const one = await createTitledRecords(site.backend, 3, 'one');
  await createTitledRecords(site.backend, 2, 'two');
  const { items } = await api.get<{ items: { id: string }[] }>(`/api/collections/${one.id}/records`);
  const [{ id = '' } = {}] = items;
  expectedProblems.allowLostLive();
  await admin.signIn(page, site);
  const screen = recordsScreen(page);
  await openLive(page, `${site.atoll.url}${recordsHash(one.id)}`);
  await expect(screen.rows).toHaveCount(3);

  await test.step('after the backend was killed and restarted, what happened meanwhile is shown', async () => {
    await site.backend.kill();
    const again = nextSubscription(page);
    await site.backend.restart();
    await createRecord(api, one.id, { title: 'meanwhile' });
    await api.patch(`/api/collections/${one.id}/records/${id}`, { title: 'other' });
    await again;
    await expect(screen.cell(id, 'title')).toHaveText('other');
    await expectChanges(page, 1);
  });

  await test.step('a refresh without the backend shows a message and keeps the rows', async () => {
    expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\?.*$/);
    await site.backend.kill();
    await screen.refresh.click();
    await expect(toast(page, /backend/i)).toBeVisible();
    await expect(screen.rows).toHaveCount(3);
    await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
  });

  await test.step('another collection has no old rows: the screen shows the error and a way to continue', async () => {
    await page.getByRole('link', { name: 'two' }).click();
    await expect(page.getByText('The records could not be loaded.')).toBeVisible();
    await checkScreen('[data-frame=collections] .page-content');
    await site.backend.restart();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(screen.rows).toHaveCount(2);
    await expect(screen.total).toHaveText('Total found: 2');
    await page.getByRole('link', { name: 'one' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'one' })).toBeVisible();
    await screen.refresh.click();
    await expect(screen.total).toHaveText('Total found: 4');
    await expect(screen.rows).toHaveCount(4);
  });
});

test('failures of the server and of single requests have a message, and the list goes on', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const slow = await createTitledRecords(backend, 3);
  const quick = await createTitledRecords(backend, 2);
  const paged = await createCollection(backend.api, { name: uniqueName('paged'), schema: [field('title')] });
  await seedRecords(backend, paged, 41, (index) => ({ title: `n ${index}` }));
  // Not the first in the sidebar, which the root opens.
  const guarded = await createTitledRecords(backend, 3, uniqueName('zz_guarded'));
  await admin.signIn();
  const screen = recordsScreen(page);

  await test.step('a slow list does not hold up the sidebar; the last collection is shown, even if another responds later', async () => {
    const held = gate();
    const responded = gate();
    await page.route(
      (url) => url.pathname.includes(slow.id),
      async (route) => {
        await held.opened;
        // The browser may have cancelled the request.
        await route.continue().catch(() => undefined);
        responded.open();
      },
    );
    await page.goto(recordsHash(slow.id));
    await page.getByRole('link', { name: quick.name, exact: true }).click();
    await expect(screen.rows).toHaveCount(2);
    const requested = page.waitForRequest((request) => isListRequest(request, slow.id));
    await page.getByRole('link', { name: slow.name, exact: true }).click();
    await requested;
    await page.getByRole('link', { name: quick.name, exact: true }).click();
    await expect(screen.rows).toHaveCount(2);
    held.open();
    await responded.opened;
    await screen.refresh.click();
    await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
    await expect(screen.rows).toHaveCount(2);
    await expect(screen.rows.first()).toContainText(quick.name);
    await expect(screen.total).toHaveText('Total found: 2');
    await page.unrouteAll();
  });

  await test.step('a dashboard whose own server is stopped shows a message and continues when it is back', async () => {
    expectedProblems.allowLostLive();
    expectedProblems.allow(
      /^request failed GET \/api\/collections\/\w+\/records\?.* net::ERR_CONNECTION_REFUSED$/,
    );
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await screen.refresh.click();
    await expect(toast(page, /Something went wrong while processing your request\./)).toBeVisible();
    await expect(screen.rows).toHaveCount(2);
    await page.unrouteAll();
    await screen.refresh.click();
    await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
    await expect(screen.total).toHaveText('Total found: 2');
  });

  await test.step('a failed page keeps the rows', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
    await page.goto(recordsHash(paged.id));
    await expect(screen.total).toHaveText('Total found: 41');
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    await failList(page, paged, 500, 'The disk is full.');
    await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(toast(page, 'The disk is full.')).toBeVisible();
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
    await expect(screen.loadMore).toBeEnabled();
    await page.unrouteAll();
    await screen.loadMore.click();
    await expect(screen.table).toHaveAttribute('aria-rowcount', '42');
  });

  await test.step('a failed sort removes the old rows, which do not match', async () => {
    await failList(page, paged, 500, 'The disk is still full.');
    await screen.header('title').getByRole('button').click();
    await expect(page.getByText('The records could not be loaded.')).toBeVisible();
    await expect(page.getByRole('alert').getByText('The disk is still full.').first()).toBeVisible();
    await expect(screen.rows).toHaveCount(0);
    // The pressed header is gone.
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeFocused();
    await page.unrouteAll();
    await again.press('Enter');
    await expect(screen.scroller).toBeFocused();
    await expect(screen.table).toHaveAttribute('aria-rowcount', '41');
  });

  const query = { filter: 'title != ""', sort: '+title' };
  await test.step('a 401 opens the sign-in, which then returns to the same list', async () => {
    expectedProblems.allow(/^response 401 GET \/api\/collections\/\w+\/records\?.*$/);
    // Else its look for what it missed, and not the press, could open the sign-in.
    await openLive(page, recordsHash(guarded.id, query));
    await expect(screen.rows).toHaveCount(3);
    await failList(page, guarded, 401, 'The request requires valid admin authorization token to be set.');
    await screen.refresh.click();
    await expect(page).toHaveURL(/#\/login$/);
    await expect(toast(page, /valid admin authorization token/)).toBeVisible();
    await expect(frame(page, 'login')).toBeVisible();
    await page.unrouteAll();
    const subscribed = nextSubscription(page);
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(screen.rows).toHaveCount(3);
    expect(hashQuery(page)).toEqual({ collectionId: guarded.id, ...query });
    await subscribed;
  });

  await test.step('a 403 of a list opens the root with a message, and the screen still works', async () => {
    expectedProblems.allow(/^response 403 GET \/api\/collections\/\w+\/records\?.*$/);
    await failList(page, guarded, 403, 'Only admins can do this.');
    await screen.refresh.click();
    await expect(toast(page, 'Only admins can do this.')).toBeVisible();
    // The root opens the first collection.
    const first = page.locator('[data-frame="collections"] .page-sidebar').getByRole('link').first();
    await expect(first).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText((await first.textContent()) ?? '');
    expect(hashQuery(page)['collectionId']).not.toBe(guarded.id);
    await page.unrouteAll();
    await page.getByRole('link', { name: guarded.name, exact: true }).click();
    await expect(screen.rows).toHaveCount(3);
  });
});
