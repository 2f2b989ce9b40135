import type { Page } from '@playwright/test';
import type { Backend } from '../support/backend.ts';
import { type Collection, createCollection, createRecord, field } from '../support/factories.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  gate,
  hashQuery,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '../support/records-page.ts';

const sidebar = (page: Page) => page.locator('[data-frame="collections"] .page-sidebar');
const links = (page: Page) => sidebar(page).getByRole('link');
const searchBox = (page: Page) => sidebar(page).getByPlaceholder('Search collections...');

const base = (backend: Backend, name: string): Promise<Collection> =>
  createCollection(backend.api, { name, schema: [field('title')] });

/** Makes many collections at once. A fresh backend has one already, `users`. */
async function importCollections(backend: Backend, count: number, prefix = 'item'): Promise<void> {
  const collections = Array.from({ length: count }, (_, index) => ({
    name: `${prefix}_${String(index).padStart(3, '0')}`,
    type: 'base',
    schema: [{ name: 'title', type: 'text', options: {} }],
  }));
  await backend.api.request('PUT', '/api/collections/import', { collections, deleteMissing: false });
}

/** What another tab says after it changed a collection. */
const announceChange = (tab: Page) =>
  tab.evaluate(() => {
    const channel = new BroadcastChannel('collections');
    channel.postMessage('reload');
    channel.close();
  });

test('[CS-01][CS-02] lists every collection in groups with links, icons and titles, the active one marked', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const { backend, atoll } = site;
  const made = [
    await base(backend, 'zebra'),
    await base(backend, 'apple'),
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

  await expect(links(page)).toHaveText(['members', 'users', 'apple', 'zebra', 'a_view']);
  const byName = Object.fromEntries([...made, users].map((one) => [one.name, one]));
  for (const [name, icon] of Object.entries({ members: 'group', apple: 'folder-2', a_view: 'table' })) {
    const link = sidebar(page).getByRole('link', { name });
    await expect(link).toHaveAttribute('href', `#/collections?collectionId=${byName[name]?.id}`);
    await expect(link).toHaveAttribute('title', name);
    await expect(link.locator(`[class*="ri--${icon}-line"]`)).toBeVisible();
  }
  await expect(sidebar(page).locator('[aria-current]')).toHaveText(['apple']);
  await sidebar(page).getByRole('link', { name: 'members' }).click();
  await expect(sidebar(page).locator('[aria-current]')).toHaveText(['members']);
  await expect(page.getByRole('heading', { level: 1, name: 'members' })).toBeVisible();
  expect(hashQuery(page)).toEqual({ collectionId: byName['members']?.id });
});

test('[API-01] full lists ask page after page until a page is short; a list names what it wants', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const { backend, atoll } = site;
  await importCollections(backend, 199);
  const related = await backend.api.get<Collection>('/api/collections/item_000');
  const posts = await createCollection(backend.api, {
    name: 'posts',
    schema: [field('body', 'editor'), field('ref', 'relation', { options: { collectionId: related.id } })],
  });
  const asked: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/collections') asked.push(queryOf(request));
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
  await expect(links(page)).toHaveCount(201);
  const full = { perPage: '200', skipTotal: '1', sort: '+name' };
  expect(asked).toEqual([
    { page: '1', ...full },
    { page: '2', ...full },
  ]);

  // Typing in the search of 201 collections touches only the lines that go and come.
  await searchBox(page).pressSequentially('item_19');
  await expect(links(page)).toHaveCount(9);
  await searchBox(page).fill('');
  await expect(links(page)).toHaveCount(201);
});

