import { type CallOptions, sendRequest } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';

/** Deletes a record, even when the session ends meanwhile; throws ApiError. */
export async function deleteRecord(collection: string, id: string, options: CallOptions = {}): Promise<void> {
  const path = recordsPath(collection, id);
  await sendRequest({ path, method: 'DELETE' }, { ...options, outlivesSession: true });
}
