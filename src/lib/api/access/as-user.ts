import { type CallOptions, call, HttpClient, type SendOptions, sendAndRead } from '#api/client.ts';
import { sendBatch } from '#api/records/batch.ts';
import { apiUrl } from '#api/records/files.ts';
import { asRequestError, RequestError } from '#api/request-error.ts';
import { readable } from '#api/response.ts';
import { backendUrl } from '#browser/backends.ts';
import { ApiError, failureMessage, isRefusal, UNREADABLE_MESSAGE } from '#domain/app/api-error.ts';
import { type JsonObject, members } from '#domain/app/lenient.ts';
import type { ApiPath, BackendRequest } from '#domain/backend/request.ts';
import { impersonateRequest, readUserToken, userSignInRequest } from '#wire/accounts.ts';
import { neverStored, type RefusedBy, refusedBy } from '#wire/batch.ts';
import { filePath, fileQuery, fileTokenRequest, readFileToken } from '#wire/paths.ts';
import { recordRequest } from '#wire/records.ts';

// Never a response that the page has requested as an administrator.
const ownFetch: typeof fetch = (input, init) => fetch(input, init);

/** Who sends a request, beside the session of the page. */
export interface Sender {
  /** Of a user; undefined for a guest. */
  readonly token: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Its token is in memory only; without a token it is a guest's. */
class SenderClient extends HttpClient {
  readonly #headers: Sender['headers'];

  constructor({ token = '', headers }: Partial<Sender>) {
    super(backendUrl(), { token });
    this.#headers = headers;
  }

  override send<T = unknown>(path: ApiPath, options: SendOptions): Promise<T> {
    return super.send<T>(path, { fetch: ownFetch, ...options, headers: { ...this.#headers } });
  }
}

/** Signs in as a user, beside the session of the page. Returns the token; throws ApiError. */
export function signInUser(collection: string, identity: string, password: string): Promise<string> {
  return call(async (_, signal) => {
    const { path, ...request } = userSignInRequest(collection, identity, password);
    return readable(readUserToken(await new SenderClient({}).send(path, { ...request, signal })));
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

/** What a refusal says; a rate limit says nothing of rules. */
const said = (error: ApiError): string =>
  error.status === 429
    ? `${failureMessage(error)} A rate limit of the backend refused it, not a rule.`
    : failureMessage(error);

/** A refusal of the backend, which is an answer; any other error is thrown on. Without an address, nothing was sent. */
function refusalIn(error: unknown): ApiError {
  if (error instanceof ApiError && error.url && isRefusal(error)) return error;
  throw error;
}

interface RequestAs extends Sender, Pick<SendOptions, 'query'> {
  readonly collection: string;
  /** Undefined for the list. */
  readonly id?: string | undefined;
}

/**
 * Reads records as a user or a guest. The status is 200, or 400 to 499 for what the backend refuses: the message then
 * says why, also by field. Throws ApiError if there is no answer.
 */
export async function sendAs(
  { collection, id, query, ...sender }: RequestAs,
  options: CallOptions = {},
): Promise<{ readonly status: number; readonly message: string; readonly data: JsonObject }> {
  try {
    const { path } = recordRequest(collection, id);
    const data = await call(
      (_, signal) => new SenderClient(sender).send(path, { ...(query && { query }), signal }),
      options,
    );
    return { status: 200, message: '', data: members(data) };
  } catch (thrown) {
    const error = refusalIn(thrown);
    return { status: error.status, message: said(error), data: {} };
  }
}

/** What came of a change that was not to be stored. */
export type TriedChange =
  /** It would have been stored. */
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly by: RefusedBy; readonly message: string }
  /** The batch as a whole was refused, so nothing is known of the change. */
  | { readonly isAllowed?: undefined; readonly message: string }
  /** A hook has hidden the failure at the end, or the answer can't be read: the change may be stored. */
  | { readonly isAllowed?: undefined; readonly mayBeStored: true };

const MAY_BE_STORED = { mayBeStored: true } as const;

/**
 * Sends a change as a user or a guest, in a batch that is made to fail at its end, so that nothing stays. Throws ApiError
 * if there is no answer.
 */
export async function changeAs(
  sender: Sender,
  { isCreated, ...change }: BackendRequest & { readonly isCreated: boolean },
  options: CallOptions = {},
): Promise<TriedChange> {
  try {
    const outcome = await sendBatch([change, neverStored], options, new SenderClient(sender));
    if ('answers' in outcome) return MAY_BE_STORED;
    if (outcome.refused > 0) return { isAllowed: true };
    const { error } = outcome;
    return { isAllowed: false, by: refusedBy(isCreated, error), message: failureMessage(error) };
  } catch (thrown) {
    // Also an answer to fewer changes than were sent.
    if (thrown instanceof ApiError && thrown.text.startsWith(UNREADABLE_MESSAGE)) return MAY_BE_STORED;
    return { message: said(refusalIn(thrown)) };
  }
}

/** A token for the protected files that a user may load; throws ApiError. */
export const fileTokenAs = (sender: Sender, options: CallOptions = {}): Promise<string> =>
  call(async (_, signal) => {
    const sent = new SenderClient(sender).send(fileTokenRequest.path, { ...fileTokenRequest, signal });
    return readable(readFileToken(await sent));
  }, options);

interface FileOf extends Pick<Sender, 'headers'> {
  readonly collection: string;
  readonly record: string;
  readonly name: string;
  /** Of {@link fileTokenAs}; undefined for a guest. */
  readonly token: string | undefined;
  readonly query: Readonly<Record<string, string>>;
}

/** Whether the backend lets somebody load a file, of which only the head is requested. Throws ApiError. */
export const loadsFile = (
  { collection, record, name, token, query, headers = {} }: FileOf,
  options: CallOptions = {},
): Promise<boolean> =>
  call(async (_, signal) => {
    const url = apiUrl(filePath(collection, record, name), { ...query, ...fileQuery({ token }) });
    // A copy that this browser has kept would say nothing of the rule.
    const sent = fetch(url, { method: 'HEAD', cache: 'no-store', headers, signal });
    const { ok, status } = await sent.catch((thrown) => {
      throw asRequestError(thrown);
    });
    if (ok || status === 403 || status === 404) return ok;
    throw new RequestError({ url: url.origin + url.pathname, status });
  }, options);
