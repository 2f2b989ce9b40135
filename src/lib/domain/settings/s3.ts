import { flagField, secretField, textField } from '#domain/app/settings-fields.ts';

/** Where the backend stores S3 settings: of uploaded files, and of backups. */
export type S3Prefix = 's3' | 'backups.s3';

/** What the backend stores in S3, as its connection test names it. */
export type S3Filesystem = 'storage' | 'backups';

const membersOf = (enabledLabel: string) => ({
  enabled: flagField(enabledLabel),
  endpoint: textField('Endpoint'),
  bucket: textField('Bucket'),
  region: textField('Region'),
  accessKey: textField('Access key'),
  secret: secretField('Secret'),
  forcePathStyle: flagField('Force path-style addressing'),
});

type Members = ReturnType<typeof membersOf>;

/** The required texts of S3 settings, in the order of the form. */
export const S3_REQUIRED = ['endpoint', 'bucket', 'region', 'accessKey', 'secret'] as const;
export type S3Required = (typeof S3_REQUIRED)[number];

/** Fields by path: `s3.enabled`, `s3.endpoint` ... for the prefix `s3`. */
export type S3Fields<Prefix extends S3Prefix> = {
  readonly [Name in keyof Members & string as `${Prefix}.${Name}`]: Members[Name];
};

/** The fields of S3 settings by path; `enabledLabel` is the label of the toggle that reveals them. */
export function s3Fields<Prefix extends S3Prefix>(prefix: Prefix, enabledLabel: string): S3Fields<Prefix> {
  const entries = Object.entries(membersOf(enabledLabel)).map(([name, field]) => [
    `${prefix}.${name}`,
    field,
  ]);
  return Object.fromEntries(entries);
}

export const S3_TEXTS = {
  forcePathStyle:
    'The bucket becomes part of the path: https://s3.example.com/BUCKET/FILE. Otherwise it is a sub-domain: https://BUCKET.s3.example.com/FILE.',
  connected: 'S3 connected successfully',
  failed: 'Failed to establish S3 connection',
  timeout: 'S3 test connection timeout.',
  savedButFailed: 'Successfully saved but failed to establish S3 connection.',
} as const;
