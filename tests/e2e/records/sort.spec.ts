import { createCollection, createRecord, createTitles, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  createCategorized,
  hashQuery,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';

test('[RL-07] a header sorts in descending order first, then ascending, and the address follows', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createTitles(backend.api, 3);
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
    await expect.poll(() => hashQuery(page)['sort']).toBe(sort);
    await expect(screen.header('title')).toHaveAttribute('aria-sort', state);
    await expect(screen.header('created')).toHaveAttribute('aria-sort', 'none');
    await expect(cells).toHaveText([...order]);
    // The header keeps its position and the focus.
    await expect(screen.header('title').getByRole('button')).toBeFocused();
  }

  const viewed = page.waitForRequest((request) => isListRequest(request, view.id));
  await page.getByRole('link', { name: view.name, exact: true }).click();
  expect(queryOf(await viewed)['sort']).toBe('');
  await expect(page.getByRole('heading', { level: 1, name: view.name })).toBeVisible();
  await expect(screen.rows).toHaveCount(3);
  await expect.poll(() => hashQuery(page)).not.toHaveProperty('sort');
  await expect(screen.table.locator('[aria-sort]:not([aria-sort="none"])')).toHaveCount(0);
});

test('[RL-08] a sort by an unknown field is replaced with the default, also in the address', async ({
  page,
  admin,
  backend,
}) => {
  const collection = await createTitles(backend.api, 1);
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
  await expect(page.getByRole('heading', { level: 1, name: view.name })).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  await expect(screen.rows).toHaveCount(1);
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: view.id });
  expect(sent).toEqual(['']);
});

test('[RL-09] a relation is sorted by the presentable fields of its collection', async ({
  page,
  admin,
  backend,
}) => {
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

test('a sort by a field that another administrator renamed shows the new field, without an error', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const collection = await createTitles(backend.api, 3);
  expectedProblems.allow(
    `response 400 GET /api/collections/${collection.id}/records?page=1&perPage=40&skipTotal=1&sort=-title&filter=&expand=&fields=`,
  );
  await admin.signIn();
  const screen = recordsScreen(page);
  await page.goto(recordsHash(collection.id));
  await expect(screen.rows).toHaveCount(3);
  const schema = collection.schema.map((field) => ({ ...field, name: 'headline' }));
  await backend.api.patch(`/api/collections/${collection.id}`, { schema });
  await screen.header('title').getByRole('button').click();
  await expect(screen.rows.locator('[data-column="headline"]')).toHaveText(['n 3', 'n 2', 'n 1']);
  await expect(toasts(page)).toHaveCount(0);
});
