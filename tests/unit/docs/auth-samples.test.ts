import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Placeholders } from '#domain/docs/placeholders.ts';
import { createUser, PASSWORD } from '#tests/support/accounts.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { createCollection, field, pngFile } from '#tests/support/factories.ts';
import { startOpenIdProvider } from '#tests/support/openid-provider.ts';
import { type SmtpSink, sendMailTo, startSmtpSink } from '#tests/support/smtp.ts';
import { CHEAP_HASH } from '#tests/support/template.ts';
import { allRules, docOf, fakeWindow, storedCollectionOf } from './docs-fixture.ts';
import { expectDocumented, recordCalls, runSample } from './run-sample.ts';

let backend: Backend;
let mail: SmtpSink;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;

beforeAll(async () => {
  backend = await startPocketBase();
  mail = await startSmtpSink();
  provider = await startOpenIdProvider();
  await sendMailTo(backend.api, mail);
  await backend.api.patch('/api/settings', {
    oidcAuth: {
      enabled: true,
      displayName: 'Test',
      clientId: 'client',
      clientSecret: 'secret',
      authUrl: `${provider.url}/authorize`,
      tokenUrl: `${provider.url}/token`,
      userApiUrl: `${provider.url}/user`,
    },
  });
  await createCollection(backend.api, {
    name: 'members',
    type: 'auth',
    fields: [field('bio', 'editor'), field('avatar', 'file'), field('roles', 'json')],
    ...allRules(''),
  });
});
afterEach(() => vi.unstubAllGlobals());
afterAll(async () => {
  await backend.stop();
  await mail.stop();
  await provider.stop();
});

interface User {
  readonly id: string;
  readonly email: string;
}

let count = 0;
async function newUser(): Promise<User> {
  count += 1;
  const email = `member${count}@example.com`;
  const { id } = await createUser(backend, 'members', { email, emailVisibility: true });
  return { id, email };
}

/** Runs the sample of a tab and compares the real requests and responses with the documented ones. */
async function tryTab(tab: string, known: Partial<Placeholders> = {}, name = 'members') {
  const collection = await storedCollectionOf(backend, name);
  const doc = docOf(backend, tab, collection, { password: PASSWORD, ...known });
  const recorder = recordCalls();
  try {
    const printed = await runSample(doc.samples.javascript, { files: [pngFile()] });
    expectDocumented(doc, recorder.calls, ['rawUser', 'roles']);
    return { printed, calls: recorder.calls };
  } finally {
    recorder.stop();
  }
}

const record = (id: string) =>
  backend.api.get<Record<string, unknown>>(`/api/collections/members/records/${id}`);

