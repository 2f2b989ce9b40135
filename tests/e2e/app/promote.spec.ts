import { startAtoll } from '#tests/support/atoll.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { createCollection, createRecord, field, textFile, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { expectOutline } from '#tests/support/outline.ts';
import { signIn } from '#tests/support/session.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

test('compares two backends, promotes what was selected by keyboard, and undoes it', async ({
  page,
  backend: staging,
  checkScreen,
  expectedProblems,
}) => {
  const live = await startPocketBase();
  const list = [
    { name: 'Staging', url: staging.url, color: 'amber' },
    { name: 'Live', url: live.url, color: 'red', production: true },
  ];
  const atoll = await startAtoll({ backendUrl: staging.url, env: { ATOLL_BACKENDS: JSON.stringify(list) } });
  try {
    const posts = await createCollection(staging.api, {
      name: uniqueName('titles'),
      schema: [field('title', 'text', { presentable: true }), field('cover', 'file')],
    });
    const record = await createRecord(staging.api, posts.id, {
      id: 'record000000001',
      title: '<img src=x onerror=alert(1)>',
    });
    const collection = await staging.api.get<object>(`/api/collections/${posts.id}`);
    await live.api.request('PUT', '/api/collections/import', {
      collections: [{ ...collection, listRule: 'title = "live"' }],
      deleteMissing: false,
    });
    await staging.api.request('PATCH', `/api/collections/${posts.id}`, { listRule: 'title = "staging"' });
    const stored = () => live.api.get<{ listRule: string }>(`/api/collections/${posts.id}`);
    const panel = page.getByRole('dialog', { name: 'Compare with Live' });
    const question = page.getByRole('alertdialog');
    const answer = async () => {
      const name = question.getByLabel('This is production. To confirm, type Live');
      await name.fill('Live');
      await name.press('Enter');
    };

    const open = async () => {
      await page.getByRole('button', { name: 'Backend Staging' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Compare with Live…' }).press('Enter');
    };

    await test.step('opens from the backends, and asks for a sign-in', async () => {
      await signIn(page, staging, atoll.url);
      await page.goto(`${atoll.url}/#/settings`);
      await open();
      const form = panel.getByRole('form', { name: 'Sign in to Live' });
      await form.getByLabel('Email').fill(live.adminEmail);
      await expectOutline(page, 'promote-sign-in');
      await form.getByLabel('Password').fill('wrong');
      expectedProblems.allow(
        'response 400 POST /backends/Live/api/admins/auth-with-password',
        'response 500 GET /backends/Live/api/settings',
      );
      await page.keyboard.press('Enter');
      await expect(form.getByRole('alert')).toHaveText('Failed to authenticate.');
      await expect(form.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy', 'true');
      await page.route('**/backends/Live/api/settings', (route) => failWith(route, 'The disk is full.'));
      await form.getByLabel('Password').fill(live.adminPassword);
      await checkScreen('[role=dialog]');
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('alert')).toContainText('The backends could not be compared.');
      await expect(panel.getByRole('alert')).toContainText('The disk is full.');
      await page.unroute('**/backends/Live/api/settings');
      await panel.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(panel.getByRole('heading', { name: 'Collections: 1 difference' })).toBeVisible();
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(live.adminPassword);
    });

    await test.step('shows both values, selected by keyboard', async () => {
      await panel.locator('summary', { hasText: posts.name }).press('Enter');
      const table = panel.getByRole('table', { name: 'List/Search rule' });
      await expect(table.getByRole('columnheader')).toHaveText(['Props', 'Live now', 'As in Staging']);
      await expect(table.getByRole('cell')).toHaveText(['title = "live"', 'title = "staging"']);
      await panel.getByRole('checkbox', { name: 'List/Search rule' }).press('Space');
      await panel.getByLabel('Collection', { exact: true }).press('Enter');
      await expect(page.getByRole('listbox', { name: 'Collection' })).toBeVisible();
      await page.keyboard.type(posts.name);
      await page.keyboard.press('Enter');
      await panel.getByRole('button', { name: 'Compare records' }).press('Enter');
      await panel.getByRole('checkbox', { name: 'onerror' }).press('Space');
      await expect(panel.getByText('2 differences selected')).toBeVisible();
      await expectOutline(page, 'promote-selected');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await checkScreen('[role=dialog]');
      }
      await expectFitsSmall(page, panel);
    });

    await test.step('promotes after the name of the target was typed, and saves what was there before', async () => {
      const download = page.waitForEvent('download');
      await panel.getByRole('button', { name: 'Promote' }).press('Enter');
      expectedProblems.allow(/^response 502 \w+ \/backends\/Live\/api\/.*$/);
      await page.route('**/backends/Live/**/records', async (route) => {
        await live.kill();
        await route.continue();
      });
      await answer();
      await expect(
        panel.getByText('The backend can’t be reached. This goes on when it is back.', { exact: true }),
      ).toBeVisible();
      await page.unrouteAll();
      await live.restart();
      expect((await download).suggestedFilename()).toMatch(/^before-promote-Live-.*\.json$/);
      await expect(panel.getByText('Promoted to Live: 1 collection, 1 record.')).toBeVisible();
      await expect(panel.getByRole('heading', { name: 'Collections: no differences' })).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Promote' })).toBeDisabled();
      await expect(panel.getByRole('button', { name: 'Promote' })).toBeFocused();
      await expectOutline(page, 'promote-done');
      expect((await stored()).listRule).toBe('title = "staging"');
      expect(live.sql(`SELECT title FROM ${posts.name}`)).toEqual([
        { title: '<img src=x onerror=alert(1)>' },
      ]);
    });

    await test.step('takes everything back, also after the panel was closed', async () => {
      await panel.getByRole('button', { name: 'Close' }).last().press('Enter');
      await expect(panel).toBeHidden();
      await open();
      await expect(panel.getByText('The last changes can be undone.')).toBeVisible();
      await panel.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
      await answer();
      await expect(panel.getByText('What was promoted to Live was taken back.')).toBeVisible();
      await expect(panel.getByRole('heading', { name: 'Collections: 1 difference' })).toBeVisible();
      expect((await stored()).listRule).toBe('title = "live"');
      expect(live.sql(`SELECT id FROM ${posts.name}`)).toEqual([]);
    });

    await test.step('selects what a difference needs, and all of a collection', async () => {
      const { schema } = await staging.api.get<{ schema: object[] }>(`/api/collections/${posts.id}`);
      await staging.api.request('PATCH', `/api/collections/${posts.id}`, {
        viewRule: 'done = true',
        schema: [...schema, { ...field('done', 'bool'), id: 'done0001' }],
      });
      await createRecord(live.api, posts.id, { id: record.id, title: 'Other' });
      await createRecord(staging.api, posts.id, {
        id: 'record000000002',
        title: 'Second',
        cover: textFile(),
      });
      const swap = panel.getByRole('button', { name: 'Swap' });
      await swap.press('Enter');
      await expect(panel.getByText('From Live to Staging', { exact: true })).toBeVisible();
      await swap.press('Enter');
      await expect(panel.getByText('From Staging to Live (production)', { exact: true })).toBeVisible();
      await panel.locator('summary', { hasText: posts.name }).press('Enter');
      const all = panel.getByRole('checkbox', { name: `All of ${posts.name}` });
      const rule = panel.getByRole('checkbox', { name: 'View rule' });
      const added = panel.getByRole('checkbox', { name: 'Field done' });
      await expect(rule).toHaveAccessibleDescription(`Needs: ${posts.name}: Field done. Selected with it.`);
      await expect(added).toHaveAccessibleDescription('');
      await expect(all).not.toBeChecked();
      await rule.press('Space');
      await expect(added).toBeChecked();
      await expect(all).toBeChecked({ indeterminate: true });
      await all.press('Space');
      await expect(panel.getByText('3 differences selected')).toBeVisible();
      await expect(all).toBeChecked();
      await all.press('Space');
      await expect(rule).not.toBeChecked();
    });

    await test.step('says what of the records differs, and what was not done', async () => {
      await panel.getByLabel('Collection', { exact: true }).press('Enter');
      await page.getByRole('option', { name: posts.name }).click();
      const compareRecords = panel.getByRole('button', { name: 'Compare records' });
      const counts = panel.locator('summary').getByRole('status');
      expectedProblems.allow(/^response 500 GET \/backends\/Live\/api\/collections\/\w+\/records\?.*$/);
      await page.route('**/backends/Live/**/records?*', (route) => failWith(route, 'The disk is full.'));
      await compareRecords.press('Enter');
      await expect(counts).toHaveText('Stopped. 0 new, 0 changed, 0 only there, 0 equal');
      await page.unroute('**/backends/Live/**/records?*');
      await compareRecords.press('Enter');
      await expect(counts).toHaveText('1 new, 1 changed, 0 only there, 0 equal');
      await panel.getByRole('checkbox', { name: `All 2 of ${posts.name}` }).press('Space');
      await expect(panel.getByText('2 differences selected')).toBeVisible();
      await expectOutline(page, 'promote-records');
      expectedProblems.allow(
        /^response 400 POST \/backends\/Live\/api\/collections\/\w+\/records$/,
        // The undo deletes what may have been created.
        /^response 404 DELETE \/backends\/Live\/api\/collections\/\w+\/records\/record000000002$/,
      );
      await page.route('**/backends/Live/**/records', (route) => failWith(route, 'Not today.', 400));
      const download = page.waitForEvent('download');
      await panel.getByRole('button', { name: 'Promote' }).press('Enter');
      await answer();
      await expect(panel.getByText('Promoted to Live: 1 record.')).toBeVisible();
      await expect(panel.getByRole('list', { name: 'Not done' }).getByRole('listitem')).toHaveText([
        'Second: Not today.',
      ]);
      await page.unroute('**/backends/Live/**/records');
      const file = await (await download).path();
      const undoFile = panel.getByRole('button', { name: 'Undo from a file…' });
      await undoFile.focus();
      await panel.locator('input[type=file]').setInputFiles(file);
      await answer();
      await expect(panel.getByText('What was promoted to Live was taken back.')).toBeVisible();
      await expect(undoFile).toBeEnabled();
      await expect(undoFile).toBeFocused();
      expect(live.sql(`SELECT title FROM ${posts.name}`)).toEqual([{ title: 'Other' }]);
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    });
  } finally {
    await page.goto('about:blank');
    await atoll.stop();
    await live.stop();
  }
});
