import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { $question } from '#stores/app/confirm.ts';
import { signIn } from '#stores/app/session.ts';
import { $toasts } from '#stores/app/toasts.ts';
import { mailForm } from '#stores/settings/mail.ts';
import { testEmailForm } from '#stores/settings/test-email.ts';
import { type Backend, startPocketBase } from '#tests/support/backend.ts';
import { browser } from '#tests/support/browser-stub.ts';
import { closedPort } from '#tests/support/listen.ts';
import { AUTHORITY } from '#tests/support/server/certificate.ts';
import { type SmtpOptions, type SmtpSink, startSmtpSink } from '#tests/support/smtp.ts';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '#tests/support/template.ts';
import { removeToasts } from '../toasts.ts';
import { openMail, resetMail } from './mail-fixture.ts';

const LOGIN = { user: 'mailer', password: 'p@ss "wörd" {TOKEN}' };
/** Not in the certificate; PocketBase sends passwords without encryption only to this machine. */
const PLAIN_HOST = '127.0.0.1';
const TLS_HOST = 'localhost';

const folder = mkdtempSync(`${tmpdir()}/atoll-mail-`);
let backend: Backend;
let meta: object;
const endings: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  writeFileSync(`${folder}/authority.pem`, AUTHORITY);
  // The authorities that PocketBase trusts.
  backend = await startPocketBase({ env: { SSL_CERT_FILE: `${folder}/authority.pem` } });
  browser.backend = backend.url;
  await signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  meta = (await backend.api.get<{ meta: object }>('/api/settings')).meta;
});
beforeEach(async () => {
  removeToasts();
  await resetMail(backend.api, { meta });
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});
afterAll(async () => {
  await backend.stop();
  rmSync(folder, { recursive: true });
});

const toasts = () => $toasts.get().map(({ message }) => message);

async function startSink(options?: SmtpOptions): Promise<SmtpSink> {
  const sink = await startSmtpSink(options);
  endings.push(sink.stop);
  return sink;
}

interface Smtp {
  readonly host?: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: boolean;
  readonly authMethod?: string;
  readonly localName?: string;
}

/** Sets up the mail server like a user: on the page, then 'Save changes'. */
async function save({ host = PLAIN_HOST, port, ...others }: Smtp): Promise<void> {
  endings.push(await openMail());
  mailForm.set('smtp.isEnabled', true);
  mailForm.set('smtp.host', host);
  mailForm.set('smtp.port', port);
  mailForm.set('smtp.username', others.username ?? '');
  mailForm.set('smtp.password', others.password ?? '');
  mailForm.set('smtp.isTlsOnly', others.tls ?? false);
  mailForm.set('smtp.authMethod', others.authMethod ?? '');
  mailForm.set('smtp.localName', others.localName ?? '');
  // Without a password, the one of the save before is removed.
  const stop = $question.listen((question) => question?.answer(true));
  expect(await mailForm.save()).toBe(true);
  stop();
}

async function send(template: 'verification' | 'password-reset' | 'email-change' = 'verification') {
  const stop = testEmailForm.start();
  testEmailForm.set('email', 'to@example.com');
  testEmailForm.set('template', template);
  const isSent = await testEmailForm.send();
  stop();
  return isSent;
}

const credentials = { username: LOGIN.user, password: LOGIN.password };

