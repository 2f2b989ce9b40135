import { allowClipboard } from '#tests/support/browser-permissions.ts';
import { codeText, typeCode } from '#tests/support/collections/editor.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, goToHash, toasts, tooltip } from '#tests/support/screens.ts';
import { collectMailBodies, noteOf, openMail, storedMail, storeMail } from '#tests/support/settings/mail.ts';
import { placesOf } from '#tests/support/settings/storage.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { stopClock } from '#tests/support/timers.ts';

let meta: object | undefined;
test.beforeEach(async ({ backend, admin }) => {
  meta ??= (await storedMail(backend.api)).meta;
  await storeMail(backend.api, meta);
  await admin.signIn();
});

test('[SM-01][SM-02][SM-04][SM-05][SM-12] the page shows sender and templates, one of them at a time', async ({
  page,
  axe,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  const { screen, senderName, senderAddress, verification, reset, change, sendTest, save, cancel } =
    await openMail(page);
  await expect(screen.getByRole('heading', { level: 1 })).toHaveText('Mail settings');
  await expect(screen.getByRole('banner').or(screen.locator('header'))).toHaveText(
    /^Settings\s*Mail settings$/,
  );
  await expect(screen.getByText('Configure common settings for sending emails.')).toBeVisible();
  await expect(senderName).toHaveValue('Support');
  await expect(senderName).toHaveJSProperty('required', true);
  await expect(senderAddress).toHaveValue('support@example.com');
  await expect(senderAddress).toHaveJSProperty('required', true);
  await expect(senderAddress).toHaveAttribute('type', 'email');
  await expect(sendTest).toBeVisible();
  await expect(save).toHaveCount(0);
  await expect(cancel).toHaveCount(0);

  await expect(screen.locator('summary')).toHaveText([
    'Default "Verification" email template',
    'Default "Password reset" email template',
    'Default "Confirm email change" email template',
  ]);
  const isEditor = (path: string) => /CodeEditor/i.test(path);
  await expect(verification.subject).toBeHidden();
  expect(scripts.filter(isEditor)).toEqual([]);
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
      buttons.map((button) => button.getAttribute('title')),
    );
    expect(titles.map((title) => title ?? '')).toEqual([
      '',
      '',
      '',
      '',
      'Required parameter',
      '',
      '',
      '',
      'Required parameter',
    ]);
  }
  expect(scripts.filter(isEditor)).not.toEqual([]);
  // 14 rows of 20 px.
  expect((await change.editor.boundingBox())?.height).toBeGreaterThanOrEqual(14 * 20);
  await axe();
  await change.header.click();
  await expect(screen.locator('details[open]')).toHaveCount(0);
  await expect(sendTest).toBeVisible();
});

test('[SM-06][ER-02] a placeholder is copied by a click, with a toast for 2 s', async ({ page }) => {
  const clipboard = await allowClipboard(page);
  await stopClock(page);
  const { verification, save } = await openMail(page);
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
});

test('[SM-03] a hidden template is not shown, the others open and close', async ({ page, backend }) => {
  await backend.api.patch('/api/settings', { meta: { resetPasswordTemplate: { hidden: true } } });
  const { screen, senderName, verification, reset, change, save } = await openMail(page);
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
  await expect(toasts(page, 'success')).toHaveText(['Successfully saved mail settings.']);
  const { meta } = await storedMail(backend.api);
  expect(meta).toMatchObject({ senderName: 'Help', resetPasswordTemplate: { hidden: true } });
  await backend.api.patch('/api/settings', { meta: { resetPasswordTemplate: { hidden: false } } });
});

test('[SM-07][SM-12][SM-13][ER-07] templates without a required placeholder show it, and what is saved is stored', async ({
  page,
  backend,
  expectedProblems,
  axe,
}) => {
  expectedProblems.allow('response 400 PATCH /api/settings');
  const { saves } = collectMailBodies(page);
  const { verification, reset, save, cancel, sendTest } = await openMail(page);
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
  await axe();
  await verification.actionUrl.fill('{APP_URL}/verify/{TOKEN}');
  await expect(verification.errorMark).toHaveCount(0);
  await reset.header.click();
  await expect(await noteOf(reset.body)).toHaveText('Missing required parameter "{ACTION_URL}".');

  // The browser opens a closed section for the first field that it refuses.
  await reset.subject.fill('');
  await reset.header.click();
  await expect(reset.subject).toBeHidden();
  const before = saves.length;
  await save.click();
  await expect(reset.subject).toBeFocused();
  expect(saves).toHaveLength(before);
  await reset.subject.fill('Reset it');
  await typeCode(reset.body, '<script>window.__pwned = 1</script><a href="{ACTION_URL}">Reset</a>');
  await save.click();
  await expect(toasts(page, 'success')).toHaveText(['Successfully saved mail settings.']);
  await expect(sendTest).toBeVisible();
  await expect(reset.errorMark).toHaveCount(0);
  const { meta } = await storedMail(backend.api);
  expect(meta).toMatchObject({
    verificationTemplate: { actionUrl: '{APP_URL}/verify/{TOKEN}' },
    resetPasswordTemplate: {
      subject: 'Reset it',
      body: '<script>window.__pwned = 1</script><a href="{ACTION_URL}">Reset</a>',
    },
  });
  expect(await page.evaluate(() => Reflect.get(window, '__pwned'))).toBeUndefined();
});

