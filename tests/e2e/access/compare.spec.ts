import type { Page } from '@playwright/test';
import { accessOf, choose, pick, seedTasks, tryPanel } from '#tests/support/access.ts';
import { PASSWORD } from '#tests/support/accounts.ts';
import { typeCode } from '#tests/support/collections/editor.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine, testedLine } from '#tests/support/lines.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';

/** The results side by side, by the names of those who asked. */
const resultOf = (page: Page, name: string | RegExp) => tryPanel(page).getByRole('region', { name });

async function openTry(page: Page): Promise<void> {
  await accessOf(page).getByRole('button', { name: 'Try as' }).click();
  await choose(page, 'Collection', 'tasks');
  await tryPanel(page).getByRole('button', { name: 'Compare with a user' }).click();
  await choose(page, 'Compared with', 'people');
  await pick(page, /^User:/, /ann/);
}

/** Replaces the values of a change. */
const typeValues = (page: Page, text: string): Promise<void> =>
  typeCode(tryPanel(page).getByRole('textbox', { name: 'Values (JSON)' }), text);

test('[BY-02] [BY-03] [BY-06] A guest and a user are compared, also in changes that the backend takes back', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  await seedTasks(backend);
  const rule = { updateRule: 'owner = @request.auth.id' };
  await backend.api.patch('/api/collections/tasks', rule);
  await admin.signIn();
  await page.goto('/#/access');
  const panel = tryPanel(page);
  const attempt = () => panel.getByRole('button', { name: 'Try', exact: true }).click();
  const inBoth = async (guest: string | RegExp, user: string | RegExp) => {
    await expect(resultOf(page, 'Guest')).toContainText(guest);
    await expect(resultOf(page, /ann/)).toContainText(user);
  };

  await step('two lists side by side', async () => {
    await openTry(page);
    if (testedLine === 'pb22') {
      await panel.getByLabel('Password of this user').fill(PASSWORD);
      await panel.getByRole('button', { name: 'Sign in' }).click();
      await expect(panel).toContainText('Signed in as this user.');
    }
    await attempt();
    await inBoth('0 records let through', '1 record let through');
    const [left, right] = [resultOf(page, 'Guest'), resultOf(page, /ann/)];
    const tops = async () => [(await left.boundingBox())?.y, (await right.boundingBox())?.y];
    const [a, b] = await tops();
    expect(a).toBe(b);
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(async () => ((await tops())[1] ?? 0) > ((await tops())[0] ?? 0)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await step('without batches, changes are estimated, and the panel says why', async () => {
    await choose(page, 'What', 'Update');
    await pick(page, /^Record:/, /Mine/);
    await expect(panel).toContainText(
      onLine('this one has no batches', 'are off in the application settings'),
    );
    await attempt();
    await inBoth('This record: Refused', 'This record: Allowed');
    await page.keyboard.press('Escape');
  });

  await step(
    'with batches they are sent, and nothing of them stays',
    async () => {
      // Each is made to fail.
      expectedProblems.allow('response 400 POST /api/batch');
      await storeSettings(backend.api, { 'batch.isEnabled': true });
      const stored = () => backend.api.get('/api/collections/tasks/records?sort=id');
      const before = await stored();
      await openTry(page);
      await choose(page, 'What', 'Update');
      await pick(page, /^Record:/, /Mine/);
      await expect(panel).toContainText('the backend takes all of it back');
      await typeValues(page, '{"title": "Changed"}');
      await attempt();
      await inBoth(/Refused.*wasn't found/, 'This record: Allowed');
      await typeValues(page, '{"title": ""}');
      await attempt();
      await inBoth(/Refused/, /not stored.*title: Cannot be blank/);
      await typeValues(page, '{"title":');
      await attempt();
      await expect(panel).toContainText('Enter a JSON object');
      await choose(page, 'What', 'Create');
      await typeValues(page, '{"title": "New"}');
      await attempt();
      await inBoth('This new record: Allowed', 'This new record: Allowed');
      expect(await stored()).toEqual(before);
    },
    'hasBatch',
  );
});
