import type { Page } from '@playwright/test';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { forgedToken } from '#tests/support/public/user-mails.ts';
import { frame, hashOf, loginScreen, signInByForm, toasts } from '#tests/support/screens.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { ADMIN_EMAIL } from '#tests/support/template.ts';

const REQUEST_CALL = '**/api/admins/request-password-reset';
const CONFIRM_CALL = '**/api/admins/confirm-password-reset';

/** A token with the email of its admin, like those of reset mails; the server refuses it. */
const FORGED_TOKEN = forgedToken({ email: ADMIN_EMAIL, type: 'admin' });

function confirmScreen(page: Page) {
  const screen = frame(page, 'confirm-reset');
  return {
    screen,
    password: screen.getByLabel('New password', { exact: true }),
    confirm: screen.getByLabel('New password confirm'),
    button: screen.getByRole('button', { name: 'Set new password' }),
  };
}

test('[LI-05][LI-06][LI-07][LI-08][LI-09] the pages that request and confirm a reset', async ({
  page,
  checkScreen,
  expectedProblems,
}) => {
  await page.goto('/#/login');
  const screen = frame(page, 'request-reset');
  const email = screen.getByLabel('Email');
  const send = screen.getByRole('button', { name: 'Send recovery link' });

  await test.step('the request page explains its purpose, and links back', async () => {
    await loginScreen(page).screen.getByRole('link', { name: 'Forgotten password?' }).click();
    await expect(screen.getByRole('heading', { name: 'Forgotten admin password' })).toBeVisible();
    await expect(
      screen.getByText('Enter the email associated with your account and we’ll send you a recovery link:', {
        exact: true,
      }),
    ).toBeVisible();
    await expect(email).toHaveAttribute('required', '');
    await expect(email).toBeFocused();
    await expect(send).toBeEnabled();
    await checkScreen();
    await screen.getByRole('link', { name: 'Back to login' }).click();
    await expect(loginScreen(page).email).toBeFocused();
  });

  await test.step('a failed request shows the server’s message, and the form stays', async () => {
    expectedProblems.allow('response 429 POST /api/admins/request-password-reset');
    await page.route(REQUEST_CALL, (route) => failWith(route, 'Slow down, please.', 429));
    await page.goto('/#/request-password-reset');
    await email.fill('nobody-knows@example.com');
    await send.click();
    await expect(toasts(page, 'error')).toContainText(['Slow down, please.']);
    await expect(email).toHaveValue('nobody-knows@example.com');
    await expect(send).toBeEnabled();
    await page.unroute(REQUEST_CALL);
  });

  await test.step('an unknown address gets the same message as a known one', async () => {
    const request = page.waitForRequest(REQUEST_CALL);
    await send.click();
    expect((await request).method()).toBe('POST');
    expect((await request).postDataJSON()).toEqual({ email: 'nobody-knows@example.com' });
    const confirmation = screen.getByRole('heading', { level: 1 });
    await expect(confirmation).toHaveText('Check nobody-knows@example.com for the recovery link.');
    await expect(confirmation).toBeFocused();
    await expect(email).toHaveCount(0);
    await checkScreen();
    await screen.getByRole('link', { name: 'Back to login' }).click();
    await expect(loginScreen(page).email).toBeVisible();
  });

  await test.step('the confirm page names whose password it sets', async () => {
    await page.goto(`/#/confirm-password-reset/${FORGED_TOKEN}`);
    const { screen: confirmFrame, password, confirm, button } = confirmScreen(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Reset your admin password for ${ADMIN_EMAIL}`,
    );
    for (const field of [password, confirm]) {
      await expect(field).toHaveAttribute('type', 'password');
      await expect(field).toHaveAttribute('required', '');
    }
    await expect(password).toBeFocused();
    await expect(button).toBeEnabled();
    const back = confirmFrame.getByRole('link', { name: 'Back to login' });
    await expect(back).toHaveAttribute('href', '#/login');
    await checkScreen();
  });

  await test.step('a token that the server refuses keeps the form and shows an error', async () => {
    expectedProblems.allow('response 400 POST /api/admins/confirm-password-reset');
    const { password, confirm, button } = confirmScreen(page);
    await password.fill('a-brand-new-password');
    await confirm.fill('a-brand-new-password');
    const answered = page.waitForResponse(CONFIRM_CALL);
    await button.click();
    expect((await answered).status()).toBe(400);
    await expect(button).toBeEnabled();
    await expect(toasts(page, 'error').filter({ hasNotText: 'Slow down' })).toHaveCount(1);
    await expect(password).toHaveValue('a-brand-new-password');
    expect(hashOf(page)).toContain('#/confirm-password-reset/');
  });

  await test.step('an invalid token shows the form without an email', async () => {
    await page.goto('/#/confirm-password-reset/%3Cimg%20src=x%3E');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your admin password');
    await expect(confirmScreen(page).password).toBeVisible();
  });

  await test.step('an expired link says so before one types, and leads to a new one', async () => {
    await page.goto(`/#/confirm-password-reset/${forgedToken({ email: ADMIN_EMAIL, exp: 1 })}`);
    const { screen: confirmFrame, password } = confirmScreen(page);
    await expect(confirmFrame.getByRole('alert')).toHaveText('This link has expired. Request a new one');
    // What was typed for the link before.
    await expect(password).toHaveValue('');
    await checkScreen();
    await confirmFrame.getByRole('link', { name: 'Request a new one' }).click();
    await expect(email).toBeFocused();
  });
});

test('[LI-06][LI-09] a request before hydration is sent after it, and the link in the mail replaces the password', async ({
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

  const arrival = Promise.withResolvers<void>();
  await page.route('**/assets/RequestResetPage*.js', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const seen: string[] = [];
  const calls: (string | null)[] = [];
  page.on('request', (request) => {
    seen.push(request.url());
    if (request.method() === 'POST') calls.push(request.postData());
  });
  await page.goto(`${atoll.url}/#/request-password-reset`, { waitUntil: 'commit' });
  const screen = frame(page, 'request-reset');
  await screen.getByLabel('Email').fill(ADMIN_EMAIL);
  await screen.getByRole('button', { name: 'Send recovery link' }).click();
  await expect(screen.locator('form')).toHaveAttribute('data-unhydrated', 'sent');
  expect(calls).toEqual([]);
  arrival.resolve();
  const confirmation = screen.getByRole('heading', { level: 1 });
  await expect(confirmation).toHaveText(`Check ${ADMIN_EMAIL} for the recovery link.`);
  await expect(confirmation).toBeFocused();
  expect(calls).toEqual([JSON.stringify({ email: ADMIN_EMAIL })]);
  expect(seen.filter((url) => decodeURIComponent(url).includes(ADMIN_EMAIL))).toEqual([]);
  const mail = await sink.nextMessage((message) => message.to?.[0]?.address === ADMIN_EMAIL);
  await sink.stop();
  // The backend first sends the mail, then writes the whole row with the time of the mail and the old password.
  await expect
    .poll(() => backend.sql('select lastResetSentAt as sent from _admins where email = ?', [ADMIN_EMAIL]))
    .toEqual([{ sent: expect.stringMatching(/^\d{4}-/) }]);
  // The link in the backend's mail contains the path of the backend's own dashboard.
  const link = /href="([^"]+confirm-password-reset[^"]+)"/.exec(mail.html ?? '')?.[1] ?? '';
  expect(link).toContain(`${atoll.url}/_/#/confirm-password-reset/`);
  const token = link.split('/').at(-1) ?? '';
  expect(token.split('.')).toHaveLength(3);

  await page.goto(link);
  expect(page.url()).toBe(`${atoll.url}/#/confirm-password-reset/${token}`);
  const { screen: confirmFrame, password, confirm, button } = confirmScreen(page);
  await expect(confirmFrame.getByRole('heading')).toContainText(ADMIN_EMAIL);
  await password.fill('a-brand-new-password');
  await confirm.fill('something else entirely');
  await button.click();
  await expect(confirm).toHaveAttribute('aria-invalid', 'true');
  await expect(confirm).toHaveAccessibleDescription("Values don't match.");
  await expect(password).not.toHaveAttribute('aria-invalid');
  await expect(toasts(page, 'error')).toHaveCount(1);

  await confirm.fill('a-brand-new-password');
  await expect(confirm).not.toHaveAttribute('aria-invalid');
  const request = page.waitForRequest(CONFIRM_CALL);
  await button.click();
  expect((await request).method()).toBe('POST');
  expect((await request).postDataJSON()).toEqual({
    token,
    password: 'a-brand-new-password',
    passwordConfirm: 'a-brand-new-password',
  });
  await expect(toasts(page, 'success')).toContainText(['Successfully set a new admin password.']);
  await expect.poll(() => hashOf(page)).toBe('#/login');

  await signInByForm(page, ADMIN_EMAIL, backend.adminPassword);
  await expect(loginScreen(page).error).toHaveText('Invalid login credentials.');
  await signInByForm(page, ADMIN_EMAIL, 'a-brand-new-password');
  await expect(frame(page, 'collections')).toBeVisible();
});
