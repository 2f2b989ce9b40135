import {
  type Collection,
  createCollection,
  createRecord,
  createTitles,
  createUser,
  field,
  uniqueName,
} from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
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

test('[RL-01][RL-02] requests the page with its expansions and excerpts, and separately the number', async ({
  page,
  admin,
  backend,
}) => {
  const { posts } = await createCategorized(backend.api);
  await createRecord(backend.api, posts.id, { headline: 'only one' });
  const plain = await createTitles(backend.api, 2);
  await admin.signIn();
  const held = gate();
  await page.route(
    (url) => url.pathname.includes(posts.id) && url.searchParams.get('perPage') === '1',
    async (route) => {
      await held.opened;
      await route.continue();
    },
  );
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
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(1);
  await expect(screen.total).toHaveText('Total found: ...');
  held.open();
  await expect(screen.total).toHaveText('Total found: 1');

  const second = page.waitForRequest((request) => isListRequest(request, plain.id));
  await page.getByRole('link', { name: plain.name, exact: true }).click();
  expect(queryOf(await second)).toMatchObject({ expand: '', fields: '' });
  await expect(screen.total).toHaveText('Total found: 2');
});

test('[RL-03] the columns depend on the type of the collection, have type icons, and end with the menu', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const { posts } = await createCategorized(backend.api);
  const members = await createCollection(backend.api, {
    name: uniqueName('members'),
    type: 'auth',
    schema: [field('nickname')],
  });
  await createUser(backend.api, members.id);
  const view = (query: string) =>
    createCollection(backend.api, { name: uniqueName('view'), type: 'view', options: { query } });
  const bare = await view(`select id, headline from ${posts.name}`);
  const dated = await view(`select id, headline, created from ${posts.name}`);
  const computed = await view(
    `select (ROW_NUMBER() OVER()) as id, count(p.id) as total, max(p.created) as updated from ${posts.name} p`,
  );
  await createRecord(backend.api, posts.id, { headline: 'x' });
  await admin.signIn();
  await page.setViewportSize({ width: 2000, height: 700 });
  const screen = recordsScreen(page);
  const expected: [Collection, string[]][] = [
    [posts, ['id', 'headline', 'body', 'cat', 'created', 'updated']],
    [members, ['id', 'username', 'email', 'nickname', 'created', 'updated']],
    [bare, ['id', 'headline']],
    [dated, ['id', 'headline', 'created']],
    [computed, ['id', 'total', 'updated']],
  ];
  for (const [collection, columns] of expected) {
    await page.goto(recordsHash(collection.id));
    await expect(page.getByRole('heading', { level: 1, name: collection.name })).toBeVisible();
    await expect.poll(() => screen.columnNames()).toEqual(columns);
    await expect(screen.rows).toHaveCount(1);
    await expect(screen.table.getByRole('columnheader').first().getByRole('checkbox')).toBeVisible();
    await expect(
      screen.table.getByRole('columnheader').last().getByRole('button', { name: 'Toggle columns' }),
    ).toBeVisible();
    await expect(screen.table.locator('[aria-sort] button > [class*="icon-[ri--"]:first-child')).toHaveCount(
      columns.length,
    );
  }
  await page.goto(recordsHash(members.id));
  const icons = { id: 'key', username: 'user', email: 'mail', nickname: 'text', created: 'calendar' };
  for (const [column, icon] of Object.entries(icons)) {
    await expect(screen.header(column).locator(`[class*="ri--${icon}"]`)).toBeVisible();
  }
  await axe();
});

