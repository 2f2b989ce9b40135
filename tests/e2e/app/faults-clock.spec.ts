import type { Page } from '@playwright/test';
import { setSessionDuration } from '#tests/support/accounts.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import type { Backend } from '#tests/support/backend.ts';
import { shiftClock } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
import { requestLog } from '#tests/support/logs/entries.ts';
import { onlyLogs } from '#tests/support/logs/seed.ts';
import {
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  signInByForm,
  toasts,
} from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { adminsScreen } from '#tests/support/settings/admins.ts';

const HOUR = 3_600_000;
/** How long a session lasts by default, in s. */
const LONG = 1_209_600;
/** The shortest that the backend takes, in s. */
const SHORT = onLine(5, 10);

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

/** Signs in at the administrators, and opens the logs, which have a new entry. */
async function expectToWork(page: Page, backend: Backend): Promise<void> {
  await onlyLogs(backend, [requestLog()]);
  await page.goto('/#/settings/admins');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(adminsScreen(page).rows).toHaveCount(1);
  await goToHash(page, '#/logs');
  await expect(frame(page, 'logs').getByText(NEW)).toBeVisible();
  await page.reload();
  await expect(frame(page, 'logs').getByText(NEW)).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
}

/** Signs out, and opens a screen of administrators as a visitor. */
async function leaveFor(page: Page, hash: string): Promise<void> {
  const menu = await openAvatarMenu(page);
  await menu.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  await goToHash(page, hash);
  await expect.poll(() => hashOf(page)).toBe('#/login');
}

async function workFast(page: Page, backend: Backend): Promise<void> {
  await shiftClock(page, HOUR);
  const signIns = countSignIns(page);
  await expectToWork(page, backend);
  expect(signIns()).toBe(1);

  await setSessionDuration(backend, 1800);
  await leaveFor(page, '#/logs');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(toasts(page, 'error')).toContainText(['The clock of this device seems to be wrong']);
  const { email, password, button } = loginScreen(page);
  await expect(button).toBeEnabled();
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue(backend.adminPassword);
  expect(hashOf(page)).toBe('#/login');
  expect(await storedSession(page)).toBeNull();
  expect(signIns()).toBe(2);
  await setSessionDuration(backend, LONG);
}

async function workSlow(page: Page, backend: Backend): Promise<void> {
  await shiftClock(page, -HOUR);
  const signIns = countSignIns(page);
  await expectToWork(page, backend);
  expect(signIns()).toBe(1);

  await setSessionDuration(backend, SHORT);
  await leaveFor(page, '#/settings/admins');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const { rows, refresh } = adminsScreen(page);
  await expect(rows).toHaveCount(1);
  const token = (await storedSession(page))?.token ?? '';
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  await expect.poll(() => Date.now() / 1000 > exp, { timeout: 2000 * SHORT }).toBe(true);
  // The click renews the session, too. The end of the session would abort that on a busy machine.
  const renewed = page.waitForResponse(`**${ADMIN_CALLS.refresh}`);
  await page.route(`**${ADMIN_CALLS.all}?*`, async (route) => {
    await renewed;
    await route.continue();
  });
  await refresh.click();
  await expect(loginScreen(page).email).toBeVisible();
  await expect(toasts(page, 'error')).toHaveCount(1);
  expect(signIns()).toBe(2);
  // The end of the test would cut the renewal of another short session.
  await setSessionDuration(backend, LONG);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(rows).toHaveCount(1);
  expect(hashOf(page)).toBe('#/settings/admins');
}

test('an admin whose clock is wrong by an hour works and stays signed in; an early end of the session is told once', async ({
  page,
  backend,
  newWindow,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    new RegExp(`^response ${onLine(401, 403)} GET ${ADMIN_CALLS.all}\\?.*$`),
    // By a slow clock, the session is near its end.
    `response 401 POST ${ADMIN_CALLS.refresh}`,
  );
  await step('fast, also by more than a session lasts', () => workFast(page, backend));
  await page.close();
  // A clock is set once for a page.
  const other = await (await newWindow()).newPage();
  await step('slow, also longer than the session of the backend', () => workSlow(other, backend));
});
