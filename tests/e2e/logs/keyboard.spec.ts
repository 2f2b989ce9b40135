import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { presses, reach } from '#tests/support/keys.ts';
import { has } from '#tests/support/lines.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { expectLoaded, LIST_CALLS, listFailure, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { expectShown, logPanel, logsQuery, savedFile } from '#tests/support/logs/panel.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { gate } from '#tests/support/records/page.ts';
import { hashOf } from '#tests/support/screens.ts';

const HOUR_MS = 3_600_000;
/** Start of the present hour, in ms since 1970. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** A moment in the middle of the hour that began `hours` before the present one. */
function hourAgo(hours: number, minute: number): string {
  return new Date(START - hours * HOUR_MS + minute * 60_000).toISOString().replace('T', ' ');
}

const expectFocusInFrame = async (page: Page) =>
  expect(await logsScreen(page).frame.evaluate((element) => element.contains(document.activeElement))).toBe(
    true,
  );

async function filterInHeader(page: Page): Promise<void> {
  const { frame, search, live, preset, tokens } = logsScreen(page);
  await reach(page, frame.getByRole('button', { name: 'Logs settings' }));
  await presses(page, 'ArrowRight ArrowRight');
  await expect(live).toBeFocused();
  await page.keyboard.press('End');
  await expect(frame.getByRole('switch')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search).toBeFocused();
  // The plain field becomes an editor as soon as it has the focus.
  await expect(frame.locator('.ace_editor')).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.type('/night/');
  await page.keyboard.press('Enter');
  await expectLoaded(page, 8);
  await page.keyboard.press('Escape');
  await reach(page, preset('24 h'));
  await page.keyboard.press('Enter');
  await expect(tokens).toHaveCount(1);
  await expect(preset('24 h')).toBeFocused();
  await reach(page, tokens.getByRole('button'));
  await page.keyboard.press('Enter');
  await expect(tokens).toHaveCount(0);
  expect(logsQuery(page)).toEqual({ filter: '/night/' });
}

/** The keys of the table are proven in `components/chart`. */
async function zoomInTable(page: Page): Promise<void> {
  const { frame, tokens } = logsScreen(page);
  await reach(page, frame.getByRole('button', { name: 'Show as table' }));
  await page.keyboard.press('Enter');
  const zooms = page.getByRole('button', { name: /^Zoom in: / });
  await expect(zooms).toHaveCount(2);
  await reach(page, zooms.first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectLoaded(page, 5);
  await expect(tokens).toHaveCount(1);
  expect(logsQuery(page)).toMatchObject({ filter: '/night/', span: expect.stringContaining('~') });
}

/** What the keys do in the panel is in `entry.spec.ts`. */
async function selectAndSave(page: Page, backend: Backend, ids: readonly string[]): Promise<void> {
  const [first = '', second = '', third = ''] = ids;
  const { top, row, selectAll, box, bar } = logsScreen(page);
  const { panel } = logPanel(page);
  await reach(page, top.getByRole('button').first());
  await presses(page, 'Tab Tab');
  await expect(row(first)).toBeFocused();
  await presses(page, 'ArrowUp');
  await expect(selectAll).toBeFocused();
  await presses(page, 'ArrowDown ArrowDown Enter');
  await expectShown(page, second);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row(second)).toBeFocused();

  await presses(page, 'ArrowUp ArrowRight');
  await expect(box(first)).toBeFocused();
  await presses(page, 'Space ArrowLeft ArrowDown Space Shift+ArrowDown');
  await expect(bar).toContainText('Selected 3 logs');
  await reach(page, bar.getByRole('button', { name: 'Download as JSON' }), 'Shift+Tab');
  const { name, text } = await savedFile(page, () => page.keyboard.press('Enter'));
  const stamp = (minute: number) => hourAgo(3, minute).replace(/[-:. ]/g, '');
  expect(name).toBe(`3_logs_${stamp(30)}_to_${stamp(50)}.json`);
  const stored = await Promise.all(ids.map((id) => backend.api.get(`/api/logs/${id}`)));
  expect(text).toBe(JSON.stringify(stored, null, 2));
  await reach(page, bar.getByRole('button', { name: 'Reset' }));
  await page.keyboard.press('Enter');
  await expect(bar).toHaveCount(0);
  // The bar is gone: the focus goes to the row that had it before.
  await expect(row(third)).toBeFocused();
}

