import type { Page } from '@playwright/test';
import { atPaths } from '#domain/app/settings-fields.ts';
import type { Backend } from '#tests/support/backend.ts';
import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { codeText, typeCode } from '#tests/support/collections/editor.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { has, NO_SECRET, onLine } from '#tests/support/lines.ts';
import { gate } from '#tests/support/records/page.ts';
import { frame, goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import {
  collectMailSaves,
  mailPage,
  noteOf,
  openMail,
  storedMail,
  storeMail,
  TEST_EMAIL,
  testPopup,
} from '#tests/support/settings/mail.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';
import { placesOf } from '#tests/support/settings/storage.ts';
import { settingsInDatabase, storeSettings } from '#tests/support/settings/stored.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp.ts';

const SAVED = 'Successfully saved mail settings.';
const SECRET = 'correct-horse-battery';
/** The collection whose template is sent, where each has its own. */
const ofUsers = onLine({}, { collection: '_pb_users_auth_' });
const LOGIN = { user: 'mailer', password: SECRET };

/** Leaves the page and comes back, with the settings of the backend. */
async function revisit(page: Page): Promise<void> {
  await goToHash(page, '#/settings');
  await expect(frame(page, 'settings-application')).toBeVisible();
  await goToHash(page, '#/settings/mail');
  await expect(mailPage(page).sender).toBeVisible();
}

async function copiesPlaceholder(page: Page): Promise<void> {
  const { verification, save } = mailPage(page);
  const clipboard = await allowClipboard(page);
  await verification.header.click();
  await page.clock.pauseAt(Date.now() + 60_000);
  await verification.placeholders.nth(4).click();
  await expect(toasts(page, 'info')).toHaveText(['Copied {TOKEN} to clipboard']);
  expect(await clipboard()).toBe('{TOKEN}');
  await page.clock.runFor(1900);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(toasts(page)).toHaveCount(0);
  // It is no change of the form.
  await expect(save).toHaveCount(0);
  await page.clock.resume();
  await verification.header.click();
}

async function opensOneTemplate(page: Page): Promise<void> {
  const { screen, verification, reset, change, sendTest } = mailPage(page);
  for (const part of [verification, reset, change]) {
    await part.header.click();
    await expect(screen.locator('details[open]')).toHaveCount(1);
    for (const field of [part.subject, part.actionUrl]) await expect(field).toBeVisible();
    await expect(part.editor).toBeVisible();
    await expect.poll(() => codeText(part.section)).toContain('<a class="btn" href="{ACTION_URL}"');
    await expect(part.placeholders).toHaveText([
      ...['{APP_NAME}', '{APP_URL}'],
      ...['{APP_NAME}', '{APP_URL}', '{TOKEN}'],
      ...['{APP_NAME}', '{APP_URL}', '{TOKEN}', '{ACTION_URL}'],
    ]);
  }
  // 14 rows of 20 px.
  expect((await change.editor.boundingBox())?.height).toBeGreaterThanOrEqual(14 * 20);
  await change.header.click();
  await expect(screen.locator('details[open]')).toHaveCount(0);
  await expect(sendTest).toBeVisible();
}

async function leavesHiddenTemplate(page: Page, backend: Backend): Promise<void> {
  const { screen, sender, reset, change, verification, save } = mailPage(page);
  await storeSettings(backend.api, { 'templates.passwordReset.isHidden': true });
  await revisit(page);
  await expect(screen.locator('summary')).toHaveCount(2);
  await expect(reset.section).toHaveCount(0);
  await change.header.click();
  await expect(change.subject).toBeVisible();
  await verification.header.click();
  await expect(change.subject).toBeHidden();
  await verification.header.click();
  await expect(verification.subject).toBeHidden();
  await sender.fill('Help');
  await save.click();
  await expect(toasts(page, 'success')).toHaveText([SAVED]);
  expect(await storedMail(backend.api)).toMatchObject({
    'mail.sender.name': 'Help',
    'templates.passwordReset.isHidden': true,
  });
}

/** Types with the keyboard only, also in the code editor, and saves what a reload has kept. */
async function worksByKeyboard(page: Page, backend: Backend): Promise<void> {
  const { screen, address, verification, smtp, host, save } = mailPage(page);
  await address.focus();
  await page.keyboard.press('Tab');
  await expect(verification.header).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verification.editor).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(verification.subject).toBeFocused();
  await page.keyboard.type('Hello ');
  for (let tab = 0; tab < 7; tab += 1) await page.keyboard.press('Tab');
  await expect(verification.body).toBeFocused();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('typed');
  // Tab indents in the editor, Escape leaves it.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(verification.placeholders.nth(5)).toBeFocused();
  // Four placeholders and the header of the other template.
  for (let tab = 0; tab < 5; tab += 1) await page.keyboard.press('Tab');
  await expect(smtp).toBeFocused();
  await page.keyboard.press('Space');
  await expect(host).toBeVisible();
  await page.keyboard.press('Space');
  await expect(host).toHaveCount(0);

  await expect.poll(() => placesOf(page, 'typed')).toContain('localStorage');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(screen.getByText('Secrets that were typed are not among them.')).toBeVisible();
  await screen.getByRole('button', { name: 'Restore draft' }).click();
  await verification.header.click();
  await expect(verification.subject).toHaveValue(/Hello/);
  await expect.poll(() => codeText(verification.section)).toContain('typed');
  await goToHash(page, '#/logs');
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await expect(frame(page, 'settings-mail')).toBeVisible();
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'success')).toHaveText([SAVED]);
  expect(JSON.stringify(await storedMail(backend.api))).toContain('typed');
}

