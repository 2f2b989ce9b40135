import type { Page } from '@playwright/test';
import { createCollection, field } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, goToHash, hashOf, loginScreen, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { stopClock } from '#tests/support/timers.ts';

const FALLBACK = 'Something went wrong while processing your request.';

const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' });

async function failToLoadSettings(page: Page): Promise<void> {
  await page.route('**/api/settings', (route) => failWith(route, 'Out of order.'));
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await page.goto('/#/collections');
  expect((await warning).text()).toBe('Failed to load app settings.');
  await expect(page).toHaveTitle(/^[^-]+ - Atoll$/);
  await expect(frame(page, 'collections').getByRole('heading', { level: 1 })).not.toHaveText('Collections');
  await expect(toasts(page)).toHaveCount(0);
  // The next screen loads them again.
  await page.unroute('**/api/settings');
  await goToHash(page, '/logs');
  await expect(page).toHaveTitle(/^Logs - .+ - Atoll$/);
}

async function overtakeCall(page: Page, first: string, second: string): Promise<void> {
  const release = Promise.withResolvers<void>();
  const records = `**/api/collections/${first}/records?*`;
  await page.route(records, async (route) => {
    await release.promise;
    await route.abort();
  });
  const requested = page.waitForRequest(records);
  await goToHash(page, `/collections?collectionId=${first}`);
  await requested;
  const cancelled = page.waitForEvent('requestfailed');
  await goToHash(page, `/collections?collectionId=${second}`);
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  release.resolve();
  await expect(page.getByText('Total found: 0')).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
}

async function showFallback(page: Page, records: string): Promise<void> {
  await page.route(records, (route) => route.fulfill({ status: 500, body: '' }));
  await refresh(page).click();
  await expect(toasts(page, 'error')).toHaveText([FALLBACK]);
  await page.unroute(records);
  await page.route(records, (route) => route.abort('connectionrefused'));
  await refresh(page).click();
  await expect(toasts(page, 'error').last()).toHaveText(
    `${FALLBACK} The backend can’t be reached: check that it is running.`,
  );
  await page.unroute(records);
}

async function replaceToasts(page: Page, records: string): Promise<void> {
  // No toast closes on its own, so the order below is that of the messages.
  await stopClock(page);
  const close = toasts(page).getByRole('button', { name: 'Close' });
  for (let left = await close.count(); left > 0; left--) await close.first().click();
  await expect(toasts(page)).toHaveCount(0);
  let message = 'First trouble.';
  await page.route(records, (route) => failWith(route, message));
  await refresh(page).click();
  await expect(toasts(page)).toHaveText(['First trouble.']);
  const before = await toasts(page).first().elementHandle();
  await refresh(page).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => before?.evaluate((node) => node.isConnected)).toBe(false);
  await expect(toasts(page)).toHaveText(['First trouble.']);
  message = 'Second trouble.';
  await expect(refresh(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveText(['First trouble.', 'Second trouble.']);
  await close.first().click();
  await expect(toasts(page)).toHaveText(['Second trouble.']);
  const box = await toasts(page).boundingBox();
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(2);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(720);
  await page.unroute(records);
  await page.clock.resume();
}

/** Holds one of two requests of a screen until the other one was refused, which cancels it. */
async function refuseBeside(
  page: Page,
  { held, refused }: Record<'held' | 'refused', (url: URL) => boolean>,
  status: number,
  open: () => Promise<unknown>,
): Promise<void> {
  const release = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  await page.route(held, async (route) => {
    requested.resolve();
    await release.promise;
    await route.abort();
  });
  await page.route(refused, async (route) => {
    await requested.promise;
    await failWith(route, 'Not for you.', status);
  });
  const cancelled = page.waitForEvent('requestfailed', (request) => held(new URL(request.url())));
  await open();
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  release.resolve();
}

test('failing and refused calls: which messages are shown, what they cancel, and where they lead', {
  tag: '@newer',
}, async ({ page, admin, backend, step, expectedProblems }) => {
  expectedProblems.allow(
    'response 500 GET /api/settings',
    'response 401 GET /api/settings',
    'console warning: Failed to load app settings.',
    /^response (403|500) GET \/api\/collections\/\w+\/records\?.*$/,
    /^request failed GET \/api\/collections\/\w+\/records\?.* net::ERR_CONNECTION_REFUSED$/,
  );
  const fields = [field('title', 'text')];
  const [first = '', second = '', forbidden = ''] = await Promise.all(
    ['overtaken', 'failing', 'zz_forbidden'].map(
      async (name) => (await createCollection(backend.api, { name, fields })).id,
    ),
  );
  const records = `**/api/collections/${second}/records?*`;
  await admin.signIn();
  await step('[SH-12] settings that can’t be loaded only cause a console warning', () =>
    failToLoadSettings(page),
  );
  await step('[ER-05] a call that a newer one cancels shows no message', () =>
    overtakeCall(page, first, second),
  );
  await step('[ER-05][ER-06] a response without a message and a missing one show the fallback', () =>
    showFallback(page, records),
  );
  await step('[ER-03] the same message replaces its toast, the button closes one at once', () =>
    replaceToasts(page, records),
  );
  await step('[ER-09] a 403 cancels all other requests and opens the root', async () => {
    const isList = (url: URL) => url.pathname === `/api/collections/${forbidden}/records`;
    const isCount = (url: URL) => isList(url) && url.searchParams.get('perPage') === '1';
    await refuseBeside(page, { held: isCount, refused: (url) => isList(url) && !isCount(url) }, 403, () =>
      goToHash(page, `/collections?collectionId=${forbidden}`),
    );
    await expect(toasts(page, 'error')).toContainText(['Not for you.']);
    await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
    await expect.poll(() => hashOf(page)).not.toContain(forbidden);
    expect(await storedSession(page)).not.toBeNull();
    await page.unrouteAll({ behavior: 'wait' });
  });
  await step('[ER-08] a 401 of an early request cancels all others and ends the session', async () => {
    const held = ({ pathname }: URL) => pathname === '/api/collections';
    const refused = ({ pathname }: URL) => pathname === '/api/settings';
    await page.goto('about:blank');
    await refuseBeside(page, { held, refused }, 401, () => page.goto('/#/collections'));
    await expect(loginScreen(page).email).toBeVisible();
    expect(hashOf(page)).toBe('#/login');
    await expect(toasts(page)).toHaveText(['Not for you.']);
    expect(await storedSession(page)).toBeNull();
  });
});
