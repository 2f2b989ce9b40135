import { createAdmin, type StoredAdmin } from '#tests/support/accounts.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { question } from '#tests/support/records/panel.ts';
import { holdBack } from '#tests/support/records/rich-text.ts';
import { frame, toasts } from '#tests/support/screens.ts';
import { adminPanel, adminsScreen, removeOtherAdmins } from '#tests/support/settings/admins.ts';
import { openApplication, storedMeta } from '#tests/support/settings/application.ts';
import {
  clearBackups,
  createPopup,
  EMPTY_ZIP,
  makeBackup,
  openBackups,
  restorePopup,
  storedBackups,
} from '#tests/support/settings/backups.ts';
import { openMail, testPopup } from '#tests/support/settings/mail.ts';
import { openProvider, openProviders, storedProvider } from '#tests/support/settings/providers.ts';
import { openStorage, storedS3 } from '#tests/support/settings/storage.ts';
import {
  baseCollection,
  diffPopup,
  exportHash,
  exportScreen,
  openImport,
  resetCollections,
  storedCollections,
  TAGS,
  textField,
} from '#tests/support/settings/sync.ts';
import { tokensScreen } from '#tests/support/settings/tokens.ts';
import {
  expectMessage,
  expectOpener,
  expectReachable,
  expectSameControls,
  PHONE,
} from '#tests/support/small-screen.ts';
import { sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';

test.use(PHONE);

test.beforeEach(({ admin }) => admin.signIn());

/** What only the wide page has: its list of pages. */
const WIDE_ONLY = [/^Resize/];

test('at 360 px the settings of the application, tokens, mail and files are changed', async ({
  page,
  backend,
  expectedProblems,
}) => {
  await test.step('the application and the tokens are changed', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    const shown = await openApplication(page);
    await expectSameControls(shown.screen, WIDE_ONLY);
    await shown.url.fill('no address');
    await shown.save.tap();
    await expectMessage(shown.url, /./);
    await expect(shown.url).toBeFocused();
    await expectMessage(shown.name);
    await expect(shown.save).not.toHaveAttribute('aria-busy');
    await shown.url.fill('http://walked.test');
    await expectMessage(shown.url);
    await shown.screen.locator('label').filter({ hasText: 'Hide collection create' }).tap();
    await expect(shown.hideControls).toBeChecked();
    const release = await holdBack(page, /\/api\/settings$/);
    await shown.save.tap();
    await expect(shown.save).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(shown.save).toBeDisabled();
    await expect(shown.save).not.toHaveAttribute('aria-busy');
    expect(await storedMeta(backend)).toMatchObject({ appUrl: 'http://walked.test', hideControls: true });
    await backend.api.patch('/api/settings', {
      meta: { ...(await storedMeta(backend)), hideControls: false },
    });

    await page.goto('/#/settings/tokens');
    const tokens = tokensScreen(page);
    const [first, second] = [tokens.invalidate.nth(0), tokens.invalidate.nth(1)];
    await first.tap();
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await expect(second).toHaveAttribute('aria-pressed', 'false');
    await tokens.invalidate.nth(5).tap();
    await expect(
      tokens.screen.getByRole('status').filter({ hasText: 'Signs out every administrator' }),
    ).toBeVisible();
    await tokens.invalidate.nth(5).tap();
    await tokens.duration('recordFileToken').fill('300');
    await expect(tokens.duration('recordFileToken')).toHaveAccessibleDescription(/5 minutes/);
    await expectSameControls(tokens.screen, WIDE_ONLY);
    await tokens.save.tap();
    await expect(first).toHaveAttribute('aria-pressed', 'false');
    await expect(toasts(page, 'success')).toHaveCount(1);
    expect(await backend.api.get('/api/settings')).toMatchObject({ recordFileToken: { duration: 300 } });
  });

  await test.step('mail is set up and tested', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    const sink = await startSmtpSink();
    await sendMailTo(backend.api, sink);
    const shown = await openMail(page);
    const { section, header, subject, placeholders } = shown.reset;
    await expect(section).not.toHaveAttribute('open');
    await header.tap();
    await expect(section).toHaveAttribute('open', '');
    await expect(subject).toBeVisible();
    await shown.verification.header.tap();
    // One at a time.
    await expect(shown.verification.section).toHaveAttribute('open', '');
    await expect(section).not.toHaveAttribute('open');
    await header.press('Enter');
    await expect(shown.verification.section).not.toHaveAttribute('open');
    await placeholders.first().tap();
    await expect(toasts(page, 'info')).toContainText([/copied/i]);
    await expectOpener(shown.showOptions.or(shown.hideOptions), { closeBy: 'press' });
    const tls = await expectOpener(shown.tls, { popup: 'listbox' });
    await tls.getByRole('option', { name: 'Always' }).tap();
    await expect(shown.tls).toHaveAttribute('aria-expanded', 'false');
    await expect(shown.tls).toHaveText('Always');
    await shown.tls.tap();
    await expect(tls.getByRole('option', { selected: true })).toHaveText('Always');
    await tls.getByRole('option', { name: 'Auto (StartTLS)' }).tap();
    await expect(tls).toBeHidden();
    await expectSameControls(shown.screen, WIDE_ONLY);

    // Refused, with the closed section open and marked.
    await shown.reset.actionUrl.fill('https://example.com');
    await header.tap();
    await expect(section).not.toHaveAttribute('open');
    await shown.save.tap();
    await expect(shown.reset.errorMark).toBeVisible();
    await expect(section).toHaveAttribute('open', '');
    await expectMessage(shown.reset.actionUrl, 'Missing required parameter "{TOKEN}".');
    await expect(shown.reset.actionUrl).toBeFocused();
    await expectReachable(shown.screen);
    await shown.cancel.tap();
    await expect(shown.reset.errorMark).toHaveCount(0);

    await shown.sendTest.tap();
    const popup = testPopup(page);
    await expect(popup.verification).toBeChecked();
    await popup.popup.getByText('"Password reset" template').tap();
    await expect(popup.reset).toBeChecked();
    await expect(popup.verification).not.toBeChecked();
    await popup.email.fill('to@example.com');
    await expectSameControls(popup.popup);
    const release = await holdBack(page, /\/test\/email$/);
    await popup.send.tap();
    await expect(popup.popup).toHaveAttribute('aria-busy', 'true');
    await expect(popup.send).toHaveAttribute('aria-busy', 'true');
    await page.keyboard.press('Escape');
    await expect(popup.popup).toBeVisible();
    release();
    await expect(popup.popup).toHaveCount(0);
    await sink.nextMessage(({ to }) => to?.[0]?.address === 'to@example.com');
    await sink.stop();
    await expect(shown.sendTest).toBeFocused();
  });

  await test.step('the storage of files is refused, mended and reset', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    const shown = await openStorage(page);
    await shown.screen.locator('label').filter({ hasText: 'Use S3 storage' }).tap();
    await expect(shown.enabled).toBeChecked();
    await shown.bucket.fill('files');
    await shown.save.tap();
    const fields = [shown.endpoint, shown.region, shown.accessKey, shown.secret];
    for (const one of fields) {
      await expect(one).toHaveAttribute('aria-invalid', 'true');
      await expect(one).toHaveAccessibleDescription(/Cannot be blank/);
    }
    await expectMessage(shown.endpoint, 'Cannot be blank.');
    await expect(shown.endpoint).toBeFocused();
    await expectMessage(shown.bucket);
    await expectSameControls(shown.screen, WIDE_ONLY);
    await shown.reset.tap();
    await expect(shown.enabled).not.toBeChecked();
    await expect(shown.endpoint).toHaveCount(0);
    await expect(shown.reset).toHaveCount(0);
    expect(await storedS3(backend.api)).toMatchObject({ enabled: false, bucket: '' });
  });
});

