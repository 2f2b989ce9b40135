import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { apiUrl } from '#api/records/files.ts';
import { readable } from '#api/response.ts';
import { type Backup, newestFirst, type RestoreFailure } from '#domain/settings/backups.ts';
import {
  backupPath,
  backupsRequest,
  createBackupRequest,
  deleteBackupRequest,
  readBackups,
  readCanBackup,
  readRestoreFailure,
  restoreBackupRequest,
  restoreFailuresRequest,
} from '#wire/backups.ts';
import { healthRequest } from '#wire/health.ts';

/** Loads all backups, newest first. Throws ApiError. */
export const listBackups = (options: CallOptions = {}): Promise<readonly Backup[]> =>
  sendAndRead(backupsRequest, options, (response) => newestFirst(readable(readBackups(response))));

/** Whether no backup is being made or restored. Throws ApiError, also when the backend does not say. */
export const canBackup = (options: CallOptions = {}): Promise<boolean> =>
  sendAndRead(healthRequest, options, (response) => readable(readCanBackup(response)));

/** Makes a backup; resolves when it is complete. The backend makes a name up for ''. Throws ApiError. */
export async function createBackup(name: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(createBackupRequest(name), options);
}

/** Deletes a backup. Throws ApiError. */
export async function deleteBackup(key: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(deleteBackupRequest(key), options);
}

/** Begins to restore a backup: the backend responds, replaces its data a second later and restarts. Throws ApiError. */
export async function restoreBackup(key: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(restoreBackupRequest(key), options);
}

/** What the log says of restores that have failed, newest first. Throws ApiError. */
export async function listRestoreFailures(options: CallOptions = {}): Promise<readonly RestoreFailure[]> {
  const { items } = await sendRequest(restoreFailuresRequest(), options);
  return items.map(readRestoreFailure);
}

/** The address of a backup's file with a file token. Throws for a key that can't be part of an address. */
export function backupUrl(key: string, token: string): string {
  return apiUrl(backupPath(key), { token }).href;
}
