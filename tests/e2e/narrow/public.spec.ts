import { expect, test } from '#tests/support/fixtures.ts';
import { forgedToken, publicScreen, tokenOf, withMailedUser } from '#tests/support/public/user-mails.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import { NOT_CLOSED, visitSignInEnd } from '#tests/support/screens.ts';
import { expectMessage, expectSameControls, PHONE } from '#tests/support/small-screen.ts';

test.use(PHONE);

test('at 360 px the link of a mail sets a new password', async ({
  page,
  backend,
  atoll,
  expectedProblems,
}) => {
  expectedProblems.allow(/^response 400 POST \/api\/collections\/\w+\/confirm-password-reset$/);
  await withMailedUser(backend, atoll.url, async (user) => {
    await page.goto(`/#/auth/confirm-password-reset/${tokenOf(await user.link('password-reset'))}`);
    const reset = publicScreen(page, 'user-reset');
    await reset.field('New password').fill('another-password-1');
    await reset.field('New password confirm').fill('another-password-2');
    await reset.button('Set new password').tap();
    await expectMessage(reset.field('New password confirm'), "Values don't match.");
    await expectSameControls(reset.screen);
    await reset.field('New password confirm').fill('another-password-1');
    await expectMessage(reset.field('New password confirm'));
    await reset.button('Set new password').tap();
    await expect(reset.heading).toHaveText('Successfully changed the user password.');
    await expect(reset.heading).toBeFocused();
    await expectSameControls(reset.screen);
    expect(await user.canSignIn(user.email, 'another-password-1')).toBe(true);
  });
});

test('at 360 px the links of mails verify and change an address, and the ends of a sign-in fit', async ({
  page,
  backend,
  atoll,
  expectedProblems,
}) => {
  expectedProblems.allow(NOT_CLOSED, /^response 400 POST \/api\/collections\/\w+\/confirm-email-change$/);
  await withMailedUser(backend, atoll.url, async (user) => {
    const releaseVerification = await holdBack(page, /confirm-verification$/);
    await page.goto(`/#/auth/confirm-verification/${tokenOf(await user.link('verification'))}`);
    const verification = publicScreen(page, 'user-verification');
    const status = verification.screen.getByRole('status').first();
    await expect(status).toHaveText('Please wait...');
    releaseVerification();
    await expect(status).toHaveText('Successfully verified email address.');
    await expectSameControls(verification.screen);
    await verification.close.tap();
    await expect(verification.screen.getByRole('status').last()).toHaveText(/keeps this tab open/);

    const newEmail = `new-${user.email}`;
    await page.goto(`/#/auth/confirm-email-change/${tokenOf(await user.emailChangeLink(newEmail))}`);
    const { screen, heading, field, button } = publicScreen(page, 'user-email-change');
    const password = field('Password');
    const confirm = button('Confirm new email');
    await password.fill('wrong-password');
    await confirm.tap();
    await expectMessage(password, /./);
    await expectSameControls(screen);
    await password.fill(user.password);
    await expectMessage(password);
    const release = await holdBack(page, /confirm-email-change$/);
    await confirm.tap();
    await expect(confirm).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(heading).toHaveText('Successfully changed the user email address.');
    await expect(heading).toBeFocused();
    expect(await user.canSignIn(newEmail, user.password)).toBe(true);
  });
  // An address without a token, and one that the backend refuses.
  await page.goto(`/#/auth/confirm-password-reset/${forgedToken({ exp: 1 })}`);
  const reset = publicScreen(page, 'user-reset');
  await expect(reset.heading).toHaveText('Invalid or expired password reset token.');
  await expectSameControls(reset.screen);
  for (const outcome of ['success', 'failure']) {
    await visitSignInEnd(page, () => page.goto(`/#/auth/oauth2-redirect-${outcome}`));
    const end = publicScreen(page, `oauth2-${outcome}`);
    await expect(end.heading).toBeInViewport({ ratio: 1 });
    await expectSameControls(end.screen);
  }
});
