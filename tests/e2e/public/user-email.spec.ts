import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/fixtures.ts';
import { forgedToken, publicScreen, tokenOf, withMailedUser } from '#tests/support/public/user-mails.ts';
import { goToHash, NOT_CLOSED, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';

/** Counts the requests that verify an address. */
function countVerifications(page: Page) {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/confirm-verification')) bodies.push(request.postDataJSON());
  });
  return bodies;
}

for (const prefix of ['auth', 'users'] as const) {
  test(`[PU-01][PU-05][RT-08] opening the link of a mail verifies the address (/${prefix}/)`, async ({
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
      const link = await user.link('verification');
      const verifications = countVerifications(page);
      const held = Promise.withResolvers<void>();
      await page.route('**/confirm-verification', async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(link.replace('/#/auth/', `/#/${prefix}/`));
      const { screen, heading, close } = publicScreen(page, 'user-verification');
      await expect(heading).toHaveText('Please wait...');
      await expect(close).toHaveCount(0);
      if (!isSignedIn) await axe();
      held.resolve();
      await expect(heading).toHaveText('Successfully verified email address.');
      await expect(screen.getByRole('status').first()).toContainText('Successfully verified email address.');
      await expect(page).toHaveTitle('Atoll');
      expect(verifications).toEqual([{ token: tokenOf(link) }]);
      expect(
        await backend.api.get(`/api/collections/${user.collection.id}/records/${user.id}`),
      ).toMatchObject({ verified: true });
      if (!isSignedIn) await axe();
      await close.click();
      await expect(screen.getByText('The browser keeps this tab open. You can close it now.')).toBeVisible();
      await expectFitsSmall(page, screen);
      expect(await storedSession(page)).toEqual(isSignedIn ? await backend.api.session() : null);
      await expect(toasts(page)).toHaveCount(0);

      // Leaving and coming back sends nothing again.
      await goToHash(page, '#/auth/oauth2-redirect-success');
      await expect(publicScreen(page, 'oauth2-success').heading).toBeVisible();
      await page.goBack();
      await expect(heading).toHaveText('Successfully verified email address.');
      expect(verifications).toHaveLength(1);
    });
  });
}

test('[PU-05] a refused token, and an address without one', async ({
  page,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/confirm-verification$/);
  const { id: collectionId } = await backend.api.get('/api/collections/users');
  const verifications = countVerifications(page);
  await page.goto(`/#/users/confirm-verification/${forgedToken({ collectionId, exp: 1 })}`);
  const { heading, close } = publicScreen(page, 'user-verification');
  await expect(heading).toHaveText('Invalid or expired verification token.');
  await expect(close).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  expect(verifications).toHaveLength(1);
  await axe();

  await page.goto('/#/users/confirm-verification/no-token');
  await expect(heading).toHaveText('Invalid or expired verification token.');
  expect(verifications).toHaveLength(1);
});

test('[PU-05] a network failure says nothing about the token, and can be tried again', async ({
  page,
  atoll,
  backend,
  axe,
  expectedProblems,
}) => {
  expectedProblems.allow(/^request failed POST \S+\/confirm-verification net::ERR_FAILED$/);
  await withMailedUser(backend, atoll.url, async (user) => {
    const link = await user.link('verification');
    await page.route('**/confirm-verification', (route) => route.abort('failed'));
    await page.goto(link);
    const { screen, heading, button } = publicScreen(page, 'user-verification');
    await expect(heading).toHaveText('Your email address could not be verified.');
    await expect(screen).toContainText('No response. Check your connection, then try again.');
    await expect(toasts(page)).toHaveCount(0);
    await axe();
    await expectFitsSmall(page, screen);
    await page.unroute('**/confirm-verification');
    await button('Try again').click();
    await expect(heading).toHaveText('Successfully verified email address.');
  });
});

for (const prefix of ['auth', 'users'] as const) {
  test(`[PU-01][PU-06][RT-08] the link of a mail changes the address (/${prefix}/)`, async ({
    page,
    admin,
    backend,
    atoll,
    axe,
    expectedProblems,
  }) => {
    expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/confirm-email-change$/);
    await withMailedUser(backend, atoll.url, async (user) => {
      const isSignedIn = prefix === 'auth';
      if (isSignedIn) await admin.signIn();
      const newEmail = `new-${user.email}`;
      const link = await user.emailChangeLink(newEmail);
      await page.goto(link.replace('/#/auth/', `/#/${prefix}/`));
      const { screen, heading, field, button, close } = publicScreen(page, 'user-email-change');
      await expect(heading).toHaveText(
        `Type your password to confirm changing your email address to ${newEmail}`,
      );
      await expect(page).toHaveTitle('Atoll');
      const password = field('Password');
      await expect(password).toHaveAttribute('required', '');
      if (!isSignedIn) await axe();
      await expect(password).toBeFocused();
      await page.keyboard.type('wrong-password');
      await page.keyboard.press('Enter');
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await expect(password).toHaveValue('wrong-password');
      expect(await storedSession(page)).toEqual(isSignedIn ? await backend.api.session() : null);

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
      if (!isSignedIn) await axe();
      await expectFitsSmall(page, screen);
      expect(await user.canSignIn(newEmail, user.password)).toBe(true);
      expect(await user.canSignIn(user.email, user.password)).toBe(false);
      expect(await storedSession(page)).toEqual(isSignedIn ? await backend.api.session() : null);
    });
  });
}
