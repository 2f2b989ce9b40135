import type { Page, Route } from '@playwright/test';
import { createUser } from '#tests/support/accounts.ts';
import type { Backend } from '#tests/support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createTitles,
  field,
  seedRecords,
  uniqueName,
} from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, type Flow, test } from '#tests/support/fixtures.ts';
import { has, onLine } from '#tests/support/lines.ts';
import { nextSubscription, openLive } from '#tests/support/records/live.ts';
import {
  createCategorized,
  gate,
  hashQuery,
  isCountRequest,
  isListRequest,
  loadAt,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { panelScreen } from '#tests/support/records/panel.ts';
import { frame, signInByForm, toasts } from '#tests/support/screens.ts';
import { newest } from '#wire/newest.ts';

const content = (page: Page) => page.locator('[data-frame=collections] .page-content');

async function expectHeading(page: Page, { name }: Collection): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function requestList({ page, backend, step }: Flow): Promise<void> {
  const { posts } = await createCategorized(backend.api);
  await createRecord(backend.api, posts.id, { headline: 'only one' });
  const plain = await createTitles(backend.api, 2);
  const screen = recordsScreen(page);
  const skeleton = content(page).locator('[data-skeleton]');
  let [held, counting] = [gate(), gate()];
  const isHeld = (url: URL) => url.pathname.includes(posts.id) || url.pathname.includes(plain.id);
  await page.route(isHeld, async (route) => {
    const isCount = new URL(route.request().url()).searchParams.get('perPage') === '1';
    await (isCount ? counting : held).opened;
    await route.continue();
  });

  await step(
    '[RL-01][RL-02] the first page is requested with expansions and excerpts, and the number apart',
    async () => {
      const listed = page.waitForRequest((request) => isListRequest(request, posts.id));
      const counted = page.waitForRequest((request) => isCountRequest(request, posts.id));
      await page.goto(recordsHash(posts.id, { filter: 'headline != ""' }));
      expect((await listed).method()).toBe('GET');
      expect(queryOf(await listed)).toEqual({
        page: '1',
        perPage: '40',
        sort: newest(),
        skipTotal: '1',
        filter: 'headline != ""',
        expand: 'cat',
        fields: '*,body:excerpt(200),expand.cat.*:excerpt(200)',
      });
      const number = { page: '1', perPage: '1', filter: 'headline != ""', fields: 'id' };
      expect(queryOf(await counted)).toMatchObject(number);
      expect(queryOf(await counted)).not.toHaveProperty('skipTotal', '1');
    },
  );

  await step('[RL-05][OP-18] skeletons replace the first rows', async () => {
    await expect(skeleton).toBeVisible();
    expect(((await skeleton.boundingBox())?.height ?? 0) / 36).toBeLessThanOrEqual(10);
    // The header is known already, and the placeholders stand below it.
    const columns = ['id', 'headline', 'body', 'cat', 'created', 'updated'];
    await expect.poll(() => screen.columnNames()).toEqual(columns);
    await expect(skeleton.locator('[aria-hidden]')).toHaveCount(6);
    // Still at first, and later without painting: both would take time from what the page waits for.
    const animations = await skeleton.evaluate((element) =>
      element.getAnimations({ subtree: true }).map(({ effect }) => {
        const properties = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame));
        return { delay: effect?.getTiming().delay, isOpacity: properties.includes('opacity') };
      }),
    );
    expect(animations).toEqual([{ delay: 2000, isOpacity: true }]);
    held.open();
    await expect(screen.rows).toHaveCount(1);
    await expect(skeleton).toHaveCount(0);
    await expect(screen.total).toHaveText('Total found: ...');
    counting.open();
    await expect(screen.total).toHaveText('Total found: 1');
  });

  await step(
    '[RL-01][RL-05] nothing is expanded without relations and rich text; skeletons wait for 100 ms',
    async () => {
      held = gate();
      const second = page.waitForRequest((request) => isListRequest(request, plain.id));
      await page.getByRole('link', { name: plain.name, exact: true }).click();
      expect(queryOf(await second)).toMatchObject({ expand: '', fields: '' });
      await expect(skeleton).toHaveCSS('animation-name', 'skeleton-delay, skeleton');
      await expect(skeleton).toHaveCSS('animation-delay', '0.1s, 2s');
      await expect(skeleton).toBeVisible();
      held.open();
      await expect(screen.total).toHaveText('Total found: 2');
      await expect(screen.rows).toHaveCount(2);
    },
  );

  await step('[RL-05] a refresh keeps the rows and shows that it loads', async () => {
    [held, counting] = [gate(), gate()];
    await createRecord(backend.api, plain.id, { title: 'n 3' });
    await screen.refresh.click();
    await expect(screen.table).toHaveAttribute('aria-busy', 'true');
    await expect(screen.rows).toHaveCount(2);
    held.open();
    counting.open();
    await expect(screen.rows).toHaveCount(3);
    await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
    await expect(screen.total).toHaveText('Total found: 3');
  });
  await page.unroute(isHeld);
}

