import { createCollection, field, uniqueName } from '#tests/support/factories.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { goToHash, toasts } from '#tests/support/screens.ts';
import { stopClock } from '#tests/support/timers.ts';

const FALLBACK = 'Something went wrong while processing your request.';

test('[ER-03][ER-05][ER-06] messages of failing calls: which are shown, and how they replace each other', async ({
  page,
  admin,
  backend,
  expectedProblems,
}) => {
  const [first = '', second = ''] = await Promise.all(
    ['overtaken', 'failing'].map(async (name) => {
      const schema = [field('title', 'text')];
      return (await createCollection(backend.api, { name: uniqueName(name), schema })).id;
    }),
  );
  await admin.signIn();
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const records = `**/api/collections/${second}/records?*`;

  await test.step('a call that a newer one cancels shows no message', async () => {
    const release = Promise.withResolvers<void>();
    await page.route(`**/api/collections/${first}/records?*`, async (route) => {
      await release.promise;
      await route.abort();
    });
    const requested = page.waitForRequest(`**/api/collections/${first}/records?*`);
    await page.goto(`/#/collections?collectionId=${first}`);
    await requested;
    const cancelled = page.waitForEvent('requestfailed');
    await goToHash(page, `/collections?collectionId=${second}`);
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    release.resolve();
    await expect(page.getByText('Total found: 0')).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step('a response without a message and a missing response show the fallback', async () => {
    expectedProblems.allow(
      /^response 500 GET \/api\/collections\/\w+\/records\?.*$/,
      /^request failed GET \/api\/collections\/\w+\/records\?.* net::ERR_CONNECTION_REFUSED$/,
    );
    await page.route(records, (route) => route.fulfill({ status: 500, body: '' }));
    await refresh.click();
    await expect(toasts(page, 'error')).toHaveText([FALLBACK]);
    await page.unroute(records);
    await page.route(records, (route) => route.abort('connectionrefused'));
    await refresh.click();
    await expect(toasts(page, 'error').last()).toHaveText(
      `${FALLBACK} The backend can’t be reached: check that it is running.`,
    );
    await page.unroute(records);
  });

  await test.step('the same message replaces its toast, another one is added after it, the button closes one at once', async () => {
    // No toast closes on its own, so the order below is that of the messages.
    await stopClock(page);
    const close = toasts(page).getByRole('button', { name: 'Close' });
    for (let left = await close.count(); left > 0; left--) await close.first().click();
    await expect(toasts(page)).toHaveCount(0);
    let message = 'First trouble.';
    await page.route(records, (route) => failWith(route, message));
    await refresh.click();
    await expect(toasts(page)).toHaveText(['First trouble.']);
    const before = await toasts(page).first().elementHandle();
    await refresh.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => before?.evaluate((node) => node.isConnected)).toBe(false);
    await expect(toasts(page)).toHaveText(['First trouble.']);
    message = 'Second trouble.';
    await expect(refresh).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(toasts(page)).toHaveText(['First trouble.', 'Second trouble.']);
    await toasts(page).first().getByRole('button', { name: 'Close' }).click();
    await expect(toasts(page)).toHaveText(['Second trouble.']);

    const box = await toasts(page).boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 640)).toBeLessThan(2);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(720);
  });
});
