import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { frame, loginScreen, signInByForm } from '../support/screens.ts';

const EDITOR = /\/assets\/hugerte\.[\w-]+\.js$/;

const prefetched = (page: Page) => page.locator('head > link[rel="prefetch"]');

test('[SH-09] the rich-text editor is fetched in the background once signed in, after the records, unrun', async ({
  page,
  backend,
}) => {
  const order: string[] = [];
  page.on('request', (request) => {
    if (EDITOR.test(request.url())) order.push('editor');
    else if (/\/records\?/.test(request.url())) order.push('records');
  });
  await page.goto('/#/login');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const answer = await page.waitForResponse(EDITOR);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['cache-control']).toContain('immutable');
  expect(order.at(-1)).toBe('editor');
  expect(order.filter((name) => name === 'editor')).toHaveLength(1);
  await expect(page.getByText('Total found: 0')).toBeVisible();
  expect(await page.evaluate(() => Reflect.has(window, 'hugerte'))).toBe(false);
});

test('nothing is fetched ahead while signed out', async ({ page }) => {
  await page.clock.install();
  await page.goto('/#/login');
  await expect(loginScreen(page).button).toBeEnabled();
  await page.clock.runFor(60_000);
  await expect(prefetched(page)).toHaveCount(0);
});

for (const [what, connection] of [
  ['a browser told to save data', { saveData: true }],
  ['a connection paid for by the megabyte', { type: 'cellular' }],
  ['a slow connection', { effectiveType: '2g' }],
  ['a good connection', { effectiveType: '4g', saveData: false }],
] as const) {
  const expected = what === 'a good connection' ? 1 : 0;
  test(`${expected ? 'something' : 'nothing'} is fetched ahead over ${what}`, async ({ page, admin }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    await page.clock.install();
    await admin.signIn();
    await page.goto('/#/logs');
    await expect(page.getByRole('button', { name: 'Logged admin menu' })).toBeVisible();
    await expect(frame(page, 'logs')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(60_000);
    await expect(prefetched(page)).toHaveCount(expected);
  });
}
