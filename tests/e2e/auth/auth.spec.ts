import type { Page } from '@playwright/test';
import { createAdmin, PASSWORD } from '#tests/support/accounts.ts';
import { createAdminApi } from '#tests/support/admin-api.ts';
import { ADMIN_CALLS } from '#tests/support/admin-calls.ts';
import { startAtoll } from '#tests/support/atoll.ts';
import type { Backend } from '#tests/support/backend.ts';
import { failWith } from '#tests/support/faults.ts';
import { expect, test } from '#tests/support/fixtures.ts';
import { ADMIN, ADMIN_CLAIMS, has, onLine, testedLine } from '#tests/support/lines.ts';
import { forgedToken } from '#tests/support/public/user-mails.ts';
import {
  frame,
  goToHash,
  hashOf,
  loginScreen,
  openAvatarMenu,
  signInByForm,
  toasts,
} from '#tests/support/screens.ts';
import { SESSION_KEY, storedSession, storeItem } from '#tests/support/session.ts';
import { type SmtpSink, sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { ADMIN_EMAIL } from '#tests/support/template.ts';

// The backend that they are sent to is started after this file is read.
const signInCall = () => `**${ADMIN_CALLS.signIn}`;
const refusedSignIn = () => `response 400 POST ${ADMIN_CALLS.signIn}`;
const requestCall = () => `**${ADMIN_CALLS.resetMail}`;
const confirmCall = () => `**${ADMIN_CALLS.reset}`;
const CREATE_ADMIN = 'Create your first admin account in order to continue';
// A browser's own input of an address would write the domain in another way.
const ANNA = 'anna@müller.example';
const BERTA = 'berta@example.com';
const FIRST = { email: 'first@example.com', password: 'first-password-1' };
const NEW_PASSWORD = 'a-brand-new-password';

/** Loads a page anew. */
async function visit(page: Page, url: string, options: Parameters<Page['goto']>[1] = {}): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url, options);
}