test('at 360 px providers and admins are set up', async ({ page, backend, expectedProblems }) => {
  await test.step('a provider is set up, refused and cleared', async () => {
    expectedProblems.allow('response 400 PATCH /api/settings');
    const shown = await openProviders(page);
    const gear = shown.gear('github');
    await expect(gear).toHaveAccessibleDescription('GitHub (github)');
    await expectSameControls(shown.screen, WIDE_ONLY);
    const { popup, enabled, clientId, clientSecret, save, clear, close } = await openProvider(
      page,
      'github',
      'GitHub',
    );
    await expect(enabled).toBeChecked();
    await expectSameControls(popup);
    await clientId.fill('the id');
    await clientSecret.evaluate((input) => input.removeAttribute('required'));
    await save.tap();
    await expectMessage(clientSecret, /./);
    await expect(clientSecret).toBeFocused();
    await expectMessage(clientId);
    await clientSecret.fill('the secret');
    await expectMessage(clientSecret);
    await save.tap();
    await expect(popup).toHaveCount(0);
    await expect(gear).toBeFocused();
    expect(await storedProvider(backend.api, 'github')).toMatchObject({ enabled: true, clientId: 'the id' });
    await gear.press('Enter');
    await expect(popup.getByRole('button', { name: 'Set new value' })).toBeVisible();
    await popup.getByRole('button', { name: 'Set new value' }).tap();
    await expect(clientSecret).toBeFocused();
    await clear.tap();
    await expect(clientId).toHaveValue('');
    await close.tap();
    await expect(popup).toHaveCount(0);
  });

  await test.step('admins are listed, found, made and changed', async () => {
    expectedProblems.allow('response 400 POST /api/admins');
    removeOtherAdmins(backend);
    for (const name of ['anna', 'boris']) await createAdmin(backend, `${name}@example.com`);
    await page.goto('/#/settings/admins');
    const { screen, rows, header, total, newAdmin, search, row } = adminsScreen(page);
    const table = screen.getByRole('grid', { name: 'Admins' });
    await expect(total).toHaveText('Total found: 3');
    await expectSameControls(screen, WIDE_ONLY);
    const sorted = table.locator('[aria-sort]:not([aria-sort=none])');
    for (const state of ['descending', 'ascending']) {
      await header('email').getByRole('button').tap();
      await expect(header('email')).toHaveAttribute('aria-sort', state);
      await expect(sorted).toHaveCount(1);
    }
    await expect(table).toHaveAttribute('aria-rowcount', '4');
    await expect(rows).toContainText([backend.adminEmail, 'anna@example.com', 'boris@example.com']);
    for (const [place, one] of (await rows.all()).entries())
      await expect(one).toHaveAttribute('aria-rowindex', String(place + 2));

    await newAdmin.tap();
    const { panel, avatar, email, password, confirmation, save, menu, changePassword } = adminPanel(page);
    await panel.locator('[data-avatar="4"]').tap();
    await expect(avatar(4)).toBeChecked();
    await expect(avatar(0)).not.toBeChecked();
    await email.fill('anna@example.com');
    await password.fill('carla-password');
    await confirmation.fill('carla-password');
    await expectSameControls(panel);
    await save.tap();
    await expectMessage(email, /./);
    await expect(email).toBeFocused();
    await expectReachable(panel);
    await email.fill('carla@example.com');
    await expectMessage(email);
    await save.tap();
    await expect(panel).toHaveCount(0);
    await expect(table).toHaveAttribute('aria-rowcount', '5');

    await search.focus();
    await expect(screen.locator('.ace_editor')).toBeVisible();
    await page.keyboard.insertText('carla');
    await page.keyboard.press('Enter');
    await expect(total).toHaveText('Total found: 1');
    await expect(table).toHaveAttribute('aria-rowcount', '2');
    const found = "/api/admins?filter=(email='carla@example.com')";
    const { items } = await backend.api.get<{ items: StoredAdmin[] }>(found);
    expect(items).toMatchObject([{ avatar: 4 }]);
    const stored = row(items[0]?.id ?? '');
    await stored.press('Enter');
    await expectOpener(menu, { popup: 'menu' });
    await page.keyboard.press('Escape');
    await panel.locator('label').filter({ hasText: 'Change password' }).tap();
    await expect(changePassword).toBeChecked();
    await expect(password).toBeVisible();
    await expectReachable(panel);
    await panel.locator('label').filter({ hasText: 'Change password' }).tap();
    await expect(password).toHaveCount(0);
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect(panel).toHaveCount(0);
    await expect(stored).toBeFocused();
    await frame(page, 'settings-admins').getByRole('button', { name: 'Clear', exact: true }).tap();
    await expect(table).toHaveAttribute('aria-rowcount', '5');
  });
});

