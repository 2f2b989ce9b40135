import { toStamp } from '#scripts/lib/bulk.ts';
import { createCollection, createRecord, field } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { appSidebar, frame, goToHash, hashOf, openAvatarMenu } from '#tests/support/screens.ts';
import { makeBackup } from '#tests/support/settings/backups.ts';
import { storeSettings } from '#tests/support/settings/stored.ts';

test('Home is the first screen once it is chosen, and each of its cards says what to look at', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  await makeBackup(backend, 'nightly.zip');
  await storeSettings(backend.api, { 'backups.schedule': '0 0 * * 0', 'backups.keep': 3 });
  const posts = await createCollection(backend.api, {
    name: 'posts',
    fields: [field('title', 'text')],
    listRule: '',
    createRule: '',
  });
  const post = await createRecord(backend.api, posts.id, { title: '<b>Newest</b>' });
  // Changes of the settings remove entries.
  const [errorId] = await onlyLogs(backend, [
    requestLog({ address: '/api/failing', status: 500 }, { level: 8, created: toStamp(Date.now()) }),
    requestLog(
      { address: '/api/own', status: 500, who: 'administrator' },
      { level: 8, created: toStamp(Date.now()) },
    ),
    requestLog({ address: '/api/fine' }, { created: toStamp(Date.now()) }),
  ]);
  await admin.signIn();
  const home = frame(page, 'home');
  const card = (name: string) => home.getByRole('region', { name });

  await step('an address without a path opens the collections until Home is chosen', async () => {
    await page.goto('/');
    await expect(frame(page, 'collections')).toBeVisible();
    const menu = await openAvatarMenu(page);
    const choice = menu.getByRole('menuitemcheckbox', { name: 'Start at Home' });
    await expect(choice).toHaveAttribute('aria-checked', 'false');
    await choice.click();
    await expect(choice).toHaveAttribute('aria-checked', 'true');
    await menu.getByRole('menuitem', { name: 'Home' }).click();
    await expect(home).toBeVisible();
    await goToHash(page, '/settings');
    await appSidebar(page).getByRole('link', { name: 'Atoll, home' }).click();
    await expect(home).toBeVisible();
    expect(hashOf(page)).toBe('#/home');
    await page.goto('about:blank');
    await page.goto('/');
    await expect(page).toHaveTitle('Home - Acme - Atoll');
    expect(hashOf(page)).toBe('#/home');
  });

  await step('the cards, which lead to the places', async () => {
    const errors = card('Errors today');
    const all = errors.getByRole('link', { name: '1 error', exact: true });
    await expect(all).toBeVisible();
    await expect(errors.getByRole('listitem')).toHaveText([/GET \/api\/failing/]);
    await expect(card('Newest records').getByRole('listitem').first()).toHaveText(
      /^<b>Newest<\/b>posts · 1 in all(\d+ s ago|now)$/,
    );
    await expect(card('Backups')).toContainText('nightly.zip');
    await expect(card('Backups')).toContainText('At 00:00 on Sunday UTC');
    await expect(card('Open to anyone').getByRole('listitem')).toHaveText([
      'usersCreate',
      'postsList/Search, Create',
    ]);
    await expect(card('To check')).toContainText('The application URL is still http://localhost:8090');
    await errors.getByRole('listitem').getByRole('link').click();
    await expect(page.getByRole('dialog')).toContainText(String(errorId));
    await page.goBack();
    await all.click();
    await expect(frame(page, 'logs').getByRole('row', { name: /failing/ })).toBeVisible();
    await expect(frame(page, 'logs').getByRole('row', { name: /fine|own/ })).toHaveCount(0);
    await page.goBack();
    await card('Newest records').getByRole('link').first().click();
    await expect.poll(() => hashOf(page)).toContain(`recordId=${post.id}`);
    await page.goBack();
  });

  await step('one that fails leaves the others, and is loaded again', async () => {
    expectedProblems.allow('response 500 GET /api/backups', /^response 500 GET \/api\/logs(\/stats)?\?.*$/);
    await page.route(/\/api\/(backups|logs)/, (route) => failWith(route, 'Disk is full.'));
    await page.reload();
    for (const name of ['Backups', 'Errors today'])
      await expect(card(name).getByRole('alert')).toContainText('Disk is full.');
    await expect(card('Open to anyone')).toContainText('posts');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await card('Backups').getByRole('button', { name: 'Try again' }).click();
    await expect(card('Backups')).toContainText('nightly.zip');
    await expect(page.locator('body')).not.toBeFocused();
  });

  await step('more errors are counted, and none is good news', async () => {
    const failing = requestLog(
      { address: '/api/failing', status: 500 },
      { level: 8, created: toStamp(Date.now()) },
    );
    const refresh = home.getByRole('button', { name: 'Refresh' });
    await onlyLogs(backend, [failing, failing]);
    await refresh.click();
    await expect(card('Errors today').getByRole('link', { name: '2 errors', exact: true })).toBeVisible();
    await onlyLogs(backend, []);
    await refresh.click();
    await expect(card('Errors today')).toContainText('No errors today.');
  });
});
