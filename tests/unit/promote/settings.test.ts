import { expect, test } from 'vitest';
import { compareSettings, settingsAt } from '#domain/promote/difference.ts';
import { rawSettings } from '#tests/support/settings/stored.ts';
import { sharedSettings } from '#wire/save-settings.ts';

const shared = (json: object) => sharedSettings(rawSettings(json));

const settings = {
  meta: { appName: 'Acme', verificationTemplate: { subject: 'Verify', body: 'b' } },
  smtp: { enabled: false, password: '' },
  adminAuthToken: { secret: '', duration: 5 },
  s3: { key: '******', token: '' },
  googleAuth: { clientId: '', clientSecret: '', pkce: null },
  emailAuth: { onlyDomains: null },
};

test('compares each value by its path, and no secret', () => {
  const other = {
    meta: { appName: 'Other', verificationTemplate: { subject: 'Please verify', body: 'b' }, added: 1 },
    smtp: { enabled: true, password: 'typed' },
    adminAuthToken: { secret: 'typed', duration: 6 },
    s3: { key: 'typed', token: '******' },
    googleAuth: { clientId: 'id', clientSecret: 'plain', pkce: true },
    emailAuth: { onlyDomains: ['a.com'] },
  };
  const found = compareSettings(shared(settings), shared(other));
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

test('a difference has its path, also that of a value without a group, or of one that is empty at one side', () => {
  const [meta, version] = compareSettings(
    { meta: { theme: { main: null } }, version: 1 },
    { meta: { theme: { main: { a: 1 } } }, version: 2 },
  );
  const difference = { kind: 'changed', needs: [] };
  expect(meta).toEqual({
    id: 'settings meta',
    name: 'meta',
    kind: 'changed',
    differences: [
      {
        ...difference,
        id: 'settings meta theme main',
        part: { of: 'setting', path: ['meta', 'theme', 'main'] },
        label: 'theme.main',
        rows: [{ prop: 'theme.main', old: 'null', new: '{\n    "a": 1\n}', kind: 'changed' }],
      },
    ],
  });
  expect(version?.differences).toEqual([
    {
      ...difference,
      id: 'settings version',
      part: { of: 'setting', path: ['version'] },
      label: 'version',
      rows: [{ prop: 'version', old: '1', new: '2', kind: 'changed' }],
    },
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
