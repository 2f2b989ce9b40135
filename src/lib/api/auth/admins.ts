import { api, type CallOptions, call, sendRequest, toApiError } from '#api/client.ts';
import { textIn } from '#api/response.ts';
import { backendUrl } from '#browser/backends.ts';
import { ApiError, NEWER_BACKEND_MESSAGE } from '#domain/app/api-error.ts';
import { SIGN_IN_PATH } from '#domain/app/api-requests.ts';
import { isNewerHealth } from '#domain/app/health.ts';
import { members, text } from '#domain/app/lenient.ts';
import { type Admin, parseAdmin } from '#domain/auth/admin.ts';

/** Runs a call that PocketBase 0.23 and newer answer with 404; the message of the ApiError then names the version. */
export async function callAdmins<T>(...args: Parameters<typeof call<T>>): Promise<T> {
  try {
    return await call(...args);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status !== 404 || !(await isNewerBackend(args[1] ?? {}))) throw error;
    const message = NEWER_BACKEND_MESSAGE;
    throw new ApiError({ ...error, body: { ...error.body, message }, message });
  }
}

/** Sends a request without the client; only status and headers of its response are read. Throws without a response. */
export async function probe(
  path: string,
  { signal, backend }: CallOptions,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(backendUrl(backend) + path, { cache: 'no-store', signal, ...init });
  void response.body?.cancel();
  return response;
}

/** The session of an older backend is none for a newer one, so that the response is that for a visitor. */
const isNewerBackend = (options: CallOptions): Promise<boolean> =>
  sendRequest<unknown>({ path: '/api/health' }, options).then(isNewerHealth, () => false);

/** Signs an administrator in and stores the session; throws ApiError. */
export async function signIn(identity: string, password: string, options: CallOptions = {}): Promise<Admin> {
  return callAdmins(
    async (client, signal) => {
      const body = { identity, password };
      const response = await client.send(SIGN_IN_PATH, { method: 'POST', body, signal });
      const { admin } = members(response);
      client.session.save(textIn(response, 'token'), admin);
      return parseAdmin(admin);
    },
    // It does not belong to a session that ends, such as that of another administrator.
    { ...options, outlivesSession: true },
  );
}

/** Replaces the session's token by the one in a response, unless the administrator has signed out meanwhile. */
async function replaceToken(path: string, options: CallOptions, body?: object): Promise<void> {
  await call(async (client, signal) => {
    const { session } = client;
    const { token } = session;
    const response = members(await client.send(path, { method: 'POST', body, signal }));
    const fresh = text(response['token']);
    if (session.token === token && fresh) session.save(fresh, response['admin']);
  }, options);
}

/** Exchanges the session's token for a fresh one; throws ApiError. */
export const refreshSession = (options: CallOptions = {}): Promise<void> =>
  replaceToken('/api/admins/auth-refresh', options);

/** Gets a token for a session whose own one is no longer valid, because the password was changed; throws ApiError. */
export const signInAgain = (identity: string, password: string): Promise<void> =>
  replaceToken(SIGN_IN_PATH, {}, { identity, password });

/** Checks that the session is still valid; throws ApiError, with status 401 when it is not. */
export async function checkSession(id: string, options: CallOptions = {}): Promise<void> {
  const request = { path: ['admins', id], query: { fields: 'id' } };
  await sendRequest(request, { ...options, outlivesSession: true });
}

/**
 * Whether the backend has no administrator yet; undefined when the backend does not respond. A backend without
 * administrators redirects its own `/_/` to `?installer`, and a request for that path logs no failure in the console.
 * Where the path is not served, the response to an empty `POST /api/admins` is 400 if there is no administrator, else
 * 401.
 */
export async function isWithoutAdmins(options: CallOptions = {}): Promise<boolean | undefined> {
  try {
    const { redirected, url, status, ok } = await probe('_/', options);
    if (redirected && url.includes('?installer')) return true;
    // A gateway that can't reach the backend can't reach it through the other path either.
    if (status >= 502) return undefined;
    // Another redirect is that of a server which hides the dashboard, for example behind a sign-in of its own.
    if (ok && !redirected) return false;
  } catch {
    // This path may be unreachable, for example behind a proxy that serves only /api.
  }
  try {
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await probe('api/admins', options, { method: 'POST', headers, body: '{}' });
    return status >= 502 ? undefined : status === 400;
  } catch {
    return undefined;
  }
}

/** Removes the session on this device without a request. */
export function forgetSession({ backend }: CallOptions = {}): void {
  api(backend).session.clear();
}