test('[CS-03][OP-02] the search box stands only above 5 collections and can be cleared', async ({
  page,
  admin,
  startSite,
  secondTab,
}) => {
  const site = await startSite();
  await importCollections(site.backend, 4);
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(links(page)).toHaveCount(5);
  await expect(searchBox(page)).toHaveCount(0);

  await base(site.backend, 'sixth');
  await announceChange(await secondTab(site.atoll.url));
  await expect(links(page)).toHaveCount(6);
  await searchBox(page).fill('six');
  await expect(links(page)).toHaveText(['sixth']);
  await sidebar(page).getByRole('button', { name: 'Clear search' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(links(page)).toHaveCount(6);
  await expect(searchBox(page)).toBeFocused();
  await expect(sidebar(page).getByRole('button', { name: 'Clear search' })).toHaveCount(0);
});

test('[CS-04] search filters by name inside the groups and says when nothing matches', async ({
  page,
  admin,
  startSite,
  axe,
}) => {
  const site = await startSite();
  await importCollections(site.backend, 3, 'alpha');
  await importCollections(site.backend, 3, 'beta');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);
  await sidebar(page).getByRole('button', { name: 'Pin collection alpha_001' }).click();
  await sidebar(page).getByRole('button', { name: 'Pin collection beta_000' }).click();

  await searchBox(page).fill(' ALPHA');
  await expect(sidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText([
    'alpha_001',
  ]);
  await expect(sidebar(page).getByRole('region', { name: 'Others' }).getByRole('link')).toHaveText([
    'alpha_000',
    'alpha_002',
  ]);
  await searchBox(page).fill('nothing like it');
  await expect(sidebar(page).getByText('No collections found.')).toBeVisible();
  await expect(links(page)).toHaveCount(0);
  await axe();
  await searchBox(page).press('Escape');
  await expect(links(page)).toHaveCount(7);
});

test('[CS-05] above 20 collections the list is compact', async ({ page, admin, startSite, secondTab }) => {
  const site = await startSite();
  await importCollections(site.backend, 19);
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(links(page)).toHaveCount(20);
  const height = async () => (await links(page).first().boundingBox())?.height ?? 0;
  const roomy = await height();

  await base(site.backend, 'twenty_first');
  await announceChange(await secondTab(site.atoll.url));
  await expect(links(page)).toHaveCount(21);
  expect(await height()).toBeLessThan(roomy);
});

test('the active collection of a long list is in sight', async ({ page, admin, startSite }) => {
  const site = await startSite();
  await importCollections(site.backend, 50);
  const last = await base(site.backend, 'zz_last');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(last.id)}`);
  await expect(sidebar(page).getByRole('link', { name: 'zz_last' })).toBeInViewport({ ratio: 1 });
  const first = sidebar(page).getByRole('link', { name: 'users' });
  await expect(first).not.toBeInViewport();
  await sidebar(page).getByRole('textbox', { name: 'Search collections' }).fill('users');
  await first.click();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(links(page)).toHaveCount(52);
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await expect(sidebar(page).getByRole('link', { name: 'zz_last' })).toBeInViewport({ ratio: 1 });
});

test('[CS-06][CS-07][ST-02] pins move collections under Pinned, survive a reload and reach other tabs', async ({
  page,
  admin,
  startSite,
  secondTab,
}) => {
  const site = await startSite();
  const one = await base(site.backend, 'one');
  const two = await base(site.backend, 'two');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await expect(sidebar(page).getByRole('heading')).toHaveCount(0);

  const pin = sidebar(page).getByRole('button', { name: 'Pin collection two', exact: true });
  await expect(pin).toHaveCSS('opacity', '0');
  await sidebar(page).getByRole('link', { name: 'two' }).hover();
  await expect(pin).toHaveCSS('opacity', '1');
  await pin.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Pin collection');
  await pin.click();

  await expect(sidebar(page).getByRole('heading')).toHaveText(['Pinned', 'Others']);
  await expect(sidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(['two']);
  await expect(sidebar(page).getByRole('region', { name: 'Others' }).getByRole('link')).toHaveText([
    'users',
    'one',
  ]);
  expect(hashQuery(page)['collectionId']).toBe(one.id);
  const stored = () => page.evaluate(() => localStorage.getItem('@pinnedCollections'));
  expect(await stored()).toBe(JSON.stringify([two.id]));

  await page.reload();
  await expect(sidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(['two']);
  const tab = await secondTab(`${site.atoll.url}${recordsHash(one.id)}`);
  const unpin = sidebar(tab).getByRole('button', { name: 'Unpin collection two' });
  await unpin.hover();
  await expect(tab.getByRole('tooltip')).toHaveText('Unpin collection');
  await unpin.click();
  await expect(sidebar(tab).getByRole('heading')).toHaveCount(0);
  await expect(sidebar(page).getByRole('heading')).toHaveCount(0);
  expect(await stored()).toBe('[]');
});

test('a pin that is set or taken by keyboard keeps the focus in its new place', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const one = await base(site.backend, 'one');
  await base(site.backend, 'two');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await sidebar(page).getByRole('button', { name: 'Pin collection two' }).focus();
  await page.keyboard.press('Enter');
  const unpin = sidebar(page).getByRole('region', { name: 'Pinned' }).getByRole('button');
  await expect(unpin).toHaveAccessibleName('Unpin collection two');
  await expect(unpin).toBeFocused();
  await page.keyboard.press('Space');
  await expect(sidebar(page).getByRole('heading')).toHaveCount(0);
  await expect(sidebar(page).getByRole('button', { name: 'Pin collection two' })).toBeFocused();
});

test('damaged or foreign pins in local storage harm nothing', async ({ page, admin, startSite }) => {
  const site = await startSite();
  await base(site.backend, 'one');
  await admin.signIn(page, site);
  for (const stored of ['{', '{"a":1}', '[1,null,"gone"]', '"text"']) {
    await page.evaluate((text) => localStorage.setItem('@pinnedCollections', text), stored);
    await page.goto(`${site.atoll.url}/#/collections`);
    await page.reload();
    await expect(links(page)).toHaveText(['users', 'one']);
    await expect(sidebar(page).getByRole('heading')).toHaveCount(0);
  }
});

