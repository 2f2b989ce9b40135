import { type CallOptions, sendRequest } from '#api/client.ts';
import { deleteRecordRequest } from '#wire/records.ts';

/** Deletes a record, even when the session ends meanwhile; throws ApiError. */
export async function deleteRecord(collection: string, id: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(deleteRecordRequest(collection, id), { ...options, outlivesSession: true });
}