test.each([
  { name: 'no login, no encryption', sink: {}, smtp: {}, method: undefined, isEncrypted: false },
  {
    name: 'PLAIN, which is used without a method',
    sink: { login: LOGIN, method: 'PLAIN' },
    smtp: credentials,
    method: 'PLAIN',
    isEncrypted: false,
  },
  {
    name: 'LOGIN',
    sink: { login: LOGIN, method: 'LOGIN' },
    smtp: { ...credentials, authMethod: 'LOGIN' },
    method: 'LOGIN',
    isEncrypted: false,
  },
  {
    name: 'PLAIN over STARTTLS',
    sink: { login: LOGIN, method: 'PLAIN', encryption: 'starttls' },
    smtp: { ...credentials, host: TLS_HOST, authMethod: 'PLAIN' },
    method: 'PLAIN',
    isEncrypted: true,
  },
  {
    name: 'LOGIN over STARTTLS',
    sink: { login: LOGIN, method: 'LOGIN', encryption: 'starttls' },
    smtp: { ...credentials, host: TLS_HOST, authMethod: 'LOGIN' },
    method: 'LOGIN',
    isEncrypted: true,
  },
  {
    name: 'PLAIN over TLS',
    sink: { login: LOGIN, encryption: 'tls' },
    smtp: { ...credentials, host: TLS_HOST, tls: true },
    method: 'PLAIN',
    isEncrypted: true,
  },
] as const)('[SM-09][SM-15] delivers with $name', async ({ sink: options, smtp, method, isEncrypted }) => {
  const sink = await startSink(options);
  await save({ ...smtp, port: sink.port, localName: 'mail.example.com' });
  expect(await send()).toBe(true);
  expect(toasts()).toEqual(['Successfully saved mail settings.', 'Successfully sent test email.']);
  expect(sink.messages[0]?.to?.[0]?.address).toBe('to@example.com');
  expect(sink.deliveries).toEqual([
    {
      method,
      user: method === undefined ? undefined : LOGIN.user,
      isEncrypted,
      clientName: 'mail.example.com',
    },
  ]);

  // A save that leaves the masked password alone keeps it: the next email still logs in with it.
  mailForm.set('mail.sender.name', 'Somebody else');
  expect(await mailForm.save()).toBe(true);
  expect(await send('password-reset')).toBe(true);
  expect(sink.messages[1]?.from?.name).toBe('Somebody else');
  expect(sink.deliveries[1]).toEqual(sink.deliveries[0]);
});

test('[SM-15] a failure says what the mail server answered', async () => {
  const failed = /^Failed to send the test email\. Raw error: \n/;
  const sink = await startSink({ login: LOGIN, method: 'PLAIN' });
  await save({ username: LOGIN.user, password: 'wrong', port: sink.port });
  expect(await send()).toBe(false);
  expect(toasts().at(-1)).toMatch(failed);
  expect(toasts().at(-1)).toContain('Invalid username or password');
  expect(toasts().at(-1)).not.toContain('wrong');

  await save({ ...credentials, authMethod: 'LOGIN', port: sink.port });
  expect(await send()).toBe(false);
  expect(toasts().at(-1)).toMatch(failed);

  await save({ port: await closedPort() });
  expect(await send()).toBe(false);
  expect(toasts().at(-1)).toMatch(failed);
  expect(toasts().at(-1)).toContain('connection refused');
  expect(sink.messages).toEqual([]);
});

test('[SM-15] a certificate for another name is refused', async () => {
  const sink = await startSink({ login: LOGIN, encryption: 'tls' });
  await save({ ...credentials, host: PLAIN_HOST, tls: true, port: sink.port });
  expect(await send()).toBe(false);
  expect(toasts().at(-1)).toContain('certificate');
  expect(sink.messages).toEqual([]);
});

test('[SM-05][SM-15] each template arrives with its placeholders replaced', async () => {
  const sink = await startSink();
  await backend.api.patch('/api/settings', {
    meta: { appName: 'Acme & Sons', appUrl: 'https://acme.example' },
  });
  await save({ port: sink.port });
  const templates = [
    ['verification', 'verification'],
    ['passwordReset', 'password-reset'],
    ['emailChange', 'email-change'],
  ] as const;
  for (const [name, test] of templates) {
    mailForm.set(`templates.${name}.subject`, `${test} of {APP_NAME} at {APP_URL}`);
    mailForm.set(`templates.${name}.actionUrl`, `{APP_URL}/${test}?app={APP_NAME}&token={TOKEN}`);
    mailForm.set(
      `templates.${name}.body`,
      `<p>{APP_NAME}|{APP_URL}|{TOKEN}|<a href="{ACTION_URL}">${test}</a></p>`,
    );
  }
  mailForm.set('mail.sender.name', 'Søren Støtte');
  mailForm.set('mail.sender.address', 'soren@acme.example');
  expect(await mailForm.save()).toBe(true);
  for (const [, test] of templates) expect(await send(test)).toBe(true);
  expect(sink.messages.map(({ subject }) => subject)).toEqual(
    templates.map(([, test]) => `${test} of Acme & Sons at https://acme.example`),
  );
  for (const [at, [, test]] of templates.entries()) {
    const mail = sink.messages[at];
    expect(mail?.from).toMatchObject({ name: 'Søren Støtte', address: 'soren@acme.example' });
    expect(mail?.html).not.toMatch(/\{(APP_NAME|APP_URL|TOKEN|ACTION_URL)\}/);
    expect(mail?.html).toContain(`href="https://acme.example/${test}?app=`);
    expect(mail?.html).toMatch(/Acme & Sons\|https:\/\/acme\.example\|[^|{]+\|/);
  }
});
