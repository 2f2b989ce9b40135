import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { codeText, typeCode } from '#tests/support/collections/editor.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { gate } from '#tests/support/records/page.ts';
import { frame, goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import {
  noteOf,
  openMail,
  storedMail,
  storeMail,
  TEST_EMAIL,
  testPopup,
} from '#tests/support/settings/mail.ts';
import { collectBodies } from '#tests/support/settings/saves.ts';
import { placesOf } from '#tests/support/settings/storage.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp.ts';
import { stopClock } from '#tests/support/timers.ts';

const SAVED = 'Successfully saved mail settings.';

let meta: object | undefined;
test.beforeEach(async ({ backend, admin }) => {
  meta ??= (await storedMail(backend.api)).meta;
  await storeMail(backend.api, meta);
  await admin.signIn();
});
let sink: SmtpSink | undefined;
test.afterEach(async () => {
  await sink?.stop();
  sink = undefined;
});

test('[SM-01][SM-02][SM-03][SM-04][SM-05][SM-06][SM-12][ER-02] sender and templates are shown, copied from, and edited by keyboard', async ({
  page,
  backend,
  checkScreen,
}) => {
  const clipboard = await allowClipboard(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await stopClock(page);
  const shown = await openMail(page);
  const { screen, senderName, senderAddress, verification, reset, change, sendTest, save, cancel } = shown;

  await test.step('sender and intro', async () => {
    await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Mail settings');
    await expect(screen.getByRole('banner').or(screen.locator('header'))).toHaveText(
      /^Settings\s*Mail settings$/,
    );
    await expect(screen.getByText('Configure common settings for sending emails.')).toBeVisible();
    await expect(senderName).toHaveValue('Support');
    await expect(senderName).toHaveJSProperty('required', true);
    await expect(senderAddress).toHaveValue('support@example.com');
    await expect(senderAddress).toHaveJSProperty('required', true);
    await expect(senderAddress).toHaveAttribute('inputmode', 'email');
    await expect(sendTest).toBeVisible();
    await expect(save).toHaveCount(0);
    await expect(cancel).toHaveCount(0);
    await expect(screen.locator('summary')).toHaveText([
      'Default "Verification" email template',
      'Default "Password reset" email template',
      'Default "Confirm email change" email template',
    ]);
  });

  const isEditor = (path: string) => /CodeEditor/i.test(path);
  await expect(verification.subject).toBeHidden();
  expect(scripts.filter(isEditor)).toEqual([]);

  await test.step('a placeholder is copied by a click, with a toast for 2 s', async () => {
    await verification.header.click();
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
  });

  await test.step('one template at a time, each with its fields and placeholders', async () => {
    for (const part of [verification, reset, change]) {
      await part.header.click();
      await expect(screen.locator('details[open]')).toHaveCount(1);
      for (const field of [part.subject, part.actionUrl]) {
        await expect(field).toBeVisible();
        await expect(field).toHaveJSProperty('required', true);
      }
      await expect(part.editor).toBeVisible();
      await expect.poll(() => codeText(part.section)).toContain('<a class="btn" href="{ACTION_URL}"');
      await expect(part.placeholders).toHaveText([
        ...['{APP_NAME}', '{APP_URL}'],
        ...['{APP_NAME}', '{APP_URL}', '{TOKEN}'],
        ...['{APP_NAME}', '{APP_URL}', '{TOKEN}', '{ACTION_URL}'],
      ]);
      await expect(part.section.getByText('Available placeholder parameters:')).toHaveCount(3);
      const titles = await part.placeholders.evaluateAll((buttons) =>
        buttons.map((button) => button.getAttribute('title') ?? ''),
      );
      const required = 'Required parameter';
      expect(titles).toEqual(['', '', '', '', required, '', '', '', required]);
    }
    expect(scripts.filter(isEditor)).not.toEqual([]);
    // 14 rows of 20 px.
    expect((await change.editor.boundingBox())?.height).toBeGreaterThanOrEqual(14 * 20);
    await change.header.click();
    await expect(screen.locator('details[open]')).toHaveCount(0);
    await expect(sendTest).toBeVisible();
  });

  await test.step('a hidden template is not shown, and stays hidden after a save', async () => {
    await backend.api.patch('/api/settings', { meta: { resetPasswordTemplate: { hidden: true } } });
    await goToHash(page, '#/settings');
    await expect(frame(page, 'settings-application')).toBeVisible();
    await goToHash(page, '#/settings/mail');
    await expect(screen.locator('summary')).toHaveCount(2);
    await expect(reset.section).toHaveCount(0);
    await change.header.click();
    await expect(change.subject).toBeVisible();
    await verification.header.click();
    await expect(change.subject).toBeHidden();
    await verification.header.click();
    await expect(verification.subject).toBeHidden();
    await senderName.fill('Help');
    await save.click();
    await expect(toasts(page, 'success')).toHaveText([SAVED]);
    expect((await storedMail(backend.api)).meta).toMatchObject({
      senderName: 'Help',
      resetPasswordTemplate: { hidden: true },
    });
  });

  await test.step('by keyboard, on a small screen', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await senderAddress.focus();
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
    await expect(shown.smtp).toBeFocused();
    await page.keyboard.press('Space');
    await expect(shown.host).toBeVisible();
    await shown.showOptions.focus();
    await page.keyboard.press('Enter');
    await expect(shown.tls).toBeVisible();
    await expectFitsSmall(page, screen);
    await checkScreen();
  });

  await test.step('edits of the code editor survive a reload, and are saved by keyboard', async () => {
    const drafts = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(drafts).toContain('typed');
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
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
    const stored = await storedMail(backend.api);
    expect(JSON.stringify(stored.meta)).toContain('typed');
    expect(stored.smtp).toMatchObject({ enabled: true });
  });
});

test('[SM-07][SM-08][SM-09][SM-10][SM-11][SM-12][SM-13][ER-07] SMTP, its password and refused templates: what is sent and shown', async ({
  page,
  backend,
  expectedProblems,
  checkScreen,
}) => {
  const SECRET = 'correct-horse-battery';
  const saves = collectBodies(page);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const shown = await openMail(page);
  const { senderName, smtp, host, port, username, password, newPassword, save, cancel, sendTest } = shown;
  const { verification, reset, tls, authMethod, localName } = shown;

  await test.step('fields and more options of SMTP', async () => {
    await expect(smtp).not.toBeChecked();
    await expect(host).toHaveCount(0);
    const info = shown.screen.getByRole('button', { name: 'More about this' });
    await info.hover();
    await expect(tooltip(page)).toContainText('unix "sendmail"');
    await smtp.click();
    for (const field of [host, port]) await expect(field).toHaveJSProperty('required', true);
    await expect(port).toHaveRole('spinbutton');
    await expect(username).toHaveValue('');
    await expect(password).toHaveAttribute('type', 'password');
    await expect(tls).toHaveCount(0);
    await shown.showOptions.click();
    await expect(tls).toHaveText('Auto (StartTLS)');
    await expect(authMethod).toHaveText('PLAIN (default)');
    await expect(localName).toHaveAttribute('placeholder', 'Default to localhost');
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
  });

  await test.step('what is sent; Cancel restores it', async () => {
    await host.fill('mail.example.com');
    await port.fill('');
    await save.click();
    await expect(port).toBeFocused();
    expect(saves).toEqual([]);
    await port.fill('465');
    await username.fill('mailer');
    const before = await storedMail(backend.api);
    await save.click();
    await expect(toasts(page, 'success')).toHaveText([SAVED]);
    const changed = {
      enabled: true,
      host: 'mail.example.com',
      port: 465,
      username: 'mailer',
      password: '',
      tls: true,
      authMethod: 'LOGIN',
      localName: 'mail.example.com',
    };
    expect(saves.splice(0)).toEqual([{ meta: before.meta, smtp: changed }]);
    expect(await storedMail(backend.api)).toEqual({ meta: before.meta, smtp: changed });
    await smtp.click();
    await expect(host).toHaveCount(0);
    await cancel.click();
    await expect(host).toHaveValue('mail.example.com');
    await expect(sendTest).toBeVisible();
  });

  await test.step('a stored password is a mask, is never sent back, and is found nowhere', async () => {
    await expect(newPassword).toHaveCount(0);
    await password.fill(SECRET);
    await senderName.fill('Typed');
    // The draft is without the password.
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Typed');
    expect(await placesOf(page, SECRET)).not.toContain('localStorage');
    expect(await placesOf(page, SECRET)).not.toContain('sessionStorage');
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
  });

  await test.step('the key alone does not erase the password with the next save of another field', async () => {
    await senderName.fill('Again');
    await newPassword.click();
    await save.click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Do you really want to remove the saved “Password”?');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(password).toHaveValue('******');
    await save.click();
    await expect(sendTest).toBeVisible();
    expect(JSON.stringify(saves)).not.toContain('******');
    expect(saves.splice(0)).toEqual([
      {
        meta: expect.objectContaining({ senderName: 'Typed' }),
        smtp: expect.objectContaining({ password: SECRET }),
      },
      {
        meta: expect.objectContaining({ senderName: 'Again' }),
        smtp: expect.not.objectContaining({ password: expect.anything() }),
      },
    ]);
    const [row] = backend.sql("SELECT value FROM _params WHERE key = 'settings'");
    expect(JSON.parse(String(row?.['value']))).toMatchObject({ smtp: { password: SECRET } });
    expect(await placesOf(page, SECRET)).toEqual([]);
  });

  await test.step('templates without a required placeholder show it, also in a closed section', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
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
    await shown.showOptions.click();
    await checkScreen();
    await verification.actionUrl.fill('{APP_URL}/verify/{TOKEN}');
    await expect(verification.errorMark).toHaveCount(0);
    await reset.header.click();
    await expect(await noteOf(reset.body)).toHaveText('Missing required parameter "{ACTION_URL}".');
  });

  await test.step('the browser opens a closed section for the first field that it refuses; then it is saved', async () => {
    await reset.subject.fill('');
    await reset.header.click();
    await expect(reset.subject).toBeHidden();
    const before = saves.length;
    await save.click();
    await expect(reset.subject).toBeFocused();
    expect(saves).toHaveLength(before);
    await reset.subject.fill('Reset it');
    const body = '<script>window.__pwned = 1</script><a href="{ACTION_URL}">Reset</a>';
    await typeCode(reset.body, body);
    await save.click();
    await expect(sendTest).toBeVisible();
    await expect(reset.errorMark).toHaveCount(0);
    expect((await storedMail(backend.api)).meta).toMatchObject({
      verificationTemplate: { actionUrl: '{APP_URL}/verify/{TOKEN}' },
      resetPasswordTemplate: { subject: 'Reset it', body },
    });
    expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
  });
});

