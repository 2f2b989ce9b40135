import { type CallOptions, call } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';

/** Deletes a record, even when the session ends meanwhile; throws ApiError. */
export async function deleteRecord(collection: string, id: string, options: CallOptions = {}): Promise<void> {
  await call((client, signal) => client.send(recordsPath(collection, id), { method: 'DELETE', signal }), {
    ...options,
    outlivesSession: true,
  });
}
