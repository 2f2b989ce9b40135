import { type CallOptions, type ListResult, sendRequest } from '#api/client.ts';
import { type UploadProgress, uploadWith } from '#api/upload.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import type { RestoreFailure } from '#domain/settings/backups.ts';
import { firstAdminRequest } from '#wire/administrators.ts';
import {
  readRestoreFailure,
  restoreBackupRequest,
  restoreFailuresRequest,
  uploadBackupRequest,
} from '#wire/backups.ts';
import { proofRequest } from '#wire/guests.ts';

/* What the link of the first administrator allows: its token takes the place of a session, and is stored in none. */

const withToken = (request: BackendRequest, token: string) => ({
  ...request,
  headers: { Authorization: token },
});

const beside = (options: CallOptions) => ({ ...options, outlivesSession: true });

/** Whether the backend still accepts a token. Throws ApiError, of status 401 when it does not. */
export async function checkFirstLink(token: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(withToken(proofRequest, token), beside(options));
}

/** Creates the first administrator by the token of a link. Throws ApiError, of status 403 for a token that is over. */
export async function createByLink(
  token: string,
  body: Parameters<typeof firstAdminRequest>[0],
  options: CallOptions = {},
): Promise<void> {
  await sendRequest(withToken(firstAdminRequest(body), token), beside(options));
}

/** Stores a file as a backup under its name; the file is never in memory. Throws ApiError. */
export async function uploadByLink(
  token: string,
  file: File,
  onProgress: (progress: UploadProgress) => void,
  options: CallOptions = {},
): Promise<void> {
  await sendRequest(
    { ...withToken(uploadBackupRequest(file), token), fetch: uploadWith(onProgress) },
    { ...beside(options), acceptsLateResponse: true },
  );
}

/** Begins to restore a backup: the backend answers, replaces its data a second later and restarts. Throws ApiError. */
export async function restoreByLink(token: string, key: string): Promise<void> {
  await sendRequest(withToken(restoreBackupRequest(key), token), beside({}));
}

/** What the log says of restores that have failed, newest first. Throws ApiError. */
export async function restoreFailuresByLink(
  token: string,
  options: CallOptions = {},
): Promise<readonly RestoreFailure[]> {
  const { items } = await sendRequest<ListResult>(
    withToken(restoreFailuresRequest(), token),
    beside(options),
  );
  return items.map(readRestoreFailure);
}
