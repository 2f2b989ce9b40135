import type { Page } from '@playwright/test';
import type { Backend } from '#tests/support/backend.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { onLine } from '#tests/support/lines.ts';
import {
  forgedToken,
  type MailedUser,
  publicScreen,
  startMailing,
  tokenOf,
} from '#tests/support/public/user-mails.ts';
import { appSidebar, goToHash, hashOf, NOT_CLOSED, toasts, visitSignInEnd } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';

const NEW_PASSWORD = 'a-brand-new-password';
const KEPT_OPEN = 'The browser keeps this tab open. You can close it now.';

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

const callOf = ({ collection }: MailedUser, action: string) =>
  `/api/collections/${collection.id}/confirm-${action}`;

const isVerified = async (backend: Backend, { collection, id }: MailedUser) =>
  (await backend.api.get(`/api/collections/${collection.id}/records/${id}`))['verified'];

async function setsPassword(page: Page, origin: string, user: MailedUser): Promise<void> {
  const { screen, heading, password, confirm, submit, close } = resetScreen(page);
  const link = await user.link('password-reset');
  expect(link).toContain(`${origin}/_/#/auth/confirm-password-reset/`);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(link);
  expect(hashOf(page)).toBe(`#/auth/confirm-password-reset/${tokenOf(link)}`);
  await expect(heading).toHaveText(`Reset your user password for ${user.email}`);
  await expect(page).toHaveTitle('Atoll');
  const { hostname } = new URL(origin);
  await expect(screen).toContainText(hostname);
  await expect(screen.getByRole('img')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveText(hostname, { useInnerText: true });
  await expect(appSidebar(page)).toBeHidden();
  await expect(password).toHaveAttribute('required', '');
  await expect(confirm).toHaveAttribute('required', '');
  await expect(password).toHaveAttribute('type', 'password');

  // Keyboard only, from the field that has the focus.
  await expect(password).toBeFocused();
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW_PASSWORD);
  const sent = page.waitForRequest('**/confirm-password-reset');
  await page.keyboard.press('Enter');
  const request = await sent;
  expect(new URL(request.url()).pathname).toBe(callOf(user, 'password-reset'));
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
  await expect(screen.getByRole('status')).toHaveText(KEPT_OPEN);
  expect(await storedTexts(page)).not.toContain(NEW_PASSWORD);
  expect(await storedSession(page)).toBeNull();
  expect(requests).not.toContain('/api/settings');
}