// The last one: after a backup, PocketBase fails now and then to read its database (disk I/O error 522).
test('at 360 px backups are made and scheduled, and collections exported and imported', async ({
  page,
  backend,
  expectedProblems,
}) => {
  await test.step('backups are made, uploaded, scheduled and deleted', async () => {
    expectedProblems.allow('response 400 POST /api/backups', 'response 400 PATCH /api/settings');
    await clearBackups(backend);
    await makeBackup(backend, 'first.zip');
    const shown = await openBackups(page);
    await expectSameControls(shown.screen, WIDE_ONLY);
    await shown.create.tap();
    const { popup, name, start } = createPopup(page);
    await expect(popup).not.toHaveAttribute('aria-busy');
    await name.fill('first.zip');
    await start.tap();
    await expectMessage(name, /./);
    // The toast of the refusal is below the buttons.
    const [box, said] = [await popup.boundingBox(), await toasts(page, 'error').boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(said?.y ?? 0);
    await expectSameControls(popup);
    await name.fill('second.zip');
    await expectMessage(name);
    await start.tap();
    await expect(popup).toHaveCount(0);
    await expect(shown.row('second.zip')).toBeVisible();
    await expect(shown.create).toBeEnabled();

    await shown.file.setInputFiles({ name: 'third.zip', mimeType: 'application/zip', buffer: EMPTY_ZIP });
    await expect(shown.row('third.zip')).toBeVisible();

    // The popup of a restore asks for the name, and its escape leaves the row focused.
    await shown.action('first.zip', 'Restore').tap();
    const restore = restorePopup(page, 'first.zip');
    await expect(restore.restore).toBeDisabled();
    await restore.name.fill('first.zi');
    await expect(restore.restore).toBeDisabled();
    await restore.name.fill('first.zip');
    await expect(restore.restore).toBeEnabled();
    await expectSameControls(restore.popup);
    await restore.cancel.tap();
    await expect(restore.popup).toHaveCount(0);
    await expect(shown.action('first.zip', 'Restore')).toBeFocused();

    await expectOpener(shown.options, { closeBy: 'press' });
    await shown.screen.locator('label').filter({ hasText: 'Enable auto backups' }).tap();
    await expect(shown.auto).toBeChecked();
    await shown.cron.fill('* * *');
    await shown.save.tap();
    await expectMessage(shown.cron, /./);
    await expect(shown.cron).toBeFocused();
    const presets = await expectOpener(shown.screen.getByRole('button', { name: 'Presets' }), {
      popup: 'menu',
    });
    await presets.getByRole('menuitem').first().tap();
    await expect(presets).toBeHidden();
    await expectMessage(shown.cron);
    await expect(shown.meaning).toHaveAttribute('aria-live', 'polite');
    await expect(shown.meaning).toContainText(/UTC|Next|Every/i);
    await expectSameControls(shown.screen, WIDE_ONLY);
    await shown.save.tap();
    await expect(shown.reset).toHaveCount(0);
    expect(await backend.api.get('/api/settings')).toMatchObject({
      backups: { cron: expect.stringMatching(/\S/) },
    });

    const held = await holdBack(page, /\/api\/backups\/third\.zip$/);
    await shown.action('third.zip', 'Delete').tap();
    await question(page).getByRole('button', { name: 'Yes' }).tap();
    await expect(shown.row('third.zip')).toHaveAttribute('aria-busy', 'true');
    await expect(shown.action('third.zip', 'Delete')).toHaveAttribute('aria-busy', 'true');
    await expect(shown.action('third.zip', 'Restore')).toHaveAttribute('aria-disabled', 'true');
    await expect(shown.action('first.zip', 'Delete')).not.toHaveAttribute('aria-busy');
    held();
    await expect(shown.row('third.zip')).toHaveCount(0);
    expect((await storedBackups(backend)).map(({ key }) => key).sort()).toEqual(['first.zip', 'second.zip']);
  });

  await test.step('collections are exported and imported', async () => {
    await resetCollections(backend.api, [
      baseCollection('exported0000001', 'exported', [textField('exp_title', 'title')]),
      baseCollection('other0000000001', 'other', [textField('other_title', 'title')]),
    ]);
    await page.goto(exportHash);
    const shown = exportScreen(page);
    await expect(shown.selectAll).toBeChecked();
    await expectSameControls(shown.screen, WIDE_ONLY);
    await shown.box('exported').tap();
    await expect(shown.selectAll).toBeChecked({ indeterminate: true });
    await expect(shown.preview).not.toContainText('exported');
    await shown.selectAll.tap();
    await expect(shown.selectAll).toBeChecked();
    await shown.selectAll.tap();
    await expect(shown.selectAll).toBeChecked({ checked: false, indeterminate: false });
    await expect(shown.download).toBeDisabled();
    await shown.box('exported').tap();
    await expect(shown.download).toBeEnabled();

    const { screen, text, review, deleteMissing, changes, clear } = await openImport(page);
    await text.fill('{');
    await expectMessage(text, /./);
    await expect(review).toBeDisabled();
    await text.fill(JSON.stringify([TAGS]));
    await expectMessage(text);
    await expect(changes).toHaveCount(3);
    await expect(screen.locator('section[aria-busy]')).toHaveCount(0);
    await deleteMissing.tap();
    await expect(deleteMissing).not.toBeChecked();
    await expect(changes).toHaveCount(1);
    await expectSameControls(screen, WIDE_ONLY);
    await review.tap();
    const { popup, confirm, close } = diffPopup(page);
    await expectSameControls(popup);
    await close.tap();
    await expect(popup).toHaveCount(0);
    await expect(review).toBeFocused();
    await review.tap();
    const release = await holdBack(page, /\/api\/collections\/import$/);
    await confirm.tap();
    await expect(confirm).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(popup).toHaveCount(0);
    expect((await storedCollections(backend.api)).map(({ name }) => name)).toEqual([
      'exported',
      'other',
      'tags',
    ]);
    await expect(clear).toHaveCount(0);
  });
});
