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

/** How much longer a list takes without its index, in ms. */
const SLOWNESS = 100;

test('slow lists name the index that helps, which one click adds, measures and takes back, by keyboard only', async ({
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
  const storedIndexes = async () =>
    (await backend.api.get<{ indexes: string[] }>(`/api/collections/${name}`)).indexes;
  await page.route(
    (found) => found.pathname.endsWith('/records'),
    async (route) => {
      const isSlow = (await storedIndexes()).length === 1;
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, SLOWNESS));
      await route.continue();
    },
  );

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

  const add = items.first().getByRole('button', { name: `Add index and measure: ${name} (code)` });
  await reach(page, add);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(`Do you want to add an index on ${name} (code)?`);
  await question.getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(items.first()).toContainText('The index stays.');
  await expect(items.first()).toContainText(/before, .+ with the index: (?:more than )?[\d.]+ times faster/);
  await expect(items.first()).toContainText(/Shortest of 5, without the .+ of an empty request\./);
  expect(await storedIndexes()).toHaveLength(2);
  await checkScreen('[role="dialog"]');
  await expectFitsSmall(page, panel);

  // The focus went to what the result offers.
  await expect(items.first().getByRole('button', { name: 'Take back' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(items.first()).toContainText('Taken back.');
  expect(await storedIndexes()).toEqual([expect.stringContaining('title')]);
  await expect(items.first().getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(opener).toBeFocused();

  // What a closed tab has left is named.
  const planned = { collectionId: 'any', collectionName: name, columns: [{ name: 'code' }] };
  const left = JSON.stringify([{ name: 'idx_left', planned }]);
  await page.evaluate((item) => localStorage.setItem('atollTriedIndexes', item), left);
  await page.reload();
  await opener.press('Enter');
  await expect(panel).toContainText(`idx_left on ${name} (code) is or may be there.`);
  await panel.getByRole('button', { name: 'Keep' }).press('Enter');
  await expect(panel).not.toContainText('idx_left');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
});
