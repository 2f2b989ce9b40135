import type { ApiPath, BackendRequest } from '#domain/backend/request.ts';
import { readSession, signInRequest } from '#wire/identities.ts';

/** A JSON object from the backend; callers name the shape they expect. */
export type Json = Record<string, unknown>;

/** A request that the backend refused. */
export class AdminApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    request: string,
  ) {
    super(`${request} returned ${status}: ${JSON.stringify(body)}`);
  }
}

/** The backend's HTTP API, called as an admin without Atoll: prepares data and checks results. */
export interface AdminApi {
  /** The session as the SDK stores it; signs in on first use. */
  session(): Promise<{ token: string; model: Json }>;
  /** The admin's token; signs in on first use. */
  token(): Promise<string>;
  /** @throws AdminApiError on every status >= 400. */
  request<T = Json>(method: string, path: string, body?: unknown): Promise<T>;
  /** The same for a request of the wire. */
  send<T = Json>(request: BackendRequest): Promise<T>;
  get<T = Json>(path: string): Promise<T>;
  post<T = Json>(path: string, body?: unknown): Promise<T>;
  patch<T = Json>(path: string, body?: unknown): Promise<T>;
  delete(path: string): Promise<void>;
}

/** The path of a request as it is sent. */
export const pathOf = (path: ApiPath): string =>
  typeof path === 'string' ? path : `/api/${path.map(encodeURIComponent).join('/')}`;

/** @param credentials of an existing admin of the backend at `url`. */
export function createAdminApi(url: string, credentials: { email: string; password: string }): AdminApi {
  let session: Promise<{ token: string; model: Json }> | undefined;

  async function send<T>(method: string, path: string, body: unknown, token: string): Promise<T> {
    const isForm = body instanceof FormData;
    const headers = new Headers();
    if (token) headers.set('Authorization', token);
    if (body !== undefined && !isForm) headers.set('Content-Type', 'application/json');
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new AdminApiError(response.status, parsed, `${method} ${path}`);
    return parsed;
  }

  async function signIn(): Promise<{ token: string; model: Json }> {
    const { path, body } = signInRequest(credentials.email, credentials.password);
    const { token, model } = readSession(await send('POST', pathOf(path), body, ''));
    return { token: token ?? '', model: model as Json };
  }

  async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
    return send<T>(method, path, body, await api.token());
  }

  const api: AdminApi = {
    session() {
      session ??= signIn();
      return session;
    },
    token: async () => (await api.session()).token,
    request,
    send: ({ path, method = 'GET', body }) => request(method, pathOf(path), body),
    get: (path) => request('GET', path),
    post: (path, body) => request('POST', path, body),
    patch: (path, body) => request('PATCH', path, body),
    delete: (path) => request('DELETE', path),
  };
  return api;
}
