import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { reach } from '#tests/support/keys.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { LIST_CALLS, listFailure, logsHash, logsScreen } from '#tests/support/logs/page.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { gate } from '#tests/support/records/page.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

test('slow lists name the index that may help, and lead to the editor, by keyboard only', async ({
  page,
  backend,
  admin,
  checkScreen,
  expectedProblems,
}) => {
  const name = uniqueName('posts');
  const schema = [field('code'), field('title')];
  const indexes = [`CREATE INDEX idx_${name} ON ${name} (title)`];
  await createCollection(backend.api, { name, listRule: '', schema, indexes });
  const url = (filter: string) => `/api/collections/${name}/records?filter=${encodeURIComponent(filter)}`;
  const times = (filter: string, execTime: number) =>
    [1, 2, 3].map((round) => requestLog({ url: url(filter.replace('?', `${round}`)), execTime }));
  await onlyLogs(backend, [
    ...times('code="<b>?</b>"', 140),
    ...times('title~"?"', 90),
    ...times('title="?"', 2),
  ]);
  await admin.signIn();
  await page.goto(logsHash());
  await expect(logsScreen(page).found).toBeVisible();
  const opener = page.getByRole('button', { name: 'Slow lists…' });
  await opener.focus();
  expectedProblems.allow(listFailure(500));
  const answer = gate();
  await page.route(LIST_CALLS, async (route) => {
    await answer.opened;
    await failWith(route, 'Disk is full.');
  });
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Slow lists' });
  await expectOutline(page, 'slow-lists-reading', { root: panel });
  answer.open();
  const again = panel.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await expectOutline(page, 'slow-lists-failed');
  await page.unroute(LIST_CALLS);
  await again.press('Enter');
  const items = panel.getByRole('list', { name: 'Slow lists' }).locator('> li');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText(/3 requests\s*median 140 ms\s*worst 140 ms/);
  await expect(items.first()).toContainText('code = ?');
  await expect(items.first()).toContainText(`idx_${name} (title)`);
  await expect(items.nth(1)).toContainText('No index to add. A search inside texts (~) reads every record.');
  await expectOutline(page, 'slow-lists');
  await panel.getByRole('button', { name: '500 ms' }).click();
  await expectOutline(page, 'slow-lists-none');
  await panel.getByRole('button', { name: '50 ms', exact: true }).click();
  await checkScreen('[role="dialog"]');

  await expectFitsSmall(page, panel);
  await page.setViewportSize({ width: 1280, height: 800 });

  await reach(page, items.first().getByRole('button', { name: `Open ${name} in the editor` }));
  await page.keyboard.press('Enter');
  const editor = page.getByRole('dialog', { name: 'Edit collection' });
  await expect(editor).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(editor.getByRole('button', { name: '+ New index' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await page.goBack();
  await expect(opener).toBeVisible();
});
