import { startAtoll } from '#tests/support/atoll.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame } from '#tests/support/screens.ts';

test('the installer warns when others can reach it before its owner', async ({ page, startSite, axe }) => {
  const { backend, atoll } = await startSite({ from: 'empty' });
  const note = frame(page, 'installer').getByRole('note');
  const requested = page.waitForResponse(/\/_\/\?installer$/);
  await page.goto(atoll.url);
  expect((await requested).headers()).not.toHaveProperty('x-atoll-open');
  await expect(page.getByRole('button', { name: 'Create and login' })).toBeEnabled();
  await expect(note).toHaveCount(0);

  const open = await startAtoll({ backendUrl: backend.url, host: '0.0.0.0' });
  await page.goto(open.url.replace('0.0.0.0', '127.0.0.1'));
  await expect(note).toContainText('Its first visitor becomes the administrator.');
  await expect(note).toContainText('pocketbase admin create EMAIL PASSWORD');
  await axe();
  await page.close();
  await open.stop();
});
