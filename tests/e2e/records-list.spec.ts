import type { Backend } from '../support/backend.ts';
import {
  type Collection,
  createCollection,
  createRecord,
  createRecords,
  createUser,
  field,
  uniqueName,
} from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  gate,
  hashQuery,
  isCountRequest,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '../support/records-page.ts';

/** A collection with one text field and `count` records, `n 1`, `n 2` ... */
async function titles(backend: Backend, count: number): Promise<Collection> {
  const collection = await createCollection(backend.api, {
    name: uniqueName('titles'),
    schema: [field('title')],
  });
  await createRecords(backend.api, collection.id, count, (index) => ({ title: `n ${index + 1}` }));
  return collection;
}

/** Posts with an editor field and a relation to categories with two presentable fields. */
async function postsWithRelation(backend: Backend): Promise<{ posts: Collection; cats: Collection }> {
  const cats = await createCollection(backend.api, {
    name: uniqueName('cats'),
    schema: [
      field('title', 'text', { presentable: true }),
      field('note'),
      field('color', 'text', { presentable: true }),
    ],
  });
  const posts = await createCollection(backend.api, {
    name: uniqueName('posts'),
    schema: [
      field('headline'),
      field('body', 'editor'),
      field('cat', 'relation', { options: { collectionId: cats.id } }),
    ],
  });
  return { posts, cats };
}

test('[RL-01][RL-02] asks for the page, its expansions and excerpts, and beside it for the number', async ({
  page,
  admin,
  backend,
}) => {
  const { posts } = await postsWithRelation(backend);
  await createRecord(backend.api, posts.id, { headline: 'only one' });
  const plain = await titles(backend, 2);
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

test('[RL-03] columns follow the type of the collection, each with its type icon, and end in the menu', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const { posts } = await postsWithRelation(backend);
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
    await expect(screen.rows).toHaveCount(1);
    expect(await screen.columnNames()).toEqual(columns);
    await expect(screen.table.getByRole('columnheader').first().getByRole('checkbox')).toBeVisible();
    await expect(
      screen.table.getByRole('columnheader').last().getByRole('button', { name: 'Toggle columns' }),
    ).toBeVisible();
    expect(await screen.table.locator('[aria-sort] button > [class*="icon-[ri--"]:first-child').count()).toBe(
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

test('[RL-04] loads more while the last page was full, and appends', async ({ page, admin, backend }) => {
  const many = await titles(backend, 85);
  const exact = await titles(backend, 40);
  await admin.signIn();
  const screen = recordsScreen(page);
  const loaded = () => screen.table.getAttribute('aria-rowcount').then((count) => Number(count) - 1);
  await page.goto(recordsHash(many.id, { sort: 'created' }));
  await expect(screen.total).toHaveText('Total found: 85');
  expect(await loaded()).toBe(40);

  // Pressed without scrolling to it: near the end the list would go on by itself.
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

  // Another list begins at its top, even when its last page is full as well.
  await page.getByRole('link', { name: exact.name, exact: true }).click();
  await expect(screen.total).toHaveText('Total found: 40');
  expect(await screen.scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await expect(screen.loadMore).toHaveCount(1);
  await press();
  await expect(screen.loadMore).toHaveCount(0);
  expect(await loaded()).toBe(40);
});

test('[RL-05][OP-18] skeletons stand for the first rows; a refresh keeps the rows and says that it loads', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await titles(backend, 3);
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
  const skeleton = page.locator('.page-content [data-skeleton]');
  await expect(skeleton).toBeVisible();
  expect(await skeleton.locator('> .flex').count()).toBeLessThanOrEqual(10);
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

test('[RL-06] an empty list says so, keeps its header and offers a new record, or to clear the filters', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await titles(backend, 0);
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
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeDisabled();
  await expect(screen.header('title')).toBeVisible();
  await axe();
  await createRecord(backend.api, collection.id, { title: 'there' });
  await page.goto(recordsHash(collection.id, { filter: 'nothing like it' }));
  await expect(page.getByText('No records found.')).toBeVisible();
  await expect(newRecord).toHaveCount(0);
  await axe();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(screen.rows).toHaveCount(1);
  expect(hashQuery(page)).toEqual({ collectionId: collection.id });
  await expect.poll(() => screen.searchText()).toBe('');
});

test('[RL-07] a header sorts downwards first, then upwards, and the address follows', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await titles(backend, 3);
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    options: { query: `select id, title from ${collection.name}` },
  });
  await admin.signIn();
  const screen = recordsScreen(page);
  const first = page.waitForRequest((request) => isListRequest(request, collection.id));
  await page.goto(recordsHash(collection.id));
  expect(queryOf(await first)['sort']).toBe('-created');
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
    expect(hashQuery(page)['sort']).toBe(sort);
    await expect(screen.header('title')).toHaveAttribute('aria-sort', state);
    await expect(screen.header('created')).toHaveAttribute('aria-sort', 'none');
    await expect(cells).toHaveText([...order]);
    // The header stays where it is, and so does the focus.
    await expect(screen.header('title').getByRole('button')).toBeFocused();
  }

  const viewed = page.waitForRequest((request) => isListRequest(request, view.id));
  await page.getByRole('link', { name: view.name, exact: true }).click();
  expect(queryOf(await viewed)['sort']).toBe('');
  await expect(screen.rows).toHaveCount(3);
  expect(hashQuery(page)).not.toHaveProperty('sort');
  await expect(screen.table.locator('[aria-sort]:not([aria-sort="none"])')).toHaveCount(0);
});

test('[RL-08] a sort that names no field gives way to the default, also in the address', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await titles(backend, 1);
  const view = await createCollection(backend.api, {
    name: uniqueName('view'),
    type: 'view',
    options: { query: `select id, title from ${collection.name}` },
  });
  await admin.signIn();
  const screen = recordsScreen(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (isListRequest(request, collection.id) || isListRequest(request, view.id)) {
      sent.push(queryOf(request)['sort'] ?? '');
    }
  });
  await page.goto(recordsHash(collection.id, { sort: '-nothing' }));
  await expect(screen.rows).toHaveCount(1);
  await expect.poll(() => hashQuery(page)['sort']).toBe('-created');
  expect(sent).toEqual(['-created']);

  sent.length = 0;
  await page.goto(recordsHash(view.id, { sort: '-created' }));
  await expect(screen.rows).toHaveCount(1);
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: view.id });
  expect(sent).toEqual(['']);
});

