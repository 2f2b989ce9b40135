import type { Page } from '@playwright/test';
import {
  announceChange,
  collectionLinks,
  collectionsSidebar,
  createBase,
  importCollections,
} from '#tests/support/collections/sidebar.ts';
import { type Collection, createCollection, field } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { hashQuery, isListRequest, queryOf, recordsHash } from '#tests/support/records/page.ts';

const searchBox = (page: Page) => collectionsSidebar(page).getByPlaceholder('Search collections...');

test('[CS-01][CS-02] lists every collection in groups with links, icons and titles, the active one marked', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const { backend, atoll } = site;
  const made = [
    await createBase(backend.api, 'zebra'),
    await createBase(backend.api, 'apple'),
    await createCollection(backend.api, { name: 'members', type: 'auth' }),
    await createCollection(backend.api, {
      name: 'a_view',
      type: 'view',
      options: { query: 'select id from apple' },
    }),
  ];
  const users = await backend.api.get<Collection>('/api/collections/users');
  await admin.signIn(page, site);
  const listed = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/collections');
  await page.goto(`${atoll.url}/#/collections?collectionId=${made[1]?.id}`);
  expect(queryOf(await listed)).toEqual({ page: '1', perPage: '200', skipTotal: '1', sort: '+name' });
  expect((await listed).method()).toBe('GET');

  await expect(collectionLinks(page)).toHaveText(['members', 'users', 'apple', 'zebra', 'a_view']);
  const byName = Object.fromEntries([...made, users].map((one) => [one.name, one]));
  for (const [name, icon] of Object.entries({ members: 'group', apple: 'folder-2', a_view: 'table' })) {
    const link = collectionsSidebar(page).getByRole('link', { name });
    await expect(link).toHaveAttribute('href', `#/collections?collectionId=${byName[name]?.id}`);
    await expect(link).toHaveAttribute('title', name);
    await expect(link.locator(`[class*="ri--${icon}-line"]`)).toBeVisible();
  }
  await expect(collectionsSidebar(page).locator('[aria-current]')).toHaveText(['apple']);
  await collectionsSidebar(page).getByRole('link', { name: 'members' }).click();
  await expect(collectionsSidebar(page).locator('[aria-current]')).toHaveText(['members']);
  await expect(page.getByRole('heading', { level: 1, name: 'members' })).toBeVisible();
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: byName['members']?.id });
});

test('[API-01] full lists load pages until one is not full; a list sends its own parameters', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const { backend, atoll } = site;
  await importCollections(backend.api, 199);
  const related = await backend.api.get<Collection>('/api/collections/item_000');
  const posts = await createCollection(backend.api, {
    name: 'posts',
    schema: [field('body', 'editor'), field('ref', 'relation', { options: { collectionId: related.id } })],
  });
  const requested: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/collections') requested.push(queryOf(request));
  });
  await admin.signIn(page, site);
  const listed = page.waitForRequest((request) => isListRequest(request, posts.id));
  await page.goto(`${atoll.url}${recordsHash(posts.id, { filter: 'body ~ "x"', sort: '-body' })}`);
  expect(queryOf(await listed)).toEqual({
    page: '1',
    perPage: '40',
    skipTotal: '1',
    sort: '-body',
    filter: 'body ~ "x"',
    expand: 'ref',
    fields: '*,body:excerpt(200),expand.ref.*:excerpt(200)',
  });
  await expect(collectionLinks(page)).toHaveCount(201);
  const full = { perPage: '200', skipTotal: '1', sort: '+name' };
  expect(requested).toEqual([
    { page: '1', ...full },
    { page: '2', ...full },
  ]);

  // Typing in the search of 201 collections changes only the lines that disappear and appear.
  await searchBox(page).pressSequentially('item_19');
  await expect(collectionLinks(page)).toHaveCount(9);
  await searchBox(page).fill('');
  await expect(collectionLinks(page)).toHaveCount(201);
});

test('[CS-03][OP-02] the search box appears only for more than 5 collections and can be cleared', async ({
  page,
  admin,
  startSite,
  secondTab,
}) => {
  const site = await startSite();
  await importCollections(site.backend.api, 4);
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(collectionLinks(page)).toHaveCount(5);
  await expect(searchBox(page)).toHaveCount(0);

  await createBase(site.backend.api, 'sixth');
  await announceChange(await secondTab(site.atoll.url));
  await expect(collectionLinks(page)).toHaveCount(6);
  await searchBox(page).fill('six');
  await expect(collectionLinks(page)).toHaveText(['sixth']);
  await collectionsSidebar(page).getByRole('button', { name: 'Clear search' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(collectionLinks(page)).toHaveCount(6);
  await expect(searchBox(page)).toBeFocused();
  await expect(collectionsSidebar(page).getByRole('button', { name: 'Clear search' })).toHaveCount(0);
});

test('[CS-04] search filters by name inside the groups and shows a message when nothing matches', async ({
  page,
  admin,
  startSite,
  axe,
}) => {
  const site = await startSite();
  await importCollections(site.backend.api, 3, 'alpha');
  await importCollections(site.backend.api, 3, 'beta');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);
  await collectionsSidebar(page).getByRole('button', { name: 'Pin collection alpha_001' }).click();
  await collectionsSidebar(page).getByRole('button', { name: 'Pin collection beta_000' }).click();

  await searchBox(page).fill(' ALPHA');
  await expect(collectionsSidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(
    ['alpha_001'],
  );
  await expect(collectionsSidebar(page).getByRole('region', { name: 'Others' }).getByRole('link')).toHaveText(
    ['alpha_000', 'alpha_002'],
  );
  await searchBox(page).fill('nothing like it');
  await expect(collectionsSidebar(page).getByText('No collections found.')).toBeVisible();
  await expect(collectionLinks(page)).toHaveCount(0);
  await axe();
  await searchBox(page).press('Escape');
  await expect(collectionLinks(page)).toHaveCount(7);
});

test('[CS-05] the list is compact for more than 20 collections', async ({
  page,
  admin,
  startSite,
  secondTab,
}) => {
  const site = await startSite();
  await importCollections(site.backend.api, 19);
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(collectionLinks(page)).toHaveCount(20);
  const height = async () => (await collectionLinks(page).first().boundingBox())?.height ?? 0;
  const roomy = await height();

  await createBase(site.backend.api, 'twenty_first');
  await announceChange(await secondTab(site.atoll.url));
  await expect(collectionLinks(page)).toHaveCount(21);
  await expect.poll(height).toBeLessThan(roomy);
});

test('the active collection of a long list is visible', async ({ page, admin, startSite }) => {
  const site = await startSite();
  await importCollections(site.backend.api, 50);
  const last = await createBase(site.backend.api, 'zz_last');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(last.id)}`);
  await expect(collectionsSidebar(page).getByRole('link', { name: 'zz_last' })).toBeInViewport({ ratio: 1 });
  const first = collectionsSidebar(page).getByRole('link', { name: 'users' });
  await expect(first).not.toBeInViewport();
  await collectionsSidebar(page).getByRole('textbox', { name: 'Search collections' }).fill('users');
  await first.click();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(collectionLinks(page)).toHaveCount(52);
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(collectionsSidebar(page).getByRole('link', { name: 'zz_last' })).toBeInViewport({ ratio: 1 });
});
