import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { hashOf, toasts, tooltip } from '#tests/support/screens.ts';
import {
  adminPanel,
  adminsScreen,
  createStoredAdmin,
  listQuery,
  openAdmin,
  searchAdmins,
} from '#tests/support/settings/admins.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const LIST = '**/api/admins?*';

test.beforeEach(({ admin }) => admin.signIn());

test('[AD-01][AD-02][AD-03][API-03] shows every administrator with avatar, id, email and dates', async ({
  page,
  backend,
  axe,
}) => {
  const other = await createStoredAdmin(backend);
  const { model } = await backend.api.session();
  const ownId = String(model['id']);
  const requested = page.waitForRequest((request) => listQuery(request) !== undefined);
  await page.goto('/#/settings/admins');
  expect(listQuery(await requested)).toEqual({
    page: '1',
    perPage: '100',
    skipTotal: '1',
    sort: '-created',
    filter: '',
  });
  const { screen, search, rows, cell, total, refresh, newAdmin } = adminsScreen(page);
  await expect(screen.getByText('Settings', { exact: true })).toBeVisible();
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Admins');
  await expect(newAdmin).toBeVisible();
  await expect(search).toHaveAttribute('placeholder', "Search term or filter like email='test@example.com'");
  await expect(rows).toHaveCount(2);
  await expect(total).toHaveText('Total found: 2');
  await expect(cell(other.id, 'avatar').getByRole('img')).toHaveAttribute('src', './avatars/1.svg');
  await expect(cell(other.id, 'email')).toHaveText(other.email);
  await expect(cell(other.id, 'id')).toHaveText(other.id);
  await expect(cell(ownId, 'id')).toHaveText(`${ownId}You`);
  await expect(screen.getByText('You', { exact: true })).toHaveCount(1);
  const [day = '', time = ''] = other.created.split(/[ .]/);
  await expect(cell(other.id, 'created')).toHaveText(`${day} ${time} UTC`);
  await expect(cell(other.id, 'updated')).toHaveText(`${day} ${time} UTC`);
  await cell(other.id, 'created').locator('time').hover();
  await expect(tooltip(page)).toContainText('Local');

  const clipboard = await allowClipboard(page);
  await cell(other.id, 'id').getByRole('button', { name: 'Copy' }).click();
  expect(await clipboard()).toBe(other.id);
  await expect(adminPanel(page).panel).toHaveCount(0);

  const added = await createStoredAdmin(backend);
  await refresh.click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toHaveAttribute('data-row-id', added.id);
  await expect(refresh).toBeEnabled();
  await axe();

  await expectFitsSmall(page, screen.locator('header'));
  await expect(cell(added.id, 'avatar')).toBeInViewport();
});

