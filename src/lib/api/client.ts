import { backendUrl, currentBackend } from '#browser/backends.ts';
import { fetchOrTake } from '#browser/early.ts';
import { sessionKey } from '#browser/page-settings.ts';
import { readOnlyBy } from '#browser/read-only.ts';
import { onStored, readStored, store } from '#browser/storage.ts';
import {
  ABORT_MESSAGE,
  ApiError,
  FALLBACK_MESSAGE,
  isReadOnlyRefusal,
  LOCALHOST_HINT,
  TOO_LARGE_MESSAGE,
  UNREACHABLE_HINT,
} from '#domain/app/api-error.ts';
import type { NamedBackend } from '#domain/app/backends.ts';
import { isObject, members, parseJson, text } from '#domain/app/lenient.ts';
import { TimedOut } from '#domain/app/within.ts';
import { type ApiPath, type ApiRequest, type BackendRequest, requestUrl } from '#domain/backend/request.ts';
import { readRefusal } from '#wire/problems.ts';
import { apiPath, checkedPath, ownError } from './path.ts';
import { asRequestError, RequestError } from './request-error.ts';
import { checkedFetch } from './response.ts';
import { sessionSignal } from './session-signal.ts';

/** The administrator of a session as stored, not checked. */
export type StoredModel = Readonly<Record<string, unknown>> | null;

const modelIn = (value: unknown): StoredModel => (isObject(value) ? value : null);

interface StoredSession {
  readonly token: string;
  readonly model: StoredModel;
}

const NONE: StoredSession = { token: '', model: null };

/**
 * Keeps the session in local storage, which all tabs share; in memory while that is full or blocked: a sign-in must not
 * fail. With a list of backends it belongs to an address, because another backend may have the name by now: one of
 * another address is none, and stays stored for the tabs of its page.
 */
export class SessionStore {
  readonly #key: string;
  readonly #backend: NamedBackend | undefined;
  readonly #listeners = new Set<() => void>();
  /** The session in memory while it could not be stored. */
  #unstored: StoredSession | undefined;
  /** The text that was read last, and the own session in it or before it: every request asks for the token. */
  #last: { readonly text?: string | undefined; readonly session: StoredSession } = { session: NONE };

  /** @param backend whose session it is; by default the one of this tab */
  constructor(key: string, backend?: NamedBackend) {
    this.#key = key;
    this.#backend = backend;
    onStored(key, () => this.#set(undefined), backend);
  }

  /** The address in a stored session; undefined without a list. */
  #url(): string | undefined {
    return (this.#backend ?? currentBackend())?.url;
  }

  /** Parses the stored JSON; undefined when it is the session of another address. */
  #parse(stored: string | undefined): StoredSession | undefined {
    // Another program may have stored its own value under this key.
    const { token, model, url } = members(parseJson(stored));
    return token && url !== this.#url() ? undefined : { token: text(token), model: modelIn(model) };
  }

