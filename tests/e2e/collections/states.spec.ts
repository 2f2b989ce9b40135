import {
  announceChange,
  collectionLinks,
  collectionsSidebar,
  createBase,
} from '#tests/support/collections/sidebar.ts';
import { type Collection, createCollection, createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import {
  gate,
  hashQuery,
  isListRequest,
  queryOf,
  recordsHash,
  recordsScreen,
} from '#tests/support/records/page.ts';

test('shows that collections are loading, and how to continue when there are none', async ({
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
  await expect(
    page.locator('[data-frame=collections] .page-content').getByText('Loading collections...'),
  ).toBeVisible();
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
  await createBase(site.backend.api, 'one');
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
  // The correction adds no history entry, so Back does not return to it.
  await page.goBack();
  expect(page.url()).toBe('about:blank');

  // The same while the first collection is already shown.
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: users.id });
  await page.evaluate(() => {
    location.hash = '#/collections?collectionId=gone&filter=a';
  });
  // Reads the address in the page: the test runner learns of it later, when it is already corrected.
  await expect.poll(() => page.evaluate(() => location.hash)).toBe(`#/collections?collectionId=${users.id}`);
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
  const one = await createBase(site.backend.api, 'one');
  const two = await createBase(site.backend.api, 'two');
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
  await expect
    .poll(() => hashQuery(page))
    .toEqual({ collectionId: one.id, filter: query.filter, sort: query.sort });

  const first = page.waitForRequest((request) => isListRequest(request, two.id));
  await collectionsSidebar(page).getByRole('link', { name: 'two' }).click();
  expect(queryOf(await first)).toMatchObject({ sort: '-created', filter: '' });
  await expect.poll(() => recordsScreen(page).searchText()).toBe('');
  await expect.poll(() => hashQuery(page)).toEqual({ collectionId: two.id });

  const viewed = page.waitForRequest((request) => isListRequest(request, view.id));
  await collectionsSidebar(page).getByRole('link', { name: 'view' }).click();
  expect(queryOf(await viewed)).toMatchObject({ sort: '', filter: '' });
});

test('other tabs show created, renamed and deleted collections; after a deletion they open the first one', async ({
  page,
  admin,
  startSite,
  secondTab,
}) => {
  const site = await startSite();
  const one = await createBase(site.backend.api, 'one');
  await admin.signIn(page, site);
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await expect(collectionLinks(page)).toHaveText(['users', 'one']);
  const other = await secondTab(site.atoll.url);

  const two = await createBase(site.backend.api, 'two');
  await announceChange(other);
  await expect(collectionLinks(page)).toHaveText(['users', 'one', 'two']);
  await site.backend.api.patch(`/api/collections/${two.id}`, { name: 'second' });
  await announceChange(other);
  await expect(collectionLinks(page)).toHaveText(['users', 'one', 'second']);

  await site.backend.api.delete(`/api/collections/${one.id}`);
  await announceChange(other);
  await expect(collectionLinks(page)).toHaveText(['users', 'second']);
  await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
  await expect.poll(() => hashQuery(page)['collectionId']).not.toBe(one.id);
});

test('the sidebar keeps its list when a reload fails, and offers a retry when the first load fails', async ({
  page,
  admin,
  startSite,
  expectedProblems,
  axe,
}) => {
  const site = await startSite();
  await admin.signIn(page, site);
  expectedProblems.allow('response 500 GET /api/collections?page=1&perPage=200&skipTotal=1&sort=%2Bname');
  const failing = (route: import('@playwright/test').Route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'The disk is full.', data: {} } });
  await page.route('**/api/collections?*', failing);
  await page.goto(`${site.atoll.url}/#/collections`);
  await expect(collectionsSidebar(page).getByText('The collections could not be loaded.')).toBeVisible();
  await expect(collectionsSidebar(page).getByText('The disk is full.')).toBeVisible();
  await axe();
  await page.unroute('**/api/collections?*');
  await collectionsSidebar(page)
    .getByRole('button', { name: /again|retry/i })
    .click();
  await expect(collectionLinks(page)).toHaveText(['users']);
  await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
});

test('the drawer of small screens opens, follows a link and returns the focus', async ({
  page,
  admin,
  startSite,
  axe,
}) => {
  const site = await startSite();
  const one = await createBase(site.backend.api, 'one');
  await admin.signIn(page, site);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${site.atoll.url}${recordsHash(one.id)}`);
  await expect(collectionLinks(page).first()).toBeHidden();
  const opener = page.getByRole('button', { name: 'Show collections' });
  await opener.press('Enter');
  await expect(collectionLinks(page)).toHaveText(['users', 'one']);
  await axe();
  await page.keyboard.press('Escape');
  await expect(collectionLinks(page).first()).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.click();
  await collectionLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
  await expect(collectionLinks(page).first()).toBeHidden();
});