/** One collection of each type, and views with and without times, with the columns that their lists have. */
async function createTypes(backend: Backend) {
  const { posts } = await createCategorized(backend.api);
  await createRecord(backend.api, posts.id, { headline: 'x' });
  const members = await createCollection(backend.api, {
    name: uniqueName('members'),
    type: 'auth',
    fields: [field('nickname')],
  });
  await createUser(backend, members.id);
  const view = (query: string) =>
    createCollection(backend.api, { name: uniqueName('view'), type: 'view', query });
  const dated = await view(`select id, headline, created from ${posts.name}`);
  const computed = await view(
    `select (ROW_NUMBER() OVER()) as id, count(p.id) as total, max(p.created) as updated from ${posts.name} p`,
  );
  const none = await createTitles(backend.api, 0);
  const noneView = await view(`select id, title from ${none.name}`);
  const joined = await view(`select m.id, n.title from ${members.name} m left join ${none.name} n on true`);
  const lists: [Collection, string[]][] = [
    [posts, ['id', 'headline', 'body', 'cat', 'created', 'updated']],
    [dated, ['id', 'headline', 'created']],
    [computed, ['id', 'total', 'updated']],
    [
      members,
      ['id', ...(has('hasUsernames') ? ['username'] : []), 'email', 'nickname', 'created', 'updated'],
    ],
  ];
  return { lists, none, noneView, joined };
}