  #read(): StoredSession {
    if (this.#unstored) return this.#unstored;
    const stored = readStored(this.#key, this.#backend);
    if (stored !== this.#last.text)
      this.#last = { text: stored, session: this.#parse(stored) ?? this.#last.session };
    return this.#last.session;
  }

  #set(unstored: StoredSession | undefined): void {
    this.#unstored = unstored;
    for (const listener of this.#listeners) listener();
  }

  get token(): string {
    return this.#read().token;
  }

  get model(): StoredModel {
    return this.#read().model;
  }

  /** @param admin the administrator; anything but an object is none */
  save(token: string, admin?: unknown): void {
    const model = modelIn(admin);
    const isStored = store(this.#key, JSON.stringify({ token, model, url: this.#url() }), this.#backend);
    this.#set(isStored ? undefined : { token, model });
  }

  clear(): void {
    const isOwn = this.#parse(readStored(this.#key, this.#backend)) !== undefined;
    if (isOwn) store(this.#key, undefined, this.#backend);
    this.#last = { session: NONE };
    this.#set(undefined);
  }

  /** Calls a function after each change, also by another tab. Returns a function that stops this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

export interface SendOptions extends Omit<BackendRequest, 'path'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Sends the request, for example with the progress of an upload. By default, it may have been sent already. */
  readonly fetch?: typeof fetch;
}

/** Proves, request by request, that the session of a client is still one. */
export interface Proofs {
  /**
   * Call it when a request was sent; returns its answer, or rejects with the error that says that the session is over.
   *
   * @param ask sends a request with the same token, beside that one
   */
  of<T>(
    request: { readonly path: string; readonly token: string; readonly isWrite: boolean },
    answer: Promise<T>,
    ask: (request: ApiRequest) => Promise<unknown>,
  ): Promise<T>;
}

let Proving: (new () => Proofs) | undefined;

/** Has the answers to all clients proven: `session-proof.ts`, which only some backends need. */
export function proveWith(proofs: new () => Proofs): void {
  Proving = proofs;
}

/** Sends requests to one backend, with the token of a session if any. Why not the SDK: docs/architecture.md. */
export class HttpClient<Session extends { readonly token: string } = { readonly token: string }> {
  #proofs: Proofs | undefined;

  /**
   * @param baseUrl of the backend, absolute
   * @param backend of the list; by default the one of this tab
   */
  constructor(
    public baseUrl: string,
    readonly session: Session,
    readonly backend?: NamedBackend,
  ) {}

  /**
   * Sends a request to exactly this path, which is checked. The JSON of its response is a list if one was requested,
   * else any object or array, and not checked further; `{}` for a response without content. Throws RequestError, also
   * for what read-only mode refuses: then nothing was sent.
   */
  async send<T = unknown>(path: ApiPath, options: SendOptions): Promise<T> {
    const checked = typeof path === 'string' ? checkedPath(path) : apiPath(...path);
    const { method = 'GET', signal } = options;
    const readOnly = method !== 'GET' && readOnlyBy(this.backend);
    if (readOnly) (await import('./read-only.ts')).refuseWrite(readOnly, method, checked);
    const { token } = this.session;
    const answer = this.#send<T>(checked, options);
    this.#proofs ??= Proving && new Proving();
    if (!this.#proofs) return answer;
    return this.#proofs.of({ path: checked, token, isWrite: method !== 'GET' }, answer, (request) =>
      this.#send(request.path, { ...request, signal }),
    );
  }

  async #send<T>(
    checked: string,
    { method = 'GET', query, headers, body, signal, fetch: send = fetchOrTake }: SendOptions,
  ): Promise<T> {
    const target = requestUrl({ path: checked, ...(query && { query }) });
    const request = checkedFetch(this.baseUrl, method, send);
    const isForm = body instanceof FormData;
    const { token } = this.session;
    try {
      const response = await request(this.baseUrl.replace(/\/$/, '') + target, {
        method,
        headers: {
          ...(!isForm && { 'Content-Type': 'application/json' }),
          'Accept-Language': navigator.language,
          ...(token && { Authorization: token }),
          ...headers,
        },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
        signal,
      });
      const data = await response.json().catch(() => ({}));
      if (response.ok) return data;
      const isOutdated = this.session.token !== token;
      throw new RequestError({ url: response.url, status: response.status, response: data, isOutdated });
    } catch (error) {
      throw asRequestError(error);
    }
  }
}

export type Client = HttpClient<SessionStore>;

const clients = new Map<string | undefined, Client>();

/** The one API client of a backend, by default that of this tab. Created on first use, not while prerendering. */
export function api(backend: NamedBackend | undefined = currentBackend()): Client {
  const known = clients.get(backend?.name);
  if (known) return known;
  const client = new HttpClient(backendUrl(backend), new SessionStore(sessionKey(), backend), backend);
  clients.set(backend?.name, client);
  return client;
}

function messageOf(error: RequestError, said: string): string {
  if (error.isAbort) return ABORT_MESSAGE;
  if (said) return said;
  if (error.status === 413) return TOO_LARGE_MESSAGE;
  if (error.status !== 0) return FALLBACK_MESSAGE;
  const isLocalhost = new URL(error.url || backendUrl()).hostname === 'localhost';
  const message = `${FALLBACK_MESSAGE} ${UNREACHABLE_HINT}`;
  return isLocalhost ? `${message} ${LOCALHOST_HINT}` : message;
}

type Sent = BackendRequest & Pick<SendOptions, 'headers' | 'fetch'>;

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
  const refusal = readRefusal(error.response);
  // Of the server in front: unlike another 403, it says nothing of the session.
  const status = isReadOnlyRefusal(refusal.text) ? 400 : error.status;
  return new ApiError({ ...error, ...refusal, status, message: messageOf(error, refusal.text) });
}

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

/** Runs a call with a signal that is aborted with `signal` and when the session ends. Throws only {@link ApiError}. */
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
