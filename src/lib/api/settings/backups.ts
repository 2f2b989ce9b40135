import { apiUrl, type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { arrayOf, unreadable } from '#api/response.ts';
import { type UploadProgress, uploadWith } from '#api/upload.ts';
import { backupsRequest } from '#domain/app/api-requests.ts';
import { isObject, members } from '#domain/app/lenient.ts';
import { type Backup, newestFirst, parseBackup } from '#domain/settings/backups/backup.ts';

/** Loads all backups, newest first. Throws ApiError. */
export const listBackups = (options: CallOptions = {}): Promise<readonly Backup[]> =>
  sendAndRead(backupsRequest, options, (response) =>
    newestFirst(arrayOf(response).filter(isObject).map(parseBackup)),
  );

/** Whether no backup is being made or restored. Throws ApiError, also when the backend does not say. */
export const canBackup = (options: CallOptions = {}): Promise<boolean> =>
  sendAndRead({ path: '/api/health' }, options, (response) => {
    const { canBackup } = members(members(response)['data']);
    if (typeof canBackup !== 'boolean') throw unreadable('', false);
    return canBackup;
  });

/** Makes a backup; resolves when it is complete. The backend makes a name up for ''. Throws ApiError. */
export async function createBackup(name: string, options: CallOptions = {}): Promise<void> {
  await sendRequest({ path: '/api/backups', method: 'POST', body: { name } }, options);
}

/** Stores a file as a backup of the same name; the file is never in memory. Throws ApiError. */
export async function uploadBackup(
  file: File,
  onProgress: (progress: UploadProgress) => void,
  options: CallOptions = {},
): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  await sendRequest(
    { path: '/api/backups/upload', method: 'POST', body, fetch: uploadWith(onProgress) },
    // A late response says that the backup is stored.
    { ...options, acceptsLateResponse: true },
  );
}

/** Deletes a backup. Throws ApiError. */
export async function deleteBackup(key: string, options: CallOptions = {}): Promise<void> {
  await sendRequest({ path: ['backups', key], method: 'DELETE' }, options);
}

/** Begins to restore a backup: the backend responds, replaces its data a second later and restarts. Throws ApiError. */
export async function restoreBackup(key: string, options: CallOptions = {}): Promise<void> {
  await sendRequest({ path: ['backups', key, 'restore'], method: 'POST' }, options);
}

/** The address of a backup's file with a file token. Throws for a key that can't be part of an address. */
export function backupUrl(key: string, token: string): string {
  const url = apiUrl(['backups', key]);
  url.searchParams.set('token', token);
  return url.href;
}
