import { atPaths, flagField, secretField, textField } from '#domain/app/settings-fields.ts';

type S3Prefix = 'storage' | 'backups.storage';

/** What is stored in S3, as the backend's connection test names it. */
export type S3Filesystem = 'storage' | 'backups';

/** In the order of the form. */
export const S3_REQUIRED = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'] as const;
export type S3Text = Exclude<(typeof S3_REQUIRED)[number], 'secret'>;

/** By path; `enabledLabel` is the label of the toggle that reveals them. */
export const s3Fields = <Prefix extends S3Prefix>(prefix: Prefix, enabledLabel: string) =>
  atPaths(prefix, {
    isEnabled: flagField(enabledLabel),
    endpoint: textField('Endpoint'),
    bucket: textField('Bucket'),
    region: textField('Region'),
    accessKey: textField('Access key'),
    secret: secretField('Secret'),
    usesPaths: flagField('Force path-style addressing'),
  });

export const S3_TEXTS = {
  removal: 'To remove it, save a text without meaning, such as “-”: the backend brings an emptied one back.',
  usesPaths:
    'The bucket becomes part of the path: https://s3.example.com/BUCKET/FILE. Otherwise it is a sub-domain: https://BUCKET.s3.example.com/FILE.',
  connected: 'S3 connected successfully',
  failed: 'Failed to establish S3 connection',
  timeout: 'S3 test connection timeout.',
  savedButFailed: 'Successfully saved but failed to establish S3 connection.',
} as const;
