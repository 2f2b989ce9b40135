import { type CallOptions, sendRequest } from '#api/client.ts';
import { deleteLogsRequest } from '#wire/maintenance.ts';

/** Deletes all entries of the log. Throws ApiError. */
export async function deleteLogs(options: CallOptions = {}): Promise<void> {
  await sendRequest(deleteLogsRequest, options);
}
