import type { Page } from '@playwright/test';
import { axeCheck } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { forgedToken, publicScreen, tokenOf, withMailedUser } from '#tests/support/public/user-mails.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  NOT_CLOSED,
  toasts,
  visitSignInEnd,
} from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

const NEW_PASSWORD = 'a-brand-new-password';
const WIDE = { width: 1280, height: 800 };

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

/** Collects the bodies of the requests that verify an address. */
function collectVerifications(page: Page): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm-verification')) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('[PU-01][PU-02][PU-03][RT-08] the link of a mail sets a new password', async ({
  page,
  backend,
  atoll,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED);
  await withMailedUser(backend, atoll.url, async (user) => {
    const link = await user.link('password-reset');
    expect(link).toContain(`${atoll.url}/_/#/auth/confirm-password-reset/`);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(link);
    expect(hashOf(page)).toBe(`#/auth/confirm-password-reset/${tokenOf(link)}`);
    const { screen, heading, password, confirm, submit, close } = resetScreen(page);
    await expect(heading).toHaveText(`Reset your user password for ${user.email}`);
    await expect(page).toHaveTitle('Atoll');
    const { hostname } = new URL(atoll.url);
    await expect(screen).toContainText(hostname);
    await expect(screen.getByRole('img')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveText(hostname, { useInnerText: true });
    await expect(appSidebar(page)).toBeHidden();
    await expect(password).toHaveAttribute('required', '');
    await expect(confirm).toHaveAttribute('required', '');
    await expect(password).toHaveAttribute('type', 'password');
    await checkScreen();

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
    await checkScreen();
    await expectFitsSmall(page, screen);
    expect(await storedTexts(page)).not.toContain(NEW_PASSWORD);
    expect(await storedSession(page)).toBeNull();
    expect(requests.filter((path) => path === '/api/settings')).toEqual([]);
  });
});

test('[PU-01][PU-02][PU-03][PU-04][RT-08] a reset that is refused or not answered keeps form and admin session', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/confirm-password-reset$/);
  const { screen, heading, password, confirm, submit, close } = resetScreen(page);
  const session = await backend.api.session();
  await admin.signIn();
  await withMailedUser(backend, atoll.url, async (user) => {
    const link = await user.link('password-reset');

    await test.step('errors of the fields show under them, and everything typed stays', async () => {
      await page.goto(link.replace('/#/auth/', '/#/users/'));
      expect(hashOf(page)).toBe(`#/users/confirm-password-reset/${tokenOf(link)}`);
      await expect(heading).toHaveText(`Reset your user password for ${user.email}`);
      await expect(appSidebar(page)).toBeHidden();
      await password.fill('short');
      await confirm.fill('other');
      const sent = page.waitForRequest('**/confirm-password-reset');
      await submit.click();
      expect(await (await sent).headerValue('Authorization')).toBeFalsy();
      await expect(password).toHaveAccessibleDescription('The length must be between 8 and 100.');
      await expect(confirm).toHaveAccessibleDescription("Values don't match.");
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await expect(password).toHaveValue('short');
      await expect(confirm).toHaveValue('other');
      await expect(toasts(page, 'error')).toHaveCount(1);
      await checkScreen();
      await expectFitsSmall(page, screen);
      await page.setViewportSize(WIDE);
      expect(await user.canSignIn(user.email, user.password)).toBe(true);
    });

    await test.step('without a response what was typed stays, and trying again works', async () => {
      expectedProblems.allow(/^request failed POST \S+\/confirm-password-reset net::ERR_FAILED$/);
      await password.fill(NEW_PASSWORD);
      await confirm.fill(NEW_PASSWORD);
      // The backend sets the password, but its response is lost.
      await page.route('**/confirm-password-reset', async (route) => {
        await route.fetch();
        await route.abort('failed');
      });
      await submit.click();
      await expect(toasts(page, 'error').last()).toContainText(
        'No response. Check your connection, then try again.',
      );
      await expect(password).toHaveValue(NEW_PASSWORD);
      await page.unroute('**/confirm-password-reset');
      await submit.click();
      await expect(screen.getByRole('alert')).toContainText(
        'An earlier attempt may have set your new password: try to sign in with it.',
      );
      expect(await user.canSignIn(user.email, NEW_PASSWORD)).toBe(true);
      expect(await storedSession(page)).toEqual(session);
      expect(await storedTexts(page)).not.toContain(NEW_PASSWORD);
    });
  });

  await test.step('a refused token keeps the form; another token starts anew', async () => {
    const { id: collectionId } = await backend.api.get('/api/collections/users');
    const address = (token: string) => `#/auth/confirm-password-reset/${token}`;
    const claims = { collectionId, type: 'authRecord', id: 'x', exp: 1 };
    await goToHash(page, address(forgedToken({ ...claims, email: 'ann@example.com: call 0800 123' })));
    await expect(heading).toHaveText('Reset your user password');
    await expect(screen.getByRole('alert')).toHaveText(
      'This link has expired. Request a new one in the app.',
    );
    await expect(password).toHaveValue('');
    await password.fill(NEW_PASSWORD);
    await confirm.fill(NEW_PASSWORD);
    await submit.click();
    await expect(screen.getByRole('alert')).toHaveText(
      /^The link of the email was not accepted: .*token.*Request a new email in the app\.$/i,
    );
    await expect(password).toHaveValue(NEW_PASSWORD);
    await checkScreen();
    expect(await storedSession(page)).toEqual(session);

    const later = Math.floor(Date.now() / 1000) + 3600;
    await goToHash(page, address(forgedToken({ ...claims, email: 'bob@example.com', exp: later })));
    await expect(heading).toHaveText('Reset your user password for bob@example.com');
    await expect(password).toHaveValue('');
    await expect(screen.getByRole('alert')).toHaveCount(0);

    await goToHash(page, address('no-token'));
    await expect(heading).toHaveText('Invalid or expired password reset token.');
    await expect(screen).toContainText('Open the whole link of the email, or request a new one in the app.');
    await expect(password).toHaveCount(0);
    await expect(close).toBeVisible();
    await checkScreen();
  });
});

