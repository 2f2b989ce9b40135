import { expect, test } from 'vitest';
import {
  AUTH_METHODS,
  authMethodOf,
  MAIL_FIELDS,
  MAIL_PLACEHOLDERS,
  MAIL_TEMPLATES,
  MAIL_TEXTS,
  TLS_CHOICES,
} from '#domain/settings/mail.ts';
import { rawSettings } from '#tests/support/settings/stored.ts';
import { settingsBody } from '#wire/save-settings.ts';
import { readSettings } from '#wire/setting-values.ts';

test('[SM-04] every template has the three fields and its flag', () => {
  const parts = MAIL_TEMPLATES.flatMap(({ name: template }) =>
    ['subject', 'actionUrl', 'body', 'isHidden'].map((name) => `templates.${template}.${name}`),
  );
  expect(Object.keys(MAIL_FIELDS)).toEqual(expect.arrayContaining(parts));
});

test('[SM-05] the placeholders of each part, with the required ones', () => {
  const shown = (part: 'subject' | 'actionUrl' | 'body') =>
    MAIL_PLACEHOLDERS[part].map(({ name, isRequired }) => (isRequired ? `${name}*` : name));
  expect(shown('subject')).toEqual(['{APP_NAME}', '{APP_URL}']);
  expect(shown('actionUrl')).toEqual(['{APP_NAME}', '{APP_URL}', '{TOKEN}*']);
  expect(shown('body')).toEqual(['{APP_NAME}', '{APP_URL}', '{TOKEN}', '{ACTION_URL}*']);
});

test('the backend knows the values of the choices, and the templates of a test email', () => {
  expect(AUTH_METHODS.map(({ value }) => value)).toEqual(['PLAIN', 'LOGIN']);
  expect(TLS_CHOICES.map(({ value }) => value)).toEqual(['false', 'true']);
  expect(MAIL_TEMPLATES.map(({ test: name }) => name)).toEqual([
    ...['verification', 'password-reset', 'email-change'],
  ]);
});

test('texts about copying name the placeholder', () => {
  expect(MAIL_TEXTS.copied('{TOKEN}')).toBe('Copied {TOKEN} to clipboard');
  expect(MAIL_TEXTS.notCopied('{TOKEN}')).toBe('Could not copy {TOKEN}.');
});

test('[SM-10] choosing the default method again changes nothing', () => {
  expect(authMethodOf('PLAIN', '')).toBe('');
  expect(authMethodOf('LOGIN', '')).toBe('LOGIN');
  expect(authMethodOf('PLAIN', 'LOGIN')).toBe('PLAIN');
  expect(authMethodOf('PLAIN', 'PLAIN')).toBe('PLAIN');
});

test('[SM-13] the body keeps what the page does not show, and never contains the mask', () => {
  const stored = rawSettings({
    meta: { appName: 'Acme', senderName: 'Support', verificationTemplate: { subject: 'Hi', extra: 1 } },
    smtp: { enabled: true, host: 'mail.example.com', port: 25, password: '******', authMethod: '' },
    s3: { secret: '******' },
  });
  const values = {
    ...readSettings(MAIL_FIELDS, stored),
    'mail.sender.name': 'Help',
  };
  const body = settingsBody(values, stored);
  expect(Object.keys(body)).toEqual(['meta', 'smtp']);
  expect(body['meta']).toMatchObject({
    appName: 'Acme',
    senderName: 'Help',
    verificationTemplate: { subject: 'Hi', extra: 1 },
  });
  expect(body['smtp']).not.toHaveProperty('password');
  expect(body['smtp']).toMatchObject({ authMethod: '', host: 'mail.example.com', port: 25 });
});
