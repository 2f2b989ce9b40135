import { api, type CallOptions, type Client, call, sendRequest } from '#api/client.ts';
import { readable } from '#api/response.ts';
import type { Identity } from '#domain/backend/identity.ts';
import type { BackendRequest } from '#domain/backend/request.ts';
import { checkRequest, readIdentity, readSession, refreshRequest, signInRequest } from '#wire/identities.ts';

const send = ({ path, ...request }: BackendRequest, client: Client, signal: AbortSignal) =>
  client.send(path, { ...request, signal });

/** Sends the request of a sign-in and stores the session of its answer; throws ApiError. */
export const signInBy = (request: BackendRequest, options: CallOptions = {}): Promise<Identity> =>
  call(
    async (client, signal) => {
      const { token, model } = readSession(await send(request, client, signal));
      client.session.save(readable(token), model);
      return readIdentity(model);
    },
    // It does not belong to a session that ends, such as that of another administrator.
    { ...options, outlivesSession: true },
  );

/** Signs an administrator in and stores the session; throws ApiError, with `step` where a second step has to follow. */
export const signIn = (identity: string, password: string, options: CallOptions = {}): Promise<Identity> =>
  signInBy(signInRequest(identity, password), options);

/** Replaces the session's token by the one in a response, unless the administrator has signed out meanwhile. */
async function replaceToken(request: BackendRequest, options: CallOptions): Promise<void> {
  await call(async (client, signal) => {
    const { session } = client;
    const { token } = session;
    const fresh = readSession(await send(request, client, signal));
    if (session.token === token && fresh.token) session.save(fresh.token, fresh.model);
  }, options);
}

/** Exchanges the session's token for a fresh one; throws ApiError. */
export const refreshSession = (options: CallOptions = {}): Promise<void> =>
  replaceToken(refreshRequest(), options);

/** Gets a token for a session whose own one is no longer valid, because the password was changed; throws ApiError. */
export const signInAgain = (identity: string, password: string): Promise<void> =>
  replaceToken(signInRequest(identity, password), {});

/** Checks that the session is still valid; throws ApiError, with status 401 when it is not. */
export async function checkSession(id: string, options: CallOptions = {}): Promise<void> {
  await sendRequest(checkRequest(id), { ...options, outlivesSession: true });
}

/** Removes the session on this device without a request. */
export function forgetSession({ backend }: CallOptions = {}): void {
  api(backend).session.clear();
}