/** Holds back responses with the code of a form, or of a call, until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const arrival = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  return arrival.resolve;
}

async function showsSignIn(page: Page, posts: readonly string[]): Promise<void> {
  const { screen, email, password, button } = loginScreen(page);
  await page.goto('/?demoEmail=outer@example.com&demoPassword=outer#/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    onLine('Admin sign in', 'Superuser sign in'),
  );
  await expect(email).toBeFocused();
  // The outer query string prefills nothing.
  await expect(email).toHaveValue('');
  await expect(password).toHaveValue('');
  await expect(email).toHaveAttribute('inputmode', 'email');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(screen.getByRole('link', { name: 'Forgotten password?' })).toHaveAttribute(
    'href',
    '#/request-password-reset',
  );
  expect(await storedSession(page)).toBeNull();
  // The browser refuses an empty field, without a call.
  await button.click();
  await expect(email).toBeFocused();
  await email.fill('someone@example.com');
  await button.click();
  await expect(password).toBeFocused();
  expect(posts).toEqual([]);
}

async function tellsWrongCredentials(page: Page, { adminEmail }: Backend): Promise<void> {
  const { screen, email, password, button, error } = loginScreen(page);
  await signInByForm(page, adminEmail, 'not the password');
  await expect(error).toHaveText('Invalid login credentials.');
  await expect(button).toHaveAccessibleDescription('Invalid login credentials.');
  await expect(toasts(page)).toHaveCount(0);
  await expect(email).toHaveValue(adminEmail);
  await expect(password).toHaveValue('not the password');
  await expect(screen.locator('[aria-invalid]')).toHaveCount(0);
  expect(hashOf(page)).toBe('#/login');
  // Valid for the browser, refused by the server's check of the address: its field errors mark no field.
  const answered = page.waitForResponse(signInCall());
  await signInByForm(page, 'a@b', 'x');
  await answered;
  await expect(button).toBeEnabled();
  await expect(error).toHaveText('Invalid login credentials.');
  await expect(screen.locator('[aria-invalid]')).toHaveCount(0);
}

async function signsInOnce(page: Page, posts: string[]): Promise<void> {
  const { password, button } = loginScreen(page);
  posts.length = 0;
  const release = await hold(page, signInCall());
  const request = page.waitForRequest(signInCall());
  await signInByForm(page, ANNA, PASSWORD);
  expect((await request).method()).toBe('POST');
  expect((await request).postDataJSON()).toEqual({ identity: ANNA, password: PASSWORD });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.click({ force: true });
  await password.press('Enter');
  release();
  await expect.poll(() => hashOf(page)).toMatch(/^#\/collections/);
  await expect(frame(page, 'collections')).toBeVisible();
  expect(posts.filter((url) => url.endsWith('/auth-with-password'))).toHaveLength(1);
  const visited: unknown = await page.evaluate(() => Reflect.get(window, 'visitedHashes'));
  expect(visited).toEqual(expect.arrayContaining(['#/', '#/collections']));
  await page.unroute(signInCall());
}

async function storesSession(page: Page, seen: readonly string[]): Promise<void> {
  const stored = await storedSession(page);
  expect(Object.keys(stored ?? {}).sort()).toEqual(['model', 'token']);
  expect(stored?.model).toMatchObject({ email: ANNA, ...onLine({ avatar: 1 }, {}) });
  const claims = JSON.parse(Buffer.from(stored?.token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ ...ADMIN_CLAIMS, id: stored?.model.id });
  expect(claims.exp * 1000).toBeGreaterThan(Date.now());
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  const all = [...seen, kept, await page.content()];
  expect(all.length).toBeGreaterThan(5);
  expect(all.filter((text) => text.includes(PASSWORD))).toEqual([]);
  await (await openAvatarMenu(page)).getByRole('menuitem', { name: 'Logout' }).click();
  await expect(loginScreen(page).email).toBeVisible();
  expect(await storedSession(page)).toBeNull();
}

/** A sign-in that begins before its form is hydrated. */
async function beginsEarly(page: Page, origin: string, backend: Backend): Promise<void> {
  const code = '**/assets/LoginPage*.js';
  const { email, password, button, error } = loginScreen(page);
  const form = page.locator('[data-frame=login] form');
  const calls: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth-with-password')) calls.push(request.postData());
  });
  /** Opens the sign-in anew; its code arrives when the returned function is called. */
  const open = async () => {
    await page.unroute(code);
    const arrive = await hold(page, code);
    await visit(page, '/#/login', { waitUntil: 'commit' });
    return arrive;
  };
  // Typed values stay and can be sent afterwards.
  let arrive = await open();
  await email.fill(backend.adminEmail);
  await password.fill('not yet the password');
  arrive();
  await expect(form).not.toHaveAttribute('data-unhydrated');
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue('not yet the password');
  await expect(password).toBeFocused();
  expect(calls).toEqual([]);
  await password.press('Enter');
  await expect(error).toHaveText('Invalid login credentials.');
  expect(calls).toHaveLength(1);

  // One that is refused is told after it; corrected values are sent.
  arrive = await open();
  await email.fill(backend.adminEmail);
  await password.fill('not the password');
  const refused = page.waitForResponse(signInCall());
  await button.click();
  await refused;
  arrive();
  await expect(error).toHaveText('Invalid login credentials.');
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue('not the password');
  await password.fill(backend.adminPassword);
  await password.press('Enter');
  await expect(frame(page, 'collections')).toBeVisible();
  await storeItem(page, origin, SESSION_KEY, 'null');

  // One that is right leaves at once, once, and its form keeps the values.
  calls.length = 0;
  arrive = await open();
  // An incomplete form: the browser refuses it, with or without its code.
  await email.fill(backend.adminEmail);
  await button.click();
  await expect(password).toBeFocused();
  await password.fill(backend.adminPassword);
  await button.click();
  await expect(form).toHaveAttribute('data-unhydrated', 'sent');
  const sent = JSON.stringify({ identity: backend.adminEmail, password: backend.adminPassword });
  await expect.poll(() => calls).toEqual([sent]);
  await password.press('Enter');
  await expect(email).toHaveValue(backend.adminEmail);
  await expect(password).toHaveValue(backend.adminPassword);
  arrive();
  await expect(frame(page, 'collections')).toBeVisible();
  expect(calls).toEqual([sent]);
  await page.unroute(code);
  await storeItem(page, origin, SESSION_KEY, 'null');
}

