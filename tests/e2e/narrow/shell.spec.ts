import { expect, test } from '#tests/support/fixtures.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import {
  appSidebar,
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  toasts,
} from '#tests/support/screens.ts';
import {
  expectMessage,
  expectOpener,
  expectReachable,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { ADMIN_EMAIL } from '#tests/support/template.ts';

test.use(PHONE);

test('at 360 px an admin replaces a forgotten password and signs in', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  expectedProblems.allow(
    'response 400 POST /api/admins/confirm-password-reset',
    'response 400 POST /api/admins/auth-with-password',
  );
  const { backend, atoll } = await startSite();
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink, atoll.url);
  await page.goto(`${atoll.url}/#/login`);
  const login = loginScreen(page);
  await expectSameControls(login.screen);
  await login.email.fill(ADMIN_EMAIL);
  await login.password.fill('not the password');
  await login.button.tap();
  const failure = page.getByRole('alert').filter({ hasText: 'Invalid login credentials.' });
  await expect(failure).toBeInViewport({ ratio: 1 });
  await expect(login.button).not.toHaveAttribute('aria-busy');
  for (const field of [login.email, login.password]) await expectMessage(field);
  await expectReachable(page.locator('[data-toasts]'));
  await failure.getByRole('button', { name: 'Close' }).tap();
  await expect(toasts(page)).toHaveCount(0);

  await login.screen.getByRole('link', { name: 'Forgotten password?' }).tap();
  const request = frame(page, 'request-reset');
  await expectSameControls(request);
  await request.getByLabel('Email').fill(ADMIN_EMAIL);
  const send = request.getByRole('button', { name: 'Send recovery link' });
  const release = await holdBack(page, /request-password-reset$/);
  await send.tap();
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await expect(send).toBeDisabled();
  release();
  await expect(request.getByRole('heading', { name: `Check ${ADMIN_EMAIL}` })).toBeFocused();
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
  await expectSameControls(confirm);
  await again.fill('a-brand-new-password');
  await expectMessage(again);
  await set.tap();
  await expect(page.getByRole('status').filter({ hasText: 'Successfully set a new admin' })).toBeInViewport();

  await expect.poll(() => hashOf(page)).toBe('#/login');
  await login.email.fill(ADMIN_EMAIL);
  await login.password.fill('a-brand-new-password');
  await login.password.press('Enter');
  await expect(frame(page, 'collections')).toBeVisible();
});

test('at 360 px the installer creates the first admin', async ({ page, startSite, expectedProblems }) => {
  expectedProblems.allow('response 400 POST /api/admins');
  const { backend, atoll } = await startSite({ from: 'empty' });
  await page.goto(atoll.url);
  const screen = frame(page, 'installer');
  const email = screen.getByLabel('Email');
  const password = screen.getByLabel('Password', { exact: true });
  const again = screen.getByLabel('Password confirm');
  const create = screen.getByRole('button', { name: 'Create and login' });
  await expect(password).toHaveAccessibleDescription('Minimum 10 characters.');
  await expectSameControls(screen);
  await email.fill('first@example.com');
  await password.fill('first-password-1');
  await again.fill('first-password-2');
  await create.tap();
  await expectMessage(again, "Values don't match.");
  await expectMessage(email);
  await expectReachable(screen);
  await again.fill('first-password-1');
  await expectMessage(again);
  const release = await holdBack(page, /\/api\/admins$/);
  await create.tap();
  await expect(create).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(frame(page, 'collections')).toBeVisible();
  expect(backend.sql('select email from _admins')).toEqual([{ email: 'first@example.com' }]);
});

test('at 360 px the bar, the drawer, the theme and the questions follow what is pressed', async ({
  page,
  admin,
  backend,
}) => {
  await admin.signIn();
  await page.goto('/#/logs');
  await expect(frame(page, 'logs').getByRole('table')).not.toHaveAttribute('aria-busy');
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
  await expect(admins.locator('xpath=ancestor-or-self::*[contains(@class,"page-content")]')).toHaveAttribute(
    'inert',
    '',
  );
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
  await admins.getByRole('cell', { name: other.email, exact: true }).tap();
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
  await expect(page.getByRole('status').filter({ hasText: 'Successfully deleted admin.' })).toBeInViewport();
  await expect(admins.getByText(other.email)).toHaveCount(0);

  await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).tap();
  await expect(loginScreen(page).email).toBeFocused();
  await expect(bar).toBeHidden();
});

test('at 360 px an unknown address shows a way back', async ({ page, admin }) => {
  await admin.signIn();
  await page.goto('/#/nowhere');
  const screen = page.locator('[data-frame]:visible');
  await expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expectReachable(page.locator('body'));
  await screen.getByRole('link').first().tap();
  await expect(frame(page, 'collections')).toBeVisible();
});
