import { type CallOptions, call, HttpClient } from '#api/client.ts';
import { recordsPath } from '#api/path.ts';
import { textIn } from '#api/response.ts';
import { backendUrl } from '#browser/backends.ts';
import { ApiError, failureMessage } from '#domain/app/api-error.ts';
import { type JsonObject, members } from '#domain/app/lenient.ts';

/** A client whose token is in memory only; without a token it is a guest's. */
const clientOf = (token = ''): HttpClient => new HttpClient(backendUrl(), { token });

// Never a response that the page has requested as an administrator.
const ownFetch: typeof fetch = (input, init) => fetch(input, init);

/** Signs in as a user, beside the session of the page. Returns the token; throws ApiError. */
export async function signInUser(
  collection: string,
  identity: string,
  password: string,
  options: CallOptions = {},
): Promise<string> {
  return call(async (_, signal) => {
    const path = ['collections', collection, 'auth-with-password'];
    const body = { identity, password };
    return textIn(await clientOf().send(path, { method: 'POST', body, signal, fetch: ownFetch }), 'token');
  }, options);
}

export interface RequestAs {
  /** Of a user; undefined for a guest. */
  readonly token: string | undefined;
  readonly collection: string;
  /** Undefined for the list. */
  readonly id?: string | undefined;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  /** 200 to 299, or 400 to 499 for what it refuses. */
  readonly status: number;
  /** Why it was refused, also by field. */
  readonly message: string;
  /** The content of the response; none of a refusal. */
  readonly data: JsonObject;
}

/** Sends a request as a user or a guest, beside the session of the page. Throws ApiError if there is no answer. */
export async function sendAs(request: RequestAs, options: CallOptions = {}): Promise<Answer> {
  const { token, collection, id, query = {}, headers = {} } = request;
  try {
    const data = await call((_, signal) => {
      const path = recordsPath(collection, ...(id === undefined ? [] : [id]));
      return clientOf(token).send(path, { method: 'GET', query, headers, signal, fetch: ownFetch });
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
