import { createAdminApi } from '#tests/support/admin-api.ts';
import { collectionTitle } from '#tests/support/collections/editor.ts';
import { collectionsSidebar, createBase, importCollections } from '#tests/support/collections/sidebar.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { forgedToken, publicScreen, tokenOf, withMailedUser } from '#tests/support/public/user-mails.ts';
import { recordsHash } from '#tests/support/records/page.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  NOT_CLOSED,
  openAvatarMenu,
  toasts,
  visitSignInEnd,
} from '#tests/support/screens.ts';
import {
  expectMessage,
  expectOpener,
  expectReachable,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

const FIRST = { email: 'first@example.com', password: 'first-password-1' };

test.use(PHONE);

test('at 360 px the installer creates the first admin, who replaces a forgotten password', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  const { backend, atoll } = await startSite({ from: 'empty' });
  await test.step('the installer creates the first admin', async () => {
    expectedProblems.allow('response 400 POST /api/admins');
    await page.goto(atoll.url);
    const screen = frame(page, 'installer');
    const email = screen.getByLabel('Email');
    const password = screen.getByLabel('Password', { exact: true });
    const again = screen.getByLabel('Password confirm');
    const create = screen.getByRole('button', { name: 'Create and login' });
    await expect(password).toHaveAccessibleDescription('Minimum 10 characters.');
    await expectSameControls(screen);
    await email.fill(FIRST.email);
    await password.fill(FIRST.password);
    await again.fill('first-password-2');
    await create.tap();
    await expectMessage(again, "Values don't match.");
    await expectMessage(email);
    await expectReachable(screen);
    await again.fill(FIRST.password);
    await expectMessage(again);
    const release = await holdBack(page, /\/api\/admins$/);
    await create.tap();
    await expect(create).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(frame(page, 'collections')).toBeVisible();
    expect(backend.sql('select email from _admins')).toEqual([{ email: FIRST.email }]);
  });

  await test.step('the admin replaces a forgotten password and signs in', async () => {
    expectedProblems.allow(
      'response 400 POST /api/admins/confirm-password-reset',
      'response 400 POST /api/admins/auth-with-password',
    );
    await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).tap();
    const sink = await startSmtpSink();
    await sendMailTo(createAdminApi(backend.url, FIRST), sink, atoll.url);
    const login = loginScreen(page);
    await expectSameControls(login.screen);
    await login.email.fill(FIRST.email);
    await login.password.fill('not the password');
    await login.button.tap();
    await expect(login.error).toHaveText('Invalid login credentials.');
    await expect(login.error).toBeInViewport({ ratio: 1 });
    await expect(login.button).not.toHaveAttribute('aria-busy');
    for (const field of [login.email, login.password]) await expectMessage(field);
    await expectReachable(login.screen);
    await expect(toasts(page)).toHaveCount(0);

    await login.screen.getByRole('link', { name: 'Forgotten password?' }).tap();
    const request = frame(page, 'request-reset');
    await expectSameControls(request);
    await request.getByLabel('Email').fill(FIRST.email);
    const send = request.getByRole('button', { name: 'Send recovery link' });
    const release = await holdBack(page, /request-password-reset$/);
    await send.tap();
    await expect(send).toHaveAttribute('aria-busy', 'true');
    await expect(send).toBeDisabled();
    release();
    await expect(request.getByRole('heading', { name: `Check ${FIRST.email}` })).toBeFocused();
    await expectSameControls(request);
    const mail = await sink.nextMessage();
    await sink.stop();
    await expect
      .poll(() => backend.sql('select lastResetSentAt as sent from _admins'))
      .toEqual([{ sent: expect.stringMatching(/^\d{4}-/) }]);
    const token = /confirm-password-reset\/([\w.-]+)/.exec(mail.html ?? '')?.[1] ?? '';

    await goToHash(page, `/confirm-password-reset/${token}`);
    const confirm = frame(page, 'confirm-reset');
    const password = confirm.getByLabel('New password', { exact: true });
    const again = confirm.getByLabel('New password confirm');
    const set = confirm.getByRole('button', { name: 'Set new password' });
    await password.fill('a-brand-new-password');
    await again.fill('another-password-1');
    await set.tap();
    await expectMessage(again, "Values don't match.");
    await expectMessage(password);
    const back = await confirm.getByRole('link', { name: 'Back to login' }).boundingBox();
    const toast = await toasts(page, 'error').boundingBox();
    // The toast covers none of the controls.
    expect(toast?.y).toBeGreaterThan((back?.y ?? Number.NaN) + (back?.height ?? 0));
    await expectSameControls(confirm);
    await again.fill('a-brand-new-password');
    await expectMessage(again);
    await set.tap();
    await expect(
      page.getByRole('status').filter({ hasText: 'Successfully set a new admin' }),
    ).toBeInViewport();

    await expect.poll(() => hashOf(page)).toBe('#/login');
    await login.email.fill(FIRST.email);
    await login.password.fill('a-brand-new-password');
    await login.password.press('Enter');
    await expect(frame(page, 'collections')).toBeVisible();
  });
});