async function setsUpSmtp(page: Page): Promise<void> {
  const shown = mailPage(page);
  const { smtp, host, tls, authMethod, localName } = shown;
  await expect(smtp).not.toBeChecked();
  await expect(host).toHaveCount(0);
  const info = shown.screen.getByRole('button', { name: 'More about this' });
  await info.hover();
  await expect(tooltip(page)).toContainText('unix "sendmail"');
  await smtp.click();
  await expect(tls).toHaveCount(0);
  await shown.showOptions.click();
  await info.last().hover();
  await expect(tooltip(page)).toContainText('Gmail SMTP-relay');
  await tls.click();
  await expect(page.getByRole('option')).toHaveText(['Auto (StartTLS)', 'Always']);
  await page.getByRole('option', { name: 'Always' }).click();
  await authMethod.click();
  await expect(page.getByRole('option')).toHaveText(['PLAIN (default)', 'LOGIN']);
  await page.getByRole('option', { name: 'LOGIN' }).click();
  await localName.fill('mail.example.com');
  await shown.hideOptions.click();
  await expect(tls).toHaveCount(0);
}

async function savesSmtp(page: Page, backend: Backend): Promise<void> {
  const { smtp, host, port, username, save, cancel, sendTest } = mailPage(page);
  const saves = collectMailSaves(page);
  await host.fill('mail.example.com');
  await port.fill('');
  await save.click();
  await expect(port).toBeFocused();
  expect(saves).toEqual([]);
  await port.fill('465');
  await username.fill('mailer');
  const before = await storedMail(backend.api);
  await save.click();
  const changed = {
    ...before,
    ...atPaths('smtp', {
      isEnabled: true,
      host: 'mail.example.com',
      port: 465,
      username: 'mailer',
      password: '',
      isTlsOnly: true,
      authMethod: 'LOGIN',
      localName: 'mail.example.com',
    }),
  };
  // The toast of the save before may still be there.
  await expect.poll(() => saves).toEqual([changed]);
  await expect(save).toHaveCount(0);
  await expect(toasts(page, 'success').last()).toHaveText(SAVED);
  expect(await storedMail(backend.api)).toEqual({ ...changed, 'smtp.password': NO_SECRET });
  await smtp.click();
  await expect(host).toHaveCount(0);
  await cancel.click();
  await expect(host).toHaveValue('mail.example.com');
  await expect(sendTest).toBeVisible();
}

async function masksPassword(page: Page, backend: Backend, logged: readonly string[]): Promise<void> {
  const { sender, password, newPassword, save, cancel, sendTest } = mailPage(page);
  const saves = collectMailSaves(page);
  const bodies = collectBodies(page);
  await expect(newPassword).toHaveCount(0);
  await password.fill(SECRET);
  await sender.fill('Typed');
  // The draft is without the password.
  await expect.poll(() => placesOf(page, 'Typed')).toContain('localStorage');
  for (const storage of ['localStorage', 'sessionStorage'])
    expect(await placesOf(page, SECRET)).not.toContain(storage);
  await save.click();
  await expect(password).toHaveValue('******');
  await expect(password).toHaveAttribute('readonly', '');
  expect(await placesOf(page, SECRET)).toEqual([]);
  expect(logged.filter((text) => text.includes(SECRET))).toEqual([]);

  await newPassword.hover();
  await expect(tooltip(page)).toHaveText('Set new value');
  await newPassword.click();
  await expect(password).toBeFocused();
  await expect(password).toHaveValue('');
  await expect(password).toHaveAttribute('type', 'password');
  await cancel.click();
  await expect(password).toHaveValue('******');
  await expect(newPassword).toBeVisible();
  await sender.fill('Again');
  await save.click();
  await expect(sendTest).toBeVisible();
  expect(saves).toMatchObject([{ 'smtp.password': SECRET }, { 'mail.sender.name': 'Again' }]);
  // Left out, which '' is not.
  expect(JSON.stringify(bodies[1])).not.toContain('"password"');
  expect(settingsInDatabase(backend, ['smtp.password'])).toEqual({ 'smtp.password': SECRET });
}