async function keepsLetters(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.addInitScript(() => {
    if (window !== window.top) return;
    // React focuses the form during its commit: the next keys arrive before its effects run.
    const type = (): void => {
      for (const letter of 'somebody@example.com') document.execCommand('insertText', false, letter);
    };
    const { focus } = HTMLInputElement.prototype;
    HTMLInputElement.prototype.focus = function (options) {
      focus.call(this, options);
      if (this.name !== 'email' || this.value) return;
      HTMLInputElement.prototype.focus = focus;
      queueMicrotask(type);
    };
  });
  await visit(page, '/#/login');
  await expect(page.locator('[data-frame=login] form')).not.toHaveAttribute('data-unhydrated');
  await expect(loginScreen(page).email).toHaveValue('somebody@example.com');
  await session.detach();
}

test('the sign-in', async ({ page, backend, atoll, step, expectedProblems }) => {
  expectedProblems.allow(refusedSignIn());
  await page.addInitScript(() => {
    const replaceState = history.replaceState.bind(history);
    const visited: string[] = [];
    Object.assign(window, { visitedHashes: visited });
    history.replaceState = (state, unused, url) => {
      visited.push(String(url));
      replaceState(state, unused, url);
    };
  });
  const seen: string[] = [];
  const posts: string[] = [];
  page.on('request', (request) => {
    seen.push(request.url());
    if (request.method() === 'POST') posts.push(request.url());
  });
  page.on('console', (message) => seen.push(message.text()));
  page.on('framenavigated', (navigated) => seen.push(navigated.url()));
  const { email, password, button } = loginScreen(page);
  await createAdmin(backend, ANNA);

  await step('[LI-01][LI-04] its parts, with the focus on Email, and what the browser refuses', () =>
    showsSignIn(page, posts),
  );
  await step(
    '[LI-03] wrong credentials are told in the form; the typed values stay and no field is marked',
    () => tellsWrongCredentials(page, backend),
  );
  await step(
    '[TR-14][LI-02][UI-08] it posts identity and password once and redirects to the collections',
    () => signsInOnce(page, posts),
  );
  await step(
    '[AU-01][ST-01] it stores the token with exp and type, and the admin, but nowhere the password',
    () => storesSession(page, seen),
  );
  await step(
    '[LI-02][LI-03] before hydration, values stay and are sent, and the response is told after it',
    async () => {
      seen.length = 0;
      await beginsEarly(page, atoll.url, backend);
      const { adminPassword } = backend;
      expect(seen.filter((url) => url.includes('password=') || url.includes(adminPassword))).toEqual([]);
    },
  );
  await step('[LI-04] the hash query prefills the demo, which signs in', async () => {
    const { adminEmail: demoEmail, adminPassword: demoPassword } = backend;
    await visit(page, `/#/login?${new URLSearchParams({ demoEmail, demoPassword })}`);
    // The code of the form fills it in; before that the browser refuses empty fields.
    await expect(email).toHaveValue(demoEmail);
    await expect(password).toHaveValue(demoPassword);
    await button.click();
    await expect(frame(page, 'collections')).toBeVisible();
    await storeItem(page, atoll.url, SESSION_KEY, 'null');
  });
  await step('[LI-02] all letters typed during hydration stay', () => keepsLetters(page));
});

