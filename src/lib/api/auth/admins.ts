import { api, type CallOptions, call, sendRequest, toApiError } from '#api/client.ts';
import { readable } from '#api/response.ts';
import { backendUrl } from '#browser/backends.ts';
import { ApiError, NEWER_BACKEND_MESSAGE } from '#domain/app/api-error.ts';
import type { Identity } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import {
  asksForFirstAdmin,
  checkRequest,
  DASHBOARD_PATH,
  FIRST_ADMIN_PROBE,
  healthRequest,
  isInstaller,
  isNewerHealth,
  readIdentity,
  readSession,
  refreshRequest,
  signInRequest,
} from '#wire/identities.ts';

/** Runs a call that PocketBase 0.23 and newer answer with 404; the message of the ApiError then names the version. */
export async function callAdmins<T>(...args: Parameters<typeof call<T>>): Promise<T> {
  try {
    return await call(...args);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status !== 404 || !(await isNewerBackend(args[1] ?? {}))) throw error;
    const message = NEWER_BACKEND_MESSAGE;
    throw new ApiError({ ...error, text: message, message });
  }
}

/** Sends a request without the client; only status and headers of its response are read. Throws without a response. */
export async function probe(
  path: string,
  { signal, backend }: CallOptions,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(backendUrl(backend) + path.slice(1), { cache: 'no-store', signal, ...init });
  void response.body?.cancel();
  return response;
}

/** The session of an older backend is none for a newer one, so that the response is that for a visitor. */
const isNewerBackend = (options: CallOptions): Promise<boolean> =>
  sendRequest<unknown>(healthRequest, options).then(isNewerHealth, () => false);

/** Signs an administrator in and stores the session; throws ApiError. */
export async function signIn(
  identity: string,
  password: string,
  options: CallOptions = {},
): Promise<Identity> {
  return callAdmins(
    async (client, signal) => {
      const request = signInRequest(identity, password);
      const { token, model } = readSession(await client.send(request.path, { ...request, signal }));
      client.session.save(readable(token), model);
      return readIdentity(model);
    },
    // It does not belong to a session that ends, such as that of another administrator.
    { ...options, outlivesSession: true },
  );
}

/** Replaces the session's token by the one in a response, unless the administrator has signed out meanwhile. */
async function replaceToken(request: BackendRequest, options: CallOptions): Promise<void> {
  await call(async (client, signal) => {
    const { session } = client;
    const { token } = session;
    const fresh = readSession(await client.send(request.path, { ...request, signal }));
    if (session.token === token && fresh.token) session.save(fresh.token, fresh.model);
  }, options);
}

/** Exchanges the session's token for a fresh one; throws ApiError. */
export const refreshSession = (options: CallOptions = {}): Promise<void> =>
  replaceToken(refreshRequest, options);

/** Gets a token for a session whose own one is no longer valid, because the password was changed; throws ApiError. */
export const signInAgain = (identity: string, password: string): Promise<void> =>
  replaceToken(signInRequest(identity, password), {});

/** Checks that the session is still valid; throws ApiError, with status 401 when it is not. */
export async function checkSession(id: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(checkRequest(id), { ...options, outlivesSession: true });
}

/** Whether the backend has no administrator yet; undefined when the backend does not respond. */
export async function isWithoutAdmins(options: CallOptions = {}): Promise<boolean | undefined> {
  try {
    const { redirected, url, status, ok } = await probe(DASHBOARD_PATH, options);
    if (redirected && isInstaller(url)) return true;
    // A gateway that can't reach the backend can't reach it through the other path either.
    if (status >= 502) return undefined;
    // Another redirect is that of a server which hides the dashboard, for example behind a sign-in of its own.
    if (ok && !redirected) return false;
  } catch {
    // This path may be unreachable, for example behind a proxy that serves only /api.
  }
  try {
    const headers = { 'Content-Type': 'application/json' };
    const { path, method, body } = FIRST_ADMIN_PROBE;
    const { status } = await probe(path, options, { method, headers, body });
    return status >= 502 ? undefined : asksForFirstAdmin(status);
  } catch {
    return undefined;
  }
}

/** Removes the session on this device without a request. */
export function forgetSession({ backend }: CallOptions = {}): void {
  api(backend).session.clear();
}