async function showTypes({ page, backend, step, expectedProblems }: Flow): Promise<void> {
  expectedProblems.allow(/^response 400 GET \/api\/collections\/\w+\/records\?.*&filter=title%20%3D.*$/);
  const { lists, none, noneView, joined } = await createTypes(backend);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 2000, height: 700 });
  const screen = recordsScreen(page);
  const header = page.locator('[data-frame="collections"] .page-header');
  const breadcrumb = header.getByRole('navigation', { name: 'Breadcrumb' });
  const gear = header.getByRole('button', { name: 'Edit collection' });
  const newRecord = screen.scroller.getByRole('button', { name: 'New record' });
  const nothing = page.getByText('No records found.');
  const clear = page.getByRole('button', { name: 'Clear filters' });
  await loadAt(page, recordsHash(none.id));

  await step(
    '[RL-03] each type of collection has its columns, with icons, and the menu at the end',
    async () => {
      for (const [collection, columns] of lists) {
        await page.goto(recordsHash(collection.id));
        await expectHeading(page, collection);
        await expect.poll(() => screen.columnNames()).toEqual(columns);
        await expect(screen.rows).toHaveCount(1);
        const headers = screen.table.getByRole('columnheader');
        await expect(headers.first().getByRole('checkbox')).toBeVisible();
        await expect(headers.last().getByRole('button', { name: 'Toggle columns' })).toBeVisible();
        const icons = screen.table.locator('[aria-sort] button > [class*="icon-[ri--"]:first-child');
        await expect(icons).toHaveCount(columns.length);
      }
      const icons = {
        ...{ id: 'key', email: 'mail', nickname: 'text', created: 'calendar' },
        ...(has('hasUsernames') && { username: 'user' }),
      };
      for (const [column, icon] of Object.entries(icons))
        await expect(screen.header(column).locator(`[class*="ri--${icon}"]`)).toBeVisible();
    },
  );

  await step('[RL-06] an empty view offers no new record', async () => {
    await page.goto(recordsHash(noneView.id));
    await expect(breadcrumb).toHaveText(`Collections${noneView.name}`);
    await expect(nothing).toBeVisible();
    await expect(newRecord).toHaveCount(0);
    await expect(gear).toBeVisible();
    await expect(header.getByRole('button', { name: 'API Preview' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'New record' })).toHaveCount(0);
  });

  await step(
    '[RL-06][CS-11] an empty list has a message, its header and a button for a new record',
    async () => {
      await page.goto(recordsHash(none.id));
      await expect(breadcrumb).toHaveText(`Collections${none.name}`);
      await expect(breadcrumb.getByRole('heading', { level: 1 })).toHaveText(none.name);
      await gear.hover();
      await expect(page.getByRole('tooltip')).toHaveText('Edit collection');
      for (const name of ['Refresh', 'API Preview', 'New record'])
        await expect(header.getByRole('button', { name })).toBeVisible();
      await expect(screen.search).toBeVisible();
      await expect(screen.header('title')).toBeVisible();
      await expect(nothing).toBeVisible();
      await newRecord.click();
      // On a window as wide as this it stands beside the list.
      const panel = page.getByRole('complementary', { name: `New ${none.name} record` });
      await expect(panel).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      await expect(screen.total).toHaveText('Total found: 0');
      await expect(clear).toHaveCount(0);
      await expect(page.getByRole('checkbox', { name: 'Select all', exact: true })).toBeDisabled();
    },
  );

  await step('[TR-05][RL-06] a refused filter says why, and one without results can be cleared', async () => {
    await page.goto(recordsHash(none.id, { filter: 'nope = 1' }));
    await expect(page.getByText('Searched as text. There is no field nope.')).toBeVisible();
    await page.goto(recordsHash(none.id, { filter: 'title = nope' }));
    await expect(page.getByText('This is not a valid filter. There is no field nope.')).toBeVisible();
    await expect(nothing).toBeVisible();
    await expect(newRecord).toHaveCount(0);
    await createRecord(backend.api, none.id, { title: 'there' });
    await clear.click();
    await expect(screen.rows).toHaveCount(1);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: none.id });
    await expect.poll(() => screen.searchText()).toBe('');
  });

  await step(
    '[TR-01] rows of a view with the same id are all there, and say what they cannot do',
    async () => {
      await createRecord(backend.api, none.id, { title: 'more' });
      await page.goto(recordsHash(joined.id));
      await expect(screen.total).toHaveText('Total found: 2');
      await expect(screen.rows).toHaveCount(2);
      await expect(screen.rows.getByRole('checkbox').first()).toBeDisabled();
      await expect(screen.rows.first()).toHaveAttribute('data-tooltip', /other rows may have its id/);
      await screen.rows.filter({ hasText: 'there' }).click();
      await expect(page.getByRole('dialog')).toContainText('there');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  );
  if (size) await page.setViewportSize(size);
}