test('[SM-08][SM-09][SM-10][SM-13] SMTP: fields, more options and what is sent', async ({
  page,
  backend,
  axe,
}) => {
  const { saves } = collectMailBodies(page);
  const shown = await openMail(page);
  const { smtp, host, port, username, password, tls, authMethod, localName, save, cancel } = shown;
  await expect(smtp).not.toBeChecked();
  await expect(host).toHaveCount(0);
  const info = shown.screen.getByRole('button', { name: 'More about this' });
  await info.hover();
  await expect(tooltip(page)).toContainText('unix "sendmail"');
  await smtp.click();
  for (const field of [host, port]) await expect(field).toHaveJSProperty('required', true);
  await expect(port).toHaveAttribute('type', 'number');
  await expect(username).toHaveValue('');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(tls).toHaveCount(0);
  await shown.showOptions.click();
  await expect(tls).toHaveText('Auto (StartTLS)');
  await expect(authMethod).toHaveText('PLAIN (default)');
  await expect(localName).toHaveAttribute('placeholder', 'Default to localhost');
  await info.last().hover();
  await expect(tooltip(page)).toContainText('Gmail SMTP-relay');
  await axe();
  await tls.click();
  await expect(page.getByRole('option')).toHaveText(['Auto (StartTLS)', 'Always']);
  await page.getByRole('option', { name: 'Always' }).click();
  await authMethod.click();
  await expect(page.getByRole('option')).toHaveText(['PLAIN (default)', 'LOGIN']);
  await page.getByRole('option', { name: 'LOGIN' }).click();
  await localName.fill('mail.example.com');
  await shown.hideOptions.click();
  await expect(tls).toHaveCount(0);
  await host.fill('mail.example.com');
  await port.fill('');
  await save.click();
  await expect(port).toBeFocused();
  expect(saves).toEqual([]);
  await port.fill('465');
  await username.fill('mailer');
  const before = await storedMail(backend.api);
  await save.click();
  await expect(toasts(page, 'success')).toHaveText(['Successfully saved mail settings.']);
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
  expect(saves).toEqual([{ meta: before.meta, smtp: changed }]);
  expect(await storedMail(backend.api)).toEqual({ meta: before.meta, smtp: changed });

  // Cancel restores the stored values.
  await smtp.click();
  await expect(host).toHaveCount(0);
  await cancel.click();
  await expect(host).toHaveValue('mail.example.com');
  await expect(shown.sendTest).toBeVisible();
});

test('[SM-11][SM-13] a stored password is a mask, is never sent back, and is found nowhere', async ({
  page,
  backend,
}) => {
  const SECRET = 'correct-horse-battery';
  const { saves } = collectMailBodies(page);
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await storeMail(backend.api, {}, { enabled: true });
  const shown = await openMail(page);
  const { senderName, password, newPassword, save, cancel } = shown;
  await expect(newPassword).toHaveCount(0);
  await password.fill(SECRET);
  await senderName.fill('Typed');
  // A reload offers the draft, which is without the password.
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Typed');
  expect(await placesOf(page, SECRET)).not.toContain('localStorage');
  expect(await placesOf(page, SECRET)).not.toContain('sessionStorage');
  await save.click();
  await expect(toasts(page, 'success')).toHaveCount(1);
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

  // The key alone must not erase the password with the next save of another field.
  await senderName.fill('Again');
  await newPassword.click();
  await save.click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Do you really want to remove the saved “Password”?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(password).toHaveValue('******');
  await save.click();
  await expect(shown.sendTest).toBeVisible();
  expect(saves).toEqual([
    {
      meta: expect.objectContaining({ senderName: 'Typed' }),
      smtp: expect.objectContaining({ password: SECRET }),
    },
    {
      meta: expect.objectContaining({ senderName: 'Again' }),
      smtp: expect.not.objectContaining({ password: expect.anything() }),
    },
  ]);
  expect(JSON.stringify(saves)).not.toContain('******');
  const [row] = backend.sql("SELECT value FROM _params WHERE key = 'settings'");
  expect(JSON.parse(String(row?.['value']))).toMatchObject({ smtp: { password: SECRET } });
  await page.reload();
  await expect(password).toHaveValue('******');
  expect(await placesOf(page, SECRET)).toEqual([]);
});

test('[SM-02][SM-04][SM-12] the page works by keyboard and on a small screen, and edits survive a reload', async ({
  page,
  backend,
  axe,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const shown = await openMail(page);
  const { screen, senderAddress, verification, smtp, host, save } = shown;
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
  for (let tab = 0; tab < 6; tab += 1) await page.keyboard.press('Tab');
  await expect(smtp).toBeFocused();
  await page.keyboard.press('Space');
  await expect(host).toBeVisible();
  await shown.showOptions.focus();
  await page.keyboard.press('Enter');
  await expect(shown.tls).toBeVisible();
  await expectFitsSmall(page, screen);
  await axe();

  const drafts = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(drafts).toContain('typed');
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await screen.getByRole('button', { name: 'Restore draft' }).click();
  await verification.header.click();
  await expect(verification.subject).toHaveValue(/Hello/);
  await expect.poll(() => codeText(verification.section)).toContain('typed');

  // Another screen asks first, and saving by keyboard stores everything.
  await goToHash(page, '#/logs');
  await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click();
  await expect(frame(page, 'settings-mail')).toBeVisible();
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(toasts(page, 'success')).toHaveText(['Successfully saved mail settings.']);
  const { meta, smtp: stored } = await storedMail(backend.api);
  expect(JSON.stringify(meta)).toContain('typed');
  expect(stored).toMatchObject({ enabled: true });
});
