import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { forgedToken, publicScreen, tokenOf, withMailedUser } from '#tests/support/public/user-mails.ts';
import { appSidebar, goToHash, hashOf, NOT_CLOSED, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const NEW_PASSWORD = 'a-brand-new-password';
const REFUSED = /^response 400 POST \/api\/collections\/\w+\/confirm-password-reset$/;

function resetScreen(page: Page) {
  const parts = publicScreen(page, 'user-reset');
  return {
    ...parts,
    password: parts.field('New password'),
    confirm: parts.field('New password confirm'),
    submit: parts.button('Set new password'),
  };
}

/** Everything that scripts of the page can store, as text. */
const storedTexts = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

for (const prefix of ['auth', 'users'] as const) {
  test(`[PU-01][PU-02][PU-03][RT-08] the link of a mail sets a new password (/${prefix}/)`, async ({
    page,
    admin,
    backend,
    atoll,
    axe,
    expectedProblems,
  }) => {
    expectedProblems.allow(NOT_CLOSED);
    await withMailedUser(backend, atoll.url, async (user) => {
      const isSignedIn = prefix === 'users';
      if (isSignedIn) await admin.signIn();
      const link = await user.link('password-reset');
      expect(link).toContain(`${atoll.url}/_/#/auth/confirm-password-reset/`);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.goto(link.replace('/#/auth/', `/#/${prefix}/`));
      expect(hashOf(page)).toBe(`#/${prefix}/confirm-password-reset/${tokenOf(link)}`);
      const { screen, heading, password, confirm, submit, close } = resetScreen(page);
      await expect(heading).toHaveText(`Reset your user password for ${user.email}`);
      await expect(page).toHaveTitle('Atoll');
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Docs' })).toBeVisible();
      await expect(appSidebar(page)).toBeHidden();
      await expect(password).toHaveAttribute('required', '');
      await expect(confirm).toHaveAttribute('required', '');
      await expect(password).toHaveAttribute('type', 'password');
      if (!isSignedIn) await axe();

      // Keyboard only, from the field that has the focus.
      await expect(password).toBeFocused();
      await page.keyboard.type(NEW_PASSWORD);
      await page.keyboard.press('Tab');
      await page.keyboard.type(NEW_PASSWORD);
      const sent = page.waitForRequest('**/confirm-password-reset');
      await page.keyboard.press('Enter');
      const request = await sent;
      expect(request.method()).toBe('POST');
      expect(new URL(request.url()).pathname).toBe(
        `/api/collections/${user.collection.id}/confirm-password-reset`,
      );
      expect(request.postDataJSON()).toEqual({
        token: tokenOf(link),
        password: NEW_PASSWORD,
        passwordConfirm: NEW_PASSWORD,
      });
      expect(await request.headerValue('Authorization')).toBeFalsy();
      await expect(heading).toHaveText('Successfully changed the user password.');
      await expect(heading).toBeFocused();
      await expect(
        screen.getByText('You can now sign in with your new password.', { exact: true }),
      ).toBeVisible();
      await expect(submit).toHaveCount(0);
      expect(await user.canSignIn(user.email, NEW_PASSWORD)).toBe(true);
      expect(await user.canSignIn(user.email, user.password)).toBe(false);

      await page.keyboard.press('Tab');
      await expect(close).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(screen.getByRole('status')).toHaveText(
        'The browser keeps this tab open. You can close it now.',
      );
      if (!isSignedIn) await axe();
      await expectFitsSmall(page, screen);
      expect(await storedTexts(page)).not.toContain(NEW_PASSWORD);
      expect(await storedSession(page)).toEqual(isSignedIn ? await backend.api.session() : null);
      expect(requests.filter((path) => path === '/api/settings')).toEqual([]);
    });
  });
}

test('[PU-01] Close closes a window that a script opened', async ({ page, atoll, backend }) => {
  await withMailedUser(backend, atoll.url, async (user) => {
    const link = await user.link('verification');
    await page.goto('/#/login');
    const opened = page.waitForEvent('popup');
    await page.evaluate((hash) => void window.open(`./?app${hash}`), new URL(link).hash);
    const popup = await opened;
    const { heading, close } = publicScreen(popup, 'user-verification');
    await expect(heading).toHaveText('Successfully verified email address.');
    const closed = popup.waitForEvent('close');
    // The window may be closed before the click returns.
    await Promise.all([closed, close.click().catch(() => {})]);
    expect(popup.isClosed()).toBe(true);
  });
});

test('[PU-04] errors of the fields show under them, and everything typed stays', async ({
  page,
  atoll,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(REFUSED);
  await withMailedUser(backend, atoll.url, async (user) => {
    await page.goto(await user.link('password-reset'));
    const { screen, heading, password, confirm, submit } = resetScreen(page);
    await password.fill('short');
    await confirm.fill('other');
    await submit.click();
    await expect(password).toHaveAccessibleDescription('The length must be between 8 and 100.');
    await expect(confirm).toHaveAccessibleDescription("Values don't match.");
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveValue('short');
    await expect(confirm).toHaveValue('other');
    await expect(toasts(page, 'error')).toHaveCount(1);
    await axe();
    await expectFitsSmall(page, screen);
    expect(await user.canSignIn(user.email, user.password)).toBe(true);
    await password.fill(NEW_PASSWORD);
    await confirm.fill(NEW_PASSWORD);
    await submit.click();
    await expect(heading).toHaveText('Successfully changed the user password.');
    expect(await user.canSignIn(user.email, NEW_PASSWORD)).toBe(true);
  });
});

test('[PU-02][PU-03] a refused token keeps form and admin session; another token starts anew', async ({
  page,
  admin,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(REFUSED);
  await admin.signIn();
  const { id: collectionId } = await backend.api.get('/api/collections/users');
  const address = (token: string) => `#/auth/confirm-password-reset/${token}`;
  const claims = { collectionId, type: 'authRecord', id: 'x', exp: 1 };
  await page.goto(`/${address(forgedToken({ ...claims, email: 'ann@example.com: call 0800 123' }))}`);
  const { screen, heading, password, confirm, submit, close } = resetScreen(page);
  await expect(heading).toHaveText('Reset your user password');
  await password.fill(NEW_PASSWORD);
  await confirm.fill(NEW_PASSWORD);
  await submit.click();
  await expect(screen.getByRole('alert')).toHaveText(
    /^The link of the email was not accepted: .*token.*Request a new email in the app\.$/i,
  );
  await expect(password).toHaveValue(NEW_PASSWORD);
  await axe();
  expect(await storedSession(page)).toEqual(await backend.api.session());

  await goToHash(page, address(forgedToken({ ...claims, email: 'bob@example.com' })));
  await expect(heading).toHaveText('Reset your user password for bob@example.com');
  await expect(password).toHaveValue('');
  await expect(screen.getByRole('alert')).toHaveCount(0);

  await goToHash(page, address('no-token'));
  await expect(heading).toHaveText('Invalid or expired password reset token.');
  await expect(password).toHaveCount(0);
  await expect(close).toBeVisible();
  await axe();
});

test('[PU-03] without a response what was typed stays, and trying again works', async ({
  page,
  atoll,
  backend,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed POST \S+\/confirm-password-reset net::ERR_FAILED$/, REFUSED);
  await withMailedUser(backend, atoll.url, async (user) => {
    await page.goto(await user.link('password-reset'));
    const { screen, password, confirm, submit } = resetScreen(page);
    await password.fill(NEW_PASSWORD);
    await confirm.fill(NEW_PASSWORD);
    // The backend sets the password, but its response is lost.
    await page.route('**/confirm-password-reset', async (route) => {
      await route.fetch();
      await route.abort('failed');
    });
    await submit.click();
    await expect(toasts(page, 'error')).toContainText('No response. Check your connection, then try again.');
    await expect(password).toHaveValue(NEW_PASSWORD);
    await page.unroute('**/confirm-password-reset');
    await submit.click();
    await expect(screen.getByRole('alert')).toContainText(
      'An earlier attempt may have set your new password: try to sign in with it.',
    );
    expect(await user.canSignIn(user.email, NEW_PASSWORD)).toBe(true);
  });
});
