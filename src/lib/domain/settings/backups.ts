export interface Backup {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** `2026-11-05 12:00:00.123Z` */
  readonly modified: string;
}

/** Why a backup was not restored. */
export interface RestoreFailure {
  /** Of the entry of the log. */
  readonly id: string;
  readonly key: string;
  readonly reason: string;
}

export const newestFirst = (backups: readonly Backup[]): readonly Backup[] =>
  backups.toSorted((a, b) => (a.modified < b.modified ? 1 : a.modified > b.modified ? -1 : 0));

const NAME = /^[a-z0-9_-]+\.zip$/;

/** The backend makes one up for an empty name. */
export const isBackupName = (name: string): boolean => name === '' || NAME.test(name);

/** Schedules to choose from. */
export const CRON_PRESETS = [
  { label: 'Every day at 00:00h', cron: '0 0 * * *' },
  { label: 'Every sunday at 00:00h', cron: '0 0 * * 0' },
  { label: 'Every Mon and Wed at 00:00h', cron: '0 0 * * 1,3' },
  { label: 'Every first day of the month at 00:00h', cron: '0 0 1 * *' },
] as const;

export const BACKUP_TEXTS = {
  intro: 'Backup and restore your PocketBase data',
  empty: 'No backups yet.',
  initialize: 'Initialize new backup',
  inProcess: 'Backup/restore operation is in process',
  upload: 'Upload backup',
  options: 'Backups options',
  auto: 'Enable auto backups',
} as const;

export const CREATE_TEXTS = {
  locked:
    'While the backup is made, the database may be locked for a moment, and requests that write data may fail.',
  s3: 'Files that your collections store in S3 are not part of the backup: back them up separately.',
  name: 'Backup name',
  placeholder: 'Leave empty to autogenerate',
  help: 'Must be in the format [a-z0-9_-].zip',
  invalidName: 'Use only the characters a-z, 0-9, _ and -, followed by .zip.',
  start: 'Start backup',
  created: 'Successfully generated new backup.',
  running: 'The backup was started but may take a while to complete. You can come back later.',
  alreadyStarted: 'A backup has already been started, please wait.',
} as const;

export const UPLOAD_TEXTS = {
  done: 'Successfully uploaded a new backup.',
  leave: 'A backup is still being uploaded. Do you really want to cancel the upload?',
  maybeStored: 'Stopped waiting. The backup may still have been uploaded.',
} as const;

export const RESTORE_TEXTS = {
  trusted: 'Restore only backups that you trust.',
  notes: (administrator: string) => [
    'Restoring is experimental and works only on UNIX based systems.',
    'It replaces your pb_data with the content of the backup and restarts the application process.',
    `All your data is replaced, including settings, users and ${administrator}s.`,
    'Nothing happens if the backup is invalid or incompatible, for example if it has no data.db file.',
  ],
  restore: 'Restore backup',
  restarting: 'The backend is restoring the backup. This page reloads as soon as it responds again.',
  failed: (key: string, reason: string) => `Failed to restore ${key}: ${reason}`,
} as const;

export const deleteQuestion = (key: string): string => `Do you really want to delete ${key}?`;
export const DELETE_LOSS = "The file can't be brought back.";
export const deletedText = (key: string): string => `Successfully deleted ${key}.`;
export const missingText = (key: string): string => `The backup ${key} no longer exists.`;

export const OPTIONS_TEXTS = {
  saved: 'Successfully saved application settings.',
  help: ['Supports numeric list, steps, ranges or ', 'macros', '. The timezone is in UTC.'],
  loadFailed: 'The options could not be loaded.',
} as const;