test('[RL-04] loads more if the last page was full, and appends the records', async ({
  page,
  admin,
  backend,
}) => {
  const many = await createTitles(backend.api, 85);
  const exact = await createTitles(backend.api, 40);
  await admin.signIn();
  const screen = recordsScreen(page);
  const loaded = () => screen.table.getAttribute('aria-rowcount').then((count) => Number(count) - 1);
  await page.goto(recordsHash(many.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 85');
  await expect.poll(loaded).toBe(40);

  // Clicks without scrolling to it: near the end the list would load more by itself.
  const press = () => screen.loadMore.evaluate((button: HTMLButtonElement) => button.click());
  const next = page.waitForRequest((request) => isListRequest(request, many.id));
  await press();
  expect(queryOf(await next)).toMatchObject({ page: '2', perPage: '40', skipTotal: '1' });
  await expect(screen.table).toHaveAttribute('aria-rowcount', '81');
  await press();
  await expect(screen.table).toHaveAttribute('aria-rowcount', '86');
  await expect(screen.loadMore).toHaveCount(0);
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.rows.last().locator('[data-column="title"]')).toHaveText('n 85');

  // Another list begins at the top, even when its last page is full as well.
  await page.getByRole('link', { name: exact.name, exact: true }).click();
  await expect(screen.total).toHaveText('Total found: 40');
  await expect.poll(loaded).toBe(40);
  expect(await screen.scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await expect(screen.loadMore).toHaveCount(1);
  await press();
  await expect(screen.loadMore).toHaveCount(0);
  await expect.poll(loaded).toBe(40);
});

test('[RL-05][OP-18] skeletons replace the first rows; a refresh keeps the rows and shows that it loads', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await createTitles(backend.api, 3);
  await admin.signIn();
  let held = gate();
  await page.route(
    (url) => url.pathname.includes(collection.id),
    async (route) => {
      await held.opened;
      await route.continue();
    },
  );
  await page.goto(recordsHash(collection.id));
  const skeleton = page.locator('[data-frame=collections] .page-content [data-skeleton]');
  await expect(skeleton).toBeVisible();
  expect(await skeleton.locator('> .flex').count()).toBeLessThanOrEqual(10);
  // Still at first, and later without painting: both would take time from what the page waits for.
  const animations = await skeleton.evaluate((element) =>
    element.getAnimations({ subtree: true }).map(({ effect }) => {
      const properties = (effect as KeyframeEffect).getKeyframes().flatMap((frame) => Object.keys(frame));
      return { delay: effect?.getTiming().delay, isOpacity: properties.includes('opacity') };
    }),
  );
  expect(animations).toEqual([{ delay: 2000, isOpacity: true }]);
  await axe();
  held.open();
  const screen = recordsScreen(page);
  await expect(screen.rows).toHaveCount(3);
  await expect(skeleton).toHaveCount(0);

  held = gate();
  await createRecord(backend.api, collection.id, { title: 'n 4' });
  await screen.refresh.click();
  await expect(screen.table).toHaveAttribute('aria-busy', 'true');
  await expect(screen.rows).toHaveCount(3);
  held.open();
  await expect(screen.rows).toHaveCount(4);
  await expect(screen.table).not.toHaveAttribute('aria-busy', 'true');
  await expect(screen.total).toHaveText('Total found: 4');
});

test('[RL-06] an empty list shows a message, keeps its header and offers a new record', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await createTitles(backend.api, 0);
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    options: { query: `select id, title from ${collection.name}` },
  });
  await admin.signIn();
  const screen = recordsScreen(page);
  const newRecord = screen.scroller.getByRole('button', { name: 'New record' });
  await page.goto(recordsHash(view.id));
  await expect(page.getByText('No records found.')).toBeVisible();
  await expect(newRecord).toHaveCount(0);
  await page.goto(recordsHash(view.id, { filter: 'title != ""' }));
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible();

  await page.goto(recordsHash(collection.id));
  await expect(page.getByText('No records found.')).toBeVisible();
  await newRecord.click();
  await expect(page.getByRole('dialog', { name: `New ${collection.name} record` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(screen.total).toHaveText('Total found: 0');
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Select all', exact: true })).toBeDisabled();
  await expect(screen.header('title')).toBeVisible();
  await axe();
});

test('[RL-06] a search without results offers to clear the filters', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await createTitles(backend.api, 0);
  await admin.signIn();
  const screen = recordsScreen(page);
  const newRecord = screen.scroller.getByRole('button', { name: 'New record' });
  await createRecord(backend.api, collection.id, { title: 'there' });
  await page.goto(recordsHash(collection.id, { filter: 'nothing like it' }));
  await expect(page.getByText('No records found.')).toBeVisible();
  await expect(newRecord).toHaveCount(0);
  await axe();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(screen.rows).toHaveCount(1);
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: collection.id });
  await expect.poll(() => screen.searchText()).toBe('');
});
