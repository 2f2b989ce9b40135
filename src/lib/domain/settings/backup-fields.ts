import { numberField, textField } from '#domain/app/settings-fields.ts';
import { s3Fields } from './s3.ts';

/** The options of backups. The list of them does without. */
export const BACKUP_FIELDS = {
  /** Empty: no automatic backups. */
  'backups.schedule': textField('Cron expression'),
  'backups.keep': numberField('Max @auto backups to keep'),
  ...s3Fields('backups.storage', 'Store backups in S3 storage'),
} as const;
