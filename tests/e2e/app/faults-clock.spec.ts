import type { Page } from '@playwright/test';
import { shiftClock } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import { frame, hashOf, loginScreen, signInByForm, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { adminsScreen } from '#tests/support/settings/admins.ts';

const HOUR = 3_600_000;

/** Counts the sign-ins, of which an endless loop would send many. */
function countSignIns(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/auth-with-password')) count += 1;
  });
  return () => count;
}

/** The age of a new entry by the backend's clock. */
const NEW = /^(now|\d+ s ago)$/;

for (const [what, offset] of [
  ['fast', HOUR],
  ['slow', -HOUR],
] as const) {
  test(`an admin whose clock is an hour ${what} signs in, works and stays signed in`, async ({
    page,
    backend,
  }) => {
    await onlyLogs(backend, [requestLog()]);
    await shiftClock(page, offset);
    const signIns = countSignIns(page);
    await page.goto('/#/settings/admins');
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    const { rows } = adminsScreen(page);
    await expect(rows).toHaveCount(1);
    await page.goto('/#/logs');
    await expect(frame(page, 'logs').getByText(NEW)).toBeVisible();
    await page.reload();
    await expect(frame(page, 'logs').getByText(NEW)).toBeVisible();
    expect(signIns()).toBe(1);
    await expect(toasts(page)).toHaveCount(0);
  });
}

test('a clock that is fast by more than a session lasts: the sign-in says so and does not loop', async ({
  page,
  startSite,
}) => {
  const { backend, atoll } = await startSite();
  await backend.api.patch('/api/settings', { adminAuthToken: { duration: 1800 } });
  await shiftClock(page, HOUR);
  const signIns = countSignIns(page);
  await page.goto(`${atoll.url}/#/logs`);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(toasts(page, 'error')).toContainText('The clock of this device seems to be wrong');
  const { email, password, button } = loginScreen(page);
  await expect(button).toBeEnabled();
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue(backend.adminPassword);
  expect(hashOf(page)).toBe('#/login');
  expect(await storedSession(page)).toBeNull();
  expect(signIns()).toBe(1);
});

test('a clock that is slow: a session that the backend ends earlier leads to the sign-in, once', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow(
    /^response 401 GET \/api\/admins\?.*$/,
    // By this clock, the session is near its end.
    'response 401 POST /api/admins/auth-refresh',
  );
  const { backend, atoll } = await startSite();
  await backend.api.patch('/api/settings', { adminAuthToken: { duration: 5 } });
  await shiftClock(page, -HOUR);
  const signIns = countSignIns(page);
  await page.goto(`${atoll.url}/#/settings/admins`);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const { rows, refresh } = adminsScreen(page);
  await expect(rows).toHaveCount(1);
  const token = (await storedSession(page))?.token ?? '';
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  await expect.poll(() => Date.now() / 1000 > exp, { timeout: 10_000 }).toBe(true);
  await refresh.click();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(toasts(page, 'error')).toHaveCount(1);
  expect(signIns()).toBe(1);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(rows).toHaveCount(1);
  expect(hashOf(page)).toBe('#/settings/admins');
});
