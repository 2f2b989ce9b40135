import { expect, test } from 'vitest';
import { S3_REQUIRED, s3Fields } from '#domain/settings/s3.ts';
import { rawSettings, settingsOf } from '#tests/support/settings/stored.ts';
import { settingsBody } from '#wire/save-settings.ts';
import { readSettings } from '#wire/setting-values.ts';

const S3 = {
  enabled: true,
  bucket: 'files',
  region: 'us-east-1',
  endpoint: 'https://s3.example.com',
  accessKey: 'key',
  secret: '******',
  forcePathStyle: false,
};

test('[SS-02] reads the settings of uploaded files and of backups', () => {
  const settings = rawSettings({ s3: S3, backups: { cron: '', s3: { ...S3, bucket: 'backups' } } });
  expect(settingsOf(['storage.bucket'], settings)).toEqual({ 'storage.bucket': 'files' });
  const values = readSettings(s3Fields('backups.storage', 'Store backups in S3 storage'), settings);
  expect(values).toEqual({
    'backups.storage.isEnabled': true,
    'backups.storage.bucket': 'backups',
    'backups.storage.region': 'us-east-1',
    'backups.storage.endpoint': 'https://s3.example.com',
    'backups.storage.accessKey': 'key',
    'backups.storage.secret': { kept: 'set' },
    'backups.storage.usesPaths': false,
  });
});

test('[SS-02] labels the fields', () => {
  const labels = Object.values(s3Fields('backups.storage', 'Store backups in S3 storage')).map(
    ({ label }) => label,
  );
  expect(labels).toEqual([
    'Store backups in S3 storage',
    'Endpoint',
    'Bucket',
    'Region',
    'Access key',
    'Secret',
    'Force path-style addressing',
  ]);
});

test('[SS-09] the body keeps the rest of the section and leaves the masked secret out', () => {
  const fields = s3Fields('backups.storage', 'Store backups in S3 storage');
  const stored = rawSettings({ backups: { cron: '0 0 * * *', s3: S3 } });
  const { secret: _, ...rest } = S3;
  const values = { ...readSettings(fields, stored), 'backups.storage.region': 'eu' };
  const body = settingsBody(values, stored);
  expect(body).toEqual({ backups: { cron: '0 0 * * *', s3: { ...rest, region: 'eu' } } });
});

test('everything but the flags is required', () => {
  const fields = Object.entries(s3Fields('storage', 'Use S3 storage'));
  const texts = fields.filter(([, { read }]) => read('x') === 'x').map(([path]) => path);
  expect(S3_REQUIRED.map((name) => `storage.${name}`)).toEqual(texts);
  expect(fields.filter(([, { isSecret }]) => isSecret).map(([path]) => path)).toEqual(['storage.secret']);
});
