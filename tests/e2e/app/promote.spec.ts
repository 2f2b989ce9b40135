import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import { startPocketBase } from '#tests/support/backend.ts';
import { createCollection, field, uniqueName, updateCollection } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { signIn } from '#tests/support/session.ts';
import { checkState } from '#tests/support/walk.ts';

test('compares two backends, and promotes what was selected by keyboard after a backup', async ({
  page,
  backend: staging,
  step,
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
      fields: [field('title', 'text', { isPresentable: true })],
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

    await step('opens from the backends, and asks for a sign-in', async () => {
      await signIn(page, staging, atoll.url, 'Staging');
      await page.goto(`${atoll.url}/#/settings`);
      await open();
      const form = panel.getByRole('form', { name: 'Sign in to Live' });
      await form.getByLabel('Email').fill(live.adminEmail);
      await form.getByLabel('Password').fill('wrong');
      expectedProblems.allow(
        new RegExp(`^response 400 POST /backends/Live@\\w+${ADMIN_CALLS.signIn}$`),
        /^response 500 GET \/backends\/Live@\w+\/api\/settings$/,
      );
      await page.keyboard.press('Enter');
      await expect(form.getByRole('alert')).toHaveText('Failed to authenticate.');
      await expect(form.getByRole('button', { name: 'Sign in' })).not.toHaveAttribute('aria-busy', 'true');
      await page.route('**/backends/Live@*/api/settings', (route) => failWith(route, 'The disk is full.'));
      await form.getByLabel('Password').fill(live.adminPassword);
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('alert')).toContainText('The backends could not be compared.');
      await expect(panel.getByRole('alert')).toContainText('The disk is full.');
      await page.unroute('**/backends/Live@*/api/settings');
      await panel.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect(panel.getByRole('heading', { name: 'Collections: 1 difference' })).toBeVisible();
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(live.adminPassword);
    });

    await step('shows both values, selected by keyboard', async () => {
      await panel.locator('summary', { hasText: posts.name }).press('Enter');
      const table = panel.getByRole('table', { name: 'List/Search rule' });
      await expect(table.getByRole('columnheader')).toHaveText(['Props', 'Live now', 'As in Staging']);
      await expect(table.getByRole('cell')).toHaveText(['title = "live"', 'title = "staging"']);
      await panel.getByRole('checkbox', { name: 'List/Search rule' }).press('Space');
      await expect(panel.getByText('1 difference selected')).toBeVisible();
      await checkState(page, 'promote');
    });

    await step('makes a backup, and promotes after the name of the target was typed', async () => {
      await panel.getByRole('button', { name: 'Make a backup of Live first' }).press('Enter');
      await expect(panel.getByText('A backup of Live was made.')).toBeVisible();
      await panel.getByRole('button', { name: 'Promote' }).press('Enter');
      await answer();
      await expect(panel.getByText('Promoted to Live: 1 collection.')).toBeVisible();
      await expect(panel.getByRole('heading', { name: 'Collections: no differences' })).toBeVisible();
      await expect(panel.getByRole('button', { name: 'Promote' })).toBeDisabled();
      await expect(panel.getByRole('button', { name: 'Promote' })).toBeFocused();
      expect((await stored()).listRule).toBe('title = "staging"');
      expect(await live.api.get('/api/backups')).toHaveLength(1);
    });

    await step('selects what a difference needs, and all of a collection', async () => {
      await updateCollection(staging.api, posts.id, ({ fields }) => ({
        viewRule: 'done = true',
        fields: [...fields, { ...field('done', 'bool'), id: 'done0001' }],
      }));
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
      await expect(panel.getByText('2 differences selected')).toBeVisible();
      await expect(all).toBeChecked();
      await all.press('Space');
      await expect(rule).not.toBeChecked();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
    });
  } finally {
    await page.goto('about:blank');
    await atoll.stop();
    await live.stop();
  }
});
