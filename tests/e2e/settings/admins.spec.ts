import { createAdmin } from '#tests/support/accounts.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectHarmless, hostileStrings, refuseDialogs } from '#tests/support/hostile.ts';
import { gate, hashQuery } from '#tests/support/records/page.ts';
import { frame, goToHash, hashOf, toasts, tooltip } from '#tests/support/screens.ts';
import {
  adminPanel,
  adminsScreen,
  listQuery,
  openAdmin,
  removeOtherAdmins,
  searchAdmins,
} from '#tests/support/settings/admins.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const LIST = '**/api/admins?*';

test.beforeEach(async ({ backend, admin }) => {
  removeOtherAdmins(backend);
  await admin.signIn();
});

test('[AD-01][AD-02][AD-03][AD-04][AD-05][AD-06][API-01][API-03] administrators are listed, searched, sorted, and restored by a reload', async ({
  page,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const first = await createAdmin(backend, 'sort-a@example.com');
  const second = await createAdmin(backend, 'sort-b@example.com');
  const { model } = await backend.api.session();
  const ownId = String(model['id']);
  const { screen, search, rows, cell, header, total, refresh, newAdmin } = adminsScreen(page);

  await test.step('a skeleton, then the reason why they could not be loaded', async () => {
    expectedProblems.allow(/^response 500 GET \/api\/admins\?.*$/);
    const held = gate();
    await page.route(LIST, async (route) => {
      await held.opened;
      await failWith(route, 'Out of order.');
    });
    const requested = page.waitForRequest((request) => listQuery(request) !== undefined);
    await page.goto('/#/settings/admins');
    expect(listQuery(await requested)).toEqual({
      page: '1',
      perPage: '100',
      skipTotal: '1',
      sort: '-created',
      filter: '',
    });
    await expect(screen.getByText('Loading admins...')).toBeAttached();
    held.open();
    await expect(screen.getByText('The admins could not be loaded.')).toBeVisible();
    await expect(screen.getByRole('alert').or(screen.getByText('Out of order.')).first()).toBeVisible();
    await checkScreen();
    await page.unroute(LIST);
    await screen.getByRole('button', { name: 'Try again' }).click();
  });

  await test.step('every administrator with avatar, id, email and dates', async () => {
    await expect(rows).toHaveCount(3);
    await expect(screen.getByText('Settings', { exact: true })).toBeVisible();
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Admins');
    await expect(newAdmin).toBeVisible();
    await expect(search).toHaveAttribute(
      'placeholder',
      "Search term or filter like email='test@example.com'",
    );
    await expect(total).toHaveText('Total found: 3');
    await expect(cell(first.id, 'avatar').getByRole('img')).toHaveAttribute('src', './avatars/1.svg');
    await expect(cell(first.id, 'email')).toHaveText(first.email);
    await expect(cell(first.id, 'id')).toHaveText(first.id);
    await expect(cell(ownId, 'id')).toHaveText(`${ownId}You`);
    await expect(screen.getByText('You', { exact: true })).toHaveCount(1);
    const [day = '', time = ''] = first.created.split(/[ .]/);
    await expect(cell(first.id, 'created')).toHaveText(`${day} ${time} UTC`);
    await expect(cell(first.id, 'updated')).toHaveText(`${day} ${time} UTC`);
    await cell(first.id, 'created').locator('time').hover();
    await expect(tooltip(page)).toContainText('Local');
    const clipboard = await allowClipboard(page);
    await cell(first.id, 'id').getByRole('button', { name: 'Copy' }).click();
    expect(await clipboard()).toBe(first.id);
    await expect(adminPanel(page).panel).toHaveCount(0);
  });

  await test.step('Refresh shows a new one first; the page fits a small screen', async () => {
    const added = await createAdmin(backend);
    await refresh.click();
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toHaveAttribute('data-row-id', added.id);
    await expect(refresh).toBeEnabled();
    await checkScreen();
    await expectFitsSmall(page, screen.locator('header'));
    await expect(cell(added.id, 'avatar')).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the search box completes the names of the columns', async () => {
    await search.focus();
    await expect(screen.locator('.ace_editor')).toBeVisible();
    for (const [typed, name] of [
      ['i', 'id Id'],
      ['em', 'email Email'],
      ['cr', 'created DateTime'],
      ['up', 'updated DateTime'],
    ] as const) {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(typed);
      await expect(page.locator('.ace_autocomplete .ace_line').first()).toHaveText(name);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('nothing found, and a filter that is refused', async () => {
    expectedProblems.allow(/^response 400 GET \/api\/admins\?.*$/);
    for (const filter of ['nobody-has-this', 'email = nope']) {
      await searchAdmins(page, filter);
      await expect(screen.getByText('No admins found.')).toBeVisible();
      await expect(total).toHaveText('Total found: 0');
      await expect(toasts(page)).toHaveCount(0);
      await screen.getByRole('button', { name: 'Clear filters' }).click();
      await expect(rows.first()).toBeVisible();
      expect(hashQuery(page)).toEqual({});
    }
  });

  const idsOf = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
  await test.step('search and sort are in the address and on the wire', async () => {
    await expect(header('created')).toHaveAttribute('aria-sort', 'descending');
    const filtered = page.waitForRequest((request) => !!listQuery(request)?.['filter']);
    await searchAdmins(page, 'sort-');
    expect(listQuery(await filtered)?.['filter']).toBe(
      'id~"sort-"||email~"sort-"||created~"sort-"||updated~"sort-"',
    );
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
  });

  await test.step('a reload restores them', async () => {
    await page.reload();
    await expect.poll(idsOf).toEqual([first.id, second.id]);
    await expect(header('email')).toHaveAttribute('aria-sort', 'ascending');
    expect(hashQuery(page)).toEqual({ filter: 'sort-', sort: '+email' });
  });

  await test.step('hostile emails stay text', async () => {
    refuseDialogs(page);
    const texts = Object.values(hostileStrings);
    backend.copyRow(
      '_admins',
      ownId,
      texts.map((email, index) => ({ id: `hostile${index}`, email, tokenKey: `hostile${index}` })),
    );
    await goToHash(page, '#/settings/tokens');
    await expect(frame(page, 'settings-tokens')).toBeVisible();
    await goToHash(page, '#/settings/admins');
    await expect(rows).toHaveCount(texts.length + 4);
    await expect(cell('hostile0', 'email')).toHaveText(hostileStrings.script);
    await expectHarmless(page);
    const { panel, cancel } = await openAdmin(page, 'hostile1');
    await expectHarmless(page);
    await cancel.click();
    await expect(panel).toHaveCount(0);
  });

  await test.step('a long list is loaded page after page, and shows only the rows in sight', async () => {
    const seeded = Array.from({ length: 450 }, (_, index) => {
      const id = `seeded${String(index).padStart(9, '0')}`;
      const created = new Date(Date.UTC(2020, 0, 1) + index * 1000).toISOString().replace('T', ' ');
      return { id, email: `seed${index}@example.com`, tokenKey: id, created };
    });
    removeOtherAdmins(backend);
    backend.copyRow('_admins', ownId, seeded);
    const pages: unknown[] = [];
    page.on('request', (request) => {
      const query = listQuery(request);
      if (query) pages.push(query['page']);
    });
    await refresh.click();
    await expect(total).toHaveText('Total found: 451');
    expect(pages).toEqual(['1', '2', '3', '4', '5']);
    expect(await screen.locator('[data-row-id]').count()).toBeLessThan(60);
    const scroller = screen.locator('[data-list-scroller]');
    const goToEnd = async () => {
      await expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '452');
      await screen.locator('[data-row-id][tabindex="0"]').focus();
      await page.keyboard.press('End');
      await expect(adminsScreen(page).row('seeded000000000')).toBeFocused();
    };
    await goToEnd();
    await expect(cell('seeded000000000', 'email')).toHaveText('seed0@example.com');
    // Another order begins at its top.
    await header('email').getByRole('button').click();
    await expect(cell('seeded000000099', 'email')).toBeInViewport();
    expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await header('created').getByRole('button').click();
    // Keys before its first page is here would go through the order before.
    await expect(rows.first()).toHaveAttribute('data-row-id', ownId);
    await goToEnd();
    await expect(cell('seeded000000000', 'email')).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(adminPanel(page).email).toHaveValue('seed0@example.com');
  });
});