test('[SM-14][SM-15][SM-16][ST-05][ER-05][API-08] test emails arrive, time out, and are cancelled by leaving', async ({
  page,
  backend,
  expectedProblems,
  checkScreen,
}) => {
  const LOGIN = { user: 'mailer', password: 'correct-horse-battery' };
  const mails = await startSmtpSink({ login: LOGIN });
  sink = mails;
  await storeMail(backend.api, {}, { enabled: true, host: '127.0.0.1', port: mails.port });
  const tests = collectBodies(page, '/api/settings/test/email');
  const lastRecipient = () => page.evaluate(() => localStorage.getItem('last_email_test'));
  await page.clock.install();
  const { senderName, username, password, sendTest, save } = await openMail(page);
  const { popup, radios, verification, reset, change, email, send, close } = testPopup(page);

  await test.step('the popup and what the browser refuses', async () => {
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
    await expect(email).toHaveAttribute('inputmode', 'email');
    await expect(email).toHaveJSProperty('required', true);
    await expect(send).toBeDisabled();
    await checkScreen('[role=dialog]');
    await email.fill('nobody');
    await send.click();
    await expect(email).toBeFocused();
    expect(tests).toEqual([]);
  });

  await test.step('the answer of a mail server that requires a login', async () => {
    expectedProblems.allow('response 400 POST /api/settings/test/email');
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
  });

  await test.step('emails of all templates arrive, after a login that was set up here', async () => {
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
      { email: 'first@example.com', template: 'verification' },
      ...templates.map(([, template]) => ({ email: 'to@example.com', template })),
    ]);
    expect(await lastRecipient()).toBe('to@example.com');
  });

  const cancelled = () =>
    page.waitForEvent('requestfailed', (request) => request.url().endsWith('/test/email'));
  const holdOne = async () => {
    const held = gate();
    await page.route(
      TEST_EMAIL,
      async (route) => {
        await held.opened;
        await route.abort().catch(() => {});
      },
      { times: 1 },
    );
    return held.open;
  };

  await test.step('while sending nothing closes the popup, and after 30 s the request is cancelled', async () => {
    expectedProblems.allow('request failed POST /api/settings/test/email net::ERR_ABORTED');
    const release = await holdOne();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.clock.pauseAt(Date.now() + 60_000);
    await sendTest.click();
    await expect(email).toHaveValue('to@example.com');
    const failed = cancelled();
    const sent = page.waitForRequest(TEST_EMAIL);
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
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(toasts(page)).toHaveText(['Test email send timeout.']);
    await expect(toasts(page, 'error')).toHaveCount(1);
    await expect(popup).toBeVisible();
    await expect(email).toHaveValue('to@example.com');
    await expect(send).toBeEnabled();
    const box = await popup.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    release();
    await page.clock.resume();
  });

  await test.step('leaving the page cancels the email that is sent, and a newer one can be sent', async () => {
    const release = await holdOne();
    const sent = page.waitForRequest(TEST_EMAIL);
    const failed = cancelled();
    await send.click();
    await sent;
    await goToHash(page, '#/settings');
    await expect(popup).toHaveCount(0);
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED');
    await expect(toasts(page, 'warning')).toHaveText(['Stopped waiting. The test email may still arrive.']);
    release();
    await page.route(TEST_EMAIL, (route) => route.fulfill({ status: 204 }));
    await goToHash(page, '#/settings/mail');
    await sendTest.click();
    await expect(email).toHaveValue('to@example.com');
    await send.click();
    await expect(toasts(page, 'success')).toHaveText(['Successfully sent test email.']);
    await expect(popup).toHaveCount(0);
  });
});