async function verifiesAddress(page: Page, backend: Backend, user: MailedUser): Promise<void> {
  const { screen, heading, close, button } = publicScreen(page, 'user-verification');
  const link = await user.link('verification');
  const verifications = collectBodies(page, callOf(user, 'verification'));
  // A network failure says nothing about the token, and can be tried again.
  await page.route('**/confirm-verification', (route) => route.abort('failed'), { times: 1 });
  await page.goto(link);
  await expect(heading).toHaveText('Your email address could not be verified.');
  await expect(screen).toContainText('No response. Check your connection, then try again.');
  await expect(toasts(page)).toHaveCount(0);
  expect(verifications).toEqual([{ token: tokenOf(link) }]);
  const held = Promise.withResolvers<void>();
  await page.route('**/confirm-verification', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button('Try again').click();
  await expect(heading).toHaveText('Please wait...');
  await expect(close).toHaveCount(0);
  held.resolve();
  await expect(heading).toHaveText('Successfully verified email address.');
  await expect(screen.getByRole('status').first()).toContainText('Successfully verified email address.');
  await expect(page).toHaveTitle('Atoll');
  expect(verifications).toHaveLength(2);
  expect(await isVerified(backend, user)).toBe(true);
  await close.click();
  await expect(screen.getByText(KEPT_OPEN)).toBeVisible();
  expect(await storedSession(page)).toBeNull();
  await expect(toasts(page)).toHaveCount(0);

  // Leaving and coming back sends nothing again.
  await visitSignInEnd(page, () => goToHash(page, '#/auth/oauth2-redirect-success'));
  await expect(publicScreen(page, 'oauth2-success').heading).toBeVisible();
  await page.goBack();
  await expect(heading).toHaveText('Successfully verified email address.');
  expect(verifications).toHaveLength(2);
  await page.unroute('**/confirm-verification');
}

async function endsSignIn(page: Page): Promise<void> {
  const goBack = 'You can close this window and go back to the app';
  for (const [outcome, title, text] of [
    ['success', 'Auth completed.', `${goBack}.`],
    ['failure', 'Auth failed.', `${goBack} to try again.`],
  ] as const) {
    const path = `#/auth/oauth2-redirect-${outcome}`;
    await visitSignInEnd(page, () => goToHash(page, path));
    const { screen, heading } = publicScreen(page, `oauth2-${outcome}`);
    await expect(heading).toHaveText(title);
    await expect(screen.getByText(text, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle('Atoll');
    const opened = page.waitForEvent('popup');
    await page.evaluate((hash) => void window.open(`./?app${hash}`), path);
    const popup = await opened;
    if (!popup.isClosed()) await popup.waitForEvent('close');
    expect(popup.isClosed()).toBe(true);
  }
}

/** What was typed stays after a refusal, and when the response to a password that was set is lost. */
async function keepsForm(page: Page, user: MailedUser): Promise<void> {
  const { screen, heading, password, confirm, submit } = resetScreen(page);
  const link = await user.link('password-reset');
  await page.goto(link.replace('/#/auth/', '/#/users/'));
  expect(hashOf(page)).toBe(`#/users/confirm-password-reset/${tokenOf(link)}`);
  await expect(heading).toHaveText(`Reset your user password for ${user.email}`);
  await expect(appSidebar(page)).toBeHidden();
  await password.fill('short');
  await confirm.fill('other');
  const sent = page.waitForRequest('**/confirm-password-reset');
  await submit.click();
  expect(await (await sent).headerValue('Authorization')).toBeFalsy();
  await expect(password).toHaveAccessibleDescription(`The length must be between 8 and ${onLine(100, 255)}.`);
  await expect(confirm).toHaveAccessibleDescription("Values don't match.");
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveValue('short');
  await expect(confirm).toHaveValue('other');
  await expect(toasts(page, 'error')).toHaveCount(1);
  expect(await user.canSignIn(user.email, user.password)).toBe(true);

  await password.fill(NEW_PASSWORD);
  await confirm.fill(NEW_PASSWORD);
  await page.route(
    '**/confirm-password-reset',
    async (route) => {
      await route.fetch();
      await route.abort('failed');
    },
    { times: 1 },
  );
  await submit.click();
  await expect(toasts(page, 'error').last()).toContainText(
    'No response. Check your connection, then try again.',
  );
  await expect(password).toHaveValue(NEW_PASSWORD);
  await submit.click();
  await expect(screen.getByRole('alert')).toContainText(
    'An earlier attempt may have set your new password: try to sign in with it.',
  );
  expect(await user.canSignIn(user.email, NEW_PASSWORD)).toBe(true);
  expect(await storedTexts(page)).not.toContain(NEW_PASSWORD);
}

async function refusesTokens(page: Page, collectionId: string): Promise<void> {
  const { screen, heading, password, confirm, submit, close } = resetScreen(page);
  const open = (token: string) => goToHash(page, `#/auth/confirm-password-reset/${token}`);
  const claims = { collectionId, type: 'authRecord', id: 'x', exp: 1 };
  await open(forgedToken({ ...claims, email: 'ann@example.com: call 0800 123' }));
  await expect(heading).toHaveText('Reset your user password');
  await expect(screen.getByRole('alert')).toHaveText('This link has expired. Request a new one in the app.');
  await expect(password).toHaveValue('');
  await password.fill(NEW_PASSWORD);
  await confirm.fill(NEW_PASSWORD);
  await submit.click();
  await expect(screen.getByRole('alert')).toHaveText(
    /^The link of the email was not accepted: .*token.*Request a new email in the app\.$/i,
  );
  await expect(password).toHaveValue(NEW_PASSWORD);

  const later = Math.floor(Date.now() / 1000) + 3600;
  await open(forgedToken({ ...claims, email: 'bob@example.com', exp: later }));
  await expect(heading).toHaveText('Reset your user password for bob@example.com');
  await expect(password).toHaveValue('');
  await expect(screen.getByRole('alert')).toHaveCount(0);
  await open('no-token');
  await expect(heading).toHaveText('Invalid or expired password reset token.');
  await expect(screen).toContainText('Open the whole link of the email, or request a new one in the app.');
  await expect(password).toHaveCount(0);
  await expect(close).toBeVisible();
}

async function refusesVerification(page: Page, collectionId: string): Promise<void> {
  const { screen, heading, close } = publicScreen(page, 'user-verification');
  const verifications = collectBodies(page, `/api/collections/${collectionId}/confirm-verification`);
  await page.goto(`/#/users/confirm-verification/${forgedToken({ collectionId, exp: 1 })}`);
  await expect(heading).toHaveText('Invalid or expired verification token.');
  await expect(screen).toContainText('This link has expired. Request a new one in the app.');
  await expect(close).toBeVisible();
  expect(verifications).toHaveLength(1);
  await goToHash(page, '#/users/confirm-verification/no-token');
  await expect(heading).toHaveText('Invalid or expired verification token.');
  expect(verifications).toHaveLength(1);
}

/** The link with the other prefix, in a window that a script opened, which Close closes. */
async function closesWindow(page: Page, backend: Backend, user: MailedUser): Promise<void> {
  const hash = new URL(await user.link('verification')).hash.replace('#/auth/', '#/users/');
  const opened = page.waitForEvent('popup');
  await page.evaluate((target) => void window.open(`./?app${target}`), hash);
  const popup = await opened;
  const shown = publicScreen(popup, 'user-verification');
  await expect(shown.heading).toHaveText('Successfully verified email address.');
  expect(await isVerified(backend, user)).toBe(true);
  const closed = popup.waitForEvent('close');
  // The window may be closed before the click returns.
  await Promise.all([closed, shown.close.click().catch(() => {})]);
  expect(popup.isClosed()).toBe(true);
}

async function changesAddress(page: Page, user: MailedUser): Promise<void> {
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
  await expect(password).toBeFocused();
  await page.keyboard.type('wrong-password');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveValue('wrong-password');

  await goToHash(page, `#/auth/confirm-email-change/${tokenOf(link)}`);
  await expect(heading).toContainText(newEmail);
  await password.fill(user.password);
  const sent = page.waitForRequest('**/confirm-email-change');
  await button('Confirm new email').click();
  const request = await sent;
  expect(new URL(request.url()).pathname).toBe(callOf(user, 'email-change'));
  expect(request.postDataJSON()).toEqual({ token: tokenOf(link), password: user.password });
  await expect(heading).toHaveText('Successfully changed the user email address.');
  await expect(
    screen.getByText('You can now sign in with your new email address.', { exact: true }),
  ).toBeVisible();
  await expect(close).toBeVisible();
  expect(await user.canSignIn(newEmail, user.password)).toBe(true);
  expect(await user.canSignIn(user.email, user.password)).toBe(false);
}

test('the pages for users of an app', { tag: '@newer' }, async ({
  page,
  admin,
  backend,
  atoll,
  step,
  expectedProblems,
}) => {
  expectedProblems.allow(
    NOT_CLOSED,
    /^request failed POST \S+\/confirm-verification net::ERR_FAILED$/,
    /^response 400 POST \/api\/collections\/\w+\/confirm-password-reset$/,
    /^request failed POST \S+\/confirm-password-reset net::ERR_FAILED$/,
    /^response 400 POST \/api\/collections\/\w+\/confirm-verification$/,
    /^response 400 POST \/api\/collections\/\w+\/confirm-email-change$/,
  );
  const { newUser, stop } = await startMailing(backend, atoll.url);
  // A reset verifies the address, too: it comes second.
  const user = await newUser();
  const another = await newUser();
  await step(
    '[PU-01][PU-05][RT-08] opening the link of a mail verifies the address, again after a failure',
    () => verifiesAddress(page, backend, user),
  );
  await step('[PU-01][PU-02][PU-03][RT-08] the link of a mail sets a new password', () =>
    setsPassword(page, atoll.url, user),
  );
  await step('[PU-07][RT-08] the end of a sign-in shows a message and closes its window', () =>
    endsSignIn(page),
  );

  await admin.signIn();
  const session = await storedSession(page);
  await step('[PU-05] a refused verification, and an address without a token', () =>
    refusesVerification(page, another.collection.id),
  );
  await step('[PU-01][PU-05] Close closes a window that a script opened', () =>
    closesWindow(page, backend, another),
  );
  await step('[PU-03][PU-04][RT-08] a reset that is refused or not answered keeps the form', () =>
    keepsForm(page, another),
  );
  await step('[PU-02] a refused token keeps the form; another token starts anew', () =>
    refusesTokens(page, another.collection.id),
  );
  await step('[PU-01][PU-06][RT-08] the link of a mail changes the address', async () =>
    changesAddress(page, await newUser()),
  );
  await step('the administrator has stayed signed in', async () => {
    expect(session).toEqual(await backend.api.session());
    expect(await storedSession(page)).toEqual(session);
  });
  await stop();
});
