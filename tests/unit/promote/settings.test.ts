import { expect, test } from 'vitest';
import { compareSettings, settingsAt } from '#domain/promote/settings.ts';

const settings = {
  meta: { appName: 'Acme', verificationTemplate: { subject: 'Verify', body: 'b' } },
  smtp: { enabled: false, password: '' },
  adminAuthToken: { secret: '******', duration: 5 },
  googleAuth: { clientId: '', clientSecret: '', pkce: null },
  emailAuth: { onlyDomains: null },
};

test('compares each value by its path, and no secret', () => {
  const other = {
    meta: { appName: 'Other', verificationTemplate: { subject: 'Please verify', body: 'b' }, added: 1 },
    smtp: { enabled: true, password: '******' },
    adminAuthToken: { secret: 'typed', duration: 6 },
    googleAuth: { clientId: 'id', clientSecret: 'plain', pkce: true },
    emailAuth: { onlyDomains: ['a.com'] },
  };
  const found = compareSettings(settings, other);
  expect(found.map(({ name, differences }) => [name, ...differences.map(({ label }) => label)])).toEqual([
    ['meta', 'appName', 'verificationTemplate.subject'],
    ['smtp', 'enabled'],
    ['adminAuthToken', 'duration'],
    ['googleAuth', 'clientId', 'pkce'],
    ['emailAuth', 'onlyDomains'],
  ]);
  expect(JSON.stringify(found)).not.toMatch(/\*{6}|typed|plain/);
  expect(found[0]?.differences[0]?.rows).toEqual([
    { prop: 'appName', old: 'Acme', new: 'Other', kind: 'changed' },
  ]);
});

test('the body has only the chosen values', () => {
  expect(
    settingsAt(settings, [
      ['meta', 'verificationTemplate', 'subject'],
      ['adminAuthToken', 'duration'],
    ]),
  ).toEqual({
    meta: { verificationTemplate: { subject: 'Verify' } },
    adminAuthToken: { duration: 5 },
  });
});
