import { expect, test } from '#tests/support/fixtures.ts';
import { insertLogs } from '#tests/support/logs/entries.ts';
import { collectListRequests, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { expectShown, isLogRequest, logPanel, logsQuery, openLog } from '#tests/support/logs/panel.ts';
import { toasts } from '#tests/support/screens.ts';

test('[UI-04][LD-09] J, K and the arrows show the neighbours in the open panel; the focus ends on the last row', async ({
  page,
  admin,
  backend,
}) => {
  const messages = ['steps: oldest', 'steps: middle', 'steps: newest'];
  const [oldest = '', middle = '', newest = ''] = insertLogs(
    backend,
    messages.map((message) => ({ message, data: { stack: 'at a\nat b' } })),
  );
  const query = { filter: 'steps:', adminRequests: '1' };
  await admin.signIn();
  await page.goto(logsHash(query));
  const { rows, row } = logsScreen(page);
  await expect(rows).toHaveCount(3);
  await row(middle).click();
  const { panel, newer, older, value, filter } = logPanel(page);
  await expectShown(page, middle);
  const isSame = await panel.evaluateHandle((element) => ({ check: () => element.isConnected }));

  await page.keyboard.press('j');
  await expectShown(page, oldest);
  await expect(panel.getByRole('status')).toHaveText('INFO (0) steps: oldest');
  await expect(older).toHaveAttribute('aria-disabled', 'true');
  // There is no older one.
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expectShown(page, middle);
  await page.keyboard.press('K');
  await expectShown(page, newest);
  await expect(newer).toHaveAttribute('aria-disabled', 'true');
  await expect(row(newest)).toHaveAttribute('data-opened');

  // The buttons keep the focus, also at the end of the list, where they do nothing.
  await older.click();
  await expectShown(page, middle);
  await older.press('Enter');
  await expectShown(page, oldest);
  await older.press('Enter');
  await expect(older).toBeFocused();
  await expectShown(page, oldest);

  // A step removes what has the focus in the content: the panel gets it.
  await value('data.stack').getByRole('button').focus();
  await page.keyboard.press('k');
  await expectShown(page, middle);
  await expect(panel).toBeFocused();

  // In a menu, letters belong to the menu, and shortcuts of the browser are no steps.
  await filter('message').press('Enter');
  await expect(page.getByRole('menuitem', { name: 'is', exact: true })).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(filter('message')).toBeFocused();
  await page.keyboard.press('Alt+k');
  await expectShown(page, middle);
  expect(await isSame.evaluate(({ check }) => check())).toBe(true);

  await page.keyboard.press('k');
  await expectShown(page, newest);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(newest)).toBeFocused();
  expect(logsQuery(page)).toEqual(query);
  await page.keyboard.press('j');
  await expect(panel).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});

test('the step after the last loaded entry loads the next page, and the list follows', async ({
  page,
  admin,
  backend,
}) => {
  const ids = insertLogs(
    backend,
    Array.from({ length: 60 }, (_, index) => ({ message: `paged: ${index}` })),
  );
  const [fiftieth = '', next = ''] = [ids[10], ids[9]];
  const requests = collectListRequests(page);
  await admin.signIn();
  const { panel, older } = await openLog(page, fiftieth, { filter: 'paged:' });
  const { row, scroller } = logsScreen(page);
  await expect(row(fiftieth)).toBeVisible();
  await expect(older).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('j');
  await expectShown(page, next);
  expect(requests.map((search) => search.get('page'))).toEqual(['1', '2']);
  await expect(row(next)).toBeInViewport();
  expect(await scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(500);

  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(next)).toBeFocused();
  await expect(row(next)).toBeInViewport();
});

test('a held key passes every entry once and shows the last response only', async ({
  page,
  admin,
  backend,
}) => {
  const ids = insertLogs(
    backend,
    Array.from({ length: 40 }, (_, index) => ({ message: `held: ${index}` })),
  );
  await admin.signIn();
  const { value, panel } = await openLog(page, ids[39] ?? '', { filter: 'held:' });
  await expect(logsScreen(page).row(ids[39] ?? '')).toBeVisible();
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(request.failure()?.errorText ?? ''));
  const last = page.waitForResponse((response) => isLogRequest(response.request(), ids[9] ?? ''));
  for (let step = 0; step < 30; step++) await page.keyboard.down('j');
  await page.keyboard.up('j');
  await expectShown(page, ids[9] ?? '');
  await last;
  await expect(value('message')).toHaveText('held: 9');
  expect(new Set(failed)).toEqual(failed.length ? new Set(['net::ERR_ABORTED']) : new Set());
  // One entry of the history, whatever the number of steps.
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});