test('at 360 px the drawers, the bar, the theme and the questions follow what is pressed', async ({
  page,
  admin,
  backend,
}) => {
  const apple = await createBase(backend.api, 'apple');
  await importCollections(backend.api, 6);
  await admin.signIn();
  await test.step('the drawer finds, pins and opens collections', async () => {
    await page.goto(recordsHash(apple.id));
    await expect(collectionTitle(page)).toHaveText('apple');
    const drawer = collectionsSidebar(page);
    const opener = frame(page, 'collections').getByRole('button', { name: 'Show collections' });
    const current = drawer.locator('[aria-current]');
    await expect(drawer).toBeHidden();
    await opener.tap();
    await expect(current).toBeFocused();
    await expect(current).toHaveText('apple');
    await expectReachable(drawer);

    const search = drawer.getByRole('textbox', { name: 'Search collections' });
    await search.fill('nothing like it');
    await expect(drawer.getByRole('status')).toHaveText('No collections found.');
    await expectReachable(drawer);
    await drawer.getByRole('button', { name: 'Clear search' }).tap();
    await expect(search).toHaveValue('');
    await search.fill('item_003');
    await expect(drawer.getByRole('link')).toHaveText(['item_003', 'Schema', 'Access']);
    const pin = drawer.getByRole('button', { name: 'Pin collection item_003', exact: true });
    const unpin = drawer.getByRole('button', { name: 'Unpin collection item_003', exact: true });
    await expect(pin).toHaveAttribute('aria-pressed', 'false');
    await pin.tap();
    await expect(unpin).toHaveAttribute('aria-pressed', 'true');
    await expect(drawer.getByRole('region', { name: 'Pinned' }).getByRole('link')).toHaveText(['item_003']);
    // Escape first clears the search, then closes the drawer.
    await search.press('Escape');
    await expect(search).toHaveValue('');
    await expect(drawer.getByRole('button', { pressed: true })).toHaveCount(1);
    await expect(drawer.locator('[aria-pressed=false]')).toHaveCount(7);
    await expectReachable(drawer);
    await search.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.tap();
    await drawer.getByRole('link', { name: 'item_003' }).tap();
    await expect(drawer).toBeHidden();
    await expect(collectionTitle(page)).toHaveText('item_003');
    await expect(current).toHaveText('item_003');
    await page.goBack();
    await expect(collectionTitle(page)).toHaveText('apple');
    await opener.tap();
    await expect(current).toHaveText('apple');
    await expect(current).toHaveAttribute('aria-current', 'page');
    await unpin.tap();
    await expect(pin).toHaveAttribute('aria-pressed', 'false');
    await expect(drawer.getByRole('heading')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close menu' }).tap({ position: { x: 340, y: 300 } });
    await expect(drawer).toBeHidden();
    await expect(appSidebar(page).getByRole('link', { name: 'Collections' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  await test.step('an unknown address shows a way back', async () => {
    await page.goto('/#/nowhere');
    const screen = page.locator('[data-frame]:visible');
    await expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
    await expectReachable(page.locator('body'));
    await screen.getByRole('link').first().tap();
    await expect(frame(page, 'collections')).toBeVisible();
  });

  await test.step('the bar, the drawer, the theme and the questions follow what is pressed', async () => {
    await page.goto('/#/logs');
    await expect(frame(page, 'logs').getByRole('grid')).not.toHaveAttribute('aria-busy');
    const bar = appSidebar(page);
    const current = bar.locator('[aria-current=page]');
    await expect(current).toHaveAccessibleName('Logs');
    await expectReachable(bar);
    for (const name of ['Collections', 'Settings']) {
      await bar.getByRole('link', { name }).tap();
      await expect(current).toHaveAccessibleName(name);
    }
    await page.goBack();
    await expect(current).toHaveAccessibleName('Collections');
    await page.goForward();
    await expect(current).toHaveAccessibleName('Settings');
    await expect(current).toHaveCount(1);

    const opener = bar.getByRole('button', { name: 'Logged admin menu' });
    const menu = await expectOpener(opener, { popup: 'menu' });
    const themes = menu.getByRole('menuitemradio');
    for (const [name, theme] of [
      ['Dark', 'atoll-dark'],
      ['Light', 'atoll'],
    ] as const) {
      await themes.getByText(name).tap();
      await expect(menu.getByRole('menuitemradio', { checked: true })).toHaveText([name]);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(opener).toHaveAttribute('aria-expanded', 'true');
    }
    await menu.getByRole('menuitem', { name: 'Manage admins' }).tap();
    await expect(menu).toBeHidden();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');

    const admins = frame(page, 'settings-admins');
    const drawer = page.getByRole('navigation', { name: 'Settings' });
    const marked = drawer.locator('[aria-current=page]');
    const showMenu = admins.getByRole('button', { name: 'Show menu' });
    await expect(drawer).toBeHidden();
    await showMenu.tap();
    await expect(marked).toHaveText('Admins');
    await expect(marked).toBeFocused();
    await expect(
      admins.locator('xpath=ancestor-or-self::*[contains(@class,"page-content")]'),
    ).toHaveAttribute('inert', '');
    await expectReachable(drawer);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(showMenu).toBeFocused();
    await showMenu.tap();
    await drawer.getByRole('link', { name: 'Token options' }).tap();
    await expect(drawer).toBeHidden();
    await expect(frame(page, 'settings-tokens')).toBeVisible();
    await expect(page.locator('.page-content[inert]')).toHaveCount(0);
    await page.goBack();
    await showMenu.tap();
    await expect(marked).toHaveText('Admins');
    await page.getByRole('button', { name: 'Close menu' }).tap({ position: { x: 340, y: 300 } });
    await expect(drawer).toBeHidden();

    // A question, refused and accepted.
    const other = await backend.api.post<{ email: string }>('/api/admins', {
      email: 'leaving@example.com',
      avatar: 2,
      password: 'leaving-password',
      passwordConfirm: 'leaving-password',
    });
    await admins.getByRole('button', { name: 'Refresh' }).tap();
    await admins.getByRole('gridcell', { name: other.email, exact: true }).tap();
    const panel = page.getByRole('dialog', { name: 'Edit admin' });
    const more = await expectOpener(panel.getByRole('button', { name: 'More admin options' }), {
      popup: 'menu',
    });
    await more.getByRole('menuitem', { name: 'Delete' }).tap();
    const question = page.getByRole('alertdialog');
    await expect(question).toHaveAccessibleDescription(/delete/);
    await expectReachable(question);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(panel).toBeVisible();
    await panel.getByRole('button', { name: 'More admin options' }).tap();
    await more.getByRole('menuitem', { name: 'Delete' }).tap();
    await question.getByRole('button', { name: 'Yes' }).tap();
    await expect(
      page.getByRole('status').filter({ hasText: 'Successfully deleted admin.' }),
    ).toBeInViewport();
    await expect(admins.getByText(other.email)).toHaveCount(0);

    await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).tap();
    await expect(loginScreen(page).email).toBeFocused();
    await expect(bar).toBeHidden();
  });
});

test('at 360 px the links of mails set a password, verify and change an address, and the ends of a sign-in fit', async ({
  page,
  backend,
  atoll,
  expectedProblems,
}) => {
  await test.step('the link of a mail sets a new password', async () => {
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

  await test.step('the links of mails verify and change an address, and the ends of a sign-in fit', async () => {
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
});
