import { type CallOptions, call, type HttpClient, toApiError } from '#api/client.ts';
import { RequestError } from '#api/request-error.ts';
import { unreadable } from '#api/response.ts';
import type { ApiError } from '#domain/app/api-error.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { type BatchAnswer, batchRequest, readBatch, readBatchRefusal } from '#wire/batch.ts';

/** What has come of a batch: all is stored, with an answer for each change, or nothing, by the first that was refused. */
export type BatchOutcome =
  | { readonly answers: readonly BatchAnswer[] }
  | { readonly refused: number; readonly error: ApiError };

/**
 * Sends changes of records as one: all are stored or none. A refused change is an outcome; throws ApiError for anything
 * else, such as batches that are switched off (403), too many changes (400), a body that is too large (413), too little
 * time (400), or no response: then all may be stored, or nothing.
 *
 * @param as whose rules decide, by default the administrator of the page
 */
export function sendBatch(
  changes: readonly BackendRequest[],
  options: CallOptions = {},
  as?: HttpClient,
): Promise<BatchOutcome> {
  const { path, ...request } = batchRequest(changes);
  const send = async (client: HttpClient, signal: AbortSignal): Promise<BatchOutcome> => {
    try {
      const answers = readBatch(await client.send(path, { ...request, signal }), changes.length);
      if (!answers) throw unreadable('', true);
      return { answers };
    } catch (thrown) {
      if (!(thrown instanceof RequestError)) throw thrown;
      const { url, status, response } = thrown;
      const refusal = status === 400 ? readBatchRefusal(response) : undefined;
      if (!refusal) throw thrown;
      const error = toApiError(new RequestError({ url, status: refusal.status, response: refusal.body }));
      return { refused: refusal.index, error };
    }
  };
  return call((client, signal) => send(as ?? client, signal), { ...options, acceptsLateResponse: true });
}
