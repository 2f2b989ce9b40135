import type { Page } from '@playwright/test';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, hashOf, loginScreen, signInByForm, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';

const HEADING = 'Create your first admin account in order to continue';

function installerScreen(page: Page) {
  const screen = frame(page, 'installer');
  return {
    screen,
    email: screen.getByLabel('Email'),
    password: screen.getByLabel('Password', { exact: true }),
    confirm: screen.getByLabel('Password confirm'),
    button: screen.getByRole('button', { name: 'Create and login' }),
  };
}

test('[IN-01][IN-02] the installer flag ends a session and shows the form', async ({ page, admin, axe }) => {
  await admin.signIn();
  await page.goto('/?installer#/');
  const { email, password, confirm, screen } = installerScreen(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING);
  await expect.poll(() => storedSession(page)).toBeNull();
  await expect(page.locator('html')).toHaveAttribute('data-sidebar', 'off');
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('type', 'email');
  for (const field of [email, password, confirm]) await expect(field).toHaveAttribute('required', '');
  for (const field of [password, confirm]) {
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('minlength', '10');
  }
  await expect(password).toHaveAccessibleDescription('Minimum 10 characters.');
  await expect(screen.getByText('Minimum 10 characters.', { exact: true })).toBeVisible();
  await axe();
});

test('[IN-02] the browser refuses values that are too short', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await page.goto('/?installer#/');
  const { email, password, confirm, button } = installerScreen(page);
  await email.fill('first@example.com');
  await password.pressSequentially('too-short');
  await confirm.pressSequentially('too-short');
  await button.click();
  await expect(password).toBeFocused();
  const tooShort = await password.evaluate((input: HTMLInputElement) => input.validity.tooShort);
  expect(tooShort).toBe(true);
  expect(calls).toEqual([]);
});

test('[IN-07] a fresh server shows the installer at every address', async ({ page, startSite }) => {
  const { atoll } = await startSite({ from: 'empty' });
  for (const hash of ['', '#/', '#/collections?filter=a', '#/settings/mail', '#/login']) {
    await test.step(`at "${hash}"`, async () => {
      await page.goto('about:blank');
      await page.goto(`${atoll.url}/${hash}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING);
      const url = new URL(page.url());
      expect(url.search).toBe('?installer');
      expect(url.hash).toBe('#/');
    });
  }
});

test('[IN-03][IN-04][IN-05] creates the first admin, signs in and loads the dashboard', async ({
  page,
  startSite,
}) => {
  const { backend, atoll } = await startSite({ from: 'empty' });
  await page.goto(`${atoll.url}/#/settings`);
  const { email, password, confirm, button } = installerScreen(page);
  await expect(button).toBeEnabled();
  const calls: { path: string; body: unknown }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    calls.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() });
  });
  const response = Promise.withResolvers<void>();
  await page.route('**/api/admins', async (route) => {
    await response.promise;
    await route.continue();
  });
  await email.fill('first@example.com');
  await password.fill('first-password-1');
  await confirm.fill('first-password-1');
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  const loaded = page.waitForEvent('load');
  response.resolve();
  await loaded;
  await expect(frame(page, 'collections')).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(hashOf(page)).toMatch(/^#\/collections/);
  expect(calls).toEqual([
    {
      path: '/api/admins',
      body: {
        email: 'first@example.com',
        password: 'first-password-1',
        passwordConfirm: 'first-password-1',
      },
    },
    {
      path: '/api/admins/auth-with-password',
      body: { identity: 'first@example.com', password: 'first-password-1' },
    },
  ]);
  const made = createAdminApi(backend.url, { email: 'first@example.com', password: 'first-password-1' });
  expect(await made.get('/api/admins')).toMatchObject({
    totalItems: 1,
    items: [{ email: 'first@example.com' }],
  });
  expect(await storedSession(page)).toMatchObject({ model: { email: 'first@example.com' } });

  await page.goto('about:blank');
  await page.goto(`${atoll.url}/#/login`);
  await expect(frame(page, 'collections')).toBeVisible();
});

test('[IN-06][ER-07] the server’s field errors are shown under their fields until edited', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow('response 400 POST /api/admins');
  const { atoll } = await startSite({ from: 'empty' });
  await page.goto(atoll.url);
  const { email, password, confirm, button } = installerScreen(page);
  await email.fill('first@example.com');
  await password.fill('first-password-1');
  await confirm.fill('other-password-1');
  await button.click();
  await expect(confirm).toHaveAttribute('aria-invalid', 'true');
  await expect(confirm).toHaveAccessibleDescription("Values don't match.");
  await expect(toasts(page, 'error')).toHaveCount(1);
  await expect(email).toHaveValue('first@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(password).not.toHaveAttribute('aria-invalid');

  // An error without its own message.
  await page.route('**/api/admins', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 400, message: 'Refused.', data: { email: { code: 'odd' } } },
    }),
  );
  await button.click();
  await expect(email).toHaveAccessibleDescription('Invalid value');
  await expect(confirm).not.toHaveAttribute('aria-invalid');
  await expect(toasts(page, 'error').filter({ hasText: 'Refused.' })).toBeVisible();
  await email.fill('second@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(button).toBeEnabled();
});