/** Signs in through the API; returns whether it succeeded. */
async function canSignIn(identity: string, password: string): Promise<boolean> {
  const response = await fetch(`${backend.url}/api/collections/members/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity, password }),
  });
  return response.ok;
}

/**
 * Waits until the backend has stored the time of a mail. It sends the mail first and then writes the whole old row,
 * which would undo a confirmation in between.
 */
async function mailTimeStored(id: string, column: 'lastVerificationSentAt' | 'lastResetSentAt') {
  await expect
    .poll(() => backend.sql(`select ${column} as sent from members where id = ?`, [id])[0]?.['sent'])
    .toMatch(/^\d{4}-/);
}

/** The token from the link in a mail. */
async function mailedToken(to: string, path: string): Promise<string> {
  const pattern = new RegExp(`/auth/${path}/([\\w.-]+)`);
  const message = await mail.nextMessage(
    (one) => one.to?.[0]?.address === to && pattern.test(`${one.text}${one.html}`),
  );
  return pattern.exec(`${message.text}${message.html}`)?.[1] ?? '';
}

test('[DC-09] the samples of Create and Update create an account that can sign in', async () => {
  const created = 'created-password';
  await tryTab('create', { username: 'new_member', newPassword: () => created });
  expect(await canSignIn('new_member', created)).toBe(true);
  const user = await newUser();
  await tryTab('update', {
    recordId: user.id,
    username: 'renamed',
    password: PASSWORD,
    newPassword: () => 'changed-password',
  });
  expect(await record(user.id)).toMatchObject({ username: 'renamed', bio: '<p>test</p>' });
  expect(await canSignIn('renamed', 'changed-password')).toBe(true);
  await tryTab('list');
  await tryTab('view', { recordId: user.id });
});

test('[DC-10] the samples of Auth with password and Auth refresh sign in', async () => {
  const { id, email } = await newUser();
  const { printed } = await tryTab('auth-with-password', { identity: email });
  expect(printed).toEqual([[true], [expect.stringMatching(/^ey/)], [id]]);
  const refreshed = await tryTab('auth-refresh', { identity: email });
  expect(refreshed.printed).toEqual([[expect.stringMatching(/^ey/)]]);
});

test('[DC-10][DC-11] the samples of Auth with OAuth2, List and Unlink OAuth2 account', async () => {
  vi.stubGlobal('window', fakeWindow(backend));
  const { printed } = await tryTab('auth-with-oauth2', { provider: 'oidc' });
  expect(printed).toEqual([[true], [expect.stringMatching(/^ey/)], [expect.any(String)]]);
  vi.unstubAllGlobals();

  const id = String(printed[2]?.[0]);
  backend.write('data', (db) =>
    db.prepare('UPDATE members SET passwordHash = ? WHERE id = ?').run(CHEAP_HASH, id),
  );
  const links = `/api/collections/members/records/${id}/external-auths`;
  expect(await backend.api.get(links)).toMatchObject([{ provider: 'oidc', providerId: 'provider-user-1' }]);
  const known = { identity: 'ann@example.com', provider: 'oidc' };
  await tryTab('list-external-auths', known);
  await tryTab('unlink-external-auth', known);
  expect(await backend.api.get(links)).toEqual([]);
});

test('[DC-10] the samples of Request and Confirm verification verify the address', async () => {
  const { id, email } = await newUser();
  await tryTab('request-verification', { email });
  const verificationToken = await mailedToken(email, 'confirm-verification');
  await mailTimeStored(id, 'lastVerificationSentAt');
  await tryTab('confirm-verification', { verificationToken });
  expect(await record(id)).toMatchObject({ verified: true });
});

test('[DC-10] the samples of Request and Confirm password reset set a new password', async () => {
  const { id, email } = await newUser();
  await tryTab('request-password-reset', { email });
  const passwordResetToken = await mailedToken(email, 'confirm-password-reset');
  await mailTimeStored(id, 'lastResetSentAt');
  await tryTab('confirm-password-reset', { passwordResetToken, newPassword: () => 'quite-new-password' });
  expect(await canSignIn(email, 'quite-new-password')).toBe(true);
  expect(await canSignIn(email, PASSWORD)).toBe(false);
});

test('[DC-10] the samples of Request and Confirm email change set a new address', async () => {
  const { id, email } = await newUser();
  const newEmail = `new-${email}`;
  await tryTab('request-email-change', { identity: email, newEmail });
  const emailChangeToken = await mailedToken(newEmail, 'confirm-email-change');
  await tryTab('confirm-email-change', { emailChangeToken });
  expect(await record(id)).toMatchObject({ email: newEmail, verified: true });
});

test('[DC-10] the sample of List auth methods, with OAuth2 and without', async () => {
  const { calls } = await tryTab('auth-methods');
  expect(calls[0]?.body).toMatchObject({ authProviders: [{ name: 'oidc' }] });
  await createCollection(backend.api, {
    name: 'plain',
    type: 'auth',
    auth: { identityFields: ['email'], hasOAuth2: false, isVerifiedOnly: true },
  });
  const collection = await storedCollectionOf(backend, 'plain');
  const doc = docOf(backend, 'auth-methods', collection);
  const plain = await tryTab('auth-methods', {}, 'plain');
  // Without providers the example equals the real response.
  expect(plain.calls[0]?.body).toEqual(doc.responses[0]?.body);
});

test('[DC-09] examples respect the e-mail domains and the password length of the collection', async () => {
  await createCollection(backend.api, {
    name: 'strict',
    type: 'auth',
    auth: { minPassword: 25, isEmailRequired: true, onlyDomains: ['corp.test'] },
    ...allRules(''),
  });
  await tryTab('create', { username: 'strict_member' }, 'strict');
  const { items } = await backend.api.get<{ items: unknown[] }>('/api/collections/strict/records');
  expect(items).toMatchObject([{ username: 'strict_member', email: 'test@corp.test' }]);
});

test('[DC-10] OAuth2 sign-up follows the create rule, and unverified accounts are rejected as documented', async () => {
  const { api } = backend;
  const made = await createCollection(api, {
    name: 'guarded',
    type: 'auth',
    auth: { isVerifiedOnly: true },
  });
  const path = '/api/collections/guarded';
  const signIn = async () => {
    const response = await fetch(`${backend.url}${path}/auth-with-oauth2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'oidc', code: 'any-code', redirectUrl: 'http://127.0.0.1/' }),
    });
    return { status: response.status, body: (await response.json()) as { record?: { id: string } } };
  };
  expect((await signIn()).status).toBe(400);
  const locked = docOf(backend, 'auth-with-oauth2', await storedCollectionOf(backend, 'guarded'));
  expect(locked.description.join()).toContain('The create rule is locked');

  await api.patch(`/api/collections/${made.id}`, { createRule: '' });
  const first = await signIn();
  expect(first.status).toBe(200);
  const unverified = { email: 'someone-else@example.com', verified: false };
  await api.patch(`${path}/records/${first.body.record?.id}`, unverified);
  const open = docOf(backend, 'auth-with-oauth2', await storedCollectionOf(backend, 'guarded'));
  expect(open.description.join()).toContain('must match the create rule');
  const rejected = open.responses.find(({ status }) => status === 403);
  expect(await signIn()).toEqual({ status: 403, body: rejected?.body });
});
