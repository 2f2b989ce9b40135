import type { Page } from '@playwright/test';
import { createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { contentOf, createArticles, openRich } from '#tests/support/records/rich-text.ts';
import { frame, loginScreen, signInByForm } from '#tests/support/screens.ts';

test.use({ savesData: false });

const FILES = {
  editor: /\/assets\/RichText\.[\w-]+\.js$/,
  document: /\/rich-text\.html\?v=[\w-]+$/,
} as const;

/** HugeRTE alone is larger, in transferred bytes. */
const MIN_BYTES = 200_000;

const prefetched = (page: Page) => page.locator('head > link[rel="prefetch"]');

test('[SH-09] the whole rich-text editor is prefetched after sign-in without running; a field uses the fetched files', async ({
  page,
  backend,
}) => {
  const articles = await createArticles(backend.api);
  const record = await createRecord(backend.api, articles.id, { title: 'One', body: '<p>Hello</p>' });
  const order: string[] = [];
  page.on('request', (request) => {
    for (const [name, pattern] of Object.entries(FILES)) if (pattern.test(request.url())) order.push(name);
    // The list itself; its live updates begin when the browser is idle, as the prefetching does.
    if (/\/records\?.*\bperPage=(1|40)\b/.test(request.url())) order.push('records');
  });
  await page.goto('/#/login');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const responses = await Promise.all(Object.values(FILES).map((pattern) => page.waitForResponse(pattern)));
  for (const response of responses) {
    expect(response.status()).toBe(200);
    expect(response.headers()['cache-control']).toContain('immutable');
  }
  const sent = await Promise.all(responses.map((response) => response.request().sizes()));
  expect(sent.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeGreaterThan(MIN_BYTES);
  expect(order.slice(order.lastIndexOf('records') + 1).sort()).toEqual(Object.keys(FILES).sort());
  await expect(page.getByText(/^Total found: /)).toBeVisible();
  expect(await page.evaluate(() => Reflect.has(window, 'hugerte'))).toBe(false);

  const since = await page.evaluate(() => performance.now());
  const panel = await openRich(page, articles, record);
  await expect(contentOf(panel)).toHaveText('Hello');
  const loaded = await page.evaluate(
    (start) =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime > start)
        .map((entry): { name: string; transferSize: number } => entry.toJSON()),
    since,
  );
  for (const pattern of Object.values(FILES)) {
    const sizes = loaded.filter(({ name }) => pattern.test(name)).map(({ transferSize }) => transferSize);
    expect(new Set(sizes), `bytes from the network for ${pattern}`).toEqual(new Set([0]));
  }
});

test('nothing is prefetched while signed out', async ({ page }) => {
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
  const isGood = what === 'a good connection';
  test(`${isGood ? 'files are' : 'nothing is'} prefetched over ${what}`, async ({ page, admin }) => {
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
    if (isGood) await expect(prefetched(page)).not.toHaveCount(0);
    else await expect(prefetched(page)).toHaveCount(0);
  });
}
