import { expect, test } from '#tests/support/fixtures.ts';
import { insertLogs, requestLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, LIST_CALLS, logsHash, logsScreen, searchFor } from '#tests/support/logs/page.ts';
import {
  expectShown,
  logPanel,
  logsQuery,
  openSettings,
  savedFile,
  settingsButton,
} from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { gate } from '#tests/support/records/page.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import {
  expectMessage,
  expectOpener,
  expectReachable,
  expectRowNumbers,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';

test.use(PHONE);

test.beforeEach(({ admin }) => admin.signIn());

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    requestLog({ url: `/api/walked/${index}`, status: index % 2 ? 404 : 200 }, { level: index % 2 ? 8 : 0 }),
  );

test('at 360 px entries are read, and their list is paged, filtered, watched and selected', async ({
  page,
  backend,
}) => {
  await test.step('an entry is read, filtered by and left, and the settings are changed', async () => {
    const ids = (await onlyLogs(backend, entries(3))).toReversed();
    const [newest = '', middle = '', oldest = ''] = ids;
    await page.goto(logsHash());
    const list = logsScreen(page);
    await expectLoaded(page, 3);
    await list.row(middle).tap();
    await expectShown(page, middle);
    const { panel, newer, older, filter, closeIcon } = logPanel(page);
    await expectSameControls(panel);
    for (const step of [newer, older]) await expect(step).not.toHaveAttribute('aria-disabled');
    await older.tap();
    await expectShown(page, oldest);
    await expect(older).toHaveAttribute('aria-disabled', 'true');
    await expect(panel.getByRole('status')).toContainText('/api/walked/0');
    for (const id of [middle, newest]) {
      await newer.tap();
      await expectShown(page, id);
    }
    await expect(newer).toHaveAttribute('aria-disabled', 'true');
    await expect(older).not.toHaveAttribute('aria-disabled');
    await closeIcon.tap();
    await expect(panel).toHaveCount(0);
    await expect(list.row(newest)).toBeFocused();
    // Opened again, a key is one step.
    await list.row(newest).press('Enter');
    await expectShown(page, newest);
    await page.keyboard.press('j');
    await expectShown(page, middle);
    for (const step of [newer, older]) await expect(step).not.toHaveAttribute('aria-disabled');
    const menu = await expectOpener(filter('data.status'), { popup: 'menu' });
    await menu.getByRole('menuitem', { name: 'is not', exact: true }).tap();
    await expect(panel).toHaveCount(0);
    await expect(list.tokens).toHaveText(['status is not 404']);
    await expectRowNumbers(list.table, [newest, oldest]);
    await list.tokens.getByRole('button', { name: 'Remove status is not 404' }).tap();
    await expectRowNumbers(list.table, ids);

    // The keys of the panel work no longer.
    await page.keyboard.press('j');
    const popup = await openSettings(page);
    await page.keyboard.press('j');
    await expect(panel).toHaveCount(0);
    expect(logsQuery(page)['logId']).toBeUndefined();

    await expectSameControls(popup.popup);
    // A refused value: only a changed page can send it.
    await popup.maxDays.evaluate((input) => input.removeAttribute('min'));
    await popup.maxDays.fill('-2');
    await popup.save.tap();
    await expectMessage(popup.maxDays, 'Enter 0 or more.');
    await expect(popup.maxDays).toBeFocused();
    await expectReachable(popup.popup);
    await popup.minLevel.fill('100');
    await popup.maxDays.fill('300');
    await expectMessage(popup.maxDays);
    const isOn = await popup.logIp.isChecked();
    await popup.popup.locator('label').filter({ hasText: 'Enable IP logging' }).tap();
    await expect(popup.logIp).toBeChecked({ checked: !isOn });
    const release = await holdBack(page, /\/api\/settings$/);
    await popup.save.tap();
    await expect(popup.save).toHaveAttribute('aria-busy', 'true');
    await expect(popup.save).toBeDisabled();
    release();
    await expect(popup.popup).toHaveCount(0);
    await expect(settingsButton(page)).toBeFocused();
    expect(await backend.api.get('/api/settings')).toMatchObject({ logs: { maxDays: 300, logIp: !isOn } });
  });

  await test.step('the list of logs is paged, filtered, watched and selected', async () => {
    const ids = (await onlyLogs(backend, entries(80))).toReversed();
    const shown = logsScreen(page);
    await shown.refresh.tap();
    await expectLoaded(page, 80);
    // Counted after the entries; its name has the count.
    await expect(shown.frame.getByRole('button', { name: '40 errors' })).toBeAttached();
    await expectSameControls(shown.frame);
    await expectRowNumbers(shown.table, ids.slice(0, 50));

    const { opened, open } = gate();
    await page.route(LIST_CALLS, async (route) => {
      await opened;
      await route.continue();
    });
    await shown.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(shown.table).toHaveAttribute('aria-busy', 'true');
    await expect(shown.loadMore).toHaveAttribute('aria-busy', 'true');
    open();
    await expect(shown.table).toHaveAttribute('aria-rowcount', '81');
    await shown.scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expectRowNumbers(shown.table, ids);
    await expect(shown.row(ids[79] ?? '')).toHaveAttribute('aria-rowindex', '81');
    await expect(shown.table).not.toHaveAttribute('aria-busy');
    await shown.scroller.evaluate((element) => element.scrollTo(0, 0));

    // One time span at a time; pressed again it ends.
    for (const label of ['1 h', '24 h']) {
      await shown.preset(label).tap();
      await expect(shown.preset(label)).toHaveAttribute('aria-pressed', 'true');
      await expect(shown.frame.locator('[role=group] [aria-pressed=true]')).toHaveCount(1);
    }
    await expect(shown.tokens).toHaveText(['Last 24 h']);
    await shown.preset('24 h').tap();
    await expect(shown.preset('24 h')).toHaveAttribute('aria-pressed', 'false');
    await expect(shown.tokens).toHaveCount(0);

    await searchFor(page, 'level = 8');
    await expectLoaded(page, 40);
    await expectRowNumbers(
      shown.table,
      ids.filter((_, index) => index % 2 === 0),
    );
    await shown.search.press('Escape');
    await expectReachable(shown.frame);

    // Some, all and none of the rows.
    const [first = ''] = ids;
    await expect(shown.selectAll).toBeChecked({ checked: false, indeterminate: false });
    await shown.box(first).tap();
    await expect(shown.selectAll).toBeChecked({ indeterminate: true });
    await expect(shown.bar.getByRole('status')).toHaveText('Selected 1 log');
    await shown.selectAll.tap();
    await expect(shown.selectAll).toBeChecked();
    await expect(shown.bar.getByRole('status')).toHaveText('Selected 40 logs');
    await expectReachable(shown.bar);
    const saved = await savedFile(page, () =>
      shown.bar.getByRole('button', { name: 'Download as JSON' }).tap(),
    );
    expect(JSON.parse(saved.text)).toHaveLength(40);
    await shown.bar.getByRole('button', { name: 'Reset' }).tap();
    await expect(shown.selectAll).toBeChecked({ checked: false, indeterminate: false });

    await shown.includeAdmins.tap();
    await expect(shown.includeAdmins).toBeChecked();
    await expect.poll(() => logsQuery(page)['adminRequests']).toBe('1');
    await shown.includeAdmins.tap();
    await expect(shown.includeAdmins).not.toBeChecked();

    const chart = shown.frame.getByRole('button', { name: 'Show as table' });
    await chart.tap();
    await expect(shown.frame.getByRole('table', { name: /^Total requests per/ })).toBeVisible();
    await shown.frame.getByRole('button', { name: 'Show as chart' }).tap();
    await expect(shown.chart.getByRole('img')).toBeVisible();

    await shown.live.tap();
    await expect(shown.live).toHaveAttribute('aria-pressed', 'true');
    const [added = ''] = insertLogs(backend, [requestLog({ url: '/api/new' }, { level: 8 })]);
    const fresh = shown.frame.getByRole('button', { name: '1 new' });
    await expect(fresh).toBeInViewport();
    await fresh.tap();
    await expect(shown.row(added)).toHaveAttribute('aria-rowindex', '2');
    await shown.live.tap();
    await expect(shown.live).toHaveAttribute('aria-pressed', 'false');
  });
});