async function filterByValue(page: Page, first: string): Promise<void> {
  const { tokens, row, frame, search } = logsScreen(page);
  const { panel, filter } = logPanel(page);
  await page.keyboard.press('Enter');
  await reach(page, filter('data.status'));
  await expect(filter('data.status')).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'is', exact: true })).toBeFocused();
  await presses(page, 'ArrowDown Enter');
  await expect(panel).toHaveCount(0);
  const token = tokens.filter({ hasText: 'status is not 500' });
  await expect(token).toHaveCount(1);
  await expect(page.getByText('No logs found.')).toBeVisible();
  // The row is no longer there; the focus is still on the screen, not at the top of the page.
  await expectFocusInFrame(page);
  await token.getByRole('button').press('Enter');
  await expect(row(first)).toBeVisible();
  await expectFocusInFrame(page);
  await tokens.getByRole('button').press('Enter');
  await expect(tokens).toHaveCount(0);
  await expectFocusInFrame(page);
  await row(first).focus();
  await reach(page, frame.getByRole('button', { name: 'Clear', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => hashOf(page)).toBe('#/logs');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
}

async function readSlowLists(page: Page, backend: Backend): Promise<void> {
  const name = uniqueName('posts');
  const fields = [field('code'), field('title')];
  const indexes = [`CREATE INDEX idx_${name} ON ${name} (title)`];
  await createCollection(backend.api, { name, listRule: '', fields, indexes });
  const url = (filter: string) => `/api/collections/${name}/records?filter=${encodeURIComponent(filter)}`;
  const times = (filter: string, duration: number) =>
    [1, 2, 3].map((round) => requestLog({ address: url(filter.replace('?', `${round}`)), duration }));
  await onlyLogs(backend, [
    ...times('code="<b>?</b>"', 140),
    ...times('title~"?"', 90),
    ...times('title="?"', 2),
  ]);
  await logsScreen(page).refresh.press('Enter');
  await expectLoaded(page, 9);
  const opener = page.getByRole('button', { name: 'Slow lists…' });
  await opener.focus();
  const answer = gate();
  await page.route(LIST_CALLS, async (route) => {
    await answer.opened;
    await failWith(route, 'Disk is full.');
  });
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Slow lists' });
  await expect(panel.getByRole('button', { name: 'Stop reading' })).toBeVisible();
  answer.open();
  const again = panel.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(LIST_CALLS);
  await again.press('Enter');
  const items = panel.getByRole('list', { name: 'Slow lists' }).locator('> li');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText(/3 requests\s*median 140 ms\s*worst 140 ms/);
  await expect(items.first()).toContainText('code = ?');
  await expect(items.first()).toContainText(`idx_${name} (title)`);
  await expect(items.nth(1)).toContainText('No index to add. A search inside texts (~) reads every record.');
  if (has('hasSql')) {
    await items.first().getByRole('button', { name: 'Why?' }).press('Enter');
    await expect(items.first()).toContainText('For a simplified query');
    await expect(items.first().getByRole('list', { name: 'Plan' })).toContainText(
      `Reads every row of ${name}`,
    );
  }
  await panel.getByRole('button', { name: '500 ms' }).press('Enter');
  await expect(items).toHaveCount(0);
  await panel.getByRole('button', { name: '50 ms', exact: true }).press('Enter');
  await reach(page, items.first().getByRole('button', { name: `Open ${name} in the editor` }));
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: 'Edit collection' });
  await expect(panel).toBeHidden();
  await expect(editor.getByRole('button', { name: '+ New index' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await page.goBack();
  await expect(opener).toBeVisible();
}

test('with the keyboard only: filter, zoom, open, select, download, reset, and read the slow lists', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  expectedProblems.allow(listFailure(500));
  const atNight = (hours: number, minute: number) =>
    requestLog({ status: 500, address: `/night/${minute}` }, { created: hourAgo(hours, minute), level: 8 });
  const ids = await onlyLogs(backend, [
    ...[1, 2, 3].map((minute) => atNight(7, minute)),
    ...[10, 20, 30, 40, 50].map((minute) => atNight(3, minute)),
    requestLog({ address: '/day' }, { created: hourAgo(1, 5) }),
  ]);
  const night = ids.slice(5, 8).toReversed();
  await admin.signIn();
  await page.goto(logsHash());
  await expectLoaded(page, 9);
  await step('[LG-03] the header is in the reading order, and filters', () => filterInHeader(page));
  await step('the table of the chart zooms into the newer of two hours', () => zoomInTable(page));
  await step('[LG-18][LG-21][LG-22][UI-04][UI-11] entries are opened, selected and saved', () =>
    selectAndSave(page, backend, night),
  );
  await step('a value becomes a token, which is removed again', () => filterByValue(page, night[0] ?? ''));
  await step('slow lists name the index that may help, and lead to the editor', () =>
    readSlowLists(page, backend),
  );
});