test('[AD-02][AD-04][AD-05] search and sort are in the address, on the wire, and restored by a reload', async ({
  page,
  backend,
}) => {
  const first = await createStoredAdmin(backend, 'sort-a@example.com');
  const second = await createStoredAdmin(backend, 'sort-b@example.com');
  await page.goto('/#/settings/admins');
  const { rows, header, total, screen } = adminsScreen(page);
  await expect(header('created')).toHaveAttribute('aria-sort', 'descending');
  const filtered = page.waitForRequest((request) => !!listQuery(request)?.['filter']);
  await searchAdmins(page, 'sort-');
  expect(listQuery(await filtered)?.['filter']).toBe(
    'id~"sort-"||email~"sort-"||created~"sort-"||updated~"sort-"',
  );
  const idsOf = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
  await expect.poll(idsOf).toEqual([second.id, first.id]);
  await expect(total).toHaveText('Total found: 2');

  for (const name of ['id', 'email', 'created', 'updated']) {
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', 'descending');
    await expect.poll(() => hashQuery(page)).toEqual({ filter: 'sort-', sort: `-${name}` });
  }
  const ascending = page.waitForRequest((request) => listQuery(request)?.['sort'] === '+email');
  await header('email').getByRole('button').click();
  await expect.poll(() => hashQuery(page)).toEqual({ filter: 'sort-', sort: '-email' });
  await header('email').getByRole('button').click();
  await ascending;
  await expect(header('email')).toHaveAttribute('aria-sort', 'ascending');
  await expect(screen.locator('[aria-sort]:not([aria-sort=none])')).toHaveCount(1);
  await expect.poll(idsOf).toEqual([first.id, second.id]);
  expect(hashOf(page)).toMatch(/^#\/settings\/admins\?/);

  await page.reload();
  await expect.poll(idsOf).toEqual([first.id, second.id]);
  await expect(header('email')).toHaveAttribute('aria-sort', 'ascending');
  expect(hashQuery(page)).toEqual({ filter: 'sort-', sort: '+email' });
});

test('[AD-01] the search box completes the names of the columns', async ({ page }) => {
  await page.goto('/#/settings/admins');
  const { search, screen } = adminsScreen(page);
  await search.focus();
  await expect(screen.locator('.ace_editor')).toBeVisible();
  for (const [typed, name] of [
    ['i', 'id'],
    ['em', 'email'],
    ['cr', 'created'],
    ['up', 'updated'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(typed);
    await expect(page.locator('.ace_autocomplete .ace_line').first()).toHaveText(name);
    await page.keyboard.press('Escape');
  }
});

test('[AD-06] nothing found, a refused filter, and a list that could not be loaded', async ({
  page,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow(/^response 400 GET \/api\/admins\?.*$/, /^response 500 GET \/api\/admins\?.*$/);
  await page.goto('/#/settings/admins');
  const { screen, rows, total } = adminsScreen(page);
  await expect(rows.first()).toBeVisible();
  for (const filter of ['nobody-has-this', 'nope = 1']) {
    await searchAdmins(page, filter);
    await expect(screen.getByText('No admins found.')).toBeVisible();
    await expect(total).toHaveText('Total found: 0');
    await expect(toasts(page)).toHaveCount(0);
    await screen.getByRole('button', { name: 'Clear filters' }).click();
    await expect(rows.first()).toBeVisible();
    expect(hashQuery(page)).toEqual({});
  }

  await page.route(LIST, (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Out of order.', data: {} } }),
  );
  await page.reload();
  await expect(screen.getByText('The admins could not be loaded.')).toBeVisible();
  await expect(screen.getByRole('alert').or(screen.getByText('Out of order.')).first()).toBeVisible();
  await axe();
  await page.unroute(LIST);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect(rows.first()).toBeVisible();
});

test('a skeleton is shown until the list arrives, and hostile emails stay text', async ({
  page,
  startSite,
  admin,
}) => {
  const site = await startSite();
  const [own] = site.backend.sql('SELECT id FROM _admins');
  const texts = Object.values(hostileStrings);
  site.backend.copyRow(
    '_admins',
    String(own?.['id']),
    texts.map((email, index) => ({ id: `hostile${index}`, email, tokenKey: `hostile${index}` })),
  );
  refuseDialogs(page);
  await admin.signIn(page, site);
  const held = gate();
  await page.route(LIST, async (route) => {
    await held.opened;
    await route.continue();
  });
  await page.goto(`${site.atoll.url}/#/settings/admins`);
  const { screen, rows, cell } = adminsScreen(page);
  await expect(screen.getByText('Loading admins...')).toBeAttached();
  held.open();
  await expect(rows).toHaveCount(texts.length + 1);
  await expect(cell('hostile0', 'email')).toHaveText(hostileStrings.script);
  await expectHarmless(page);
  const { panel, cancel } = await openAdmin(page, 'hostile1');
  await expectHarmless(page);
  await cancel.click();
  await expect(panel).toHaveCount(0);
});

test('[AD-02][API-01] a list of 2,000 is loaded page after page and stays quick', async ({
  page,
  startSite,
  admin,
}) => {
  const site = await startSite();
  const [own] = site.backend.sql('SELECT id FROM _admins');
  const rows = Array.from({ length: 2000 }, (_, index) => {
    const id = `seeded${String(index).padStart(9, '0')}`;
    const created = new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString().replace('T', ' ');
    return { id, email: `seed${index}@example.com`, tokenKey: id, created };
  });
  site.backend.copyRow('_admins', String(own?.['id']), rows);
  await admin.signIn(page, site);
  const pages: unknown[] = [];
  page.on('request', (request) => {
    const query = listQuery(request);
    if (query) pages.push(query['page']);
  });
  await page.goto(`${site.atoll.url}/#/settings/admins`);
  const { screen, total, cell, row } = adminsScreen(page);
  await expect(total).toHaveText('Total found: 2001');
  expect(pages).toEqual(Array.from({ length: 21 }, (_, index) => String(index + 1)));
  expect(await screen.locator('[data-row-id]').count()).toBeLessThan(60);
  await screen.locator('[data-list-scroller]').focus();
  await page.keyboard.press('End');
  await expect(cell('seeded000000000', 'email')).toHaveText('seed0@example.com');
  await row('seeded000000000').focus();
  await page.keyboard.press('Enter');
  await expect(adminPanel(page).email).toHaveValue('seed0@example.com');
});
