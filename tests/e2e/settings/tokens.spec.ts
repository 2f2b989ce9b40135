import { AdminApiError, createAdminApi } from '#tests/support/admin-api.ts';
import { createCollection, createRecord, field, uniqueName } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, hashOf, signInByForm, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { TOKENS, tokensScreen } from '#tests/support/settings/tokens.ts';

const DURATIONS = [1209600, 604800, 1800, 1800, 120, 1209600, 1800, 120];
const LABELS = [
  'Auth record authentication token duration (in seconds)',
  'Auth record email verification token duration (in seconds)',
  'Auth record password reset token duration (in seconds)',
  'Auth record email change token duration (in seconds)',
  'Records protected file access token duration (in seconds)',
  'Admins auth token duration (in seconds)',
  'Admins password reset token duration (in seconds)',
  'Admins protected file access token duration (in seconds)',
];
const SECRET = /^[A-Za-z0-9]{50}$/;
const durationsBody = Object.fromEntries(
  TOKENS.map((token, index) => [token, { duration: DURATIONS[index] }]),
);

test.beforeEach(async ({ backend, admin }) => {
  await backend.api.patch('/api/settings', durationsBody);
  await admin.signIn();
});

test('[TK-01][TK-02][TK-03][TK-06] shows all durations, and changes can be cancelled', async ({
  page,
  axe,
}) => {
  await page.goto('/#/settings/tokens');
  const { screen, group, duration, invalidate, save, cancel } = tokensScreen(page);
  await expect(save).toBeDisabled();
  await expect(cancel).toHaveCount(0);
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Token options');
  await expect(screen.getByText('Adjust common token options.')).toBeVisible();
  await expect(screen.getByRole('heading', { level: 2 })).toHaveText(['Record tokens', 'Admin tokens']);
  await expect(group('Record tokens').locator('label')).toHaveText(LABELS.slice(0, 5));
  await expect(group('Admin tokens').locator('label')).toHaveText(LABELS.slice(5));
  await expect(invalidate).toHaveCount(8);
  for (const [index, token] of TOKENS.entries()) {
    await expect(duration(token)).toHaveValue(String(DURATIONS[index]));
    await expect(duration(token)).toHaveJSProperty('required', true);
    await expect(duration(token)).toHaveAttribute('type', 'number');
  }
  // What the seconds mean.
  await expect(group('Admin tokens')).toContainText('14 days');

  await duration('recordAuthToken').fill('');
  await save.click();
  await expect(duration('recordAuthToken')).toBeFocused();
  expect(await duration('recordAuthToken').evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(
    false,
  );
  await duration('recordAuthToken').fill('60');
  await expect(save).toBeEnabled();
  await axe();
  await cancel.click();
  await expect(duration('recordAuthToken')).toHaveValue('1209600');
  await expect(cancel).toHaveCount(0);
  await expect(save).toBeDisabled();
});

test('[TK-03][TK-05] saves every duration, and shows the limits of the server', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 PATCH /api/settings');
  await page.goto('/#/settings/tokens');
  const { screen, duration, save } = tokensScreen(page);
  await duration('recordFileToken').fill('2');
  await save.click();
  await expect(screen.getByText('Must be no less than 5.')).toBeVisible();
  await expect(duration('recordFileToken')).toHaveAttribute('aria-invalid', 'true');
  await expect(duration('recordFileToken')).toHaveValue('2');
  // The backend refuses these without naming the field.
  for (const typed of ['1.5', '1e300']) {
    await duration('recordFileToken').fill(typed);
    await expect(screen.getByText('Must be no less than 5.')).toHaveCount(0);
    await save.click();
    await expect(screen.getByText('Enter a valid whole number.')).toBeVisible();
    await expect(duration('recordFileToken')).toBeFocused();
    await expect(duration('recordFileToken')).toHaveAttribute('aria-invalid', 'true');
  }
  await duration('recordFileToken').fill('300');
  await expect(screen.getByText('Enter a valid whole number.')).toHaveCount(0);
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await duration('recordFileToken').press('Enter');
  expect((await saved).postDataJSON()).toEqual({ ...durationsBody, recordFileToken: { duration: 300 } });
  await expect(toasts(page, 'success')).toHaveText(['Successfully saved tokens options.']);
  await expect(save).toBeDisabled();
  const stored = await backend.api.get<Record<string, unknown>>('/api/settings');
  expect(stored['recordFileToken']).toEqual({ duration: 300, secret: '******' });
});

