import { createUser } from '#tests/support/accounts.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createTitles,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { openLive } from '#tests/support/records/live.ts';
import {
  createCategorized,
  gate,
  hashQuery,
  isCountRequest,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

test('[RL-01][RL-02][RL-05][OP-18] requests the page and separately the number, shows skeletons, and keeps the rows of a refresh', async ({
  page,
  admin,
  backend,
  checkScreen,
}) => {
  const { posts } = await createCategorized(backend.api);
  await createRecord(backend.api, posts.id, { headline: 'only one' });
  const plain = await createTitles(backend.api, 2);
  await admin.signIn();
  const screen = recordsScreen(page);
  let [held, counting] = [gate(), gate()];
  await page.route(
    (url) => url.pathname.includes(posts.id) || url.pathname.includes(plain.id),
    async (route) => {
      const isCount = new URL(route.request().url()).searchParams.get('perPage') === '1';
      await (isCount ? counting : held).opened;
      await route.continue();
    },
  );

  await test.step('the first page has its expansions and excerpts', async () => {
    const listed = page.waitForRequest((request) => isListRequest(request, posts.id));
    const counted = page.waitForRequest((request) => isCountRequest(request, posts.id));
    await page.goto(recordsHash(posts.id, { filter: 'headline != ""' }));
    expect((await listed).method()).toBe('GET');
    expect(queryOf(await listed)).toEqual({
      page: '1',
      perPage: '40',
      sort: '-created',
      skipTotal: '1',
      filter: 'headline != ""',
      expand: 'cat',
      fields: '*,body:excerpt(200),expand.cat.*:excerpt(200)',
    });
    expect(queryOf(await counted)).toMatchObject({
      page: '1',
      perPage: '1',
      filter: 'headline != ""',
      fields: 'id',
    });
    expect(queryOf(await counted)).not.toHaveProperty('skipTotal', '1');
  });

  await test.step('skeletons replace the first rows', async () => {
    const skeleton = page.locator('[data-frame=collections] .page-content [data-skeleton]');
    await expect(skeleton).toBeVisible();
    const height = (await skeleton.boundingBox())?.height ?? 0;
    expect(height / 36).toBeLessThanOrEqual(10);
    // The header is known already, and the placeholders stand below it.
    await expect
      .poll(() => screen.columnNames())
      .toEqual(['id', 'headline', 'body', 'cat', 'created', 'updated']);
    await expect(skeleton.locator('[aria-hidden]')).toHaveCount(6);
    // Still at first, and later without painting: both would take time from what the page waits for.
    const animations = await skeleton.evaluate((element) =>
      element.getAnimations({ subtree: true }).map(({ effect }) => {
        const properties = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame));
        return { delay: effect?.getTiming().delay, isOpacity: properties.includes('opacity') };
      }),
    );
    expect(animations).toEqual([{ delay: 2000, isOpacity: true }]);
    await checkScreen();
    held.open();
    await expect(screen.rows).toHaveCount(1);
    await expect(skeleton).toHaveCount(0);
    await expect(screen.total).toHaveText('Total found: ...');
    counting.open();
    await expect(screen.total).toHaveText('Total found: 1');
  });

  await test.step('a list without relations and rich text asks for neither; skeletons wait for 100 ms', async () => {
    held = gate();
    const second = page.waitForRequest((request) => isListRequest(request, plain.id));
    await page.getByRole('link', { name: plain.name, exact: true }).click();
    expect(queryOf(await second)).toMatchObject({ expand: '', fields: '' });
    const skeleton = page.locator('[data-frame=collections] .page-content [data-skeleton]');
    await expect(skeleton).toHaveCSS('animation-name', 'skeleton-delay, skeleton');
    await expect(skeleton).toHaveCSS('animation-delay', '0.1s, 2s');
    await expect(skeleton).toBeVisible();
    held.open();
    await expect(screen.total).toHaveText('Total found: 2');
    await expect(screen.rows).toHaveCount(2);
  });

  await test.step('a refresh keeps the rows and shows that it loads', async () => {
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
});

test('[RL-03][RL-06][CS-11][TR-01][TR-05] the header, the columns of each type of collection, and empty lists', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 GET \/api\/collections\/\w+\/records\?.*&filter=title%20%3D.*$/);
  const { posts } = await createCategorized(backend.api);
  const members = await createCollection(backend.api, {
    name: uniqueName('members'),
    type: 'auth',
    schema: [field('nickname')],
  });
  await createUser(backend, members.id);
  const view = (query: string) =>
    createCollection(backend.api, { name: uniqueName('view'), type: 'view', options: { query } });
  const bare = await view(`select id, headline from ${posts.name}`);
  const dated = await view(`select id, headline, created from ${posts.name}`);
  const computed = await view(
    `select (ROW_NUMBER() OVER()) as id, count(p.id) as total, max(p.created) as updated from ${posts.name} p`,
  );
  await createRecord(backend.api, posts.id, { headline: 'x' });
  const none = await createTitles(backend.api, 0);
  const noneView = await view(`select id, title from ${none.name}`);
  const joined = await view(`select m.id, n.title from ${members.name} m left join ${none.name} n on true`);
  await admin.signIn();
  await page.setViewportSize({ width: 2000, height: 700 });
  const screen = recordsScreen(page);
  const header = page.locator('[data-frame="collections"] .page-header');
  const breadcrumb = header.getByRole('navigation', { name: 'Breadcrumb' });
  const gear = header.getByRole('button', { name: 'Edit collection' });
  const newRecord = screen.scroller.getByRole('button', { name: 'New record' });
  const nothing = page.getByText('No records found.');
  const clear = page.getByRole('button', { name: 'Clear filters' });

  for (const [collection, columns] of [
    [posts, ['id', 'headline', 'body', 'cat', 'created', 'updated']],
    [bare, ['id', 'headline']],
    [dated, ['id', 'headline', 'created']],
    [computed, ['id', 'total', 'updated']],
    [members, ['id', 'username', 'email', 'nickname', 'created', 'updated']],
  ] as [Collection, string[]][]) {
    await test.step(`the columns ${columns.join(', ')}, with icons, and the menu at the end`, async () => {
      await page.goto(recordsHash(collection.id));
      await expect(page.getByRole('heading', { level: 1, name: collection.name })).toBeVisible();
      await expect.poll(() => screen.columnNames()).toEqual(columns);
      await expect(screen.rows).toHaveCount(1);
      await expect(screen.table.getByRole('columnheader').first().getByRole('checkbox')).toBeVisible();
      await expect(
        screen.table.getByRole('columnheader').last().getByRole('button', { name: 'Toggle columns' }),
      ).toBeVisible();
      await expect(
        screen.table.locator('[aria-sort] button > [class*="icon-[ri--"]:first-child'),
      ).toHaveCount(columns.length);
    });
  }
  const icons = { id: 'key', username: 'user', email: 'mail', nickname: 'text', created: 'calendar' };
  for (const [column, icon] of Object.entries(icons)) {
    await expect(screen.header(column).locator(`[class*="ri--${icon}"]`)).toBeVisible();
  }
  await checkScreen();

  await test.step('an empty view offers no new record', async () => {
    await page.goto(recordsHash(noneView.id));
    await expect(breadcrumb).toHaveText(`Collections${noneView.name}`);
    await expect(nothing).toBeVisible();
    await expect(newRecord).toHaveCount(0);
    await expect(gear).toBeVisible();
    await expect(header.getByRole('button', { name: 'API Preview' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'New record' })).toHaveCount(0);
    await page.goto(recordsHash(noneView.id, { filter: 'title != ""' }));
    await expect(clear).toBeVisible();
  });

  await test.step('an empty list has a message, its header and a button for a new record', async () => {
    await page.goto(recordsHash(none.id));
    await expect(breadcrumb).toHaveText(`Collections${none.name}`);
    await expect(breadcrumb.getByText('Collections')).toBeVisible();
    await expect(breadcrumb.getByRole('heading', { level: 1 })).toHaveText(none.name);
    await gear.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Edit collection');
    await expect(header.getByRole('button', { name: 'Refresh' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'API Preview' })).toBeVisible();
    await expect(header.getByRole('button', { name: 'New record' })).toBeVisible();
    await expect(screen.search).toBeVisible();
    await expect(screen.table).toBeVisible();
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
    await expect(screen.header('title')).toBeVisible();
    await checkScreen('[data-frame=collections] .page-content');
    await expectOutline(page, 'no-records', { root: page.locator('[data-frame=collections] .page-content') });
  });

  await test.step('a refused filter says why', async () => {
    await page.goto(recordsHash(none.id, { filter: 'nope = 1' }));
    await expect(page.getByText('Searched as text. There is no field nope.')).toBeVisible();
    await page.goto(recordsHash(none.id, { filter: 'title = nope' }));
    await expect(page.getByText('This is not a valid filter. There is no field nope.')).toBeVisible();
    await expect(nothing).toBeVisible();
    await page.goto(recordsHash(none.id, { filter: 'title = "x' }));
    await expect(page.getByText('The text "x has no closing quote.')).toBeVisible();
    await checkScreen('[data-frame=collections] .page-content');
    await expectOutline(page, 'filter-refused', {
      root: page.locator('[data-frame=collections] .page-content'),
    });
  });

  await test.step('a search without results offers to clear the filters', async () => {
    await createRecord(backend.api, none.id, { title: 'there' });
    await page.goto(recordsHash(none.id, { filter: 'nothing like it' }));
    await expect(nothing).toBeVisible();
    await expect(newRecord).toHaveCount(0);
    await expect(clear).toBeVisible();
    await checkScreen('[data-frame=collections] .page-content');
    await clear.click();
    await expect(screen.rows).toHaveCount(1);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: none.id });
    await expect.poll(() => screen.searchText()).toBe('');
  });

  await test.step('rows of a view with the same id are all there, and say what they cannot do', async () => {
    await createRecord(backend.api, none.id, { title: 'more' });
    await page.goto(recordsHash(joined.id));
    await expect(screen.total).toHaveText('Total found: 2');
    await expect(screen.rows).toHaveCount(2);
    const boxes = screen.rows.getByRole('checkbox');
    await expect(boxes.first()).toBeDisabled();
    await expect(boxes.last()).toBeDisabled();
    await expect(screen.rows.first()).toHaveAttribute('data-tooltip', /other rows may have its id/);
    await screen.rows.filter({ hasText: 'there' }).click();
    await expect(page.getByRole('dialog')).toContainText('there');
    await checkScreen();
  });
});

