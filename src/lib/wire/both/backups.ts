/* Backups. */
import { isObject, members, text } from '#domain/app/lenient.ts';
import type { ApiRequest, BackendRequest } from '#domain/backend/request.ts';
import type { Backup, RestoreFailure } from '#domain/settings/backups.ts';
import { listIn, listRequest } from './answers.ts';

export const backupsRequest: ApiRequest = { path: '/api/backups' };

/** Undefined for an answer that is no list. */
export const readBackups = (answer: unknown): readonly Backup[] | undefined =>
  listIn(answer, (item) => item)
    ?.filter(isObject)
    .map(({ key, size, modified }) => ({
      key: text(key),
      size: typeof size === 'number' ? size : 0,
      modified: text(modified),
    }));

/** The backend makes a name up for ''. */
export const createBackupRequest = (name: string): BackendRequest => ({
  ...backupsRequest,
  method: 'POST',
  body: { name },
});

export function uploadBackupRequest(file: File): BackendRequest {
  const body = new FormData();
  body.append('file', file);
  return { path: '/api/backups/upload', method: 'POST', body };
}

/** Names of the segments of a backup's address. */
export const backupPath = (key: string): readonly string[] => ['backups', key];

export const deleteBackupRequest = (key: string): BackendRequest => ({
  path: backupPath(key),
  method: 'DELETE',
});

export const restoreBackupRequest = (key: string): BackendRequest => ({
  path: [...backupPath(key), 'restore'],
  method: 'POST',
});

/** Whether no backup is being made or restored, in the answer about the backend's health; undefined if not said. */
export function readCanBackup(answer: unknown): boolean | undefined {
  const { canBackup } = members(members(answer)['data']);
  return typeof canBackup === 'boolean' ? canBackup : undefined;
}

/** The newest entries of the log that say why a backup could not be restored. Nothing else tells. */
export const restoreFailuresIn = (sort: string): ApiRequest =>
  listRequest('logs', {
    ...{ page: 1, perPage: 50, sort },
    filter: 'message="Failed to restore backup"',
  });

/** What such an entry says. */
export function readRestoreFailure(entry: unknown): RestoreFailure {
  const { id, data } = members(entry);
  const { key, error } = members(data);
  return { id: text(id), key: text(key), reason: text(error) };
}