test('says that collections are loading, and what to do when there are none', async ({
  page,
  admin,
  startSite,
  axe,
}) => {
  const site = await startSite();
  await site.backend.api.delete('/api/collections/users');
  await admin.signIn(page, site);
  const held = gate();
  await page.route('**/api/collections?*', async (route) => {
    await held.opened;
    await route.continue();
  });
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(page.locator('.page-content').getByText('Loading collections...')).toBeVisible();
  await axe();
  held.open();
  await expect(page.getByText('Create your first collection to add records!')).toBeVisible();
  await axe();

  await site.backend.api.patch('/api/settings', { meta: { hideControls: true } });
  await page.reload();
  await expect(page.getByText("You don't have any collections yet.")).toBeVisible();
  await expect(page.getByText('Create your first collection to add records!')).toHaveCount(0);
});

test('[CS-10] an address without a known collection is corrected to the first one', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  await base(site.backend, 'one');
  const users = await site.backend.api.get<Collection>('/api/collections/users');
  await admin.signIn(page, site);
  for (const hash of [
    '/#/collections',
    '/#/collections?collectionId=gone',
    '/#/collections?collectionId=gone&filter=a&sort=-title&recordId=x',
  ]) {
    await page.goto('about:blank');
    await page.goto(`${site.atoll.url}${hash}`);
    await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
    await expect.poll(() => hashQuery(page)).toEqual({ collectionId: users.id });
  }
  // The correction leaves no entry behind that Back would run into again.
  await page.goBack();
  expect(page.url()).toBe('about:blank');

  // The same while the first one is on screen already.
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: users.id });
  await page.evaluate(() => {
    location.hash = '#/collections?collectionId=gone&filter=a';
  });
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: users.id });
  await page.goBack();
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('[CS-12] another collection starts with its own defaults; filter, sort and record survive a reload', async ({
  page,
  admin,
  startSite,
}) => {
  const site = await startSite();
  const one = await base(site.backend, 'one');
  const two = await base(site.backend, 'two');
  const view = await createCollection(site.backend.api, {
    name: 'view',
    type: 'view',
    options: { query: 'select id, title from one' },
  });
  const record = await createRecord(site.backend.api, 'one', { title: 'kept' });
  await admin.signIn(page, site);
  const query = { filter: 'kept', sort: '-title', recordId: record.id };
  await page.goto(`${site.atoll.url}${recordsHash(one.id, query)}`);
  await expect(recordsScreen(page).row(record.id)).toBeVisible();
  const again = page.waitForRequest((request) => isListRequest(request, one.id));
  await page.reload();
  expect(queryOf(await again)).toMatchObject({ sort: '-title', filter: expect.stringContaining('kept') });
  await expect.poll(() => recordsScreen(page).searchText()).toBe('kept');
  expect(hashQuery(page)).toEqual({ collectionId: one.id, ...query });
  const panel = page.getByRole('dialog', { name: 'Edit one record' });
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toBeHidden();
  expect(hashQuery(page)).toEqual({ collectionId: one.id, filter: query.filter, sort: query.sort });

  const first = page.waitForRequest((request) => isListRequest(request, two.id));
  await sidebar(page).getByRole('link', { name: 'two' }).click();
  expect(queryOf(await first)).toMatchObject({ sort: '-created', filter: '' });
  await expect.poll(() => recordsScreen(page).searchText()).toBe('');
  expect(hashQuery(page)).toEqual({ collectionId: two.id });

  const viewed = page.waitForRequest((request) => isListRequest(request, view.id));
  await sidebar(page).getByRole('link', { name: 'view' }).click();
  expect(queryOf(await viewed)).toMatchObject({ sort: '', filter: '' });
});