async function marksRefusedTemplates(page: Page, backend: Backend): Promise<void> {
  const { verification, reset, save, cancel, sendTest } = mailPage(page);
  await verification.header.click();
  await verification.actionUrl.fill('https://example.com');
  await expect(sendTest).toHaveCount(0);
  await expect(cancel).toBeVisible();
  await reset.header.click();
  await expect(reset.editor).toBeVisible();
  await typeCode(reset.body, '<p>Nothing to press</p>');
  await save.click();
  await expect(toasts(page, 'error')).toHaveCount(1);
  await expect(verification.errorMark).toBeVisible();
  await expect(reset.errorMark).toBeVisible();
  await verification.errorMark.hover();
  await expect(tooltip(page)).toHaveText('Has errors');
  // The first field with a message gets the focus, also in a closed section.
  await expect(verification.actionUrl).toBeFocused();
  await expect(await noteOf(verification.actionUrl)).toHaveText('Missing required parameter "{TOKEN}".');
  await verification.actionUrl.fill('{APP_URL}/verify/{TOKEN}');
  await expect(verification.errorMark).toHaveCount(0);
  await reset.header.click();
  await expect(await noteOf(reset.body)).toHaveText('Missing required parameter "{ACTION_URL}".');

  // The browser opens a closed section for the first field that it refuses.
  const saves = collectBodies(page);
  await reset.subject.fill('');
  await reset.header.click();
  await expect(reset.subject).toBeHidden();
  await save.click();
  await expect(reset.subject).toBeFocused();
  expect(saves).toEqual([]);
  await reset.subject.fill('Reset it');
  const body = '<script>window.__pwned = 1</script><a href="{ACTION_URL}">Reset</a>';
  await typeCode(reset.body, body);
  await save.click();
  await expect(sendTest).toBeVisible();
  await expect(reset.errorMark).toHaveCount(0);
  expect(await storedMail(backend.api)).toMatchObject({
    'templates.verification.actionUrl': '{APP_URL}/verify/{TOKEN}',
    'templates.passwordReset.subject': 'Reset it',
    'templates.passwordReset.body': body,
  });
  expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
}

const lastRecipient = (page: Page) => page.evaluate(() => localStorage.getItem('last_email_test'));

async function opensTestPopup(page: Page): Promise<void> {
  const { popup, email, send } = testPopup(page);
  await mailPage(page).sendTest.click();
  await expect(popup.getByRole('heading', { level: 1 })).toHaveText('Send test email');
  await expect(email).toBeFocused();
  const tests = collectBodies(page, '/api/settings/test/email');
  await email.fill('nobody');
  await send.click();
  await expect(email).toBeFocused();
  expect(tests).toEqual([]);
}

async function sendsTestEmails(page: Page, mails: SmtpSink): Promise<void> {
  const { sender, username, password, sendTest, save } = mailPage(page);
  const { popup, verification, reset, change, email, send, close } = testPopup(page);
  const tests = collectBodies(page, '/api/settings/test/email');
  // The mail server requires a login.
  await email.fill('first@example.com');
  await send.click();
  await expect(toasts(page, 'error')).toHaveText([/^Failed to send the test email\. Raw error:/]);
  await expect(popup).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(email).toHaveValue('first@example.com');
  expect(await lastRecipient(page)).toBe('first@example.com');
  await close.click();
  await expect(popup).toHaveCount(0);
  await expect(sendTest).toBeFocused();

  await username.fill(LOGIN.user);
  await password.fill(LOGIN.password);
  await save.click();
  await expect(password).toHaveValue(has('tellsSecrets') ? '******' : '');
  // The second save leaves the password alone, which must still log in.
  await sender.fill('Help desk');
  await save.click();
  await sendTest.click();
  await expect(email).toHaveValue('first@example.com');
  await email.fill('to@example.com');
  const templates = [
    [verification, 'verification', 'Verify your'],
    [reset, 'password-reset', 'Reset your'],
    [change, 'email-change', 'Confirm your'],
  ] as const;
  for (const [radio, , subject] of templates) {
    if (radio !== verification) await sendTest.click();
    await expect(email).toHaveValue('to@example.com');
    await radio.check();
    await email.press('Enter');
    await expect(popup).toHaveCount(0);
    const mail = await mails.nextMessage((message) => message.subject?.startsWith(subject) === true);
    expect(mail.to?.[0]?.address).toBe('to@example.com');
    expect(mail.from).toMatchObject({ name: 'Help desk', address: 'support@example.com' });
    expect(mail.html).not.toMatch(/\{(APP_NAME|APP_URL|TOKEN|ACTION_URL)\}/);
    await expect(toasts(page, 'success').last()).toHaveText('Successfully sent test email.');
  }
  expect(mails.deliveries.map(({ user }) => user)).toEqual([LOGIN.user, LOGIN.user, LOGIN.user]);
  expect(tests).toEqual([
    { email: 'first@example.com', template: 'verification', ...ofUsers },
    ...templates.map(([, template]) => ({ email: 'to@example.com', template, ...ofUsers })),
  ]);
  expect(await lastRecipient(page)).toBe('to@example.com');
}