test('[TK-04][TK-05] invalidating replaces the secret, so that older tokens of users are refused', async ({
  page,
  backend,
}) => {
  const users = await createCollection(backend.api, {
    name: uniqueName('users'),
    type: 'auth',
    schema: [field('name')],
  });
  const password = 'secret-of-a-user';
  const user = await createRecord(backend.api, users.id, {
    username: uniqueName('user'),
    password,
    passwordConfirm: password,
  });
  const signInUser = async () => {
    const response = await fetch(`${backend.url}/api/collections/${users.id}/auth-with-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identity: user['username'], password }),
    });
    return String((await response.json()).token);
  };
  const refresh = async (token: string) => {
    const response = await fetch(`${backend.url}/api/collections/${users.id}/auth-refresh`, {
      method: 'POST',
      headers: { Authorization: token },
    });
    return response.status;
  };
  const before = await signInUser();
  expect(await refresh(before)).toBe(200);

  await page.goto('/#/settings/tokens');
  const { invalidate, save, cancel, screen } = tokensScreen(page);
  const mark = invalidate.first();
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  await mark.click();
  await expect(mark).toHaveAttribute('aria-pressed', 'true');
  await expect(mark).toHaveClass(/text-success/);
  await cancel.click();
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  await mark.press('Space');
  await mark.press('Space');
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  await expect(save).toBeDisabled();

  await mark.click();
  await invalidate.nth(4).click();
  await invalidate.nth(7).click();
  const { token } = await backend.api.post<{ token: string }>('/api/files/token', {});
  await page.evaluate((value) => localStorage.setItem('pb_admin_file_token', value), token);
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  const body = (await saved).postDataJSON();
  expect(body).toEqual({
    ...durationsBody,
    recordAuthToken: { duration: DURATIONS[0], secret: expect.stringMatching(SECRET) },
    recordFileToken: { duration: DURATIONS[4], secret: expect.stringMatching(SECRET) },
    adminFileToken: { duration: DURATIONS[7], secret: expect.stringMatching(SECRET) },
  });
  expect(body.recordAuthToken.secret).not.toBe(body.recordFileToken.secret);
  await expect(toasts(page, 'success')).toHaveText(['Successfully saved tokens options.']);
  await expect(mark).toHaveAttribute('aria-pressed', 'false');
  // It can no longer open protected files.
  expect(await page.evaluate(() => localStorage.getItem('pb_admin_file_token'))).toBeNull();
  expect(await refresh(before)).toBe(401);
  expect(await refresh(await signInUser())).toBe(200);

  const secret: string = body.recordAuthToken.secret;
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain(secret);
  expect(await page.content()).not.toContain(secret);
  await expect(screen).toBeVisible();
});

test('[TK-05] invalidating the tokens of administrators ends the own session, and a sign-in leads back', async ({
  page,
  startSite,
  admin,
}) => {
  const site = await startSite();
  await admin.signIn(page, site);
  const { email, password } = { email: site.backend.adminEmail, password: site.backend.adminPassword };
  await page.goto(`${site.atoll.url}/#/settings/tokens`);
  const { invalidate, save, screen } = tokensScreen(page);
  await invalidate.nth(5).click();
  await invalidate.nth(7).click();
  await expect(
    screen.getByText('Signs out every administrator, you too, as soon as you save.'),
  ).toBeVisible();
  await page.evaluate(() => localStorage.setItem('pb_admin_file_token', 'old'));
  await save.click();
  await expect(frame(page, 'login')).toBeVisible();
  await expect(toasts(page)).toHaveText([
    'Successfully saved tokens options.',
    'All administrators were signed out. Please sign in again.',
  ]);
  expect(await storedSession(page)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('pb_admin_file_token'))).toBeNull();
  const refused = await site.backend.api.get('/api/settings').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AdminApiError);
  expect(refused).toMatchObject({ status: 401 });

  await signInByForm(page, email, password);
  await expect.poll(() => hashOf(page)).toBe('#/settings/tokens');
  await expect(save).toBeDisabled();
  await expect(invalidate.nth(5)).toHaveAttribute('aria-pressed', 'false');
  const api = createAdminApi(site.backend.url, { email, password });
  expect(await api.get('/api/settings')).toMatchObject({ adminAuthToken: { secret: '******' } });
});

test('[TK-04] the page works by keyboard and on a small screen', async ({ page, axe }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/#/settings/tokens');
  const { screen, duration, invalidate, save } = tokensScreen(page);
  await duration('recordAuthToken').focus();
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await expect(invalidate.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(invalidate.first()).toHaveAttribute('aria-pressed', 'true');
  await invalidate.nth(5).press('Enter');
  await axe();
  for (const control of [save, invalidate.first(), duration('recordAuthToken')]) {
    const box = await control.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
  expect(await screen.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