test('if the sign-in fails after the first admin was created, the user signs in with the form', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow('response 502 POST /api/admins/auth-with-password');
  const { atoll } = await startSite({ from: 'empty' });
  await page.goto(atoll.url);
  const { email, password, confirm, button } = installerScreen(page);
  await page.route(
    '**/auth-with-password',
    (route) =>
      route.fulfill({ status: 502, json: { code: 502, message: 'The backend went away.', data: {} } }),
    { times: 1 },
  );
  await email.fill('first@example.com');
  await password.fill('first-password-1');
  await confirm.fill('first-password-1');
  await button.click();
  await expect(toasts(page, 'error')).toContainText('The backend went away.');
  const login = loginScreen(page);
  await expect(login.email).toHaveValue('first@example.com');
  expect(new URL(page.url()).search).toBe('');
  await login.password.fill('first-password-1');
  await login.button.click();
  await expect(frame(page, 'collections')).toBeVisible();
});

test('the installer of a backend with an admin opens the sign-in', async ({
  page,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow('response 401 POST /api/admins');
  await page.goto('/?installer#/');
  const { email, password, confirm, button } = installerScreen(page);
  await email.fill('late@example.com');
  await password.fill('late-password-1');
  await confirm.fill('late-password-1');
  await button.click();
  await expect(toasts(page, 'error')).toHaveText(/The first administrator exists already: sign in\./);
  await expect(loginScreen(page).email).toHaveValue('late@example.com');
  expect(new URL(page.url()).search).toBe('');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(frame(page, 'collections')).toBeVisible();
});

test('[IN-07] a backend that was down is checked again when the user returns to the window', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow('response 502 GET /_/');
  const { backend, atoll } = await startSite({ from: 'empty' });
  await backend.kill();
  const requested = page.waitForResponse((response) => new URL(response.url()).pathname === '/_/');
  await page.goto(`${atoll.url}/#/login`);
  expect((await requested).status()).toBe(502);
  await expect(loginScreen(page).email).toBeVisible();
  await backend.restart();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return installerScreen(page).email.isVisible();
    })
    .toBe(true);
});

test('[IN-08] without the flag a session opens the collections, no session the sign-in', async ({
  page,
  admin,
  newWindow,
}) => {
  await admin.signIn();
  await page.goto('/');
  await expect(frame(page, 'collections')).toBeVisible();

  const guest = await (await newWindow()).newPage();
  await guest.goto('/');
  await expect(loginScreen(guest).email).toBeVisible();
  expect(hashOf(guest)).toBe('#/login');
});