test('[PU-01][PU-05][RT-08] opening the link of a mail verifies the address, again after a network failure', async ({
  page,
  backend,
  atoll,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED, /^request failed POST \S+\/confirm-verification net::ERR_FAILED$/);
  await withMailedUser(backend, atoll.url, async (user) => {
    const link = await user.link('verification');
    const verifications = collectVerifications(page);
    const { screen, heading, close, button } = publicScreen(page, 'user-verification');

    await test.step('a network failure says nothing about the token, and can be tried again', async () => {
      await page.route('**/confirm-verification', (route) => route.abort('failed'));
      await page.goto(link);
      await expect(heading).toHaveText('Your email address could not be verified.');
      await expect(screen).toContainText('No response. Check your connection, then try again.');
      await expect(toasts(page)).toHaveCount(0);
      expect(verifications).toEqual([{ token: tokenOf(link) }]);
      await checkScreen();
      await expectFitsSmall(page, screen);
      await page.setViewportSize(WIDE);
      await page.unroute('**/confirm-verification');
    });

    await test.step('it waits, then shows that the address is verified', async () => {
      const held = Promise.withResolvers<void>();
      await page.route('**/confirm-verification', async (route) => {
        await held.promise;
        await route.continue();
      });
      await button('Try again').click();
      await expect(heading).toHaveText('Please wait...');
      await expect(close).toHaveCount(0);
      // No outline: after a while, the screen says that there is no response yet.
      await axeCheck(page);
      held.resolve();
      await expect(heading).toHaveText('Successfully verified email address.');
      await expect(screen.getByRole('status').first()).toContainText('Successfully verified email address.');
      await expect(page).toHaveTitle('Atoll');
      expect(verifications).toHaveLength(2);
      expect(
        await backend.api.get(`/api/collections/${user.collection.id}/records/${user.id}`),
      ).toMatchObject({ verified: true });
      await checkScreen();
      await close.click();
      await expect(screen.getByText('The browser keeps this tab open. You can close it now.')).toBeVisible();
      await expectFitsSmall(page, screen);
      expect(await storedSession(page)).toBeNull();
      await expect(toasts(page)).toHaveCount(0);
    });

    await test.step('leaving and coming back sends nothing again', async () => {
      await visitSignInEnd(page, () => goToHash(page, '#/auth/oauth2-redirect-success'));
      await expect(publicScreen(page, 'oauth2-success').heading).toBeVisible();
      await page.goBack();
      await expect(heading).toHaveText('Successfully verified email address.');
      expect(verifications).toHaveLength(2);
    });
  });
});

