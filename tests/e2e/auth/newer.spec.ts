import { existsSync } from 'node:fs';
import { programOf } from '#scripts/test/programs.ts';
import { axeCheck } from '#tests/support/axe.ts';
import type { Backend } from '#tests/support/backend.ts';
import { updateCollection } from '#tests/support/factories.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { frame, loginScreen, signInByForm, toasts } from '#tests/support/screens.ts';
import { storedSession } from '#tests/support/session.ts';
import { expectFitsSmall } from '#tests/support/small-screen.ts';
import { type SmtpSink, sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { signInPath } from '#wire/identities.ts';
import { ADMINISTRATOR, codeSignInRequest } from '#wire/sign-in.ts';

/* How people sign in to the newest PocketBase, whichever one the other tests run on. */

const bin = programOf('0.40.6');
test.skip(!existsSync(bin), 'the program of PocketBase 0.40.6 is not at hand');

const NEW_PASSWORD = 'a-brand-new-password';

const requireCode = ({ api }: Backend) =>
  updateCollection(api, ADMINISTRATOR, ({ auth }) => ({
    auth: {
      own: auth?.own && {
        ...auth.own,
        ...{ 'oneTimePassword.isEnabled': true, 'oneTimePassword.duration': 120 },
      },
    },
  }));

const codeIn = async (sink: SmtpSink): Promise<string> =>
  /\b(\d{8})\b/.exec((await sink.nextMessage(({ subject }) => /OTP/.test(subject ?? ''))).text ?? '')?.[1] ??
  '';

test('[NW-01] [NW-02] [NW-03] a second factor: its code by mail, a wrong one, and a reload', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  const { backend, atoll } = await startSite({ bin });
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink);
  await requireCode(backend);
  expectedProblems.allow(`response 401 POST ${signInPath()}`);
  expectedProblems.allow(`response 400 POST ${codeSignInRequest('', '', '').path}`);
  await page.goto(`${atoll.url}/#/login`);
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  const screen = frame(page, 'factor');
  const code = screen.getByLabel('Code of the email');
  await expect(code).toBeFocused();
  await expect(screen).toContainText(`If ${backend.adminEmail} is the address`);
  await expect(screen).toContainText('It works for 2 minutes.');
  await axeCheck(page);
  await page.reload();
  await expect(code).toBeFocused();
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('step');
  await code.fill('00000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is wrong, or has expired/);
  await expect(toasts(page)).toHaveCount(0);
  await expectFitsSmall(page, screen);
  const right = await codeIn(sink);
  await code.fill(` ${right.slice(0, 4)} ${right.slice(4)} `);
  await code.press('Enter');
  await expect(page).toHaveURL(/#\/collections/);
  expect(await storedSession(page)).not.toBeNull();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('step');
  await sink.stop();
});

test('[NW-06] [NW-07] the link of the first superuser, then the same link once more', async ({
  page,
  startSite,
  expectedProblems,
}) => {
  const { backend, atoll } = await startSite({ bin, from: 'empty' });
  let link = '';
  await expect(async () => {
    link = /\/_\/#\/pbinstall\/\S+/.exec(backend.output())?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  expectedProblems.allow('response 401 GET /api/logs?page=1&perPage=1&skipTotal=1&fields=id');
  // As it is printed, but on the address of Atoll.
  await page.goto(atoll.url + link);
  const screen = frame(page, 'first-link');
  const email = screen.getByLabel('Email');
  await expect(email).toBeFocused();
  await expect(page).toHaveURL(/#\/pbinstall\/start$/);
  await axeCheck(page);
  await expectFitsSmall(page, screen);
  await page.reload();
  await email.fill('first@example.com');
  await screen.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await screen.getByLabel('Password confirm').fill(NEW_PASSWORD);
  // The page loads anew, which would interrupt the next visit.
  const loaded = page.waitForEvent('load');
  await screen.getByRole('button', { name: 'Create and login' }).click();
  await loaded;
  await expect(page).toHaveURL(/#\/collections/);
  await page.goto('about:blank');
  await page.goto(atoll.url + link);
  await expect(screen.getByRole('heading')).toHaveText('This link does not work');
  await expect(screen).toContainText('pocketbase superuser upsert EMAIL PASS');
  await axeCheck(page);
});

test('[NW-09] the mail for a forgotten password of a superuser leads to the form for it', async ({
  page,
  startSite,
}) => {
  const { backend, atoll } = await startSite({ bin });
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink, atoll.url);
  await page.goto(`${atoll.url}/#/request-password-reset`);
  const request = frame(page, 'request-reset');
  await request.getByLabel('Email').fill(backend.adminEmail);
  await request.getByRole('button', { name: 'Send recovery link' }).click();
  await expect(request).toContainText(
    'Within two minutes after a mail to this address, no other one is sent.',
  );
  await axeCheck(page);
  const mail = await sink.nextMessage();
  const link =
    /https?:\/\/[^\s"]+confirm-password-reset\/[^\s"]+/.exec(mail.html ?? mail.text ?? '')?.[0] ?? '';
  await page.goto('about:blank');
  await page.goto(link);
  const confirm = frame(page, 'confirm-reset');
  await expect(confirm.getByRole('heading')).toHaveText(
    `Reset your superuser password for ${backend.adminEmail}`,
  );
  await confirm.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await confirm.getByLabel('New password confirm').fill(NEW_PASSWORD);
  await confirm.getByRole('button', { name: 'Set new password' }).click();
  await expect(toasts(page)).toContainText('Successfully set a new superuser password.');
  const { screen } = loginScreen(page);
  await expect(screen.getByRole('link', { name: 'No superuser yet?' })).toBeVisible();
  await signInByForm(page, backend.adminEmail, NEW_PASSWORD);
  await expect(page).toHaveURL(/#\/collections/);
  await sink.stop();
});