test('[RL-09] a relation is sorted by the presentable fields of its collection', async ({
  page,
  admin,
  backend,
}) => {
  const { posts, cats } = await postsWithRelation(backend);
  const [b, a] = await Promise.all([
    createRecord(backend.api, cats.id, { title: 'b', color: '1' }),
    createRecord(backend.api, cats.id, { title: 'a', color: '2' }),
  ]);
  for (const cat of [a, b])
    await createRecord(backend.api, posts.id, { headline: `of ${cat['title']}`, cat: cat.id });
  await admin.signIn();
  await page.setViewportSize({ width: 1800, height: 700 });
  const screen = recordsScreen(page);
  await page.goto(recordsHash(posts.id));
  await expect(screen.rows).toHaveCount(2);
  const sorted = page.waitForRequest((request) => isListRequest(request, posts.id));
  await screen.header('cat').getByRole('button').click();
  expect(queryOf(await sorted)['sort']).toBe('-cat.title,-cat.color');
  expect(hashQuery(page)['sort']).toBe('-cat');
  await expect(screen.rows.locator('[data-column="headline"]')).toHaveText(['of b', 'of a']);
  await screen.header('cat').getByRole('button').click();
  await expect(screen.rows.locator('[data-column="headline"]')).toHaveText(['of a', 'of b']);
  expect(hashQuery(page)['sort']).toBe('+cat');
});

test('rows and all rows can be selected and reset; the bar counts them', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await titles(backend, 45);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  const all = page.getByRole('checkbox', { name: 'Select all' });
  const bar = page.getByRole('region', { name: 'Selection' });
  await expect(bar).toHaveCount(0);
  await screen.rows.nth(1).getByRole('checkbox').check();
  await expect(bar).toContainText('Selected 1 record');
  await expect(bar).not.toContainText('records');
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
  await screen.rows.nth(2).getByRole('checkbox').check();
  await expect(bar).toContainText('Selected 2 records');
  await axe('[data-frame="collections"]');
  await all.click();
  await expect(bar).toContainText('Selected 40 records');
  await expect(all).toBeChecked();

  // More rows: what was chosen stays chosen, what is new is not.
  await screen.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(screen.table).toHaveAttribute('aria-rowcount', '46');
  await expect(bar).toContainText('Selected 40 records');
  await expect(all).not.toBeChecked();
  await all.click();
  await expect(bar).toContainText('Selected 45 records');
  await bar.getByRole('button', { name: 'Reset' }).click();
  await expect(bar).toHaveCount(0);
  await expect(screen.rows.getByRole('checkbox', { checked: true })).toHaveCount(0);

  // Another list starts without a selection.
  await all.check();
  await screen.header('title').getByRole('button').click();
  await expect(bar).toHaveCount(0);
});