async function sortList({ page, backend, step }: Flow): Promise<void> {
  const collection = await createTitles(backend.api, 3);
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    query: `select id, title from ${collection.name}`,
  });
  const { posts, cats } = await createCategorized(backend.api);
  for (const title of ['b', 'a']) {
    const { id } = await createRecord(backend.api, cats.id, { title, color: '1' });
    await createRecord(backend.api, posts.id, { headline: `of ${title}`, cat: id });
  }
  const screen = recordsScreen(page);
  const press = (column: string) => screen.header(column).getByRole('button').click();
  const sorted = screen.table.locator('[aria-sort]:not([aria-sort="none"])');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (isListRequest(request, collection.id)) sent.push(queryOf(request)['sort'] ?? '');
  });

  await step(
    '[RL-07] a header sorts in descending order first, then ascending; the address follows',
    async () => {
      await loadAt(page, recordsHash(collection.id));
      await expectHeading(page, collection);
      await expect(screen.header('created')).toHaveAttribute('aria-sort', onLine('descending', 'none'));
      for (const [sort, state, order] of [
        ['-title', 'descending', ['n 3', 'n 2', 'n 1']],
        ['+title', 'ascending', ['n 1', 'n 2', 'n 3']],
        ['-title', 'descending', ['n 3', 'n 2', 'n 1']],
      ] as const) {
        await press('title');
        await expect.poll(() => sent.at(-1)).toBe(sort);
        await expect.poll(() => hashQuery(page)['sort']).toBe(sort);
        await expect(screen.header('title')).toHaveAttribute('aria-sort', state);
        await expect(sorted).toHaveCount(1);
        await expect(screen.rows.locator('[data-column="title"]')).toHaveText([...order]);
        // The header keeps its position and the focus.
        await expect(screen.header('title').getByRole('button')).toBeFocused();
      }
    },
  );

  await step('[RL-07] another list begins with its own order', async () => {
    await page.getByRole('link', { name: view.name, exact: true }).click();
    await expectHeading(page, view);
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(() => hashQuery(page)).not.toHaveProperty('sort');
    await expect(sorted).toHaveCount(0);
  });

  await step('[RL-09] a relation is sorted by the presentable fields of its collection', async () => {
    const headlines = screen.rows.locator('[data-column="headline"]');
    await page.goto(recordsHash(posts.id));
    await expectHeading(page, posts);
    await expect(screen.rows).toHaveCount(2);
    const request = page.waitForRequest((request) => isListRequest(request, posts.id));
    await press('cat');
    expect(queryOf(await request)['sort']).toBe('-cat.title,-cat.color');
    await expect.poll(() => hashQuery(page)['sort']).toBe('-cat');
    await expect(headlines).toHaveText(['of b', 'of a']);
    await press('cat');
    await expect(headlines).toHaveText(['of a', 'of b']);
  });
}

test('a list is requested, shown and sorted, whatever its collection is', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  await admin.signIn();
  await requestList(flow);
  await showTypes(flow);
  await sortList(flow);
});

