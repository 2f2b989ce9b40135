import { backendUrl, currentBackend } from '#browser/backends.ts';
import { sessionKey } from '#browser/page-settings.ts';
import {
  ABORT_MESSAGE,
  ApiError,
  type ErrorBody,
  FALLBACK_MESSAGE,
  LOCALHOST_HINT,
  TOO_LARGE_MESSAGE,
  UNREACHABLE_HINT,
} from '#domain/app/api-error.ts';
import type { ApiRequest } from '#domain/app/api-requests.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { members, text } from '#domain/app/lenient.ts';
import { TimedOut } from '#domain/app/within.ts';
import { HttpClient, type SendOptions } from './http-client.ts';
import { type ApiPath, apiPath, ownError } from './path.ts';
import { RequestError } from './request-error.ts';
import { sessionSignal } from './session-signal.ts';
import { SessionStore } from './session-store.ts';

/** The absolute address of a path of the API with these names as segments; throws for a name that can't be one. */
export const apiUrl = (names: readonly string[], backend?: NamedBackend): URL =>
  new URL(`.${apiPath(...names)}`, backendUrl(backend));

/** The client of a backend and its stored session. */
export type Client = HttpClient<SessionStore>;

const clients = new Map<string | undefined, Client>();

/**
 * The one API client of a backend, by default of the one of this tab, with that backend's session. It is created on
 * first use, so that modules can be loaded while prerendering.
 */
export function api(backend: NamedBackend | undefined = currentBackend()): Client {
  const known = clients.get(backend?.name);
  if (known) return known;
  const client = new HttpClient(backendUrl(backend), new SessionStore(sessionKey(), backend));
  clients.set(backend?.name, client);
  return client;
}

function parseBody(response: unknown, status: number): ErrorBody {
  const { code, message, data } = members(response);
  return {
    code: typeof code === 'number' ? code : status,
    message: text(message),
    data: members(data),
  };
}

function messageOf(error: RequestError, body: ErrorBody): string {
  if (error.isAbort) return ABORT_MESSAGE;
  if (body.message) return body.message;
  if (error.status === 413) return TOO_LARGE_MESSAGE;
  if (error.status !== 0) return FALLBACK_MESSAGE;
  const isLocalhost = new URL(error.url || backendUrl()).hostname === 'localhost';
  const message = `${FALLBACK_MESSAGE} ${UNREACHABLE_HINT}`;
  return isLocalhost ? `${message} ${LOCALHOST_HINT}` : message;
}

interface Sent extends Omit<SendOptions, 'signal'> {
  readonly path: ApiPath;
}

/** A page of a list as the backend sends it; its items are not checked. */
export interface ListResult {
  readonly page: number;
  /** -1 when the items were not counted. */
  readonly totalItems: number;
  readonly items: readonly unknown[];
}

/** Sends a request; `T`, by default a page of a list, is not checked. Throws ApiError. */
export const sendRequest = <T = ListResult>(request: Sent, options: RunOptions): Promise<T> =>
  call((client, signal) => client.send<T>(request.path, { ...request, signal }), options);

/** Sends a request and reads its response; throws ApiError, also for what `read` throws. */
export const sendAndRead = <T>(
  request: Sent,
  options: RunOptions,
  read: (response: unknown) => T,
): Promise<T> =>
  call(async (client, signal) => read(await client.send(request.path, { ...request, signal })), options);

/** All items of a list, by pages; throws ApiError. */
export async function getAll(
  requestOf: (page: number) => ApiRequest,
  options: CallOptions,
): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const request = requestOf(page);
    const { items } = await sendRequest(request, options);
    all.push(...items);
    if (items.length < Number(request.query?.['perPage'])) return all;
  }
}

/** Whether an error is that of a request, also one of the SDK. */
const isFailure = (error: unknown): error is RequestError => error instanceof Error && 'isAbort' in error;

/** Turns any thrown value into the one error type of the dashboard. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  // Thrown by an aborted signal; the client's own error has `isAbort`.
  if (error instanceof DOMException && error.name === 'AbortError') {
    return toApiError(new RequestError({ isAbort: true }));
  }
  if (error instanceof TimedOut) return toApiError(ownError(error.message));
  if (!isFailure(error)) {
    // A fault of the page itself, which nobody would find otherwise.
    console.error(error);
    const fault = toApiError(ownError(error instanceof Error ? error.message : ''));
    return Object.assign(fault, { isFault: true, cause: error });
  }
  const body = parseBody(error.response, error.status);
  return new ApiError({ ...error, body, message: messageOf(error, body) });
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then throws an error with `isAbort`. */
  readonly signal?: AbortSignal;
  /** Calls this backend with its own stored session instead of the backend of this tab. */
  readonly backend?: NamedBackend | undefined;
}

interface RunOptions extends CallOptions {
  /** Continues when the session ends, because the result must be known. */
  readonly outlivesSession?: boolean;
  /** Accepts a response that arrived completely before the abort was noticed. */
  readonly acceptsLateResponse?: boolean;
}

/**
 * Runs a call of the client. Passes it a signal that is aborted with the option `signal` and when the session ends.
 * Throws only {@link ApiError}.
 */
export async function call<T>(
  run: (client: Client, signal: AbortSignal) => Promise<T>,
  { signal: own, backend, outlivesSession = false, acceptsLateResponse = false }: RunOptions = {},
): Promise<T> {
  const signal = AbortSignal.any([
    ...(own ? [own] : []),
    ...(outlivesSession ? [] : [sessionSignal.current()]),
  ]);
  try {
    const result = await run(api(backend), signal);
    if (!acceptsLateResponse) signal.throwIfAborted();
    return result;
  } catch (error) {
    // The client treats a partly received response as empty, which may cause another error.
    const isLate = signal.aborted && !acceptsLateResponse;
    const thrown = toApiError(isLate ? new RequestError({ isAbort: true }) : error);
    throw backend && backend !== currentBackend()
      ? Object.assign(thrown, { elsewhere: backend.name })
      : thrown;
  }
}