const resetRequest = (page: Page) => {
  const screen = frame(page, 'request-reset');
  return {
    screen,
    heading: screen.getByRole('heading', { level: 1 }),
    email: screen.getByLabel('Email'),
    send: screen.getByRole('button', { name: 'Send recovery link' }),
  };
};

function confirmScreen(page: Page) {
  const screen = frame(page, 'confirm-reset');
  return {
    screen,
    heading: screen.getByRole('heading', { level: 1 }),
    password: screen.getByLabel('New password', { exact: true }),
    confirm: screen.getByLabel('New password confirm'),
    button: screen.getByRole('button', { name: 'Set new password' }),
  };
}

async function requestsReset(page: Page): Promise<void> {
  const { screen, heading, email, send } = resetRequest(page);
  await loginScreen(page).screen.getByRole('link', { name: 'Forgotten password?' }).click();
  await expect(heading).toHaveText(`Forgotten ${ADMIN} password`);
  await expect(
    screen.getByText('Enter the email associated with your account and we’ll send you a recovery link:', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(email).toHaveAttribute('required', '');
  await expect(email).toBeFocused();
  await screen.getByRole('link', { name: 'Back to login' }).click();
  await expect(loginScreen(page).email).toBeFocused();

  await page.route(requestCall(), (route) => failWith(route, 'Slow down, please.', 429), { times: 1 });
  await goToHash(page, '#/request-password-reset');
  await email.fill('nobody-knows@example.com');
  await send.click();
  await expect(toasts(page, 'error')).toContainText(['Slow down, please.']);
  await expect(email).toHaveValue('nobody-knows@example.com');
  await expect(send).toBeEnabled();
  // An unknown address gets the same message as a known one.
  await send.click();
  await expect(heading).toHaveText('Check nobody-knows@example.com for the recovery link.');
  await expect(heading).toBeFocused();
  await expect(email).toHaveCount(0);
  await screen.getByRole('link', { name: 'Back to login' }).click();
  await expect(loginScreen(page).email).toBeVisible();
}

async function refusesTokens(page: Page): Promise<void> {
  const { screen, heading, password, confirm, button } = confirmScreen(page);
  const open = (token: string) => goToHash(page, `#/confirm-password-reset/${token}`);
  await open(forgedToken({ email: ADMIN_EMAIL, ...ADMIN_CLAIMS }));
  await expect(heading).toHaveText(`Reset your ${ADMIN} password for ${ADMIN_EMAIL}`);
  for (const field of [password, confirm]) {
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('required', '');
  }
  await expect(password).toBeFocused();
  await expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '#/login');
  await password.fill(NEW_PASSWORD);
  await confirm.fill(NEW_PASSWORD);
  const answered = page.waitForResponse(confirmCall());
  await button.click();
  expect((await answered).status()).toBe(400);
  await expect(button).toBeEnabled();
  await expect(toasts(page, 'error').filter({ hasNotText: 'Slow down' })).toHaveCount(1);
  await expect(password).toHaveValue(NEW_PASSWORD);
  expect(hashOf(page)).toContain('#/confirm-password-reset/');

  await open('%3Cimg%20src=x%3E');
  await expect(heading).toHaveText(`Reset your ${ADMIN} password`);
  await expect(password).toBeVisible();
  await open(forgedToken({ email: ADMIN_EMAIL, exp: 1 }));
  await expect(screen.getByRole('alert')).toHaveText('This link has expired. Request a new one');
  // What was typed for the link before.
  await expect(password).toHaveValue('');
  await screen.getByRole('link', { name: 'Request a new one' }).click();
  await expect(resetRequest(page).email).toBeFocused();
}

/** Requests a mail before the form is hydrated; returns the link in the mail. */
async function requestsEarly(page: Page, { sql }: Backend, sink: SmtpSink): Promise<string> {
  const { screen, heading, email, send } = resetRequest(page);
  const arrive = await hold(page, '**/assets/RequestResetPage*.js');
  const seen: string[] = [];
  const calls: (string | null)[] = [];
  page.on('request', (request) => {
    seen.push(request.url());
    if (request.method() === 'POST') calls.push(request.postData());
  });
  await visit(page, '/#/request-password-reset', { waitUntil: 'commit' });
  await email.fill(BERTA);
  await send.click();
  await expect(screen.locator('form')).toHaveAttribute('data-unhydrated', 'sent');
  expect(calls).toEqual([]);
  arrive();
  await expect(heading).toHaveText(`Check ${BERTA} for the recovery link.`);
  await expect(heading).toBeFocused();
  expect(calls).toEqual([JSON.stringify({ email: BERTA })]);
  expect(seen.filter((url) => decodeURIComponent(url).includes(BERTA))).toEqual([]);
  const mail = await sink.nextMessage(({ to }) => to?.[0]?.address === BERTA);
  // 0.22 first sends the mail, then writes the whole row with the time of the mail and the old password.
  const sent = 'select lastResetSentAt as sent from _admins where email = ?';
  if (testedLine === 'pb22')
    await expect.poll(() => sql(sent, [BERTA])).toEqual([{ sent: expect.stringMatching(/^\d{4}-/) }]);
  return /href="([^"]+confirm-password-reset[^"]+)"/.exec(mail.html ?? '')?.[1] ?? '';
}

async function setsPassword(page: Page, origin: string, link: string): Promise<void> {
  const { heading, password, confirm, button } = confirmScreen(page);
  // The link in the backend's mail contains the path of the backend's own dashboard.
  const path = `#/${onLine('', 'auth/')}confirm-password-reset/`;
  expect(link).toContain(`${origin}/_/${path}`);
  const token = link.split('/').at(-1) ?? '';
  expect(token.split('.')).toHaveLength(3);
  await page.goto(link);
  expect(page.url()).toBe(`${origin}/${path}${token}`);
  await expect(heading).toContainText(BERTA);
  await password.fill(NEW_PASSWORD);
  await confirm.fill('something else entirely');
  await button.click();
  await expect(confirm).toHaveAttribute('aria-invalid', 'true');
  await expect(confirm).toHaveAccessibleDescription("Values don't match.");
  await expect(password).not.toHaveAttribute('aria-invalid');
  await expect(toasts(page, 'error')).toHaveCount(1);

  await confirm.fill(NEW_PASSWORD);
  await expect(confirm).not.toHaveAttribute('aria-invalid');
  const request = page.waitForRequest(confirmCall());
  await button.click();
  expect((await request).method()).toBe('POST');
  expect((await request).postDataJSON()).toEqual({
    token,
    password: NEW_PASSWORD,
    passwordConfirm: NEW_PASSWORD,
  });
  await expect(toasts(page, 'success')).toContainText([`Successfully set a new ${ADMIN} password.`]);
  await expect.poll(() => hashOf(page)).toBe('#/login');
  await signInByForm(page, BERTA, PASSWORD);
  await expect(loginScreen(page).error).toHaveText('Invalid login credentials.');
  await signInByForm(page, BERTA, NEW_PASSWORD);
  await expect(frame(page, 'collections')).toBeVisible();
}

test('the reset of a password', async ({ page, backend, atoll, step, expectedProblems }) => {
  expectedProblems.allow(
    `response 429 POST ${ADMIN_CALLS.resetMail}`,
    `response 400 POST ${ADMIN_CALLS.reset}`,
    refusedSignIn(),
  );
  const sink = await startSmtpSink();
  await sendMailTo(backend.api, sink, atoll.url);
  await createAdmin(backend, BERTA);
  await page.goto('/#/login');
  await step('[LI-05][LI-06][LI-07] it is requested, after a refusal, for an unknown address', () =>
    requestsReset(page),
  );
  await step('[LI-08] a refused or expired link keeps the form, which names whose password it sets', () =>
    refusesTokens(page),
  );
  await step(
    '[LI-06][LI-09] a request before hydration is sent after it; the link of the mail sets the password',
    async () => setsPassword(page, atoll.url, await requestsEarly(page, backend, sink)),
  );
  await sink.stop();
});

function installerScreen(page: Page) {
  const screen = frame(page, 'installer');
  return {
    screen,
    note: screen.getByRole('note'),
    email: screen.getByLabel('Email'),
    password: screen.getByLabel('Password', { exact: true }),
    confirm: screen.getByLabel('Password confirm'),
    button: screen.getByRole('button', { name: 'Create and login' }),
  };
}

async function isInstaller(page: Page, url: string): Promise<void> {
  await visit(page, url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(CREATE_ADMIN);
  expect(new URL(page.url()).search).toBe('?installer');
  expect(hashOf(page)).toBe('#/');
}

/** An address of 0.22 that a newer backend has no form for. */
async function ignoresFlag(page: Page): Promise<void> {
  await page.goto('/?installer#/');
  await expect(frame(page, 'collections')).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
}

/** The flag ends the session of an administrator; the backend, which has one, opens the sign-in. */
async function endsSession(page: Page, backend: Backend): Promise<void> {
  const { email, password, confirm, button, screen } = installerScreen(page);
  await page.goto('/?installer#/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(CREATE_ADMIN);
  await expect.poll(() => storedSession(page)).toBeNull();
  await expect(page.locator('html')).toHaveAttribute('data-sidebar', 'off');
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('inputmode', 'email');
  for (const field of [email, password, confirm]) await expect(field).toHaveAttribute('required', '');
  for (const field of [password, confirm]) {
    await expect(field).toHaveAttribute('type', 'password');
    await expect(field).toHaveAttribute('minlength', '10');
  }
  await expect(password).toHaveAccessibleDescription('Minimum 10 characters.');
  await expect(screen.getByText('Minimum 10 characters.', { exact: true })).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request.url());
  });
  await email.fill('late@example.com');
  await password.pressSequentially('too-short');
  await confirm.pressSequentially('too-short');
  await button.click();
  await expect(password).toBeFocused();
  const tooShort = await password.evaluate((input: HTMLInputElement) => input.validity.tooShort);
  expect(tooShort).toBe(true);
  expect(calls).toEqual([]);
  await password.fill('late-password-1');
  await confirm.fill('late-password-1');
  await button.click();
  await expect(toasts(page, 'error')).toHaveText(/The first administrator exists already: sign in\./);
  await expect(loginScreen(page).email).toHaveValue('late@example.com');
  expect(new URL(page.url()).search).toBe('');
  await signInByForm(page, backend.adminEmail, backend.adminPassword);
  await expect(frame(page, 'collections')).toBeVisible();
}

