import { s3Fields } from './s3.ts';

export const STORAGE_FIELDS = s3Fields('storage', 'Use S3 storage');

export const STORAGE_TEXTS = {
  intro:
    'The backend stores uploaded files in its local file system. If disk space is limited, store them in an S3 compatible storage instead.',
  local: 'local file system',
  s3: 'S3 storage',
  saved: 'Successfully saved files storage settings.',
} as const;
