import type { Page } from '@playwright/test';
import { requestUrl } from '#domain/backend/request.ts';
import { createRecord } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { contentOf, createArticles, openRich } from '#tests/support/records/rich-text.ts';
import {
  appSidebar,
  avatarButton,
  frame,
  loginScreen,
  openAvatarMenu,
  signInByForm,
  toasts,
} from '#tests/support/screens.ts';
import { proofRequest } from '#wire/guests.ts';

/**
 * What the live updates of a list request once the browser is idle, what a page asks again and again, also whose session
 * it is, and the counts of levels, which are requested once there are entries.
 */
const LATER = /\/api\/(realtime|health)|perPage=500|\/logs\/stats\?.*level/;
const PROOF = requestUrl(proofRequest);

/** Addresses of the requests for data that a page sends, in their order, without the origin. */
function followRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const url = pathname + search;
    if (pathname.startsWith('/api/') && !LATER.test(url) && url !== PROOF) urls.push(url);
  });
  return urls;
}

const FILES = {
  editor: /\/assets\/RichText\.[\w-]+\.js$/,
  document: /\/rich-text\.html\?v=[\w-]+$/,
} as const;

/** HugeRTE alone is larger, in transferred bytes. */
const MIN_BYTES = 200_000;

const SCREENS = [
  ['collections', 'collections', /^Total found: /, 4],
  ['logs', 'logs', /^Found \d+ log|^No logs found/, 3],
  ['settings/admins', 'settings-admins', /^Total found: /, 2],
  ['settings/export-collections', 'settings-export', 'Select all', 2],
] as const;

