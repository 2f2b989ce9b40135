import { type CallOptions, sendAndRead, sendRequest } from '#api/client.ts';
import { readable } from '#api/response.ts';
import type { SignInTrace, SignInTraces, TraceKind } from '#domain/access/sign-ins.ts';
import { deleteTraceRequest, endSessionsRequest, readTraces, tracesRequest } from '#wire/sign-ins.ts';

/** What the backend keeps of the sign-ins of an account; `collection` is an id. Throws ApiError. */
export async function listTraces(
  collection: string,
  account: string,
  options: CallOptions = {},
): Promise<SignInTraces> {
  const load = (kind: TraceKind): Promise<readonly SignInTrace[]> =>
    sendAndRead(tracesRequest(kind, collection, account), options, (answer) => readable(readTraces(answer)));
  const [place, code, factor] = await Promise.all([load('place'), load('code'), load('factor')]);
  return { place, code, factor };
}

/** Removes one, even when the session ends meanwhile; throws ApiError. */
export async function deleteTrace(kind: TraceKind, id: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(deleteTraceRequest(kind, id), { ...options, outlivesSession: true });
}

/** Makes all tokens of an account invalid; throws ApiError. */
export async function endSessions(
  collection: string,
  account: string,
  options: CallOptions = {},
): Promise<void> {
  await sendRequest(endSessionsRequest(collection, account), { ...options, outlivesSession: true });
}
