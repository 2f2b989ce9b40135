import type { AdminAuthResponse } from 'pocketbase';
import { api, backendUrl, type CallOptions, call, toApiError } from '#api/client.ts';
import { ApiError, NEWER_BACKEND_MESSAGE } from '#domain/app/api-error.ts';
import type { Admin } from '#domain/auth/admin.ts';
import { parseAdmin } from '#domain/auth/admin.ts';

/**
 * Runs a call that a PocketBase newer than 0.22 does not know: it answers 404, since its administrators are
 * the records of a collection. Throws ApiError, whose message then names the version.
 */
export async function callAdmins<T>(run: Parameters<typeof call<T>>[0], options: CallOptions): Promise<T> {
  try {
    return await call(run, options);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status !== 404 || !(await isNewerBackend(options))) throw error;
    const { url, status, body, isAbort } = error;
    const message = NEWER_BACKEND_MESSAGE;
    throw new ApiError({ url, status, body: { ...body, message }, isAbort, message });
  }
}

async function isNewerBackend({ signal }: CallOptions): Promise<boolean> {
  try {
    const answer = await fetch(`${backendUrl()}api/collections/_superusers/auth-methods`, {
      signal: signal ?? null,
    });
    void answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** Signs an administrator in; the client stores the session (LI-02). */
export async function signIn(identity: string, password: string, options: CallOptions = {}): Promise<Admin> {
  const answer = await callAdmins(
    (client, signal) => client.admins.authWithPassword(identity, password, { signal }),
    options,
  );
  return parseAdmin(answer.admin);
}

/**
 * Exchanges the session's token for a fresh one (AU-05). The client's own method is not used: it always stores the
 * answer, and would sign in again an administrator who has signed out meanwhile.
 */
export async function refreshSession(options: CallOptions = {}): Promise<void> {
  await call(async (client, signal) => {
    const { authStore } = client;
    const { token } = authStore;
    const answer = await client.send<AdminAuthResponse>('/api/admins/auth-refresh', {
      method: 'POST',
      signal,
    });
    if (authStore.token === token && answer.token) authStore.save(answer.token, answer.admin);
  }, options);
}

/** Checks that the session is still valid; throws ApiError, of status 401 when it is not. */
export async function checkSession(id: string, options: CallOptions = {}): Promise<void> {
  await call((client, signal) => client.admins.getOne(id, { fields: 'id', signal }), {
    ...options,
    outlivesSession: true,
  });
}

/**
 * Whether the backend has no administrator yet (IN-07). Such a backend redirects its own `/_/`; a request for
 * that path logs no failure in the console. Where the path is not served, an empty `POST /api/admins` is answered
 * with 400 (it would create one) instead of 401. Undefined when no backend answers.
 */
export async function isWithoutAdmins({ signal }: CallOptions = {}): Promise<boolean | undefined> {
  try {
    const answer = await fetch(`${backendUrl()}_/`, {
      redirect: 'manual',
      cache: 'no-store',
      signal: signal ?? null,
    });
    void answer.body?.cancel();
    if (answer.type === 'opaqueredirect') return true;
    // A gateway that can't reach the backend can't reach it through the other path either.
    if (answer.status >= 502) return undefined;
    if (answer.ok) return false;
  } catch {
    // Not reachable this way, for example a backend behind a proxy that serves only /api.
  }
  try {
    const answer = await fetch(`${backendUrl()}api/admins`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
      signal: signal ?? null,
    });
    void answer.body?.cancel();
    return answer.status >= 502 ? undefined : answer.status === 400;
  } catch {
    return undefined;
  }
}

/** Forgets the session on this device; the backend is not called (SH-05). */
export function forgetSession(): void {
  api().authStore.clear();
}