/** Before the code of the screen, and once. */
async function expectEarly(page: Page, requested: string[]): Promise<void> {
  let held = Promise.withResolvers<void>();
  // The code arrives only after all requests for data were sent.
  await page.route(/\/assets\/core\.[\w-]+\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  for (const [hash, name, text, count] of SCREENS) {
    await page.goto('about:blank');
    requested.length = 0;
    held = Promise.withResolvers<void>();
    const opened = page.goto(`/#/${hash}`, { waitUntil: 'commit' });
    await expect.poll(() => requested.length, { message: hash }).toBe(count);
    held.resolve();
    await opened;
    await expect(frame(page, name).getByText(text).first()).toBeVisible();
    await expect(frame(page, name).locator('[data-skeleton]')).toHaveCount(0);
    expect(requested, `${hash}: sent twice`).toHaveLength(count);
  }
  await page.unrouteAll({ behavior: 'wait' });
}

async function expectRecordsBeforeCollections(page: Page, requested: string[]): Promise<void> {
  // After a reload the collection is known before the collections arrive.
  await page.goto('/#/collections');
  await expect(page).toHaveURL(/collectionId=/);
  await expect(frame(page, 'collections').getByText(/^Total found: /)).toBeVisible();
  requested.length = 0;
  const collections = Promise.withResolvers<void>();
  await page.route('**/api/collections?*', async (route) => {
    await collections.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => requested.filter((url) => url.includes('/records?')).length).toBe(2);
  collections.resolve();
  await expect(frame(page, 'collections').getByText(/^Total found: /)).toBeVisible();
  await expect(frame(page, 'collections').locator('[data-skeleton]')).toHaveCount(0);
  expect(requested).toHaveLength(4);
  await page.unrouteAll({ behavior: 'wait' });
}

/** Also when the code of the screen is missing. */
async function expectLaterMenu(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const order: string[] = [];
    Object.assign(window, { hydrated: order });
    document.addEventListener(
      'astro:hydrate',
      ({ target }) => order.push(JSON.parse((target as Element).getAttribute('opts') ?? '{}').value),
      true,
    );
  });
  const order = () => page.evaluate((): string[] => Reflect.get(window, 'hydrated'));
  await page.goto('about:blank');
  await page.goto('/#/collections');
  await expect.poll(async () => (await order()).length).toBe(7);
  // The toasts are for all screens.
  expect((await order()).slice(0, 2).sort()).toEqual(['*', 'collections']);
  expect((await order()).slice(2).every((value) => value.endsWith(' later'))).toBe(true);

  await page.route(/\/assets\/BackupsPage\./, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto('/#/settings/backups');
  await expect(page.getByRole('alert')).toContainText('A part of the page could not be loaded');
  const menu = await openAvatarMenu(page);
  await expect(menu.getByText('Logout')).toBeVisible();
  await expect(appSidebar(page)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
}

async function expectWholeTexts(page: Page): Promise<void> {
  const read = async (path: string) => (await page.request.get(path)).text();
  const home = await read('/');
  const frames = [...home.matchAll(/data-frames="([^"]+)" data-file="([^"]+)"/g)];
  const html = [
    home,
    ...(await Promise.all(frames.map(([, name, hash]) => read(`/assets/${name}.${hash}.txt`)))),
  ].join();
  expect(html.match(/(class|data-tooltip|aria-label)="[^"]*(undefined|NaN|\[object)[^"]*"/g)).toBeNull();
  expect(html).toContain('data-tooltip="Look for new logs every few seconds"');
}

test('the data of a screen is requested before its code, and the menu hydrates after the screen', async ({
  page,
  admin,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^request failed GET \/assets\/BackupsPage\.[\w-]+\.js(\?astro-retry=\d+)? net::ERR_FAILED$/,
    /^console error: \[astro-island\] Error hydrating \.\/assets\/BackupsPage\..*$/,
  );
  await admin.signIn();
  const requested = followRequests(page);
  await step('[SH-12][CS-01][RL-01][RL-02][LG-12][LG-23][AD-02][BK-02][EX-02] before its code, once', () =>
    expectEarly(page, requested),
  );
  await step('[RL-01][RL-02] records after a reload before the collections arrive', () =>
    expectRecordsBeforeCollections(page, requested),
  );
  await step('[SH-01][SH-03] the menu hydrates after the screen', () => expectLaterMenu(page));
  await step('the page that arrives has a value for everything it shows', () => expectWholeTexts(page));
});

test.describe('prefetching', () => {
  test.use({ savesData: false });

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
    const prefetched = Object.values(FILES).map((pattern) => page.waitForResponse(pattern));
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    const responses = await Promise.all(prefetched);
    for (const response of responses) {
      expect(response.status()).toBe(200);
      expect(response.headers()['cache-control']).toContain('immutable');
    }
    const sent = await Promise.all(responses.map((response) => response.request().sizes()));
    expect(sent.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeGreaterThan(MIN_BYTES);
    expect(order.slice(order.lastIndexOf('records') + 1).sort()).toEqual(Object.keys(FILES).sort());
    await expect(page.getByText(/^Total found: /)).toBeVisible();
    expect(await page.evaluate(() => Reflect.has(window, 'hugerte'))).toBe(false);

    const hasActions = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => /BulkActions/.test(name)),
      );
    expect(await hasActions()).toBe(false);
    await page.getByRole('grid').hover();
    await expect.poll(hasActions, { message: 'the actions of a selection are there before it' }).toBe(true);

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

  test('nothing is prefetched while signed out, or over a metered connection', async ({ page, admin }) => {
    const prefetched: string[] = [];
    page.on('request', (request) => {
      if (Object.values(FILES).some((pattern) => pattern.test(request.url()))) prefetched.push(request.url());
    });
    await page.clock.install();
    await page.goto('/#/login');
    await expect(loginScreen(page).button).toBeEnabled();
    await page.clock.runFor(60_000);
    expect(prefetched).toEqual([]);

    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    await admin.signIn();
    await page.goto('/#/logs');
    await expect(avatarButton(page)).toBeVisible();
    await expect(frame(page, 'logs')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.clock.runFor(60_000);
    expect(prefetched).toEqual([]);
  });
});