async function locksWhileSending(page: Page): Promise<void> {
  const { popup, email, send, close } = testPopup(page);
  const held = gate();
  const sent = page.waitForRequest(TEST_EMAIL);
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/test/email'));
  await page.route(TEST_EMAIL, async (route) => {
    await held.opened;
    await route.abort().catch(() => {});
  });
  // The page is ahead of this clock.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await mailPage(page).sendTest.click();
  await expect(email).toHaveValue('to@example.com');
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
  await expect(toasts(page, 'error')).toHaveText(['Test email send timeout.']);
  await expect(popup).toBeVisible();
  await expect(email).toHaveValue('to@example.com');
  await expect(send).toBeEnabled();
  held.open();
  await page.clock.resume();
}

test('the settings of mail', async ({ page, backend, admin, step, expectedProblems }) => {
  expectedProblems.allow(
    // Of refused templates.
    ...(has('hasSignInSettings') ? ['response 400 PATCH /api/settings'] : []),
    'response 400 POST /api/settings/test/email',
    'request failed POST /api/settings/test/email net::ERR_ABORTED',
  );
  const stored = await storedMail(backend.api);
  const mails = await startSmtpSink({ login: LOGIN });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await admin.signIn();
  await page.clock.install();
  await openMail(page);

  await step('[SM-12] nothing is to be saved, and the editor is not loaded yet', async () => {
    await expect(mailPage(page).sendTest).toBeVisible();
    await expect(mailPage(page).save).toHaveCount(0);
    expect(scripts.filter((path) => /CodeEditor/i.test(path))).toEqual([]);
  });
  await step(
    '[SM-06] a placeholder is copied by a click, with a toast for 2 s',
    () => copiesPlaceholder(page),
    'hasSignInSettings',
  );
  await step(
    '[SM-02][SM-04][SM-05] one template at a time, each with its fields and placeholders',
    () => opensOneTemplate(page),
    'hasSignInSettings',
  );
  await step(
    '[SM-03] a hidden template is not shown, and stays hidden after a save',
    () => leavesHiddenTemplate(page, backend),
    'hasSignInSettings',
  );
  await step(
    'templates are edited by keyboard, and edits of the editor survive a reload',
    () => worksByKeyboard(page, backend),
    'hasSignInSettings',
  );
  await storeMail(backend.api, stored);
  await revisit(page);
  await step('[SM-08][SM-09][SM-10] the fields of SMTP and its options', () => setsUpSmtp(page));
  await step('[SM-12][SM-13] what is saved; Cancel restores it', () => savesSmtp(page, backend));
  await step(
    '[SM-11][SM-13] a stored password is a mask, is never sent back, and is found nowhere',
    () => masksPassword(page, backend, logged),
    'tellsSecrets',
  );
  await step(
    '[SM-07][ER-07] refused templates show why, also in a closed section',
    () => marksRefusedTemplates(page, backend),
    'hasSignInSettings',
  );
  await storeMail(backend.api, stored, { isEnabled: true, host: '127.0.0.1', port: mails.port });
  await revisit(page);
  await step('[SM-14] the popup for test emails and what the browser refuses', () => opensTestPopup(page));
  await step('[SM-15][ST-05] test emails arrive after a login that was set up here', () =>
    sendsTestEmails(page, mails),
  );
  await step('[SM-16] while sending nothing closes the popup, and after 30 s the request is cancelled', () =>
    locksWhileSending(page),
  );
  await mails.stop();
});
