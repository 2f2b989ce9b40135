import { expect, test } from 'vitest';
import { readSettings, settingsBody } from '#domain/app/settings-fields.ts';
import { S3_REQUIRED, s3Fields } from '#domain/settings/s3.ts';

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
  const settings = { s3: S3, backups: { cron: '', s3: { ...S3, bucket: 'backups' } } };
  expect(readSettings(s3Fields('s3', 'Use S3 storage'), settings)['s3.bucket']).toBe('files');
  const values = readSettings(s3Fields('backups.s3', 'Store backups in S3 storage'), settings);
  expect(values).toEqual({
    'backups.s3.enabled': true,
    'backups.s3.bucket': 'backups',
    'backups.s3.region': 'us-east-1',
    'backups.s3.endpoint': 'https://s3.example.com',
    'backups.s3.accessKey': 'key',
    'backups.s3.secret': '******',
    'backups.s3.forcePathStyle': false,
  });
});

test('[SS-02] labels the fields', () => {
  const labels = Object.values(s3Fields('backups.s3', 'Store backups in S3 storage')).map(
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
  const fields = s3Fields('backups.s3', 'Store backups in S3 storage');
  const stored = { backups: { cron: '0 0 * * *', s3: S3 } };
  const { secret: _, ...rest } = S3;
  const body = settingsBody(fields, stored, { ...readSettings(fields, stored), 'backups.s3.region': 'eu' });
  expect(body).toEqual({ backups: { cron: '0 0 * * *', s3: { ...rest, region: 'eu' } } });
});

test('everything but the flags is required', () => {
  const fields = Object.entries(s3Fields('s3', 'Use S3 storage'));
  const texts = fields.filter(([, { read }]) => read('x') === 'x').map(([path]) => path);
  expect(S3_REQUIRED.map((name) => `s3.${name}`)).toEqual(texts);
  expect(fields.filter(([, { isSecret }]) => isSecret).map(([path]) => path)).toEqual(['s3.secret']);
});