test('other tabs follow created, renamed and deleted collections; a deleted one gives way to the first', async ({
  page,
  admin,
  startSite,
  secondTab,
  expectedProblems,
}) => {
  const site = await startSite();
  const one = await base(site.backend, 'one');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await expect(links(page)).toHaveText(['users', 'one']);
  const other = await secondTab(site.atoll.url);

  const two = await base(site.backend, 'two');
  await announceChange(other);
  await expect(links(page)).toHaveText(['users', 'one', 'two']);
  await site.backend.api.patch(`/api/collections/${two.id}`, { name: 'second' });
  await announceChange(other);
  await expect(links(page)).toHaveText(['users', 'one', 'second']);

  // The list may still ask for records of what is gone in that moment.
  expectedProblems.allow(/response 404 GET .*\/records/);
  await site.backend.api.delete(`/api/collections/${one.id}`);
  await announceChange(other);
  await expect(links(page)).toHaveText(['users', 'second']);
  await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
  expect(hashQuery(page)['collectionId']).not.toBe(one.id);
});

test('the sidebar keeps its list when a reload of it fails, and shows a way on when the first load fails', async ({
  page,
  admin,
  startSite,
  expectedProblems,
  axe,
}) => {
  const site = await startSite();
  await admin.signIn(page, site);
  expectedProblems.allow(/response 500 GET .*\/api\/collections\?/);
  const failing = (route: import('@playwright/test').Route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'The disk is full.', data: {} } });
  await page.route('**/api/collections?*', failing);
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(sidebar(page).getByText('The collections could not be loaded.')).toBeVisible();
  await expect(sidebar(page).getByText('The disk is full.')).toBeVisible();
  await axe();
  await page.unroute('**/api/collections?*');
  await sidebar(page)
    .getByRole('button', { name: /again|retry/i })
    .click();
  await expect(links(page)).toHaveText(['users']);
  await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
});

test('the drawer of small screens opens, leads on and gives the focus back', async ({
  page,
  admin,
  startSite,
  axe,
}) => {
  const site = await startSite();
  const one = await base(site.backend, 'one');
  await admin.signIn(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await expect(links(page).first()).toBeHidden();
  const opener = page.getByRole('button', { name: 'Show collections' });
  await opener.press('Enter');
  await expect(links(page)).toHaveText(['users', 'one']);
  await axe();
  await page.keyboard.press('Escape');
  await expect(links(page).first()).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await links(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
  await expect(links(page).first()).toBeHidden();
});