/** Creates a collection with the titles `n 1`, `n 2` ..., all of them in the database. */
async function seedTitles(backend: Backend, count: number): Promise<Collection> {
  const name = uniqueName('titles');
  const fields = [field('title', 'text', { isPresentable: true }), field('note')];
  const collection = await createCollection(backend.api, { name, fields });
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

const scrollTo = (page: Page, top: number) =>
  recordsScreen(page).scroller.evaluate(
    (element, to) => element.scrollTo(0, to < 0 ? element.scrollHeight : to),
    top,
  );

/** Expects that this number of rows is loaded. */
const expectLoaded = (page: Page, count: number) =>
  expect(recordsScreen(page).table).toHaveAttribute('aria-rowcount', String(count + 1));

const errorToast = (page: Page, text: string | RegExp) => toasts(page, 'error').filter({ hasText: text });

async function loadMore({ page, backend, step }: Flow): Promise<void> {
  const many = await seedTitles(backend, 130);
  const exact = await seedTitles(backend, 40);
  const screen = recordsScreen(page);
  const pages = watchPages(page, many);
  /** Clicks without scrolling to it: near the end the list would load more by itself. */
  const press = () => screen.loadMore.evaluate((button: HTMLButtonElement) => button.click());

  await step('[RL-04] a small scroll loads nothing', async () => {
    await page.goto(recordsHash(many.id, { sort: 'created' }));
    await expect(screen.total).toHaveText('Total found: 130');
    await expectLoaded(page, 40);
    await scrollTo(page, 150);
    await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBe(150);
    expect(pages).toEqual(['1']);
    await expect(screen.loadMore).toHaveCount(1);
  });

  await step('[RL-04] the next page loads by itself near the end, one at a time', async () => {
    const held = gate();
    const wait = async (route: Route) => {
      await held.opened;
      await route.continue();
    };
    const isSecond = (url: URL) => url.searchParams.get('page') === '2';
    await page.route(isSecond, wait);
    await scrollTo(page, -1);
    await expect(screen.table).toHaveAttribute('data-loading', 'more');
    await expect(screen.loadMore).toBeDisabled();
    await scrollTo(page, 0);
    await scrollTo(page, -1);
    expect(pages).toEqual(['1', '2']);
    held.open();
    await expectLoaded(page, 80);
    // The end is far away again: nothing loads until the user scrolls there.
    await expect(screen.loadMore).toBeEnabled();
    expect(pages).toEqual(['1', '2']);
    await page.unroute(isSecond, wait);
  });

  await step('[RL-04] the button loads a page, and is gone after the last one', async () => {
    const next = page.waitForRequest((request) => isListRequest(request, many.id));
    await press();
    expect(queryOf(await next)).toMatchObject({ page: '3', perPage: '40', skipTotal: '1' });
    await expectLoaded(page, 120);
    await scrollTo(page, -1);
    await expectLoaded(page, 130);
    await expect(screen.loadMore).toHaveCount(0);
    expect(pages).toEqual(['1', '2', '3', '4']);
    await scrollTo(page, -1);
    await expect(screen.rows.last().locator('[data-column="title"]')).toHaveText('n 130');
  });

  await step('saving keeps the pages, the place and the selection; only the row is read again', async () => {
    await scrollTo(page, 1800);
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
    await expectLoaded(page, 130);
    expect(await screen.scroller.evaluate((element) => element.scrollTop)).toBe(1800);
    await expect(screen.row(id).getByRole('checkbox')).toBeChecked();
    expect(pages).toEqual(['1', '2', '3', '4']);
  });

  await step('[RL-04] another list begins at the top, even when its last page is full as well', async () => {
    await page.getByRole('link', { name: exact.name, exact: true }).click();
    await expect(screen.total).toHaveText('Total found: 40');
    await expectLoaded(page, 40);
    expect(await screen.scroller.evaluate((element) => element.scrollTop)).toBe(0);
    await expect(screen.loadMore).toHaveCount(1);
    await press();
    await expect(screen.loadMore).toHaveCount(0);
    await expectLoaded(page, 40);
  });
}

/** Answers the list (not the count) of a collection with an error until `page.unrouteAll`. */
const failList = (page: Page, { id }: Collection, status: number, message: string) =>
  page.route(
    (url) => url.pathname.includes(`${id}/records`) && url.searchParams.get('perPage') === '40',
    (route) => failWith(route, message, status),
  );

type Failing = Awaited<ReturnType<typeof createFailing>>;

async function createFailing(backend: Backend) {
  return {
    slow: await seedTitles(backend, 3),
    quick: await seedTitles(backend, 2),
    paged: await seedTitles(backend, 90),
  };
}

async function failToLoad(flow: Flow, { slow, quick, paged }: Failing): Promise<void> {
  const { page, step, expectedProblems } = flow;
  expectedProblems.allow(/^response 500 GET \/api\/collections\/\w+\/records\?.*$/);
  const screen = recordsScreen(page);
  await page.goto(recordsHash(quick.id));

  await step('the last collection is shown, even if another one responds later', async () => {
    const [held, responded] = [gate(), gate()];
    await page.route(
      (url) => url.pathname.includes(slow.id),
      async (route) => {
        await held.opened;
        // The browser may have cancelled the request.
        await route.continue().catch(() => undefined);
        responded.open();
      },
    );
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
    await expect(screen.total).toHaveText('Total found: 2');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await step('[RL-04] after a page that failed, only the button continues, also by keyboard', async () => {
    const pages = watchPages(page, paged);
    await page.goto(recordsHash(paged.id, { sort: 'created' }));
    await expect(screen.total).toHaveText('Total found: 90');
    await expectLoaded(page, 40);
    await failList(page, paged, 500, 'The disk is full.');
    await screen.rows.first().focus();
    await page.keyboard.press('End');
    await expect(errorToast(page, 'The disk is full.')).toBeVisible();
    await page.keyboard.press('Home');
    await expect(screen.rows.first()).toBeInViewport();
    await page.keyboard.press('End');
    await expect(screen.loadMore).toBeInViewport();
    await expectLoaded(page, 40);
    expect(pages).toEqual(['1', '2']);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await screen.loadMore.press('Enter');
    // After a success the list loads by itself again.
    await expect.poll(() => screen.table.getAttribute('aria-rowcount').then(Number)).toBeGreaterThan(80);
    await scrollTo(page, -1);
    await expectLoaded(page, 90);
  });

  await step('a failed sort removes the old rows, which do not match', async () => {
    await failList(page, paged, 500, 'The disk is still full.');
    await screen.header('title').getByRole('button').click();
    await expect(page.getByText('The records could not be loaded.')).toBeVisible();
    await expect(page.getByRole('alert').getByText('The disk is still full.').first()).toBeVisible();
    await expect(screen.rows).toHaveCount(0);
    // The pressed header is gone.
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeFocused();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await again.press('Enter');
    await expect(screen.scroller).toBeFocused();
    await expectLoaded(page, 40);
  });
}

async function loseBackend(
  { page, backend, step, expectedProblems }: Flow,
  { slow, quick }: Failing,
): Promise<void> {
  const screen = recordsScreen(page);
  const query = { filter: 'title != ""', sort: '+title' };

  await step('a 401 opens the sign-in, which then returns to the same list', async () => {
    expectedProblems.allow(/^response 401 GET \/api\/collections\/\w+\/records\?.*$/);
    await page.goto('about:blank');
    // Else its look for what it missed, and not the press, could open the sign-in.
    await openLive(page, recordsHash(slow.id, query));
    await expect(screen.rows).toHaveCount(3);
    await failList(page, slow, 401, 'The request requires valid admin authorization token to be set.');
    await screen.refresh.click();
    await expect(page).toHaveURL(/#\/login$/);
    await expect(errorToast(page, /valid admin authorization token/)).toBeVisible();
    await expect(frame(page, 'login')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const subscribed = nextSubscription(page);
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(screen.rows).toHaveCount(3);
    expect(hashQuery(page)).toEqual({ collectionId: slow.id, ...query });
    await subscribed;
  });

  await step('a refresh without the backend shows a message and keeps the rows', async () => {
    expectedProblems.allowLostLive();
    expectedProblems.allow(/^response 502 GET \/api\/collections\/\w+\/records\?.*$/);
    await backend.kill();
    await screen.refresh.click();
    await expect(errorToast(page, /backend/i)).toBeVisible();
    await expect(screen.rows).toHaveCount(3);
    await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
  });

  await step('another list has no old rows: it shows the error and a way to continue', async () => {
    await page.getByRole('link', { name: quick.name, exact: true }).click();
    await expect(page.getByText('The records could not be loaded.')).toBeVisible();
    await backend.restart();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(screen.rows).toHaveCount(2);
    await expect(screen.total).toHaveText('Total found: 2');
  });
}

test('more records are loaded, and the list goes on after failures of the server and of requests', async ({
  page,
  admin,
  backend,
  step,
  expectedProblems,
}) => {
  const flow = { page, backend, step, expectedProblems };
  const failing = await createFailing(backend);
  await admin.signIn();
  await loadMore(flow);
  await failToLoad(flow, failing);
  await loseBackend(flow, failing);
});
