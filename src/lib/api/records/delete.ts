import { type CallOptions, call } from '#api/client.ts';

/** Deletes a record, even when the session ends meanwhile; throws ApiError. */
export async function deleteRecord(collection: string, id: string, options: CallOptions = {}): Promise<void> {
  await call((client, signal) => client.collection(collection).delete(id, { signal }), {
    ...options,
    outlivesSession: true,
  });
}
