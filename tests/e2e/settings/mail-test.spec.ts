import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { toasts } from '#tests/support/screens.ts';
import {
  collectMailBodies,
  openMail,
  storedMail,
  storeMail,
  TEST_EMAIL,
  testPopup,
} from '#tests/support/settings/mail.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp.ts';
import { stopClock } from '#tests/support/timers.ts';

const LOGIN = { user: 'mailer', password: 'correct-horse-battery' };
const KEY = 'last_email_test';

let sink: SmtpSink;
let meta: object | undefined;
test.beforeAll(async () => {
  sink = await startSmtpSink({ login: LOGIN });
});
test.afterAll(() => sink.stop());
test.beforeEach(async ({ backend, admin }) => {
  meta ??= (await storedMail(backend.api)).meta;
  await storeMail(backend.api, meta, { enabled: true, host: '127.0.0.1', port: sink.port });
  await admin.signIn();
});

test('[SM-14][SM-15][ST-05] test emails of all templates arrive, after a login that was set up here', async ({
  page,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 POST /api/settings/test/email');
  const { tests } = collectMailBodies(page);
  const lastRecipient = () => page.evaluate((key) => localStorage.getItem(key), KEY);
  const { senderName, username, password, sendTest, save } = await openMail(page);
  const { popup, radios, verification, reset, change, email, send, close } = testPopup(page);

  await sendTest.click();
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Send test email');
  await expect(popup.locator('label').filter({ has: page.getByRole('radio') })).toHaveText([
    '"Verification" template',
    '"Password reset" template',
    '"Confirm email change" template',
  ]);
  await expect(radios).toHaveCount(3);
  await expect(verification).toBeChecked();
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('');
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveJSProperty('required', true);
  await expect(send).toBeDisabled();
  await axe();
  // The browser refuses what is no address.
  await email.fill('nobody');
  await send.click();
  await expect(email).toBeFocused();
  expect(tests).toEqual([]);

  // The mail server requires a login.
  await email.fill('first@example.com');
  await send.click();
  await expect(toasts(page, 'error')).toHaveText([/^Failed to send the test email\. Raw error:/]);
  await expect(popup).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(email).toHaveValue('first@example.com');
  expect(await lastRecipient()).toBe('first@example.com');
  await close.click();
  await expect(popup).toHaveCount(0);
  await expect(sendTest).toBeFocused();

  await username.fill(LOGIN.user);
  await password.fill(LOGIN.password);
  await save.click();
  await expect(password).toHaveValue('******');
  // The second save leaves the password alone, which must still log in.
  await senderName.fill('Help desk');
  await save.click();
  await sendTest.click();
  await expect(email).toHaveValue('first@example.com');
  await expect(verification).toBeChecked();
  await email.fill('to@example.com');
  const templates = [
    [verification, 'verification', 'Verify your'],
    [reset, 'password-reset', 'Reset your'],
    [change, 'email-change', 'Confirm your'],
  ] as const;
  for (const [radio, , subject] of templates) {
    if (!(await popup.isVisible())) await sendTest.click();
    await expect(email).toHaveValue('to@example.com');
    await radio.check();
    await email.press('Enter');
    await expect(popup).toHaveCount(0);
    const mail = await sink.nextMessage((message) => message.subject?.startsWith(subject) === true);
    expect(mail.to?.[0]?.address).toBe('to@example.com');
    expect(mail.from).toMatchObject({ name: 'Help desk', address: 'support@example.com' });
    expect(mail.html).not.toMatch(/\{(APP_NAME|APP_URL|TOKEN|ACTION_URL)\}/);
    await expect(toasts(page, 'success').last()).toHaveText('Successfully sent test email.');
  }
  expect(sink.deliveries.map(({ user }) => user)).toEqual([LOGIN.user, LOGIN.user, LOGIN.user]);
  expect(tests).toEqual([
    { email: 'first@example.com', template: 'verification' },
    ...templates.map(([, template]) => ({ email: 'to@example.com', template })),
  ]);
  expect(await lastRecipient()).toBe('to@example.com');
  await page.reload();
  await sendTest.click();
  await expect(email).toHaveValue('to@example.com');
});

test('[SM-16][ER-05] while sending nothing closes the popup, and after 30 s the request is cancelled', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.allow('request failed POST /api/settings/test/email net::ERR_ABORTED');
  const held = gate();
  await page.route(TEST_EMAIL, async (route) => {
    await held.opened;
    await route.abort().catch(() => {});
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await stopClock(page);
  const { sendTest } = await openMail(page);
  const { popup, email, send, close } = testPopup(page);
  await sendTest.click();
  await email.fill('to@example.com');
  const sent = page.waitForRequest(TEST_EMAIL);
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/test/email'));
  await send.click();
  await sent;
  await expect(send).toBeDisabled();
  await expect(close).toBeDisabled();
  await popup.focus();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.clock.runFor(29_000);
  await expect(popup).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await page.clock.runFor(1000);
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(toasts(page)).toHaveText(['Test email send timeout.']);
  await expect(toasts(page, 'error')).toHaveCount(1);
  await expect(popup).toBeVisible();
  await expect(email).toHaveValue('to@example.com');
  await expect(send).toBeEnabled();
  const box = await popup.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  held.open();
  await close.click();
  await expect(popup).toHaveCount(0);
});

test('[API-08] leaving the page cancels the email that is sent, and a newer one can be sent', async ({
  page,
  expectedProblems,
}) => {
  expectedProblems.allow('request failed POST /api/settings/test/email net::ERR_ABORTED');
  await page.addInitScript(([key]) => localStorage.setItem(key ?? '', 'old@example.com'), [KEY]);
  const held = gate();
  await page.route(
    TEST_EMAIL,
    async (route) => {
      await held.opened;
      await route.abort().catch(() => {});
    },
    { times: 1 },
  );
  const { sendTest } = await openMail(page);
  const { popup, email, send } = testPopup(page);
  await sendTest.click();
  await expect(email).toHaveValue('old@example.com');
  const sent = page.waitForRequest(TEST_EMAIL);
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/test/email'));
  await send.click();
  await sent;
  await page.evaluate(() => {
    location.hash = '#/settings';
  });
  await expect(popup).toHaveCount(0);
  expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(toasts(page, 'warning')).toHaveText(['Stopped waiting. The test email may still arrive.']);
  held.open();
  await page.route(TEST_EMAIL, (route) => route.fulfill({ status: 204 }));
  await page.evaluate(() => {
    location.hash = '#/settings/mail';
  });
  await sendTest.click();
  await send.click();
  await expect(toasts(page, 'success')).toHaveText(['Successfully sent test email.']);
  await expect(popup).toHaveCount(0);
});