test('[RL-07][RL-08][RL-09] a header sorts, the address follows, and unknown fields are replaced', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createTitles(backend.api, 3);
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    options: { query: `select id, title from ${collection.name}` },
  });
  const renamed = await createTitles(backend.api, 3);
  const { posts, cats } = await createCategorized(backend.api);
  const [b, a] = await Promise.all([
    createRecord(backend.api, cats.id, { title: 'b', color: '1' }),
    createRecord(backend.api, cats.id, { title: 'a', color: '2' }),
  ]);
  for (const cat of [a, b])
    await createRecord(backend.api, posts.id, { headline: `of ${cat['title']}`, cat: cat.id });
  await admin.signIn();
  await page.setViewportSize({ width: 1800, height: 700 });
  const screen = recordsScreen(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (isListRequest(request, collection.id) || isListRequest(request, view.id)) {
      sent.push(queryOf(request)['sort'] ?? '');
    }
  });

  await test.step('a sort by a field that another administrator renamed shows the new field, without an error', async () => {
    expectedProblems.allow(
      `response 400 GET /api/collections/${renamed.id}/records?page=1&perPage=40&skipTotal=1&sort=-title&filter=&expand=&fields=`,
    );
    await openLive(page, recordsHash(renamed.id));
    await expect(screen.rows).toHaveCount(3);
    const schema = renamed.schema.map((field) => ({ ...field, name: 'headline' }));
    // Renamed while the request is on its way: nothing else can tell the page before.
    await page.route(new RegExp(`/${renamed.id}/records.*sort=-title`), async (route) => {
      await backend.api.patch(`/api/collections/${renamed.id}`, { schema });
      await route.continue();
    });
    await screen.header('title').getByRole('button').click();
    await expect(screen.rows.locator('[data-column="headline"]')).toHaveText(['n 3', 'n 2', 'n 1']);
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step('a sort by an unknown field is replaced with the default, also in the address', async () => {
    await page.goto(recordsHash(collection.id, { sort: '-nothing' }));
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(() => hashQuery(page)['sort']).toBe('-created');
    expect(sent).toEqual(['-created']);
    await expect(screen.header('created')).toHaveAttribute('aria-sort', 'descending');

    sent.length = 0;
    await page.goto(recordsHash(view.id, { sort: '-created' }));
    await expect(page.getByRole('heading', { level: 1, name: view.name })).toBeVisible();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: view.id });
    expect(sent).toEqual(['']);
    await expect(screen.table.locator('[aria-sort]:not([aria-sort="none"])')).toHaveCount(0);
  });

  await test.step('a header sorts in descending order first, then ascending', async () => {
    const first = page.waitForRequest((request) => isListRequest(request, collection.id));
    await page.goto(recordsHash(collection.id));
    expect(queryOf(await first)['sort']).toBe('-created');
    await expect(page.getByRole('heading', { level: 1, name: collection.name })).toBeVisible();
    await expect(screen.header('created')).toHaveAttribute('aria-sort', 'descending');
    const cells = screen.rows.locator('[data-column="title"]');
    for (const [sort, state, order] of [
      ['-title', 'descending', ['n 3', 'n 2', 'n 1']],
      ['+title', 'ascending', ['n 1', 'n 2', 'n 3']],
      ['-title', 'descending', ['n 3', 'n 2', 'n 1']],
    ] as const) {
      const sorted = page.waitForRequest((request) => isListRequest(request, collection.id));
      await screen.header('title').getByRole('button').click();
      expect(queryOf(await sorted)['sort']).toBe(sort);
      await expect.poll(() => hashQuery(page)['sort']).toBe(sort);
      await expect(screen.header('title')).toHaveAttribute('aria-sort', state);
      await expect(screen.header('created')).toHaveAttribute('aria-sort', 'none');
      await expect(cells).toHaveText([...order]);
      // The header keeps its position and the focus.
      await expect(screen.header('title').getByRole('button')).toBeFocused();
    }
  });

  await test.step('another list begins with its own order', async () => {
    const viewed = page.waitForRequest((request) => isListRequest(request, view.id));
    await page.getByRole('link', { name: view.name, exact: true }).click();
    expect(queryOf(await viewed)['sort']).toBe('');
    await expect(page.getByRole('heading', { level: 1, name: view.name })).toBeVisible();
    await expect(screen.rows).toHaveCount(3);
    await expect.poll(() => hashQuery(page)).not.toHaveProperty('sort');
    await expect(screen.table.locator('[aria-sort]:not([aria-sort="none"])')).toHaveCount(0);
  });

  await test.step('a relation is sorted by the presentable fields of its collection', async () => {
    await page.goto(recordsHash(posts.id));
    await expect(screen.rows).toHaveCount(2);
    const sorted = page.waitForRequest((request) => isListRequest(request, posts.id));
    await screen.header('cat').getByRole('button').click();
    expect(queryOf(await sorted)['sort']).toBe('-cat.title,-cat.color');
    await expect.poll(() => hashQuery(page)['sort']).toBe('-cat');
    await expect(screen.rows.locator('[data-column="headline"]')).toHaveText(['of b', 'of a']);
    await screen.header('cat').getByRole('button').click();
    await expect(screen.rows.locator('[data-column="headline"]')).toHaveText(['of a', 'of b']);
    await expect.poll(() => hashQuery(page)['sort']).toBe('+cat');
  });
});
