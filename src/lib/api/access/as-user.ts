import { type CallOptions, call, HttpClient, type SendOptions, sendAndRead } from '#api/client.ts';
import { readable } from '#api/response.ts';
import { backendUrl } from '#browser/backends.ts';
import { ApiError, failureMessage } from '#domain/app/api-error.ts';
import { type JsonObject, members } from '#domain/app/lenient.ts';
import { impersonateRequest, readUserToken, userSignInRequest } from '#wire/accounts.ts';
import { recordRequest } from '#wire/records.ts';

/** A client whose token is in memory only; without a token it is a guest's. */
const clientOf = (token = ''): HttpClient => new HttpClient(backendUrl(), { token });

// Never a response that the page has requested as an administrator.
const ownFetch: typeof fetch = (input, init) => fetch(input, init);

/** Signs in as a user, beside the session of the page. Returns the token; throws ApiError. */
export function signInUser(collection: string, identity: string, password: string): Promise<string> {
  return call(async (_, signal) => {
    const { path, ...request } = userSignInRequest(collection, identity, password);
    return readable(readUserToken(await clientOf().send(path, { ...request, signal, fetch: ownFetch })));
  });
}

/** A token of a user that is valid for some seconds, where the backend gives one. Throws ApiError. */
export const impersonate = (
  collection: string,
  id: string,
  seconds: number,
  options: CallOptions = {},
): Promise<string> =>
  sendAndRead({ ...impersonateRequest(collection, id, seconds), fetch: ownFetch }, options, (answer) =>
    readable(readUserToken(answer)),
  );

interface RequestAs extends Pick<SendOptions, 'query' | 'headers'> {
  /** Of a user; undefined for a guest. */
  readonly token: string | undefined;
  readonly collection: string;
  /** Undefined for the list. */
  readonly id?: string | undefined;
}

/**
 * Sends a request as a user or a guest, beside the session of the page. The status is 200, or 400 to 499 for what the
 * backend refuses: the message then says why, also by field. Throws ApiError if there is no answer.
 */
export async function sendAs(
  { token, collection, id, query, headers }: RequestAs,
  options: CallOptions = {},
): Promise<{ readonly status: number; readonly message: string; readonly data: JsonObject }> {
  try {
    const data = await call((_, signal) => {
      const { path } = recordRequest(collection, id);
      return clientOf(token).send(path, { query, headers, signal, fetch: ownFetch });
    }, options);
    return { status: 200, message: '', data: members(data) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { url, status } = error;
    // Without an address, nothing was sent.
    if (!url || status < 400 || status >= 500 || status === 429) throw error;
    return { status, message: failureMessage(error), data: {} };
  }
}
