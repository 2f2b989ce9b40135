import { expect, test } from '#tests/support/fixtures.ts';
import { insertLogs, requestLog } from '#tests/support/logs/entries.ts';
import {
  collectListRequests,
  expectLoaded,
  filtersOf,
  isListRequest,
  isStatsRequest,
  logsHash,
  logsScreen,
  searchFor,
} from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { hashQuery } from '#tests/support/records/page.ts';
import { appSidebar, goToHash, hashOf, signInByForm, tooltip } from '#tests/support/screens.ts';

const KEY = 'adminLogRequests';
const WITHOUT_ADMINS = 'data.auth!="admin"';
const GUEST = requestLog({ url: '/api/posts' });
const ADMIN = requestLog({ auth: 'admin', url: '/api/settings' });

test('[LG-01][LG-02][LG-05] has title, settings, refresh, the admins toggle, the search box and the default levels', async ({
  page,
  admin,
  backend,
}) => {
  await onlyLogs(backend, [GUEST]);
  await admin.signIn();
  await page.goto(logsHash());
  const screen = logsScreen(page);
  await expectLoaded(page, 1);
  await expect(page).toHaveTitle(/^Logs - /);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logs');
  await expect(appSidebar(page).getByRole('link', { name: 'Logs' })).toHaveAttribute('aria-current', 'page');
  await expect(screen.includeAdmins).not.toBeChecked();
  await expect(screen.search).toHaveAttribute(
    'placeholder',
    "Search term or filter like `level > 0 && data.auth = 'guest'`",
  );
  const levels = screen.scroller.getByText('Default log levels:');
  await expect(levels).toBeVisible();
  await expect(levels.locator('code')).toHaveText(['-4:DEBUG', '0:INFO', '4:WARN', '8:ERROR']);

  const settings = screen.frame.getByRole('button', { name: 'Logs settings' });
  for (const [button, text] of [
    [settings, 'Logs settings'],
    [screen.refresh, 'Refresh'],
  ] as const) {
    await button.hover();
    await expect(tooltip(page)).toHaveText(text);
  }

  // Refresh loads list and totals again.
  insertLogs(backend, [{ message: 'just arrived' }]);
  const calls = [page.waitForRequest(isListRequest), page.waitForRequest(isStatsRequest)];
  await screen.refresh.click();
  await Promise.all(calls);
  await expectLoaded(page, 2);
  await expect(screen.messages.first()).toHaveText('just arrived');

  await settings.click();
  await expect(page.getByRole('dialog', { name: 'Logs settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(settings).toBeFocused();
});

test('[RT-06] the logs need an admin, who then returns to the address with its filter and opened entry', async ({
  page,
  backend,
}) => {
  const [, error] = await onlyLogs(backend, [GUEST, requestLog({}, { level: 8 })]);
  const query = { filter: 'level > 0', adminRequests: '1', logId: error ?? '' };
  await page.goto(logsHash(query));
  await expect(page).toHaveURL(/#\/login$/);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(page.getByRole('dialog', { name: 'Request log' })).toContainText(query.logId);
  await expectLoaded(page, 1);
  expect(hashQuery(page)).toEqual(query);
  await expect(appSidebar(page)).toBeVisible();
});

test('[LG-08][LG-10][LG-11][ST-05] requests by admins are listed on request, which address and device remember', async ({
  page,
  admin,
  backend,
  secondTab,
}) => {
  await onlyLogs(backend, [GUEST, ADMIN]);
  await admin.signIn();
  const screen = logsScreen(page);
  const stored = () => page.evaluate((key) => localStorage.getItem(key), KEY);
  expect(await filtersOf(page, () => page.goto(logsHash()))).toEqual([WITHOUT_ADMINS, WITHOUT_ADMINS]);
  await expectLoaded(page, 1);
  await expect(screen.messages).toHaveText(['GET /api/posts']);

  expect(await filtersOf(page, () => screen.includeAdmins.check())).toEqual(['', '']);
  await expectLoaded(page, 2);
  await expect(screen.messages).toHaveText(['GET /api/settings', 'GET /api/posts']);
  expect(hashQuery(page)).toEqual({ adminRequests: '1' });
  expect(await stored()).toBe('1');
  expect(await filtersOf(page, () => page.reload())).toEqual(['', '']);
  await expect(screen.includeAdmins).toBeChecked();

  // A later visit without the parameter starts with the remembered choice and puts it into the address.
  await goToHash(page, '#/settings');
  await expect(screen.frame).toBeHidden();
  await appSidebar(page).getByRole('link', { name: 'Logs' }).click();
  await expect.poll(() => hashQuery(page)).toEqual({ adminRequests: '1' });
  await expectLoaded(page, 2);

  expect(await filtersOf(page, () => screen.includeAdmins.uncheck())).toEqual([
    WITHOUT_ADMINS,
    WITHOUT_ADMINS,
  ]);
  await expectLoaded(page, 1);
  expect(hashOf(page)).toBe('#/logs');
  expect(await stored()).toBe('0');

  // The address has priority, and a shared address does not change what this device remembers.
  const other = await secondTab(logsHash({ adminRequests: '1' }));
  await expectLoaded(other, 2);
  await expect(logsScreen(other).includeAdmins).toBeChecked();
  await page.reload();
  await expectLoaded(page, 1);
  expect(await stored()).toBe('0');
});

test('[LG-10][LG-12] search and opened entry are in the address, a reload and Back restore them', async ({
  page,
  admin,
  backend,
}) => {
  const [first] = await onlyLogs(backend, [{ message: 'alpha' }, { message: 'beta' }]);
  await admin.signIn();
  await page.goto(logsHash());
  const screen = logsScreen(page);
  await expectLoaded(page, 2);
  await searchFor(page, 'alpha');
  await expectLoaded(page, 1);
  expect(hashQuery(page)).toEqual({ filter: 'alpha' });
  await screen.row(first ?? '').click();
  const panel = page.getByRole('dialog', { name: 'Request log' });
  await expect(panel).toBeVisible();
  expect(hashQuery(page)).toEqual({ filter: 'alpha', logId: first });

  await page.reload();
  await expect(panel).toContainText(first ?? '');
  await expectLoaded(page, 1);
  await expect.poll(() => screen.searchText()).toBe('alpha');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect.poll(() => hashQuery(page)).toEqual({ filter: 'alpha' });

  // Back to before the entry was opened, which needs no request, and to before the search.
  const pages = collectListRequests(page);
  await page.goBack();
  await expect.poll(() => hashQuery(page)).toEqual({ filter: 'alpha' });
  await page.goBack();
  await expectLoaded(page, 2);
  expect(pages.map((query) => query.get('page'))).toEqual(['1']);
  await expect.poll(() => screen.searchText()).toBe('');
});