async function checksAgain(page: Page, backend: Backend, origin: string): Promise<void> {
  await backend.kill();
  const requested = page.waitForResponse((response) => new URL(response.url()).pathname === '/_/');
  await page.goto(`${origin}/#/login`);
  expect((await requested).status()).toBe(502);
  await expect(loginScreen(page).email).toBeVisible();
  await backend.restart();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      return installerScreen(page).email.isVisible();
    })
    .toBe(true);
}

async function warnsOfVisitors(page: Page, backend: Backend, origin: string): Promise<void> {
  const { note, button } = installerScreen(page);
  const open = await startAtoll({ backendUrl: backend.url, host: '0.0.0.0' });
  await page.goto(open.url.replace('0.0.0.0', '127.0.0.1'));
  await expect(note).toContainText('Its first visitor becomes the administrator.');
  await expect(note).toContainText('pocketbase admin create EMAIL PASSWORD');
  await page.goto('about:blank');
  await open.stop();
  const requested = page.waitForResponse(/\/_\/\?installer$/);
  await isInstaller(page, `${origin}/`);
  expect((await requested).headers()).not.toHaveProperty('x-atoll-open');
  await expect(button).toBeEnabled();
  await expect(note).toHaveCount(0);
}

async function marksRefusedFields(page: Page): Promise<void> {
  const { email, password, confirm, button } = installerScreen(page);
  await email.fill(FIRST.email);
  await password.fill(FIRST.password);
  await confirm.fill('other-password-1');
  await button.click();
  await expect(confirm).toHaveAttribute('aria-invalid', 'true');
  await expect(confirm).toHaveAccessibleDescription("Values don't match.");
  await expect(toasts(page, 'error')).toHaveCount(1);
  await expect(email).toHaveValue(FIRST.email);
  for (const field of [email, password]) await expect(field).not.toHaveAttribute('aria-invalid');

  // An error without its own message.
  const json = { code: 400, message: 'Refused.', data: { email: { code: 'odd' } } };
  await page.route(`**${ADMIN_CALLS.all}`, (route) => route.fulfill({ status: 400, json }), { times: 1 });
  await button.click();
  await expect(email).toHaveAccessibleDescription('Invalid value');
  await expect(confirm).not.toHaveAttribute('aria-invalid');
  await expect(toasts(page, 'error').filter({ hasText: 'Refused.' })).toBeVisible();
  await email.fill('second@example.com');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await expect(button).toBeEnabled();
}

