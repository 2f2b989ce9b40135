import { type CallOptions, sendRequest } from '#api/client.ts';
import { type UploadProgress, uploadWith } from '#api/upload.ts';
import { uploadBackupRequest } from '#wire/backups.ts';

/** Stores a file as a backup of the same name; the file is never in memory. Throws ApiError. */
export async function uploadBackup(
  file: File,
  onProgress: (progress: UploadProgress) => void,
  options: CallOptions = {},
): Promise<void> {
  await sendRequest(
    { ...uploadBackupRequest(file), fetch: uploadWith(onProgress) },
    // A late response says that the backup is stored.
    { ...options, acceptsLateResponse: true },
  );
}
