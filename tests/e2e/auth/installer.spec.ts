import type { Page } from '@playwright/test';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { startAtoll } from '#tests/support/atoll.ts';
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

test('[IN-01][IN-02] the installer flag ends a session and shows the form; with an admin it opens the sign-in', async ({
  page,
  admin,
  backend,
  checkScreen,
  expectedProblems,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await admin.signIn();
  await page.goto('/?installer#/');
  const { email, password, confirm, button, screen } = installerScreen(page);

  await test.step('the form', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING);
    await expect.poll(() => storedSession(page)).toBeNull();
    await expect(page.locator('html')).toHaveAttribute('data-sidebar', 'off');
    await expect(email).toBeFocused();
    await expect(email).toHaveAttribute('inputmode', 'email');
    for (const field of [email, password, confirm]) await expect(field).toHaveAttribute('required', '');
    for (const field of [password, confirm]) {
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('minlength', '10');
    }
    await expect(password).toHaveAccessibleDescription('Minimum 10 characters.');
    await expect(screen.getByText('Minimum 10 characters.', { exact: true })).toBeVisible();
    await checkScreen();
  });

  await test.step('the browser refuses values that are too short', async () => {
    await email.fill('late@example.com');
    await password.pressSequentially('too-short');
    await confirm.pressSequentially('too-short');
    await button.click();
    await expect(password).toBeFocused();
    const tooShort = await password.evaluate((input: HTMLInputElement) => input.validity.tooShort);
    expect(tooShort).toBe(true);
    expect(calls).toEqual([]);
  });

  await test.step('a backend with an admin opens the sign-in', async () => {
    expectedProblems.allow('response 401 POST /api/admins');
    await password.fill('late-password-1');
    await confirm.fill('late-password-1');
    await button.click();
    await expect(toasts(page, 'error')).toHaveText(/The first administrator exists already: sign in\./);
    await expect(loginScreen(page).email).toHaveValue('late@example.com');
    expect(new URL(page.url()).search).toBe('');
    await signInByForm(page, backend.adminEmail, backend.adminPassword);
    await expect(frame(page, 'collections')).toBeVisible();
  });
});

test('[IN-03][IN-04][IN-05][IN-06][IN-07][ER-07] a fresh server shows the installer at every address, which creates the first admin', async ({
  page,
  startSite,
  checkScreen,
  expectedProblems,
}) => {
  const { backend, atoll } = await startSite({ from: 'empty' });
  const { email, password, confirm, button, screen } = installerScreen(page);
  const note = screen.getByRole('note');
  const visit = async (hash: string) => {
    await page.goto('about:blank');
    await page.goto(`${atoll.url}/${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING);
    const url = new URL(page.url());
    expect(url.search).toBe('?installer');
    expect(url.hash).toBe('#/');
  };

  await test.step('a backend that was down is checked again when the user returns to the window', async () => {
    expectedProblems.allow('response 502 GET /_/');
    await backend.kill();
    const requested = page.waitForResponse((response) => new URL(response.url()).pathname === '/_/');
    await page.goto(`${atoll.url}/#/login`);
    expect((await requested).status()).toBe(502);
    await expect(loginScreen(page).email).toBeVisible();
    await backend.restart();
    await expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        return email.isVisible();
      })
      .toBe(true);
  });

  await test.step('it warns when others can reach it before its owner', async () => {
    const open = await startAtoll({ backendUrl: backend.url, host: '0.0.0.0' });
    await page.goto(open.url.replace('0.0.0.0', '127.0.0.1'));
    await expect(note).toContainText('Its first visitor becomes the administrator.');
    await expect(note).toContainText('pocketbase admin create EMAIL PASSWORD');
    await checkScreen();
    await page.goto('about:blank');
    await open.stop();
  });

  await test.step('at the root', async () => {
    const requested = page.waitForResponse(/\/_\/\?installer$/);
    await visit('');
    expect((await requested).headers()).not.toHaveProperty('x-atoll-open');
    await expect(button).toBeEnabled();
    await expect(note).toHaveCount(0);
  });

  await test.step('the server’s field errors are shown under their fields until edited', async () => {
    expectedProblems.allow('response 400 POST /api/admins');
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
    await page.unroute('**/api/admins');
  });

  await test.step('it creates the first admin, signs in and loads the dashboard', async () => {
    await visit('#/settings/mail?filter=a');
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
    const credentials = { password: 'first-password-1' };
    expect(calls).toEqual([
      {
        path: '/api/admins',
        body: { email: 'first@example.com', ...credentials, passwordConfirm: credentials.password },
      },
      {
        path: '/api/admins/auth-with-password',
        body: { identity: 'first@example.com', ...credentials },
      },
    ]);
    const made = createAdminApi(backend.url, { email: 'first@example.com', ...credentials });
    expect(await made.get('/api/admins')).toMatchObject({
      totalItems: 1,
      items: [{ email: 'first@example.com' }],
    });
    expect(await storedSession(page)).toMatchObject({ model: { email: 'first@example.com' } });

    await page.goto('about:blank');
    await page.goto(`${atoll.url}/#/login`);
    await expect(frame(page, 'collections')).toBeVisible();
  });
});