async function createsFirstAdmin(page: Page, backend: Backend, origin: string): Promise<void> {
  const { email, password, confirm, button } = installerScreen(page);
  await isInstaller(page, `${origin}/#/settings/mail?filter=a`);
  await expect(button).toBeEnabled();
  const calls: { path: string; body: unknown }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    calls.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() });
  });
  const release = await hold(page, `**${ADMIN_CALLS.all}`);
  await email.fill(FIRST.email);
  await password.fill(FIRST.password);
  await confirm.fill(FIRST.password);
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  const loaded = page.waitForEvent('load');
  release();
  await loaded;
  await expect(frame(page, 'collections')).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect(hashOf(page)).toMatch(/^#\/collections/);
  expect(calls).toEqual([
    { path: ADMIN_CALLS.all, body: { ...FIRST, passwordConfirm: FIRST.password } },
    {
      path: ADMIN_CALLS.signIn,
      body: { identity: FIRST.email, password: FIRST.password },
    },
  ]);
  expect(await createAdminApi(backend.url, FIRST).get(ADMIN_CALLS.all)).toMatchObject({
    totalItems: 1,
    items: [{ email: FIRST.email }],
  });
  expect(await storedSession(page)).toMatchObject({ model: { email: FIRST.email } });
  await visit(page, `${origin}/#/login`);
  await expect(frame(page, 'collections')).toBeVisible();
}