test('[PU-01][PU-05][RT-08] a refused verification, and a window that Close closes', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/confirm-verification$/);
  await admin.signIn();
  const verifications = collectVerifications(page);
  const { screen, heading, close } = publicScreen(page, 'user-verification');

  await test.step('a refused token, and an address without one', async () => {
    const { id: collectionId } = await backend.api.get('/api/collections/users');
    await page.goto(`/#/users/confirm-verification/${forgedToken({ collectionId, exp: 1 })}`);
    await expect(heading).toHaveText('Invalid or expired verification token.');
    await expect(screen).toContainText('This link has expired. Request a new one in the app.');
    await expect(close).toBeVisible();
    await expect(toasts(page)).toHaveCount(0);
    expect(verifications).toHaveLength(1);
    await checkScreen();

    await page.goto('/#/users/confirm-verification/no-token');
    await expect(heading).toHaveText('Invalid or expired verification token.');
    expect(verifications).toHaveLength(1);
  });

  await test.step('the link with the other prefix, in a window that a script opened; the admin stays signed in', async () => {
    await withMailedUser(backend, atoll.url, async (user) => {
      const link = await user.link('verification');
      const hash = new URL(link).hash.replace('#/auth/', '#/users/');
      const opened = page.waitForEvent('popup');
      await page.evaluate((target) => void window.open(`./?app${target}`), hash);
      const popup = await opened;
      const shown = publicScreen(popup, 'user-verification');
      await expect(shown.heading).toHaveText('Successfully verified email address.');
      expect(
        await backend.api.get(`/api/collections/${user.collection.id}/records/${user.id}`),
      ).toMatchObject({ verified: true });
      expect(await storedSession(popup)).toEqual(await backend.api.session());
      const closed = popup.waitForEvent('close');
      // The window may be closed before the click returns.
      await Promise.all([closed, shown.close.click().catch(() => {})]);
      expect(popup.isClosed()).toBe(true);
    });
  });
});

test('[PU-01][PU-06][RT-08] the link of a mail changes the address', async ({
  page,
  admin,
  backend,
  atoll,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/confirm-email-change$/);
  await withMailedUser(backend, atoll.url, async (user) => {
    await admin.signIn();
    const newEmail = `new-${user.email}`;
    const link = await user.emailChangeLink(newEmail);
    await page.goto(link.replace('/#/auth/', '/#/users/'));
    const { screen, heading, field, button, close } = publicScreen(page, 'user-email-change');
    await expect(heading).toHaveText(
      `Type your password to confirm changing your email address to ${newEmail}`,
    );
    await expect(page).toHaveTitle('Atoll');
    const password = field('Password');
    await expect(password).toHaveAttribute('required', '');
    await checkScreen();
    await expect(password).toBeFocused();
    await page.keyboard.type('wrong-password');
    await page.keyboard.press('Enter');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expect(password).toHaveValue('wrong-password');
    expect(await storedSession(page)).toEqual(await backend.api.session());

    await goToHash(page, `#/auth/confirm-email-change/${tokenOf(link)}`);
    await expect(heading).toContainText(newEmail);
    await password.fill(user.password);
    const sent = page.waitForRequest('**/confirm-email-change');
    await button('Confirm new email').click();
    const request = await sent;
    expect(new URL(request.url()).pathname).toBe(
      `/api/collections/${user.collection.id}/confirm-email-change`,
    );
    expect(request.postDataJSON()).toEqual({ token: tokenOf(link), password: user.password });
    await expect(heading).toHaveText('Successfully changed the user email address.');
    await expect(
      screen.getByText('You can now sign in with your new email address.', { exact: true }),
    ).toBeVisible();
    await expect(close).toBeVisible();
    await checkScreen();
    await expectFitsSmall(page, screen);
    expect(await user.canSignIn(newEmail, user.password)).toBe(true);
    expect(await user.canSignIn(user.email, user.password)).toBe(false);
    expect(await storedSession(page)).toEqual(await backend.api.session());
  });
});

test('[PU-07] the end of a sign-in shows a message and closes its window', async ({
  page,
  checkScreen,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED);
  await page.goto('about:blank');
  for (const { outcome, title, text } of [
    {
      outcome: 'success',
      title: 'Auth completed.',
      text: 'You can close this window and go back to the app.',
    },
    {
      outcome: 'failure',
      title: 'Auth failed.',
      text: 'You can close this window and go back to the app to try again.',
    },
  ]) {
    await test.step(outcome, async () => {
      const path = `/auth/oauth2-redirect-${outcome}`;
      await visitSignInEnd(page, () => page.goto(`/#${path}`));
      const screen = frame(page, `oauth2-${outcome}`);
      await expect(screen.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(screen.getByText(text, { exact: true })).toBeVisible();
      await expect(page).toHaveTitle('Atoll');
      await checkScreen();
      const opened = page.waitForEvent('popup');
      await page.evaluate((hash) => void window.open(`./?app#${hash}`), path);
      const popup = await opened;
      if (!popup.isClosed()) await popup.waitForEvent('close');
      expect(popup.isClosed()).toBe(true);
    });
  }
});