test('[RL-16][ST-04] columns are hidden per collection, remembered, and forgotten when all are back', async ({
  page,
  admin,
  backend,
  axe,
}) => {
  const collection = await titles(backend, 1);
  const other = await titles(backend, 1);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(1);
  const key = `${collection.id}@hiddenColumns`;
  const stored = () => page.evaluate((name) => localStorage.getItem(name), key);
  const menu = page.getByRole('menu', { name: 'Toggle columns' });
  const item = (name: string) => menu.getByRole('menuitemcheckbox', { name });
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await expect(menu.getByRole('menuitemcheckbox')).toHaveText(['title', 'created', 'updated']);
  await axe();
  await item('title').click();
  await expect(menu).toBeVisible();
  await expect(item('title')).not.toBeChecked();
  await item('updated').click();
  expect(await screen.columnNames()).toEqual(['id', 'created']);
  expect(JSON.parse((await stored()) ?? '')).toEqual([collection.schema[0]?.id, '@updated']);

  await page.reload();
  await expect(screen.rows).toHaveCount(1);
  expect(await screen.columnNames()).toEqual(['id', 'created']);
  await page.getByRole('link', { name: other.name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: other.name })).toBeVisible();
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created', 'updated']);

  await page.goto(recordsHash(collection.id));
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  await item('title').click();
  await item('updated').click();
  await expect.poll(() => screen.columnNames()).toEqual(['id', 'title', 'created', 'updated']);
  expect(await stored()).toBeNull();
  await page.keyboard.press('Escape');

  const edge = page.getByRole('separator', { name: 'Resize sidebar' });
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => localStorage.getItem('@adminSidebarWidth'))).toMatch(/^\d+px$/);
});

test('columns can be hidden although every one but id is', async ({ page, admin, backend }) => {
  const collection = await titles(backend, 2);
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await page.getByRole('button', { name: 'Toggle columns' }).click();
  for (const name of ['title', 'created', 'updated'])
    await page.getByRole('menuitemcheckbox', { name }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Toggle columns' })).toBeFocused();
  expect(await screen.columnNames()).toEqual(['id']);
  await expect(screen.rows).toHaveCount(2);
});

test('by keyboard alone: choose a collection, sort, filter, hide a column, scroll', async ({
  page,
  admin,
  startSite,
}) => {
  // Of its own: each collection that other tests leave behind is two stops of Tab on the way.
  const site = await startSite();
  const { backend } = site;
  const other = await titles(backend, 1);
  const collection = await titles(backend, 40);
  await admin.signIn(page, site);
  const screen = recordsScreen(page);
  await page.goto(site.atoll.url + recordsHash(other.id));
  await expect(screen.rows).toHaveCount(1);

  const reach = async (target: import('@playwright/test').Locator, key = 'Tab') => {
    for (let steps = 0; steps < 60; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    await expect(target).toBeFocused();
  };
  await reach(page.getByRole('link', { name: collection.name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(screen.total).toHaveText('Total found: 40');

  await reach(screen.header('title').getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(screen.header('title')).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Space');
  await expect(screen.header('title')).toHaveAttribute('aria-sort', 'ascending');

  const columns = page.getByRole('button', { name: 'Toggle columns' });
  await reach(columns);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();
  expect(await screen.columnNames()).toEqual(['id', 'title', 'created']);

  await reach(screen.scroller, 'Shift+Tab');
  await page.keyboard.press('PageDown');
  await expect.poll(() => screen.scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(200);

  await reach(page.getByRole('textbox', { name: /^Search .* records/ }), 'Shift+Tab');
  await expect(page.locator('.page-content .ace_editor')).toBeVisible();
  await page.keyboard.type('n 40');
  await page.keyboard.press('Enter');
  await expect(screen.total).toHaveText('Total found: 1');
});