test('the installer', async ({ page, admin, backend, startSite, step, expectedProblems }) => {
  if (has('hasInstaller'))
    expectedProblems.allow(
      'response 502 GET /_/',
      `response 401 POST ${ADMIN_CALLS.all}`,
      `response 400 POST ${ADMIN_CALLS.all}`,
    );
  await admin.signIn();
  await step(
    '[IN-01][IN-02] the flag ends a session and shows the form; with an admin it opens the sign-in',
    () => (has('hasInstaller') ? endsSession(page, backend) : ignoresFlag(page)),
  );
  const { backend: empty, atoll } = await startSite({ from: 'empty' });
  await step(
    'a backend that was down is checked again when the user returns to the window',
    () => checksAgain(page, empty, atoll.url),
    'hasInstaller',
  );
  await step(
    '[IN-01][IN-03] a fresh server shows it, with a warning when others can reach it before its owner',
    () => warnsOfVisitors(page, empty, atoll.url),
    'hasInstaller',
  );
  await step(
    '[IN-06][ER-07] the server’s field errors are shown under their fields until edited',
    () => marksRefusedFields(page),
    'hasInstaller',
  );
  await step(
    '[IN-03][IN-04][IN-05][IN-07] it creates the first admin, signs in and loads the dashboard',
    () => createsFirstAdmin(page, empty, atoll.url),
    'hasInstaller',
  );
});
