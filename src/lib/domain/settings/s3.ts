import { atPaths, flagField, secretField, textField } from '#domain/app/settings-fields.ts';

/** Where the backend stores S3 settings: of uploaded files, and of backups. */
type S3Prefix = 's3' | 'backups.s3';

/** What the backend stores in S3, as its connection test names it. */
export type S3Filesystem = 'storage' | 'backups';

/** The required texts of S3 settings, in the order of the form. */
export const S3_REQUIRED = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'] as const;
export type S3Required = (typeof S3_REQUIRED)[number];

/** The fields of S3 settings by path; `enabledLabel` is the label of the toggle that reveals them. */
export const s3Fields = <Prefix extends S3Prefix>(prefix: Prefix, enabledLabel: string) =>
  atPaths(prefix, {
    enabled: flagField(enabledLabel),
    endpoint: textField('Endpoint'),
    bucket: textField('Bucket'),
    region: textField('Region'),
    accessKey: textField('Access key'),
    secret: secretField('Secret'),
    forcePathStyle: flagField('Force path-style addressing'),
  });

export const S3_TEXTS = {
  forcePathStyle:
    'The bucket becomes part of the path: https://s3.example.com/BUCKET/FILE. Otherwise it is a sub-domain: https://BUCKET.s3.example.com/FILE.',
  connected: 'S3 connected successfully',
  failed: 'Failed to establish S3 connection',
  timeout: 'S3 test connection timeout.',
  savedButFailed: 'Successfully saved but failed to establish S3 connection.',
} as const;
